"""bankhalter read: a picture of a board, or a folder of them, to readings."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.board import Board
from companion.commands._options import BoardType, CornerType
from companion.errors import FormatError
from companion.pictures import pictures_in
from companion.pictures import read_picture as read_picture_file
from companion.reading import Point, Reading
from vision.reader import read_picture

NOT_FOUND = 4
"""Exit status when a board was not found in a picture."""


@click.command("read")
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--board", type=BoardType(), required=True, help="Board file, or the name of a board that is known.")
@click.option("--empty", type=click.Path(path_type=Path), help="A picture of the same view without houses.")
@click.option("--corners", type=CornerType(), nargs=4, help="The board's corners, clockwise from its own top left.")
@click.option("--with-empty", is_flag=True, help="In a folder: X-empty.jpg is the empty board of X.jpg.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")
def command(
    picture: Path,
    board: Board,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    with_empty: bool,
    as_json: bool,
) -> None:
    """Reads PICTURE, or every *.jpg in the folder PICTURE, and prints what stands on the board."""
    all_found = True
    for path, reading in _readings(picture, board, empty, corners, with_empty):
        all_found = all_found and reading.found
        name = path.name if picture.is_dir() else None
        click.echo(_json(reading, name) if as_json else drawn(reading, name))
    if not all_found:
        sys.exit(NOT_FOUND)


def _readings(
    picture: Path,
    board: Board,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    with_empty: bool,
) -> Iterator[tuple[Path, Reading]]:
    if not picture.is_dir():
        bare = read_picture_file(empty) if empty is not None else None
        yield picture, read_picture(read_picture_file(picture), board, corners=corners, empty=bare)
        return
    shared = read_picture_file(empty) if empty is not None else None
    for path in pictures_in(picture):
        own = path.with_name(f"{path.stem}-empty{path.suffix}")
        try:
            bare = read_picture_file(own) if with_empty and own.exists() else shared
            yield path, read_picture(read_picture_file(path), board, corners=corners, empty=bare)
        except FormatError as error:  # one broken file does not keep the others from being read
            yield path, Reading(board.name, reason=str(error))


def _json(reading: Reading, name: str | None) -> str:
    content: dict[str, Any] = {} if name is None else {"file": name}
    return json.dumps(content | reading.to_json(), ensure_ascii=False)


def drawn(reading: Reading, name: str | None = None) -> str:
    """The reading for people: the board with its letters, column letters above and row numbers beside it."""
    head = [] if name is None else [name]
    if not reading.found:
        return "\n".join([*head, f"{reading.board}: not found: {reading.reason}"])
    columns = "    " + " ".join(chr(ord("A") + col % 26) for col in range(len(reading.squares[0])))
    lines = [f"{number:3} {' '.join(row)}" for number, row in enumerate(reading.squares, start=1)]
    doubts = [
        f"{square} is not certain: {', '.join(letters) or 'covered, or no house'}"
        for square, letters in reading.uncertain
    ]
    return "\n".join([*head, f"{reading.board}, {reading.ms.get('total', 0):.0f} ms", columns, *lines, *doubts])
