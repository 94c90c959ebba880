"""Shows a camera's pictures of a board that cannot be read yet, and says why."""

from __future__ import annotations

from collections.abc import Sequence

from companion.board import blank_board
from companion.devices import Frame, Image
from companion.reading import ChainOutline, Change, PictureKind, Seen, Trouble, TroubleKind
from companion.sentence import Sentence
from vision import stillness
from vision.following import Follower
from vision.locate_sheet import locate_sheet
from vision.pose import Pose

_ANY_SIZE = (300.0, 300.0)
"""Nothing is looked for by it."""


class Onlooker(Follower):
    """``board``: its name; ``why``: what is missing before anything can be read."""

    def __init__(self, board: str, why: Sentence) -> None:
        super().__init__(
            blank_board(board, _ANY_SIZE),
            find=locate_sheet,
            empty=None,
            empty_pose=None,
            corners=None,
            agree=1,
            patience=1,
        )
        self._why = why

    def see(self, frame: Frame) -> list[Change | Trouble]:
        return []

    def _read(self, frame: Frame) -> list[Change | Trouble]:
        return []

    def _compare_with(self, image: Image) -> None:
        pass

    def _under(self, reach: stillness.Mask, pose: Pose, image: Image) -> tuple[str, ...]:
        return ()

    def seen(self, frame: str, text: str | Sentence, kind: TroubleKind | None) -> Seen:
        return Seen(self.board.name, frame, None, text or self._why, kind or "unsure")

    def draw(
        self, kind: PictureKind, image: Image, pose: Pose, seen: Seen | None, outlines: Sequence[ChainOutline]
    ) -> Image:
        return image

    def close_up(self, image: Image, pose: Pose, place: str) -> Image | None:
        return None
