"""bankhalter read: a picture of a board, or a folder of them, to readings."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import cv2

from companion.board import Board
from companion.commands._given import Given, given_of, given_options
from companion.commands._photos import Photo
from companion.commands._pictures import empty_board, jpegs_in, named, read_named
from companion.commands._remarks import tell_remarks
from companion.devices import Image
from companion.errors import FormatError
from companion.files import is_file, is_folder, is_there, make_folder
from companion.pictures import read_picture
from companion.reading import Point, Reading
from companion.squares import Square
from companion.words import ENGLISH, spoken
from vision.evidence import draw_evidence, numbers
from vision.reader import Evidence

NOT_FOUND = 4
"""Exit status when a board was not found in a picture."""


@click.command("read")
@click.argument("picture", type=click.Path(path_type=Path))
@given_options
@click.option("--with-empty", is_flag=True, help="In a folder: X-empty.jpg is the empty board of X.jpg.")
@click.option("--debug", type=click.Path(path_type=Path), help="Folder for pictures and numbers of what decided.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")
def command(
    picture: Path,
    board: Board | None,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    calibrated: Path | None,
    palette: Path | None,
    with_empty: bool,
    debug: Path | None,
    as_json: bool,
) -> None:
    """Reads PICTURE, or every *.jpg in the folder PICTURE, and prints what stands on the board."""
    if with_empty and is_file(picture):
        raise click.UsageError("--with-empty is for a folder: name the empty board of a single picture with --empty")
    if debug is not None:
        _make_folder(debug)
    given = given_of(board, empty, corners, calibrated, palette)
    in_folder = is_folder(picture)
    paths = jpegs_in(picture, empties=with_empty) if in_folder else [picture]

    def found(path: Path) -> bool:
        """Whether the board is found in one picture, and what it rests on is kept where that is asked for.

        It is read and told, and all of it let go before the next is read.
        """
        seen = _one_of_many(path, given, with_empty) if in_folder else given.read(path, read_named(path))
        reading, evidence = (seen, None) if isinstance(seen, Reading) else (seen.reading, seen.evidence)
        name = path.name if in_folder else None
        if evidence is not None:
            tell_remarks(path, evidence)
        click.echo(_json(reading, name) if as_json else drawn(reading, name))
        if debug is not None and isinstance(seen, Photo) and evidence is not None:
            try:
                with named(path):
                    drawings = _drawings(seen.image, reading, evidence)
            except FormatError as error:
                if not in_folder:
                    raise
                click.echo(str(error), err=True)  # one picture does not keep the others from being read
                return False
            _write(debug / _own_name(path), drawings)
        return reading.found

    missing = [path for path in paths if not found(path)]
    if missing:
        sys.exit(NOT_FOUND)


_ENDINGS = (".jpg", ".jpeg", ".png")


def _one_of_many(path: Path, given: Given, with_empty: bool) -> Photo | Reading:
    """A picture of a folder, read; of one that cannot be, only why."""
    own = path.with_name(f"{path.stem}-empty{path.suffix}")
    try:
        own_empty = empty_board(own, read_picture(own), given.view) if with_empty and is_there(own) else None
        return given.read(path, read_picture(path), own_empty)
    except FormatError as error:  # one broken file does not keep the others from being read
        return Reading(given.board.name, reason=str(error))


def _own_name(picture: Path) -> str:
    """What the folder of a picture's evidence is called: as the picture, with its ending where that tells two apart."""
    try:
        beside = [path for path in picture.parent.iterdir() if path.suffix.lower() in _ENDINGS]
    except OSError:  # a folder may hide what is in it
        beside = []
    others = {name for path in beside if path.name != picture.name for name in (path.name, path.stem)}
    return picture.name if picture.stem in others else picture.stem


def _drawings(image: Image, reading: Reading, evidence: Evidence) -> dict[str, bytes]:
    """What a reading rests on, as files: overlay.jpg, numbers.json, and a picture of each square."""
    figures = numbers(evidence)
    overlay, squares = draw_evidence(image, reading, evidence, figures)
    drawings = {"overlay": overlay, **{f"squares/{name}": strip for name, strip in squares.items()}}
    files = {f"{name}.jpg": cv2.imencode(".jpg", drawing)[1].tobytes() for name, drawing in drawings.items()}
    return {**files, "numbers.json": json.dumps(figures, indent=1).encode()}


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes what a reading rests on; raises FormatError."""
    try:
        make_folder(folder / "squares", above=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _make_folder(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> FormatError:
    return FormatError(f"{folder} cannot be written: {error.strerror}; name another folder with --debug")


def _json(reading: Reading, name: str | None) -> str:
    content: dict[str, Any] = {} if name is None else {"file": name}
    return json.dumps(content | spoken(reading.to_json(), ENGLISH), ensure_ascii=False)


def drawn(reading: Reading, name: str | None = None) -> str:
    """The reading for people: the board with its letters, column letters above and row numbers beside it."""
    head = [] if name is None else [name]
    if not reading.found:
        return "\n".join([*head, f"{reading.board}: not found: {reading.reason}"])
    names = [Square(0, col).name[:-1] for col in range(len(reading.squares[0]))]  # without the row's number
    width = len(names[-1])
    columns = "    " + " ".join(name.rjust(width) for name in names)
    rows = (" ".join(letter.rjust(width) for letter in row) for row in reading.squares)
    lines = [f"{number:3} {row}" for number, row in enumerate(rows, start=1)]
    doubts = [
        f"{square} is not certain: {', '.join(map(_in_words, letters)) or 'covered, or no house'}"
        for square, letters in reading.uncertain
    ]
    return "\n".join([*head, f"{reading.board}, {reading.ms.get('total', 0):.0f} ms", columns, *lines, *doubts])


def _in_words(letter: str) -> str:
    """A candidate of a square for people: a full stop alone would say nothing."""
    return "no house" if letter == "." else letter
