"""``bankhalter chains``: the chains on a picture of a board, their sizes, and who may take over whom."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.board import Board
from companion.commands._given import Given, given_of, given_options
from companion.commands._photos import Photo, drawn, jpeg
from companion.commands._pictures import read_named
from companion.commands._remarks import tell_remarks
from companion.commands.read import NOT_FOUND
from companion.errors import FormatError, RuleError
from companion.files import make_folder, save_whole
from companion.games.shark import LETTERS, compare, dispute, hangs_on, known, not_known, position, would_place
from companion.money import Amount
from companion.reading import Point
from companion.sentence import Sentence
from companion.squares import Square, parse_square
from companion.words import ENGLISH, LANGUAGES, say, spoken
from vision.measures import Light, spoilt_by

_NAMES = {
    "red": Sentence("Red"),
    "blue": Sentence("Blue"),
    "green": Sentence("Green"),
    "yellow": Sentence("Yellow"),
}


_REMEDY = Sentence("Is it this board? Name its corners with --corners, or take the photo from nearer and from above.")


@click.command("chains")
@click.argument("picture", type=click.Path(path_type=Path))
@given_options
@click.option("--seven-cap", is_flag=True, help="Chains count 7 at most towards the price (1991, variant I).")
@click.option(
    "--compare", "pair", nargs=2, metavar="SQUARE SQUARE", help="Which of two chains is larger, and may take over."
)
@click.option(
    "--place", nargs=2, metavar="COLOUR SQUARE", help="What a house (red, blue, green, yellow, top) would do there."
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the picture with the chains outlined.")
@click.option(
    "--lang", "language", type=click.Choice(list(LANGUAGES)), default=ENGLISH, help="The language to say it in."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    picture: Path,
    board: Board | None,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    calibrated: Path | None,
    palette: Path | None,
    seven_cap: bool,
    pair: tuple[str, str] | None,
    place: tuple[str, str] | None,
    out: Path | None,
    language: str,
    as_json: bool,
) -> None:
    """Count the chains on PICTURE of a SHARK board: sizes, prices, who may take over whom.

    Exit status 4: the board is not found in the picture.
    """
    given = given_of(board, empty, corners, calibrated, palette)
    board = given.board
    squares = () if pair is None else (_square(board, pair[0]), _square(board, pair[1]))
    house = None if place is None else (_company(place[0]), _square(board, place[1]))
    _check_colours(given)
    photo = given.read(picture, read_named(picture))
    if not photo.reading.found:
        if as_json:
            click.echo(json.dumps(spoken(photo.reading.to_json(), language), ensure_ascii=False))
        else:
            click.echo(f"{board.name}: {say(photo.reading.reason or '', language)}")
            if corners is None and not given.by_view:
                click.echo(say(_REMEDY, language))
        sys.exit(NOT_FOUND)
    if photo.evidence is not None:
        tell_remarks(picture, photo.evidence, language)
    rows = photo.reading.squares
    told: dict[str, Any] = {"board": board.name, "squares": list(rows), **dispute(rows, seven_cap=seven_cap)}
    if squares:
        told["compare"] = list(compare(rows, *squares))
    if house is not None:
        told["place"] = _placed(rows, *house, seven_cap=seven_cap)
    if out is not None:
        _write(out, picture.stem, photo)
    if as_json:
        click.echo(json.dumps(spoken(told, language), ensure_ascii=False))
    else:
        seen = None if photo.evidence is None else photo.evidence.seen
        spoilt = None if seen is None else spoilt_by(seen, board.squares())
        for sentence in _lines(told, len(board.squares()), spoilt):
            click.echo(say(sentence, language))


def _square(board: Board, name: str) -> Square:
    """The square of that name on this board; raises UsageError."""
    try:
        square = parse_square(name.upper())
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if board.zone(square) is None:
        raise click.UsageError(f"{name} is no square of the board {board.name}")
    return square


def _company(name: str) -> str:
    """The company, or the TOP, of that name; raises UsageError."""
    if name.lower() not in LETTERS:
        raise click.UsageError(f"{name} is no house: there are {', '.join(LETTERS)}")
    return name.lower()


def _check_colours(given: Given) -> None:
    """Raises FormatError where colours of other pieces than the game's are known, which no chain could take in."""
    if given.palette is not None and (others := sorted(given.palette.new_letters())):
        what = f"{', '.join(others)}: no letter of SHARK's houses ({', '.join(LETTERS.values())})"
        raise FormatError(f"{given.colours_of}: {what}; learn the colours of those alone")


def _placed(rows: Sequence[str], company: str, square: Square, *, seven_cap: bool) -> dict[str, Any]:
    """What a house would do, or why it may not stand there; ``unsure``: the squares on which that hangs."""
    on, unknown = position(known(rows), seven_cap=seven_cap), not_known(rows)
    unsure = [near.name for near in hangs_on(on, company, square, unknown)]
    try:
        placed = would_place(on, company, square, unknown)
    except RuleError as error:
        return {"legal": False, "text": error.sentence, "ruling": error.ruling, "unsure": unsure}
    return {
        "legal": True,
        "commission": placed.commission,
        "per_share": placed.per_share,
        "removes": [gone.name for gone in placed.removed],
        "prices": {**on.prices, **placed.after().prices},
        "falls": {fallen: list(pair) for fallen, pair in placed.falls.items()},
        "unsure": unsure,
    }


def _lines(told: dict[str, Any], squares: int, spoilt: Light | None) -> Iterator[Sentence]:
    """What was counted on a board of so many squares; ``spoilt``: by what light most of them cannot be read."""
    for chain in told["chains"]:
        values = {"number": chain["number"], "group": _whole(chain)}
        if chain["unsure"]:
            values["squares"] = tuple(chain["unsure"])
            yield Sentence("{number}: {group}, perhaps more: what stands on {squares} is not known", values)
        else:
            yield Sentence("{number}: {group}", values)
    for company, price in told["prices"].items():
        values = {"company": _NAMES[company], "price": Amount(price)}
        if told["unknown"]:  # whatever stands there, no price is lower for it
            yield Sentence("{company}: price at least {price}", values)
        else:
            yield Sentence("{company}: price {price}", values)
    if told["unknown"]:
        yield _unknown(told["unknown"], squares, spoilt)
    for found in told["take_overs"]:
        yield Sentence("{text} ({ruling})", {"text": found["text"], "ruling": found["ruling"]})
        yield from _perhaps(found["unsure"])
    for sentence in told.get("compare", ()):
        yield (
            Sentence("{text} ({ruling})", {"text": sentence, "ruling": sentence.ruling})
            if sentence.ruling
            else sentence
        )
    if "place" in told:
        yield from _effect(told["place"])
        yield from _perhaps(told["place"]["unsure"])


def _whole(chain: dict[str, Any]) -> Sentence:
    """A chain in words, with all its squares where its name, the first and the last of them, leaves some out."""
    text: Sentence = chain["text"]
    squares = sorted(map(parse_square, (*chain["houses"], *chain["tops"])))
    if len(squares) <= 2:
        return text
    return Sentence("{group} on {squares}", {"group": text, "squares": tuple(square.name for square in squares)})


def _unknown(names: Sequence[str], squares: int, spoilt: Light | None) -> Sentence:
    """Which of the ``squares`` are not known; where those are most of them, only how many, and why."""
    if 2 * len(names) <= squares:
        return Sentence("not known, and taken as empty: {squares}", {"squares": tuple(names)})
    values = {"number": len(names), "all": squares}
    if spoilt == "dark":
        return Sentence("{number} of {all} squares are not known, most of them too dark, and taken as empty", values)
    if spoilt == "burnt":
        return Sentence("{number} of {all} squares are not known, most of them burnt out, and taken as empty", values)
    return Sentence("{number} of {all} squares are not known, and taken as empty", values)


def _perhaps(unsure: Sequence[str]) -> Iterator[Sentence]:
    """That what was just said hangs on squares that are not known."""
    if unsure:
        squares = {"squares": tuple(unsure)}
        yield Sentence("perhaps otherwise: what stands on {squares} is not known", squares)


def _effect(placed: dict[str, Any]) -> Iterator[Sentence]:
    if not placed["legal"]:
        yield Sentence("{text} ({ruling})", {"text": placed["text"], "ruling": placed["ruling"]})
        return
    values: dict[str, Any] = {"commission": Amount(placed["commission"]), "per_share": Amount(placed["per_share"])}
    yield Sentence("it may stand there: commission {commission}, dividend {per_share} a share", values)
    if placed["removes"]:
        yield Sentence("removed: {squares}", {"squares": tuple(placed["removes"])})
    for company, (old, new) in placed["falls"].items():
        values = {"company": _NAMES[company], "old": Amount(old), "new": Amount(new), "fall": Amount(old - new)}
        yield Sentence("{company} falls {old} → {new}: everybody but the mover pays {fall} a share", values)


def _write(folder: Path, stem: str, photo: Photo) -> None:
    try:
        make_folder(folder)
        for name, flat in ((f"{stem}-chains.jpg", False), (f"{stem}-flat.jpg", True)):
            save_whole(folder / name, jpeg(drawn(photo, flat=flat)))
    except OSError as error:
        raise FormatError(f"{folder} cannot be written: {error.strerror}; name another folder with --out") from None
