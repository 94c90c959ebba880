"""The offer markers in a picture of the market board, beside the books of a game (`bankhalter regions`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

import calibration
from companion.commands._record_end import record_end
from companion.errors import FormatError
from companion.fields import MarketBoard, name_of, parse_market_board
from companion.games import Sighting
from companion.games.master_of_economy import MasterOfEconomy
from companion.offers import OffersReading
from companion.parsing import decode_object
from companion.pictures import read_picture
from companion.reading import Point
from vision.offers import count_offers


def market_board(board: str) -> MarketBoard | None:
    """The market board of that name or file; None where it is another kind of board. Raises FormatError."""
    if board in calibration.market_names():
        return parse_market_board(calibration.market_file(board))
    path = Path(board)
    if not path.is_file():
        return None
    try:
        raw = decode_object(path.read_bytes())
    except (OSError, FormatError):
        return None  # who reads boards says what is wrong with it
    try:
        return parse_market_board(raw) if "fields" in raw else None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def show_offers(
    picture: Path, board: MarketBoard, empty: Path, corners: Sequence[Point], game: Path | None, *, as_json: bool
) -> bool:
    """Reads and prints; False where the board is not found in the picture."""
    reading = count_offers(read_picture(picture), corners, board, read_picture(empty))
    sighting = None if game is None or not reading.found else _beside(game, reading)
    click.echo(_json(reading, sighting) if as_json else _drawn(reading, sighting))
    return reading.found


def _beside(record: Path, reading: OffersReading) -> Sighting:
    """What is seen beside the books at the end of a record; raises FormatError for one of another game."""
    last = record_end(record)
    if not isinstance(last.game, MasterOfEconomy):
        raise FormatError(f"{record}: a record of {last.game.title}: offers are counted for MASTER OF ECONOMY")
    return last.game.sight_offers(last.step.state, reading.counts)


def _json(reading: OffersReading, sighting: Sighting | None) -> str:
    content = reading.to_json()
    if sighting is not None:
        content["events"] = [dict(event) for event in sighting.events]
        content["problems"] = [str(text) for text in sighting.problems]
    return json.dumps(content, ensure_ascii=False)


def _drawn(reading: OffersReading, sighting: Sighting | None) -> str:
    """For people: a line for each field on which something lies or is not known, then what differs from the books."""
    if not reading.found:
        return f"{reading.board}: not found: {reading.reason}"
    lines = []
    for place, counts in reading.counts.items():
        lying = [f"{'?' if count is None else count} {company}" for company, count in counts.items() if count != 0]
        if lying:
            lines.append(f"{name_of(place):>16}  {', '.join(lying)}")
    lines = lines or ["No marker lies on the market."]
    if sighting is not None:
        lines += [f"to book: {json.dumps(dict(event))}" for event in sighting.events]
        lines += [f"differs: {text}" for text in sighting.problems]
        if not (sighting.events or sighting.problems):
            lines.append("The books agree with what is seen.")
    return "\n".join(lines)
