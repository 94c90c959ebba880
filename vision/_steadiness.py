"""Whether a fixed camera still sees the board where a pose says: its print, by quadrants, against a reference picture.

The print of each quadrant is laid flat in both pictures and the two are correlated by phase, which looks at where edges
are and not how bright they are: houses, shadows and other light add edges, but do not move those of the print.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import is_blank
from vision._grid_lines import turns_alike
from vision.pose import Pose, pose_from_corners

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

CELL_PX = 20
"""Pixels of a square in the flat print."""
QUADRANTS = ("top left", "top right", "bottom left", "bottom right")


MOVED_SQUARES = 0.15
"""A quadrant whose print is seen further off than this, in squares, has moved."""
SEEN = 7.5
"""Standard deviations from which on a correlation is no accident: noise reaches 5, a quadrant under an arm 10 to 40,
an open one 40 to 90."""
PLAIN = 0.01
"""A patch that nowhere differs by more shows nothing: a step of one grey level makes 0.6, rounding 0.00001."""

STIFF_SQUARES = 0.75
"""How much two quadrants' shifts may differ, in squares: a turn by five degrees, beyond which nothing is recognised."""

MOST_UNSEEN = 2
"""Quadrants that need not be recognised: with a board elsewhere, one may seem to lie where it was. Of 1,660 views that
were turned, shifted or from another height (25 boards) three seemed so, each by a single quadrant; in 145 pictures in
dim light, beside a lamp, blurred or with pieces all four were seen."""

CLEARER = 1.15
"""How many times as clearly the print must be recognised turned, in the mean of the quadrants, for the board to be so:
of boards with letters beside the grid and up to ten pieces 1.2 to 4.9 times where they were, 0.73 at most where not;
without letters 0.9 to 1.04 either way, which only markers tell apart."""


@dataclass(frozen=True, slots=True)
class Quadrant:
    """What correlation tells of one quadrant: the shift of its print in the picture, in px and in squares.

    ``at_px``: where the pose has its middle in the picture. ``clarity``: how far the correlation stands out from its
    noise, in standard deviations.
    """

    name: str
    at_px: tuple[float, float]
    shift_px: tuple[float, float]
    shift_squares: float
    clarity: float

    @property
    def seen(self) -> bool:
        return self.clarity >= SEEN

    @property
    def moved(self) -> bool:
        return self.seen and self.shift_squares > MOVED_SQUARES


@dataclass(frozen=True, slots=True)
class PoseCheck:
    """Whether the board still lies where a pose says, by quadrants of the board (top left, top right, bottom ...).

    ``turned``: whether the print is recognised more clearly the other way round, or by a quarter turn; None where it is
    recognised so as well: markers may tell.
    """

    quadrants: tuple[Quadrant, ...]
    turned: bool | None = False

    @property
    def state(self) -> Literal["steady", "moved", "unseen"]:
        """``moved``: a quadrant has moved; ``unseen``: none is recognised (covered, dark, moved far); else steady."""
        if self.turned or self.shifted:
            return "moved"
        return "steady" if any(quadrant.seen for quadrant in self.quadrants) else "unseen"

    @property
    def holds(self) -> bool:
        """Whether a picture may be read by the pose: the print is recognised where it should be.

        Not where none is: a hand covers a quadrant or two, never all (11 and more in each of the frames with hands of
        three sequences), while a picture at another scale, or of another place, is recognised nowhere.
        """
        return self.state == "steady"

    @property
    def is_sure(self) -> bool:
        """Whether so much of the print is recognised there that no board elsewhere looks like it."""
        return self.holds and len(self.unseen) <= MOST_UNSEEN

    @property
    def unseen(self) -> tuple[str, ...]:
        """Names of the quadrants that are not recognised: a hand or things cover them, or they moved far."""
        return tuple(quadrant.name for quadrant in self.quadrants if not quadrant.seen)

    @property
    def shifted(self) -> bool:
        """Whether a quadrant's print is seen elsewhere."""
        return any(quadrant.moved for quadrant in self.quadrants)

    @property
    def clarity(self) -> float:
        """How clearly the print is recognised: the mean of the quadrants, in standard deviations."""
        return float(np.mean([quadrant.clarity for quadrant in self.quadrants]))

    @property
    def worst_squares(self) -> float:
        """The largest shift of a quadrant that is recognised, in squares; 0 where none is."""
        return max((quadrant.shift_squares for quadrant in self.quadrants if quadrant.seen), default=0.0)


@dataclass(frozen=True, slots=True)
class Print:
    """A board's print as a picture shows it: the spectrum of each of `QUADRANTS`, None where that is plain.

    ``size``: pixels of a quadrant, down and across; ``middles``: where on the board theirs are, in mm. ``turned``: the
    print as it would be if the board were turned about its middle, for turns by which its grid lies alike.
    """

    size: tuple[int, int]
    middles: tuple[Array, ...]
    spectra: tuple[NDArray[np.complex128] | None, ...]
    turned: tuple[Print, ...] = ()


def print_of(gray: Image, pose: Pose) -> Print:
    """The print that a picture (H, W) shows where a pose has the board."""
    flat = _flat(gray, pose)
    height, width = flat.shape
    step = np.array(pose.board.grid.pitch_mm) / CELL_PX
    parts = [
        (slice(top, top + height // 2), slice(left, left + width // 2))
        for top in (0, height - height // 2)
        for left in (0, width - width // 2)
    ]
    middles = (np.array([cols.start + cols.stop, rows.start + rows.stop]) / 2 * step for rows, cols in parts)
    return Print((height // 2, width // 2), tuple(middles), tuple(_spectrum(flat[part]) for part in parts))


def reference_print(gray: Image, pose: Pose, *, within: float = MOVED_SQUARES) -> Print:
    """`print_of` a picture that others will be compared with, as it would be turned too.

    A grid in the middle of its board looks nearly the same then: what is printed beside it tells. ``within``: by how
    many squares the grid may lie beside its place when it is turned; infinite where it may be laid on its lines anew.
    """
    corners, size = pose.corners_px, (gray.shape[1], gray.shape[0])
    turned = (
        print_of(gray, pose_from_corners(corners[at:] + corners[:at], pose.board, size))
        for at in sorted(frozenset[int]() if is_blank(pose.board) else turns_alike(pose.board, within))
    )
    return replace(print_of(gray, pose), turned=tuple(turned))


def compare(gray: Image, pose: Pose, known: Print) -> PoseCheck:
    """How the print in ``gray`` (H, W), seen by ``pose``, lies against that of the same board in another picture."""
    seen = print_of(gray, pose)
    check = _lies(seen, pose, known)
    other = max((_clarity(gray, seen, pose, each) for each in known.turned), default=0.0)
    if other > CLEARER * max(check.clarity, SEEN):
        return replace(check, turned=True)
    return replace(check, turned=None if other > SEEN else False)


def followed(pose: Pose, check: PoseCheck) -> Pose:
    """``pose``, moved to where the print is seen by its check."""
    seen = [quadrant for quadrant in check.quadrants if quadrant.seen]
    start = np.array([complex(*quadrant.at_px) for quadrant in seen])
    end = start + np.array([complex(*quadrant.shift_px) for quadrant in seen])
    (turn, shift), *_ = np.linalg.lstsq(np.column_stack([start, np.ones_like(start)]), end, rcond=None)
    motion = np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1]])
    return Pose(motion @ pose.matrix, pose.board)


def _clarity(gray: Image, seen: Print, pose: Pose, turned: Print) -> float:
    """How clearly a turned print is recognised, where it is seen: less of it overlaps where the grid lies elsewhere."""
    check = _lies(seen, pose, turned)
    if check.shifted:
        there = followed(pose, check)
        check = _lies(print_of(gray, there), there, turned)
    return check.clarity


def _lies(seen: Print, pose: Pose, known: Print) -> PoseCheck:
    """`compare`, but for turns."""
    step = np.array(pose.board.grid.pitch_mm) / CELL_PX
    found: list[tuple[str, Array, Array, Array, float]] = []
    for name, middle, before, now in zip(QUADRANTS, seen.middles, known.spectra, seen.spectra, strict=True):
        shift, clarity = _shift(before, now, seen.size)
        here, there = pose.project([middle, middle + shift * step])
        found.append((name, here, shift / CELL_PX, there - here, clarity))
    leading = max(found, key=lambda item: item[4])[2]
    return PoseCheck(
        tuple(
            Quadrant(
                name,
                (float(here[0]), float(here[1])),
                (float(moved[0]), float(moved[1])),
                float(np.linalg.norm(squares)),
                # A board is stiff: what goes another way than its clearest quarter is no print of it.
                clarity if np.linalg.norm(squares - leading) < STIFF_SQUARES else 0.0,
            )
            for name, here, squares, moved, clarity in found
        )
    )


def _flat(gray: Image, pose: Pose) -> NDArray[np.float32]:
    """The board laid flat, (H, W) float32, its contrast evened out."""
    step = np.array(pose.board.grid.pitch_mm) / CELL_PX
    size = np.floor(np.array(pose.board.size_mm) / step).astype(int)
    to_picture = pose.homography @ np.diag([step[0], step[1], 1.0])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    soft = cv2.blur(gray, (2, 2))
    flat = cv2.warpPerspective(soft, to_picture, (int(size[0]), int(size[1])), flags=how).astype(np.float32)
    detail = flat - cv2.GaussianBlur(flat, (0, 0), CELL_PX / 6)
    spread = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), CELL_PX / 2))
    return np.asarray(detail / (spread + 1.5), np.float32)


@lru_cache(maxsize=8)
def _window(shape: tuple[int, int]) -> tuple[NDArray[np.float32], Array]:
    """Soft edges of a patch, and the weight of each frequency of it: neither the coarsest nor the pixels' noise."""
    height, width = shape
    soft = np.outer(np.hanning(height), np.hanning(width)) ** 0.5
    fy, fx = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None, :]
    frequency = np.hypot(fx, fy)
    return soft.astype(np.float32), np.exp(-((frequency / 0.22) ** 2)) * (frequency > 0.4 / CELL_PX)


def _spectrum(patch: NDArray[np.float32]) -> NDArray[np.complex128] | None:
    """The spectrum of a patch with soft edges; None where it is plain, as in the dark or outside the picture."""
    if np.ptp(patch) < PLAIN:
        return None
    soft, _ = _window((patch.shape[0], patch.shape[1]))
    return np.asarray(np.fft.rfft2(patch * soft))


def _shift(
    known: NDArray[np.complex128] | None, seen: NDArray[np.complex128] | None, size: tuple[int, int]
) -> tuple[Array, float]:
    """By how much (2,), in px, ``seen`` is shifted against ``known``, and how clearly (standard deviations).

    Both are spectra of patches of ``size``; (0, 0) and 0 where one is plain: nothing can be recognised there.
    """
    if known is None or seen is None:
        return np.zeros(2), 0.0
    _, weight = _window(size)
    product = seen * np.conj(known)
    surface = np.fft.irfft2(weight * product / (np.abs(product) + 1e-6), s=size)
    row, col = np.unravel_index(int(surface.argmax()), surface.shape)
    around = surface[np.ix_((row + np.arange(-1, 2)) % surface.shape[0], (col + np.arange(-1, 2)) % surface.shape[1])]
    dy = float(row) + _top(around[:, 1])
    dx = float(col) + _top(around[1])
    height, width = surface.shape
    shift = np.array([dx - width if dx > width / 2 else dx, dy - height if dy > height / 2 else dy])
    return shift, float(surface[row, col] / surface.std())


def _top(values: Array) -> float:
    """Where between -1 and 1 the parabola through three values has its top."""
    bend = float(values[0] - 2 * values[1] + values[2])
    return 0.5 * float(values[0] - values[2]) / bend if bend < 0 else 0.0
