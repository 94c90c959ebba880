"""bankhalter regions: a picture of a board of regions to the blocks in each, beside the books of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import calibration
from companion.commands._calibration import load_view
from companion.commands._calibration import option as calibration_option
from companion.commands._options import corners_option, is_board_file, raise_of_folder
from companion.commands._pictures import empty_board, named, read_named
from companion.commands._record_end import record_end
from companion.commands.read import NOT_FOUND
from companion.districts import parse_city
from companion.errors import FormatError
from companion.fields import parse_market_board
from companion.games import Sighting, game
from companion.reading import Point
from companion.regions import RegionBoard, RegionReading
from vision.regions import read_regions

_GAMES = {"stones": "big_shot", "markers": "master_of_economy"}
"""Which game such blocks are counted for."""


@click.command("regions")
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--board", default="big-shot", show_default=True, help="Board file with outlines, or a known name.")
@click.option("--empty", type=click.Path(path_type=Path), help="The same view without stones.")
@corners_option("The board's corners, clockwise from its own top left.")
@calibration_option
@click.option("--game", "record", type=click.Path(path_type=Path), help="A record: what is seen beside its books.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def command(
    picture: Path,
    board: str,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    calibrated: Path | None,
    record: Path | None,
    as_json: bool,
) -> None:
    """Counts the stones in PICTURE, district by district, or the offers on a market; "?" where that is not clear.

    With the --calibration of the camera that took it neither --empty nor --corners is needed.
    """
    if calibrated is not None and empty is not None:
        raise click.UsageError("--calibration has its own picture of the empty board: leave it, or --empty, away")
    regions = region_board(board)
    image = read_named(picture)
    if calibrated is not None:
        view = load_view(calibrated)
        if view.board != regions.sheet():
            raise click.UsageError(f"the camera was calibrated for the board {view.board.name}, not for {regions.name}")
        with named(picture):
            image = view.straighten(image)
        bare, corners = view.empty, corners or view.empty_pose.corners_px
    elif empty is None or corners is None:
        raise click.UsageError("give --empty and --corners, or a --calibration")
    else:
        bare = empty_board(empty, read_named(empty))
    with named(picture):
        reading = read_regions(image, corners, regions, bare)
    sighting = None if record is None or not reading.found else _beside(record, reading, regions)
    click.echo(_json(reading, sighting) if as_json else _drawn(reading, sighting, regions))
    if not reading.found:
        sys.exit(NOT_FOUND)


def region_board(board: str) -> RegionBoard:
    """The board of regions of that name, or in that file; raises FormatError."""
    path = Path(board)
    try:
        raw = calibration.read_board_file(path) if is_board_file(path) else calibration.board_file(board)
    except FormatError as error:
        raise_of_folder(path, error)
        raise
    if "grid" in raw:
        raise FormatError(f"{board} is a board with squares: `bankhalter read` reads it")
    return parse_market_board(raw) if "fields" in raw else parse_city(raw).regions()


def _beside(record: Path, reading: RegionReading, regions: RegionBoard) -> Sighting:
    """What is seen beside the books at the end of a record; raises FormatError for one of another game."""
    last, wanted = record_end(record), game(_GAMES[regions.blocks])
    if last.game.name != wanted.name:
        raise FormatError(f"{record}: a record of {last.game.title}: {regions.blocks} are counted for {wanted.title}")
    return last.game.sight_regions(last.step.state, reading.counts)


def _json(reading: RegionReading, sighting: Sighting | None) -> str:
    content: dict[str, Any] = reading.to_json()
    if sighting is not None:
        content["events"] = [dict(event) for event in sighting.events]
        content["todo"] = [str(text) for text in sighting.todo]
        content["problems"] = [str(text) for text in (*sighting.problems, *sighting.unknown)]
    return json.dumps(content, ensure_ascii=False)


def _drawn(reading: RegionReading, sighting: Sighting | None, regions: RegionBoard) -> str:
    """For people: a line a district, or a field on which anything lies, then what differs from the books."""
    if not reading.found:
        return f"{reading.board}: not found: {reading.reason}"
    lines = []
    for name, counts in reading.counts.items():
        lying = [f"{'?' if count is None else count} {colour}" for colour, count in counts.items() if count != 0]
        if lying or regions.blocks == "stones":
            lines.append(f"{name:>16}  {', '.join(lying) or '–'}")
    lines = lines or ["No marker lies on the market."]
    if sighting is not None:
        lines += [f"to book: {_event(event)}" for event in sighting.events]
        lines += [f"to do: {text}" for text in sighting.todo]
        lines += [f"differs: {text}" for text in (*sighting.problems, *sighting.unknown)]
        if not (sighting.events or sighting.todo or sighting.problems or sighting.unknown):
            lines.append("The books agree with every number that is known.")
    return "\n".join(lines)


def _event(event: Mapping[str, Any]) -> str:
    if event["do"] == "place":
        return f"{event['colour']} into {event['district']}"
    return json.dumps(dict(event))
