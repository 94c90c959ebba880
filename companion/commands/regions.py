"""bankhalter regions: a picture of a board of districts to the stones in each, beside the books of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

import calibration
from companion.commands._offers import market_board, show_offers
from companion.commands._options import CornerType
from companion.commands._record_end import record_end
from companion.commands.read import NOT_FOUND
from companion.devices import Image
from companion.districts import City, parse_city
from companion.errors import BankhalterError, FormatError
from companion.games import Sighting
from companion.games.big_shot import BigShot
from companion.pictures import read_picture
from companion.reading import Point
from companion.regions import RegionReading
from vision.pose import pose_from_corners
from vision.regions import count_stones


@click.command("regions")
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--board", default="big-shot", show_default=True, help="Board file with outlines, or a known name.")
@click.option("--empty", type=click.Path(path_type=Path), required=True, help="The same view without stones.")
@click.option(
    "--corners", type=CornerType(), nargs=4, required=True, help="The board's corners, clockwise from its own top left."
)
@click.option("--game", type=click.Path(path_type=Path), help="A record: what is seen beside its books.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def command(
    picture: Path,
    board: str,
    empty: Path,
    corners: tuple[Point, Point, Point, Point],
    game: Path | None,
    as_json: bool,
) -> None:
    """Counts the stones in PICTURE, district by district, or the offers on a market; "?" where that is not clear."""
    market = market_board(board)
    if market is not None:
        if not show_offers(picture, market, empty, corners, game, as_json=as_json):
            sys.exit(NOT_FOUND)
        return
    city = _city(board)
    reading = _read(read_picture(picture), corners, city, read_picture(empty))
    sighting = None if game is None or not reading.found else _beside(game, reading)
    click.echo(_json(reading, sighting) if as_json else _drawn(reading, sighting))
    if not reading.found:
        sys.exit(NOT_FOUND)


def _read(image: Image, corners: Sequence[Point], city: City, empty: Image) -> RegionReading:
    try:
        pose = pose_from_corners(corners, city.sheet(), (image.shape[1], image.shape[0]))
        return RegionReading(city.name, count_stones(image, pose, city, empty, pose))
    except BankhalterError as error:
        return RegionReading(city.name, reason=str(error))


def _city(board: str) -> City:
    path = Path(board)
    if path.suffix == ".json" or path.is_file():
        return parse_city(calibration.read_board_file(path))
    return parse_city(calibration.board_file(board))


def _beside(record: Path, reading: RegionReading) -> Sighting:
    """What is seen beside the books at the end of a record; raises FormatError for one of another game."""
    last = record_end(record)
    if not isinstance(last.game, BigShot):
        raise FormatError(f"{record}: a record of {last.game.title}: stones are counted for BIG SHOT")
    return last.game.sight_regions(last.step.state, reading.counts)


def _json(reading: RegionReading, sighting: Sighting | None) -> str:
    content = reading.to_json()
    if sighting is not None:
        content["events"] = [dict(event) for event in sighting.events]
        content["todo"] = [str(text) for text in sighting.todo]
        content["problems"] = [str(text) for text in sighting.problems]
    return json.dumps(content, ensure_ascii=False)


def _drawn(reading: RegionReading, sighting: Sighting | None) -> str:
    """For people: a line a district, then what differs from the books."""
    if not reading.found:
        return f"{reading.board}: not found: {reading.reason}"
    lines = []
    for name, counts in reading.counts.items():
        lying = [f"{'?' if count is None else count} {colour}" for colour, count in counts.items() if count != 0]
        lines.append(f"{name:>12}  {', '.join(lying) or '–'}")
    if sighting is not None:
        lines += [f"to book: {event['colour']} into {event['district']}" for event in sighting.events]
        lines += [f"to do: {text}" for text in sighting.todo]
        lines += [f"differs: {text}" for text in sighting.problems]
        if not (sighting.events or sighting.todo or sighting.problems):
            lines.append("The books agree with every number that is known.")
    return "\n".join(lines)
