"""Follows a board of regions over the frames of a fixed camera: how many blocks lie in each, and where it cannot say.

A number changes only where the picture changed. A region in which a number is not known is counted again in every
settled frame that shows anything else than the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Frame, Image
from companion.reading import ChainOutline, Change, PictureKind, Point, Seen, Trouble, TroubleKind
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence, in_turn
from vision import stillness
from vision.blocks import PX_PER_MM, Mask, flat, region_mask
from vision.drawing import draw_counts
from vision.following import BLURRED, BLURRED_TEXT, NOTHING_WHERE_IT_WAS, Follower
from vision.locate_sheet import locate_sheet
from vision.pose import Pose
from vision.regions import count_blocks

PIXEL = 0.16
"""Difference of logarithms of a pixel that counts: below a shadow's edge, above noise and JPEG."""
CHANGED = 0.15
"""So much of a block's area must differ from the last settled picture before a region is counted again."""
_THIRD = np.s_[::3, ::3]
"""A third of the flat picture's points each way tells a change as well as all."""
_CLOSE_UP_PX = 3.0
"""Pixels a millimetre of a close-up."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """What a settled frame shows of each region: a flat picture, thinned, as logarithms."""

    logs: NDArray[np.float32]
    sharpness: float


class RegionWatcher(Follower):
    """Takes frames one by one and counts the blocks in each region.

    ``empty``: a picture of the board without blocks by the same camera; the others as for `Follower`. Raises
    FormatError for a board whose regions are not measured.
    """

    def __init__(
        self,
        regions: RegionBoard,
        *,
        empty: Image | Callable[[], Image],
        empty_pose: Pose | None = None,
        corners: Sequence[Point] | None = None,
        agree: int = 1,
        patience: int = 3,
    ) -> None:
        super().__init__(
            regions.sheet(),
            find=locate_sheet,
            empty=empty,
            empty_pose=empty_pose,
            corners=corners,
            agree=agree,
            patience=patience,
        )
        self.regions = regions
        self._counts: dict[str, Mapping[str, int | None]] = {}
        self._settled: _Settled | None = None
        self._masks: dict[str, Mask] = {}

    @property
    def counts(self) -> Counts | None:
        """The blocks in each region as of the last settled frame, None for a number that is not known."""
        return dict(self._counts) if self._settled_frame is not None else None

    def seen(self, frame: str, text: str | Sentence, kind: TroubleKind | None) -> Seen:
        return Seen(self.regions.name, frame, None, text, kind, regions=self.counts)

    def draw(
        self, kind: PictureKind, image: Image, pose: Pose, seen: Seen | None, outlines: Sequence[ChainOutline]
    ) -> Image:
        if kind == "flat":
            return flat(image, pose, 0.0)
        return draw_counts(image, pose, self.regions, (seen.regions if seen is not None else None) or {})

    def close_up(self, image: Image, pose: Pose, place: str) -> Image | None:
        return close_up(image, pose, self.regions, place)

    def _compare_with(self, image: Image) -> None:
        assert self.pose is not None
        self._settled = self._as_settled(flat(image, self.pose, self.regions.height_mm))

    @staticmethod
    def _as_settled(plane: Image) -> _Settled:
        return _Settled(np.log(plane[_THIRD].astype(np.float32) + 12), stillness.sharpness(plane))

    def _under(self, reach: Mask, pose: Pose, image: Image) -> tuple[str, ...]:
        names = []
        for name, outline in self.regions.outlines.items():
            middle = np.asarray(outline, float).mean(axis=0)
            col, row = (pose.project([middle])[0] * stillness.SMALL / image.shape[1]).astype(int)
            if 0 <= row < reach.shape[0] and 0 <= col < reach.shape[1] and reach[row, col]:
                names.append(name)
        return tuple(names)

    def _read(self, frame: Frame) -> list[Change | Trouble]:
        assert self.pose is not None
        assert self._empty is not None
        now = self._as_settled(flat(frame.image, self.pose, self.regions.height_mm))
        if self._settled is not None and now.sharpness < BLURRED * self._settled.sharpness:
            return self._wait(frame, "blurred", (), BLURRED_TEXT)
        counts = count_blocks(frame.image, self.pose, self.regions, self._empty, self._empty_pose or self.pose)
        hidden = tuple(name for name, found in counts.items() if all(count is None for count in found.values()))
        if self._settled is not None and len(hidden) > len(counts) / 2:
            return self._wait(frame, "moved", (), NOTHING_WHERE_IT_WAS)
        for name, found in counts.items():
            known = self._counts.get(name, {})
            if None in known.values() or not known or self._changed(name, now):
                self._counts[name] = found
        self._take_as_settled(frame)
        self._settled = now
        doubtful = tuple(name for name, found in self._counts.items() if None in found.values())
        return self._tell_unsure(frame, doubtful, lambda: in_turn([self._doubt(name) for name in doubtful]))

    def _changed(self, name: str, now: _Settled) -> bool:
        """Whether a region looks other than in the last settled frame, all frames in the same light."""
        if self._settled is None:
            return True
        if name not in self._masks:
            width, height = (round(side * PX_PER_MM) for side in self.board.size_mm)
            self._masks[name] = region_mask(self.regions.outlines[name], (height, width))[_THIRD]
        change = now.logs - self._settled.logs
        change = change - np.median(change, axis=(0, 1))
        different = (np.abs(change).max(axis=2) > PIXEL) & self._masks[name]
        return float(different.sum()) > CHANGED * (self.regions.side_mm * PX_PER_MM / 3) ** 2

    def _doubt(self, name: str) -> Sentence:
        """A sentence on a region in which something is not known."""
        unknown = [colour for colour, count in self._counts[name].items() if count is None]
        values = {"district": self.regions.title(name), "colours": tuple(_WORDS[colour] for colour in unknown)}
        stones = self.regions.blocks == "stones"
        if len(unknown) == len(self.regions.colours):
            if stones:
                return Sentence("{district} is covered, or something lies there that is no stone.", values)
            return Sentence("{district}: covered, or what lies there is no single marker.", values)
        if stones:
            return Sentence("{district}: the {colours} stones cannot be counted: lay them a little apart.", values)
        return Sentence("{district}: the {colours} markers cannot be counted: lay them a little apart.", values)


_WORDS = {
    "red": Sentence("red"),
    "yellow": Sentence("yellow"),
    "white": Sentence("white"),
    "black": Sentence("black"),
    "blue": Sentence("blue"),
    "green": Sentence("green"),
}


def close_up(image: Image, pose: Pose, board: RegionBoard, region: str) -> Image | None:
    """An upright picture of one region and a little around it, for people; None for what is no region."""
    if region not in board.outlines:
        return None
    outline = np.asarray(board.outlines[region], float)
    low, high = outline.min(axis=0) - board.side_mm / 2, outline.max(axis=0) + board.side_mm / 2
    side = float((high - low).max())
    low = (low + high) / 2 - side / 2
    pixels = round(side * _CLOSE_UP_PX)
    to_board = np.array([[1 / _CLOSE_UP_PX, 0, low[0]], [0, 1 / _CLOSE_UP_PX, low[1]], [0, 0, 1]])
    window = cv2.warpPerspective(
        image, pose.homography @ to_board, (pixels, pixels), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(window, np.uint8)
