"""Options that commands share: boards by file or name, corners as four words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
import msgspec
from click.core import ParameterSource

import calibration
from companion.board import Board, parse_board
from companion.errors import FormatError
from companion.files import is_file, is_folder, is_there, read_file
from companion.parsing import decode_object
from companion.reading import Point, is_place
from hardware.dice import NumberDie, Wells
from hardware.wiring import TracksKind, Wiring, read_wiring

_Command = TypeVar("_Command", bound=Callable[..., Any])


class PortType(click.IntRange):
    """The number of a port, named so where it is none."""

    name = "port number"


class BoardType(click.ParamType[Board]):
    """A board file, or the name of a board that comes with the program."""

    name = "FILE|NAME"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Board:
        if isinstance(value, Board):
            return value
        text = str(value)
        path = Path(text)
        try:
            if is_board_file(path):
                return parse_board(read_file(path))
            return calibration.board(text)
        except OSError as error:
            self.fail(f"{text} cannot be read: {error.strerror}", param, ctx)
        except FormatError as error:
            if _has_regions(path, text):
                self.fail(f"{text} is a board of regions, without squares: `bankhalter regions` reads it", param, ctx)
            raise_of_file(path, error)
            self.fail(f"{text}: {error}", param, ctx)


def is_board_file(path: Path) -> bool:
    """Whether a board's file is named, not a board that is known: a folder may be called as one."""
    return path.suffix == ".json" or (is_there(path) and not is_folder(path))


def raise_of_file(path: Path, error: FormatError) -> None:
    """Raises ``error`` with the file's name, where there is one: the command line is right then, and its file not."""
    if is_file(path):
        raise FormatError(f"{path}: {error}") from None
    raise_of_folder(path, error)


def raise_of_folder(path: Path, error: FormatError) -> None:
    """Raises ``error`` with what to do where a folder is named as a board."""
    if is_folder(path):
        raise FormatError(f"{path} is a folder: name a board file in it; else {error}") from None


def _has_regions(path: Path, name: str) -> bool:
    """Whether a board that is none with a grid has districts, or a market's fields."""
    if not is_file(path):
        return name in (*calibration.city_names(), *calibration.market_names())
    try:
        return not {"districts", "fields"}.isdisjoint(decode_object(read_file(path)))
    except (OSError, FormatError):
        return False


def is_given(option: str) -> bool:
    """Whether the command line that is just carried out says something of an option, by its parameter's name."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


FOUR_CORNERS = "--corners 10,20 800,20 800,600 10,600"
"""How the corners of a board are written."""


class CornerType(click.ParamType[Point]):
    """A place in a picture: x,y in pixels."""

    name = "X,Y"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        if isinstance(value, tuple):
            return value
        place = _place(str(value))
        if place is None:
            self.fail(f"{value!r} is no place in the picture: four are wanted, as in {FOUR_CORNERS}", param, ctx)
        return place


def _place(word: str) -> Point | None:
    numbers = _numbers(word)
    return numbers if numbers and is_place(*numbers) else None


def _numbers(word: str) -> Point | None:
    try:
        x, y = (float(part) for part in word.split(","))
    except ValueError:
        return None
    return x, y


def check_corners(words: Sequence[str]) -> None:
    """Raises UsageError where other than four places stand behind --corners; ``words``: all that stands there.

    Click would take four words whatever they are: with one place too few the next option, with one too many the
    picture's name. A word among them that is written wrongly is left to `CornerType`.
    """
    places = list(takewhile(_place, words))
    misspelt = not places or any(map(_numbers, words[len(places) : 4]))
    if len(places) != 4 and not misspelt:
        given = f"{len(places)} {'was' if len(places) == 1 else 'were'} given: {' '.join(places)}"
        raise click.UsageError(f"--corners takes four words x,y, as in {FOUR_CORNERS}; {given}")


def corners_option(meaning: str) -> Callable[[_Command], _Command]:
    """The option --corners of a command to which they mean ``meaning``: four places in a picture, each a word."""
    return click.option("--corners", type=CornerType(), nargs=4, help=f"{meaning} Four words, as in {FOUR_CORNERS}")


wiring_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--devices",
    type=click.Path(path_type=Path),
    default=None,
    help="What hangs on which pin of the Pi [devices.toml in the data folder, where there is one].",
)


@dataclass(frozen=True, slots=True)
class Named:
    """Devices in the words of the command line; None where it does not say."""

    camera: str | None = None
    dice: str | None = None
    tracks: TracksKind | None = None
    number_die: NumberDie | None = None
    wells: Wells | None = None


def device_wiring(given: Path | None, folder: Path, named: Named, otherwise: Named) -> Wiring:
    """The devices: as the command line has ``named`` them, else as the file says, else ``otherwise``.

    Raises FormatError for a file that is none, DeviceError when two devices are on one pin.
    """
    kept = folder / "devices.toml"
    kept_wiring = read_wiring(given or kept) if given is not None or is_there(kept) else Wiring()
    wiring = named_wiring(kept_wiring, named, otherwise)
    wiring.check_pins()
    return wiring


def named_wiring(wiring: Wiring, named: Named, otherwise: Named) -> Wiring:
    """The devices as they are ``named``, else as ``wiring`` has them, else ``otherwise``."""
    replace = msgspec.structs.replace
    return Wiring(
        replace(wiring.tracks, kind=named.tracks or wiring.tracks.kind or otherwise.tracks),
        wiring.buttons,
        wiring.buzzer,
        replace(wiring.camera, source=named.camera or wiring.camera.source or otherwise.camera),
        replace(
            wiring.dice,
            source=named.dice or wiring.dice.source or otherwise.dice,
            number_die=named.number_die or wiring.dice.number_die,
            wells=named.wells or wiring.dice.wells,
        ),
    )


def dice_options(command: _Command) -> _Command:
    """Options that say which dice lie in the reader."""
    number_die = click.option(
        "--number-die",
        type=click.Choice(get_args(NumberDie)),
        default=None,
        help="The number die in the reader: 1 to 6, 1 to 4 with two sharks, or a plain one whose 5 and 6 mean shark "
        "[the game's].",
    )
    wells = click.option(
        "--wells",
        type=click.Choice(get_args(Wells)),
        default=None,
        help="The reader's wells that are in use: both, or the number or the colour die alone [as the game's dice].",
    )
    return number_die(wells(command))
