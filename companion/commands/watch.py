"""bankhalter watch: the frames of a camera to changes of the board."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.board import Board
from companion.commands._calibration import CORNERS_MEAN, board_of, load_view
from companion.commands._calibration import option as calibration_option
from companion.commands._given import palette_option
from companion.commands._options import BoardType, corners_option
from companion.commands._pictures import empty_board, read_named
from companion.commands._play_along import GameAlong
from companion.commands._remarks import FIRST_BELIEVED
from companion.commands.read import NOT_FOUND
from companion.devices import Frame
from companion.errors import DeviceError, FormatError, RuleError
from companion.games import game as rules_of
from companion.pictures import empty_board_in
from companion.quoting import quoted
from companion.reading import Change, Point, Trouble, unknown_squares
from companion.record import read_header
from hardware.cameras import FolderCamera
from hardware.dice import FileDice
from vision.lens import Lens
from vision.palette import load_palette
from vision.unfit import UNFIT, unfit
from vision.watcher import BoardWatcher


@click.command("watch")
@click.option("--frames", type=click.Path(path_type=Path), required=True, help="Folder of the camera's pictures.")
@click.option("--board", type=BoardType(), help="Board file, or the name of a board that is known.")
@click.option(
    "--empty",
    type=click.Path(path_type=Path),
    help="The view before the game; default: the calibration's, else the picture called empty there.",
)
@calibration_option
@corners_option(CORNERS_MEAN)
@palette_option
@click.option("--game", type=click.Path(path_type=Path), help="A game record's header: play that game along.")
@click.option("--dice", type=click.Path(path_type=Path), help="The throws, one a placement (JSON Lines).")
@click.option("--record", type=click.Path(path_type=Path), help="Where the game's record is written.")
@click.option("--jsonl", is_flag=True, help="Print a JSON object a line.")
def command(
    frames: Path,
    board: Board | None,
    empty: Path | None,
    calibrated: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    palette: Path | None,
    game: Path | None,
    dice: Path | None,
    record: Path | None,
    jsonl: bool,
) -> None:
    """Follow the pictures of a folder in the order of their names and print what changes on the board.

    With --game, --dice and --record a game is played along: each placement is booked, each payment told with its
    reason. A picture that cannot be read is told, and the next one is looked at.

    Exit status 1: something was seen that the books could not explain; 4: a picture could not be read, or nothing in
    any of them.
    """
    if (game, dice, record) != (None, None, None) and None in (game, dice, record):
        raise click.UsageError("--game, --dice and --record belong together: give all three, or none")
    if game is not None and record is not None and os.path.realpath(game) == os.path.realpath(record):
        raise click.UsageError("--record names the game's own header, which would be written over: name another file")
    view = None if calibrated is None else load_view(calibrated)
    board = board_of(board, view)
    if empty is None and view is None:
        empty = empty_board_in(frames)
    bare = empty_board(empty, read_named(empty)) if empty is not None else None
    empty_pose = None
    if view is not None and bare is not None:
        bare, empty_pose = view.with_empty(bare)
        empty_pose = empty_pose if corners is None else None
    elif view is not None and corners is None:
        bare, empty_pose = view.empty, view.empty_pose
    colours = load_palette(palette) if palette is not None else None if view is None else view.palette
    pictures = _FolderFrames(frames, None if view is None else view.lens)
    if game is not None and dice is not None and record is not None:
        with FileDice(dice) as throws, GameAlong(_header(game, board, throws), board, throws, record) as along:
            watcher = BoardWatcher(
                board, empty=bare, empty_pose=empty_pose, corners=corners, pieces=along.pieces, palette=colours
            )
            status = _play(pictures, watcher, along, jsonl=jsonl)
        sys.exit(_nothing_read(watcher) or status or pictures.status)
    watcher = BoardWatcher(board, empty=bare, empty_pose=empty_pose, corners=corners, palette=colours)
    for _, events in pictures.seen_by(watcher):
        for event in events:
            click.echo(json.dumps(event.to_json(), ensure_ascii=False) if jsonl else told(event))
    sys.exit(_nothing_read(watcher) or pictures.status)


def _header(path: Path, board: Board, dice: FileDice) -> dict[str, Any]:
    """The header of a game that can be played on squares with these throws; raises FormatError naming the file."""
    header = read_header(path)
    rules = rules_of(header["game"])
    try:
        if header.get("board", board.name) != board.name:
            raise FormatError(f"its board is {quoted(header['board'])}, --board gives {quoted(board.name)}")
        state = rules.start(header, lambda _: msgspec.to_builtins(board)).state
        slip = rules.header_slip(header)
        if slip is not None:
            raise FormatError(slip)
        if not rules.pieces(state):
            raise FormatError(f'a game of "{header["game"]}" puts no pieces on squares that a camera could follow')
        if "roll" not in rules.legal(state):
            raise FormatError(
                f"no throw is next: {rules.waiting(state).sentence}, which no camera sees. Give "
                '"start" in the header: cash, shares and board as they are when a player throws (docs/formats.md)'
            )
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    for throw in dice.throws:
        try:
            rules.event_for_throw(state, throw.faces)
        except RuleError as error:
            raise FormatError(f"{dice.place(throw)}: {error}") from None
    return header


def _nothing_read(watcher: BoardWatcher) -> int:
    """The exit status where no square was read in any picture, which is then told; else 0."""
    squares, board = watcher.squares, watcher.board
    if squares is not None and len(unknown_squares(squares)) < len(board.squares()):
        return 0
    click.echo(
        f"nothing was read: is {board.name} the board in these pictures? If it is, name its corners with --corners; a "
        "calibration or a picture of the empty board must be of this camera: where it was moved, make it anew",
        err=True,
    )
    return NOT_FOUND


def _play(frames: _FolderFrames, watcher: BoardWatcher, along: GameAlong, *, jsonl: bool) -> int:
    """Plays a game along the frames; the exit status."""
    for frame, events in frames.seen_by(watcher):
        for news in along.take(frame.name, events, watcher.last_reading, watcher.pieces_on):
            click.echo(json.dumps(news.to_json(), ensure_ascii=False) if jsonl else "\n".join(news.lines()))
    for problem in along.unexplained():
        click.echo(f"not booked: {problem}", err=True)
    click.echo(f"events booked: {along.booked}; record written to {along.record}", err=jsonl)
    return 1 if along.unexplained() else 0


class _FolderFrames:
    """The folder's pictures as a camera's frames, one after the other, straightened by ``lens``.

    One that cannot be read is told on standard error and left out; then ``status``, the exit status, is not 0.
    Raises DeviceError for a folder without pictures.
    """

    def __init__(self, folder: Path, lens: Lens | None) -> None:
        self._camera = FolderCamera(folder)
        self._folder = folder
        self._lens = lens
        self.status = 0

    def __iter__(self) -> Iterator[Frame]:
        while True:
            try:
                frame = self._camera.read(0)
            except DeviceError as error:
                self._leave_out(str(error))
                continue
            if frame is None:
                return
            try:
                image = frame.image if self._lens is None else self._lens.straighten(frame.image)
            except FormatError as error:
                self._leave_out(f"{self._folder / frame.name}: {error}")
                continue
            yield Frame(frame.name, image, frame.time_ms)

    def seen_by(self, watcher: BoardWatcher) -> Iterator[tuple[Frame, list[Change | Trouble]]]:
        """The frames, each with what the watcher has to say of it; one that no step was made for is left out too."""
        for frame in self:
            first = watcher.squares is None
            try:
                events = watcher.see(frame)
            except UNFIT as error:
                self._leave_out(f"{self._folder / frame.name}: {unfit(error)}")
                continue
            if first and watcher.squares is not None and watcher.first_believed:
                click.echo(f"{self._folder / frame.name}: {FIRST_BELIEVED}", err=True)
            yield frame, events

    def _leave_out(self, reason: str) -> None:
        self.status = NOT_FOUND
        click.echo(f"not read: {reason}", err=True)


def told(event: Change | Trouble) -> str:
    """An event for people, in one line."""
    if isinstance(event, Trouble):
        return f"{event.frame}: {event.kind}: {event.text}"
    came = [f"{letter} on {square}" for square, letter in event.added]
    went = [f"{square} cleared" for square in event.removed]
    return f"{event.frame}: {', '.join(came + went)}"
