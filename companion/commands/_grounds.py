"""What a camera can be set up over: a board with a grid, or one of regions (districts, the fields of a market)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click

import calibration
from companion.board import Board, parse_board
from companion.commands._options import is_board_file, raise_of_file
from companion.districts import parse_city
from companion.errors import FormatError
from companion.fields import parse_market_board
from companion.files import read_file
from companion.parsing import decode_object
from companion.regions import RegionBoard


@dataclass(frozen=True, slots=True)
class Ground:
    """``board``: as cameras find it. ``regions``: what is printed on it instead of a grid; None where it has a grid."""

    board: Board
    regions: RegionBoard | None = None

    @property
    def piece_mm(self) -> float | None:
        """The side of what is counted in its regions."""
        return None if self.regions is None else self.regions.side_mm


def parse_ground(raw: Mapping[str, Any]) -> Ground:
    """The ground that the decoded object of a board file describes.

    Raises FormatError, also for regions that are not measured or lie over one another.
    """
    if "districts" not in raw and "fields" not in raw:
        return Ground(parse_board(raw))
    regions = parse_market_board(raw) if "fields" in raw else parse_city(raw).regions()
    return Ground(regions.sheet(), regions)


def known_grounds(own: Path) -> dict[str, Ground]:
    """By their names: those that come with the program, then those in the folder ``own``; what is none is left out."""
    grounds = dict(_that_come_along())
    for path in sorted(own.glob("*.json")):
        try:
            ground = parse_ground(decode_object(read_file(path)))
        except (OSError, FormatError):
            continue  # as figures of a market, which lie there too, or districts that nobody has measured
        grounds.setdefault(ground.board.name, ground)
    return grounds


@cache
def _that_come_along() -> Mapping[str, Ground]:
    names = (*calibration.board_names(), *calibration.city_names(), *calibration.market_names())
    grounds = [parse_ground(calibration.board_file(name)) for name in names]
    return {ground.board.name: ground for ground in grounds}


class GroundType(click.ParamType[Ground]):
    """A board file of any kind, or the name of a board that comes with the program."""

    name = "FILE|NAME"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Ground:
        if isinstance(value, Ground):
            return value
        text = str(value)
        path = Path(text)
        try:
            if is_board_file(path):
                return parse_ground(decode_object(read_file(path)))
            return parse_ground(calibration.board_file(text))
        except OSError as error:
            self.fail(f"{text} cannot be read: {error.strerror}", param, ctx)
        except FormatError as error:
            raise_of_file(path, error)
            self.fail(f"{text}: {error}", param, ctx)
