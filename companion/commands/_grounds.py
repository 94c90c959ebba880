"""What a camera can be set up over: a board with a grid, BIG SHOT's districts, or the fields of a market."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click

import calibration
from companion.board import Board, blank_board, parse_board
from companion.devices import Image
from companion.districts import City, parse_city
from companion.errors import BoardNotFound, FormatError
from companion.fields import MarketBoard, name_of, parse_market_board
from companion.outlines import Outline, faults
from companion.parsing import decode_object
from vision.offers import count_offers
from vision.pose import Pose
from vision.regions import count_stones


@dataclass(frozen=True, slots=True)
class Ground:
    """``board``: as cameras find it. ``regions``: what is printed on it instead of a grid; None where it has a grid."""

    board: Board
    regions: City | MarketBoard | None = None

    @property
    def outlines(self) -> Mapping[str, Outline]:
        """The outlines of its regions, by what they are called."""
        if isinstance(self.regions, City):
            return self.regions.outlines()
        if isinstance(self.regions, MarketBoard):
            return {name_of(field): outline for field, outline in self.regions.outlines.items()}
        return {}

    @property
    def piece_mm(self) -> float | None:
        """The side of what lies in its regions."""
        if isinstance(self.regions, City):
            return self.regions.stone_mm
        return None if self.regions is None else self.regions.marker_mm

    def not_empty(self, image: Image, pose: Pose, empty: Image) -> tuple[str, ...]:
        """The regions in which something is seen or not known; the board lies by ``pose`` in both pictures.

        Raises BoardNotFound where the two are not of one view.
        """
        counts: Mapping[str, Mapping[str, int | None]]
        if isinstance(self.regions, City):
            counts = count_stones(image, pose, self.regions, empty, pose)
        else:
            assert self.regions is not None
            reading = count_offers(image, pose.corners_px, self.regions, empty)
            if reading.reason is not None:
                raise BoardNotFound(reading.reason)
            counts = {name_of(field): found for field, found in reading.counts.items()}
        return tuple(name for name, found in counts.items() if any(count != 0 for count in found.values()))


def parse_ground(raw: Mapping[str, Any]) -> Ground:
    """The ground that the decoded object of a board file describes.

    Raises FormatError, also for regions that are not measured or lie over one another.
    """
    if "districts" in raw:
        city = parse_city(raw)
        return Ground(city.sheet(), city)
    if "fields" in raw:
        market = parse_market_board(raw)
        ground = Ground(blank_board(market.name, market.size_mm), market)
        for fault in faults(ground.outlines, market.size_mm, market.marker_mm):
            raise FormatError(fault.text)
        return ground
    return Ground(parse_board(raw))


def known_grounds(own: Path) -> dict[str, Ground]:
    """By their names: those that come with the program, then those in the folder ``own``; what is none is left out."""
    grounds = dict(_that_come_along())
    for path in sorted(own.glob("*.json")):
        try:
            ground = parse_ground(decode_object(path.read_bytes()))
        except (OSError, FormatError):
            continue  # as figures of a market, which lie there too, or districts that nobody has measured
        grounds.setdefault(ground.board.name, ground)
    return grounds


@cache
def _that_come_along() -> Mapping[str, Ground]:
    names = (*calibration.board_names(), *calibration.city_names())
    raws = [calibration.board_file(name) for name in names]
    raws += [calibration.market_file(name) for name in calibration.market_names()]
    grounds = [parse_ground(raw) for raw in raws]
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
            if path.suffix == ".json" or path.is_file():
                return parse_ground(decode_object(path.read_bytes()))
            if text in calibration.market_names():
                return parse_ground(calibration.market_file(text))
            return parse_ground(calibration.board_file(text))
        except OSError as error:
            self.fail(f"{text} cannot be read: {error.strerror}", param, ctx)
        except FormatError as error:
            self.fail(f"{text}: {error}", param, ctx)
