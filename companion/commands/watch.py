"""bankhalter watch: the frames of a camera to changes of the board."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from companion.board import Board
from companion.commands._options import BoardType, CornerType
from companion.devices import Frame
from companion.reading import Change, Point, Trouble
from vision.files import pictures_in, read_image
from vision.watcher import BoardWatcher


@click.command("watch")
@click.option("--frames", type=click.Path(path_type=Path), required=True, help="Folder of the camera's pictures.")
@click.option("--board", type=BoardType(), required=True, help="Board file, or the name of a board that is known.")
@click.option("--empty", type=click.Path(path_type=Path), help="The view before the game; default: empty.jpg there.")
@click.option("--corners", type=CornerType(), nargs=4, help="The board's corners, clockwise from its own top left.")
@click.option("--jsonl", is_flag=True, help="Print a JSON object a line.")
def command(
    frames: Path,
    board: Board,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    jsonl: bool,
) -> None:
    """Follows the pictures of a folder in the order of their names and prints what changes on the board."""
    names = pictures_in(frames)
    if empty is None and (frames / "empty.jpg").exists():
        empty = frames / "empty.jpg"
    watcher = BoardWatcher(board, empty=read_image(empty) if empty is not None else None, corners=corners)
    for event in follow(folder_frames(names), watcher):
        click.echo(json.dumps(event.to_json(), ensure_ascii=False) if jsonl else told(event))


def folder_frames(paths: Iterable[Path]) -> Iterator[Frame]:
    """The pictures as a camera's frames, one a second."""
    for number, path in enumerate(paths):
        yield Frame(path.name, read_image(path), number * 1000)


def follow(frames: Iterable[Frame], watcher: BoardWatcher) -> Iterator[Change | Trouble]:
    """What the watcher has to say of the frames, one by one."""
    for frame in frames:
        yield from watcher.see(frame)


def told(event: Change | Trouble) -> str:
    """An event for people, in one line."""
    if isinstance(event, Trouble):
        return f"{event.frame}: {event.kind}: {event.text}"
    came = [f"{letter} on {square}" for square, letter in event.added]
    went = [f"{square} cleared" for square in event.removed]
    return f"{event.frame}: {', '.join(came + went)}"
