"""The virtual tables' state files: they keep houses and blocks while no program runs, as a real board does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import cv2
import msgspec
import numpy as np

from companion.board import Board
from companion.errors import DeviceError, FormatError
from companion.files import make_folder, read_file, save_whole, set_aside
from companion.regions import RegionBoard
from companion.squares import Square, parse_square
from hardware.virtual._blocks import LEAST_MM, Block
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
        table = msgspec.json.decode(read_file(path), type=_TableFile)
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
    _save(path, {"format": _FORMAT, "board": board.name, "houses": entries})


def _save(path: Path, state: Mapping[str, object]) -> None:
    try:
        make_folder(path.parent, above=True)
        save_whole(path, msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n")
    except OSError as error:
        raise DeviceError(
            f"cannot save the virtual table to {path}: {error.strerror}; is the disk full or read-only?"
        ) from None


class _StoneEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    district: str
    colour: str
    at_mm: tuple[float, float]
    turn_deg: float


class _CityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["bankhalter-virtual-city/1"]
    board: str
    stones: tuple[_StoneEntry, ...]


def read_blocks(path: Path, regions: RegionBoard) -> tuple[tuple[str, Block], ...]:
    """The blocks that a state file holds, each with its region; raises FormatError, OSError when unreadable."""
    try:
        kept = msgspec.json.decode(read_file(path), type=_CityFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path} is no state of a virtual table: {error}") from None
    if kept.board != regions.name:
        raise FormatError(f"{path} holds the stones of the board {kept.board}, the board here is {regions.name}")
    return tuple((entry.district, _block(entry, regions, path)) for entry in kept.stones)


def _block(entry: _StoneEntry, regions: RegionBoard, path: Path) -> Block:
    if entry.district not in regions.outlines:
        raise FormatError(f"{path}: the board {regions.name} has no district {entry.district}")
    if entry.colour not in regions.colours:
        raise FormatError(f"{path}: nothing on the board {regions.name} is {entry.colour}")
    outline = np.asarray(regions.outlines[entry.district], np.float32)
    if cv2.pointPolygonTest(outline, entry.at_mm, False) < 0:
        raise FormatError(f"{path}: a stone lies outside of {entry.district}: the board's outlines were changed since")
    height = max(regions.height_mm, LEAST_MM)
    return Block(entry.colour, entry.at_mm, entry.turn_deg, regions.side_mm, height)


def save_blocks(path: Path, regions: RegionBoard, lying: Sequence[tuple[str, Block]]) -> None:
    """Writes the state file, whole or not at all; raises DeviceError when it cannot be written."""
    entries = [
        {"district": region, "colour": block.colour, "at_mm": block.at_mm, "turn_deg": block.turn_deg}
        for region, block in lying
    ]
    _save(path, {"format": "bankhalter-virtual-city/1", "board": regions.name, "stones": entries})


_State = TypeVar("_State")


def read_or_set_aside(path: Path, read: Callable[[Path], _State]) -> tuple[_State | None, str | None]:
    """What ``read`` makes of a state file; one that cannot be used is set aside, and the second of the two says so.

    Raises DeviceError where it can be neither read nor set aside.
    """
    try:
        return read(path), None
    except FormatError as error:
        reason = str(error)
    except OSError as error:
        raise DeviceError(f"cannot read the virtual table's file {path}: {error.strerror}") from None
    try:
        spare = set_aside(path)
    except OSError as error:
        raise DeviceError(f"{reason}; it cannot be set aside either: {error.strerror}") from None
    return None, f"{reason}; kept as {spare.name}, the table starts empty"
