"""What a command is given to read pictures of a board by: the board, its view, its corners, the owner's colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.board import Board
from companion.commands._calibration import CORNERS_MEAN, View, board_of, load_view
from companion.commands._calibration import option as calibration_option
from companion.commands._options import BoardType, corners_option
from companion.commands._photos import Photo
from companion.commands._pictures import empty_board, named, read_named
from companion.devices import Image
from companion.reading import Point
from companion.sentence import Sentence
from vision.emptiness import Emptiness
from vision.palette import Palette, load_palette
from vision.reader import look_at

_Command = TypeVar("_Command", bound=Callable[..., Any])

palette_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--palette", type=click.Path(path_type=Path), help="The owner's colours, by `bankhalter learn`."
)


def given_options(command: _Command) -> _Command:
    """The options that `given_of` takes: --board, --empty, --corners, --calibration, --palette."""
    for option in reversed(
        (
            click.option("--board", type=BoardType(), help="Board file, or the name of a board that is known."),
            click.option("--empty", type=click.Path(path_type=Path), help="A picture of the same view without houses."),
            corners_option(CORNERS_MEAN),
            calibration_option,
            palette_option,
        )
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of the view beside a picture. ``empty``: straightened. ``colours_of``: the file of ``palette``."""

    board: Board
    view: View | None
    empty: Image | None
    corners: tuple[Point, Point, Point, Point] | None
    palette: Palette | None
    colours_of: Path | None
    emptiness: Emptiness = field(default_factory=Emptiness)

    @property
    def by_view(self) -> bool:
        """Whether the board is looked for where it was calibrated, by the empty picture from there."""
        return self.view is not None and self.empty is None and self.corners is None

    def read(self, path: Path, image: Image, own_empty: Image | None = None) -> Photo:
        """The picture at ``path``, read; ``own_empty``, straightened, goes before the empty picture of all.

        Raises FormatError naming the picture.
        """
        empty, empty_pose, emptiness = self.empty, None, self.emptiness
        with named(path):
            if self.view is not None:
                image = self.view.straighten(image)
                if self.by_view:
                    empty, empty_pose = self.view.empty, self.view.empty_pose
            if own_empty is not None:
                empty, empty_pose, emptiness = own_empty, None, Emptiness()
            reading, evidence = look_at(
                image,
                self.board,
                corners=self.corners,
                empty=empty,
                empty_pose=empty_pose,
                palette=self.palette,
                emptiness=emptiness,
            )
        if evidence is None and empty_pose is not None:
            reading = replace(reading, reason=_not_as_calibrated(reading.reason or ""))
        return Photo(image, self.board, reading, evidence)


def given_of(
    board: Board | None,
    empty: Path | None,
    corners: tuple[Point, Point, Point, Point] | None,
    calibrated: Path | None,
    palette: Path | None,
) -> Given:
    """What these options (`given_options`) stand for; raises UsageError without a board, FormatError naming a file."""
    view = None if calibrated is None else load_view(calibrated)
    board = board_of(board, view)
    bare = None if empty is None else empty_board(empty, read_named(empty), view)
    if palette is not None:
        return Given(board, view, bare, corners, load_palette(palette), palette)
    return Given(board, view, bare, corners, None if view is None else view.palette, calibrated)


def _not_as_calibrated(reason: str | Sentence) -> Sentence:
    return Sentence(
        "the camera no longer sees the board as it was calibrated: {reason}. Calibrate again, or leave --calibration "
        "away",
        {"reason": reason},
    )
