"""How far the setting up of a camera has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.checks import Finding
from companion.commands._calibrating import GOOD_SCORE, Score
from companion.commands._grounds import Ground
from companion.commands._learning import Sample, asked_layout
from companion.devices import Image
from companion.errors import BankhalterError, FormatError
from companion.outlines import holds
from companion.sentence import Sentence
from vision.lens import ENOUGH_PICTURES, Lens, SheetSeen
from vision.palette import Palette
from vision.pose import Pose
from vision.view_check import weak_squares

ANOTHER_S = 4.0
"""How long another picture is waited for: a camera that gives none for 3 s is in trouble. The virtual one gives the
very same again where nothing has moved."""
LOOK_S = 0.05
"""How often it is looked for."""


@dataclass(frozen=True)
class Work:
    """How far the setting up of a camera has come. ``found``: the picture in which the board was found.

    ``empty_taken``: ``empty`` as the camera gave it, bent by its lens. ``colours_remark``: what is to be known of the
    ``palette``, where it was learned here.
    """

    camera: str
    ground: Ground
    newest: Callable[[], Image]
    kinds: str
    lens: Lens | None = None
    sheets: tuple[SheetSeen, ...] = ()
    taken: int = 0
    found: tuple[Image, Pose] | None = None
    empty: Image | None = None
    empty_taken: Image | None = None
    findings: tuple[Finding, ...] = ()
    weak: tuple[str, ...] = ()
    samples: tuple[Sample, ...] = ()
    palette: Palette | None = None
    colours_remark: Sentence | None = None
    score: Score | None = None

    def weak_places(self, image: Image, pose: Pose) -> tuple[str, ...]:
        """The squares, or regions, where light or focus fall short."""
        weak = weak_squares(image, pose)
        if self.ground.regions is None:
            return tuple(square.name for square in weak)
        (left, top), (across, down) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
        middles = [(left + (square.col + 0.5) * across, top + (square.row + 0.5) * down) for square in weak]
        outlines = self.ground.regions.outlines.items()
        return tuple(name for name, outline in outlines if any(holds(outline, middle) for middle in middles))

    def title(self, place: str) -> Sentence | str:
        """What a square or region is called where people read of it."""
        return place if self.ground.regions is None else self.ground.regions.title(place)

    def picture(self) -> Image:
        """The newest picture, straightened where the lens is known; raises DeviceError or FormatError."""
        return self.straightened(self.newest())

    def another_picture(self) -> Image:
        """As `picture`, but not the one that was taken of the empty board: that would be read by itself."""
        last = time.monotonic() + ANOTHER_S
        while (image := self.newest()) is self.empty_taken and time.monotonic() < last:
            time.sleep(LOOK_S)
        return self.straightened(image)

    def straightened(self, image: Image) -> Image:
        """A camera's picture, straightened where the lens is known; raises FormatError."""
        return image if self.lens is None else self.lens.straighten(image)

    def without_place(self) -> Work:
        """The same before the board was found."""
        return replace(self, found=None, empty=None, empty_taken=None, findings=(), weak=(), samples=(), score=None)

    def layout(self) -> tuple[str, ...] | None:
        """What is to be put on the board to learn its pieces' colours; None where it has no or too few squares."""
        if self.ground.regions is not None:
            return None
        try:
            return asked_layout(self.ground.board, self.kinds)
        except FormatError:
            return None

    def shown(self) -> dict[str, Any]:
        """How far it has come, for the page; its sentences not yet said."""
        size, trouble = None, None
        try:
            image = self.picture()
            size = [image.shape[1], image.shape[0]]
        except BankhalterError as error:
            trouble = error.sentence
        board, has_grid = self.ground.board, self.ground.regions is None
        grid = {"cols": board.grid.cols, "rows": board.grid.rows, "zones": list(board.zones)}
        shown: dict[str, Any] = {
            "camera": self.camera,
            "board": board.name,
            "grid": grid if has_grid else None,
            "size": size,
            "trouble": trouble,
            "lens": {
                "pictures": len(self.sheets),
                "enough": ENOUGH_PICTURES,
                "misfit": None if self.lens is None else f"{self.lens.figures.misfit_px:.2f}",
            },
            "corners": None if self.found is None else [list(corner) for corner in self.found[1].corners_px],
            "empty": self.empty is not None,
            "findings": [finding.to_json() for finding in self.findings],
            "weak": [self.title(name) for name in self.weak],
            "kinds": self.kinds,
            "layout": self.layout(),
            "samples": len(self.samples),
            "colours": {} if self.palette is None else {k: c.pieces for k, c in self.palette.colours.items()},
            "flat": self.palette is not None and self.palette.flat,
            "colours_remark": self.colours_remark,
            "score": None,
        }
        if self.score is not None:
            shown["score"] = {
                "percent": round(self.score.percent),
                "good": self.score.percent >= GOOD_SCORE,
                "others": [self.title(name) for name in self.score.others],
            }
        return shown
