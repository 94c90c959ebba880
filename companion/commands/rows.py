"""bankhalter rows: a picture of a player's rows of REIBACH & CO to the numbers that he reports; people confirm them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

import calibration
from companion.cards import Deck, SeenRow, parse_deck, rows_json
from companion.commands._pictures import named, read_named
from companion.commands.read import NOT_FOUND
from companion.errors import BoardNotFound, FormatError
from companion.files import read_file
from vision.cards import read_rows


@click.command("rows")
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--deck", type=click.Path(path_type=Path), help="File with the cards' tones [a stand-in].")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def command(picture: Path, deck: Path | None, as_json: bool) -> None:
    """Counts the cards of each row in PICTURE, laid half over one another; "?" where that is not clear."""
    try:
        image, cards = read_named(picture), _deck(deck)
        with named(picture):
            rows = read_rows(image, cards)
    except BoardNotFound as error:
        click.echo(json.dumps({"found": False, "reason": str(error)}) if as_json else f"not found: {error}")
        sys.exit(NOT_FOUND)
    click.echo(json.dumps({"found": True, **rows_json(rows)}) if as_json else "\n".join(map(_drawn, rows)))


def _deck(path: Path | None) -> Deck:
    if path is None:
        return calibration.deck("reibach")
    try:
        return parse_deck(read_file(path))
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _drawn(row: SeenRow) -> str:
    shown = row.to_json()
    if row.cards == 0 and row.business is None:
        return "a dealmaker without a card"
    return f"{shown['business']}: {shown['cards']} cards, {shown['multitalents']} Multitalents, {shown['risk']} Risk"
