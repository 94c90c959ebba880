"""The hands at the virtual table: what people do there on its page (docs/table.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from companion.board import Board
from companion.devices import Buttons, Dice, PressKind
from companion.errors import DeviceError, FormatError
from companion.squares import Square, parse_square
from hardware.buttons import VirtualButtons
from hardware.dice import VirtualDice
from hardware.virtual import VirtualRegions, VirtualTable


class _Throw(msgspec.Struct, frozen=True, tag_field="do", tag="throw"):
    pass


class _Put(msgspec.Struct, frozen=True, tag_field="do", tag="put"):
    square: str
    letter: Literal["r", "b", "g", "y", "t"]


class _Take(msgspec.Struct, frozen=True, tag_field="do", tag="take"):
    square: str


# A stone and a district, or a marker and a field of the market.
class _PutStone(msgspec.Struct, frozen=True, tag_field="do", tag="put_stone"):
    district: str
    colour: str


class _TakeStone(msgspec.Struct, frozen=True, tag_field="do", tag="take_stone"):
    district: str
    colour: str


class _Tidy(msgspec.Struct, frozen=True, tag_field="do", tag="tidy"):
    pass


class _Press(msgspec.Struct, frozen=True, tag_field="do", tag="press"):
    button: Literal["confirm", "undo", "next"]
    kind: PressKind = "short"


_Hand = _Throw | _Put | _Take | _PutStone | _TakeStone | _Tidy | _Press


@dataclass(frozen=True, slots=True)
class Reach:
    """What the hands can reach: each may be real, or not there."""

    board: VirtualTable | VirtualRegions | None
    dice: Dice | None
    buttons: Buttons | None


def carry_out(raw: Mapping[str, Any], reach: Reach, books: Callable[[], Mapping[str, Any]]) -> None:
    """Throws the dice, puts or takes a house or block, presses a button, or tidies the board as the ``books`` say.

    ``books`` gives the table's snapshot.

    Raises FormatError for what is no such command or no such square, DeviceError where it is not virtual.
    """
    try:
        command: _Hand = msgspec.convert(raw, _Hand)
    except msgspec.ValidationError as error:
        raise FormatError(f"not a command for the virtual table: {error}") from None
    if isinstance(command, _Press):
        if not isinstance(reach.buttons, VirtualButtons):
            raise DeviceError("the buttons are not virtual: press the real ones")
        reach.buttons.press(command.button, command.kind)
    elif isinstance(command, _Throw):
        if not isinstance(reach.dice, VirtualDice):
            raise DeviceError("the dice are not virtual: throw the real ones")
        reach.dice.throw()
    elif reach.board is None:
        raise DeviceError("the board is not virtual: put the house on the real one")
    elif isinstance(reach.board, VirtualRegions):
        _handle_blocks(reach.board, command, books)
    elif isinstance(command, _Put):
        reach.board.put(_square(command.square, reach.board.board), command.letter)
    elif isinstance(command, _Take):
        reach.board.take(_square(command.square, reach.board.board))
    elif isinstance(command, _Tidy):
        _tidy(reach.board, books()["view"]["board"])
    else:
        raise FormatError("houses stand on this board, no stones")


def _handle_blocks(virtual: VirtualRegions, command: _Hand, books: Callable[[], Mapping[str, Any]]) -> None:
    if isinstance(command, _PutStone):
        virtual.put(command.district, command.colour)
    elif isinstance(command, _TakeStone):
        virtual.take(command.district, command.colour)
    elif isinstance(command, _Tidy):
        _tidy_blocks(virtual, books()["regions"]["books"])
    else:
        raise FormatError("stones lie on this board, no houses")


def _tidy_blocks(virtual: VirtualRegions, booked: Mapping[str, Mapping[str, int]]) -> None:
    """Lays the blocks as the books say: what is too much is taken away, then what is missing is put down."""
    more = {
        (name, colour): lying.get(colour, 0) - booked.get(name, {}).get(colour, 0)
        for name, lying in virtual.counts.items()
        for colour in virtual.regions.colours
    }
    for (name, colour), count in more.items():
        for _ in range(count):
            virtual.take(name, colour)
    for (name, colour), count in more.items():
        for _ in range(-count):
            virtual.put(name, colour)


def _square(name: str, board: Board) -> Square:
    try:
        square = parse_square(name)
    except ValueError as error:
        raise FormatError(str(error)) from None
    if board.zone(square) is None:
        raise FormatError(f"{name} is no square of the board {board.name}")
    return square


def _tidy(virtual: VirtualTable, rows: Sequence[str]) -> None:
    """Sets the virtual board as the books say, as a person would who looks at the banker page."""
    booked = {
        Square(row, col): letter
        for row, letters in enumerate(rows)
        for col, letter in enumerate(letters)
        if letter != "."
    }
    for square, letter in dict(virtual.houses).items():
        if booked.get(square) != letter:
            virtual.take(square)
    for square, letter in booked.items():
        if square not in virtual.houses:
            virtual.put(square, letter)
