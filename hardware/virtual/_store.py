"""The virtual table's state file: it keeps the houses while no program runs, as a real board does."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from companion.board import Board
from companion.errors import DeviceError, FormatError
from companion.squares import Square, parse_square
from hardware.virtual._scene import House

_FORMAT: Literal["bankhalter-virtual-table/1"] = "bankhalter-virtual-table/1"


class _HouseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    square: str
    letter: Literal["r", "b", "g", "y", "t"]
    dx_mm: float
    dy_mm: float
    turn_deg: float


class _TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["bankhalter-virtual-table/1"]
    board: str
    houses: tuple[_HouseEntry, ...]


def read_houses(path: Path, board: Board) -> dict[Square, House]:
    """The houses that a state file holds; raises FormatError saying what is wrong with it, OSError when unreadable."""
    try:
        table = msgspec.json.decode(path.read_bytes(), type=_TableFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path} is no state of a virtual table: {error}") from None
    if table.board != board.name:
        raise FormatError(f"{path} holds the houses of the board {table.board}, the board here is {board.name}")
    houses: dict[Square, House] = {}
    for entry in table.houses:
        house = _house(entry, board, path)
        if house.square in houses:
            raise FormatError(f"{path} has two houses on {entry.square}")
        houses[house.square] = house
    return houses


def _house(entry: _HouseEntry, board: Board, path: Path) -> House:
    try:
        square = parse_square(entry.square)
    except ValueError as error:
        raise FormatError(f"{path}: {error}") from None
    if board.zone(square) is None:
        raise FormatError(f"{path}: the board {board.name} has no square {entry.square}")
    if max(abs(entry.dx_mm), abs(entry.dy_mm)) > max(board.grid.pitch_mm) / 2:
        raise FormatError(f"{path}: the house on {entry.square} stands outside of its square")
    return House(square, entry.letter, entry.dx_mm, entry.dy_mm, entry.turn_deg)


def save_houses(path: Path, board: Board, houses: Mapping[Square, House]) -> None:
    """Writes the state file, whole or not at all; raises DeviceError when it cannot be written."""
    entries = [
        {
            "square": house.square.name,
            "letter": house.letter,
            "dx_mm": house.dx_mm,
            "dy_mm": house.dy_mm,
            "turn_deg": house.turn_deg,
        }
        for house in houses.values()
    ]
    content = msgspec.json.encode({"format": _FORMAT, "board": board.name, "houses": entries})
    temporary = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.write(msgspec.json.format(content, indent=1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise DeviceError(
            f"cannot save the virtual table to {path}: {error.strerror}; is the disk full or read-only?"
        ) from None


def set_aside(path: Path) -> Path:
    """Renames a state file that cannot be used, so that nothing is lost; its new name."""
    number = 1
    while (spare := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return path.rename(spare)
