"""Whether a picture's colours can be trusted: it has some, and they are those of the picture of the empty board."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.sentence import Sentence
from vision.measures import BURNT
from vision.patches import PX, Views

FalseColours = Literal["grey", "exchanged"]
"""All colours are of one hue, or none; or red and blue are exchanged against the picture of the empty board."""

WHY: dict[FalseColours, Sentence] = {
    "grey": Sentence(
        "the picture has no colours, or all of one hue, so no piece is told: switch the camera's night vision off, or "
        "give it white light"
    ),
    "exchanged": Sentence(
        "red and blue are exchanged between this picture and that of the empty board, so no piece is told: take both "
        "with the same camera and the same settings"
    ),
}

APART, SPOTS = 0.35, 4
"""A spot of a quarter of a square's side has a colour of its own when its channels' ratios (logarithms) are so far from
those of what is as bright; in so many spots at least where a picture has colours. A house has seven or so. In JPEG
pictures of one hue, with up to 15 % of their colours left, the fourth most coloured spot was 0.06 to 0.35 off; in 312
labelled ones, two of three of these in a lamp's light, 0.77 at least, in one of 512 pixels (`dev/5110`) 0.42."""
GREYS = 12
"""Steps of brightness within which colours are compared: a film's or a filter's hue may change with it."""
SATURATED, COLOURED = 0.25, 30
"""A spot of the empty board is coloured where its logarithms are so far from grey; so many such spots tell."""
TURNED_DEG, KEPT, EXCHANGED = 30.0, 0.45, 0.75
"""A spot keeps its hue where that is turned by no more than the first. Red and blue are exchanged where less than the
second part of the coloured spots keep theirs, and as much as the third would, were they exchanged back. Of 104 boards
with their empty pictures, up to half of their squares taken, none is called so, nor in 208 copies whose light is of one
colour on the left and of another on the right; of 104 with the two exchanged 100 are. By the empty picture of another
print 9 of 1,248 are."""


def false_colours(seen: Views) -> FalseColours | None:
    """What keeps colours from being told, if they cannot be."""
    if not _has_colours(seen.ground):
        return "grey"
    return "exchanged" if seen.bare is not None and _is_exchanged(seen.ground, seen.bare) else None


def _has_colours(view: Image) -> bool:
    """Whether anything in a view (H, W, 3) has another hue than the rest: where nothing has, all houses look like TOPs.

    So it is by a camera's infrared light, through a coloured filter, in a picture that was made of one colour.
    """
    spots = _spots(view)
    spots = spots[_is_exposed(spots)]
    spots = spots[np.argsort(spots.sum(axis=1))]
    blue, green, red = np.log(spots + 6).T
    ratios = np.stack([blue - green, red - green], axis=1)
    apart = [
        np.abs(part - np.median(part, axis=0)).max(axis=1) > APART
        for part in np.array_split(ratios, GREYS)
        if len(part)
    ]
    return sum(int(np.count_nonzero(part)) for part in apart) >= SPOTS


def _is_exchanged(ground: Image, bare: Image) -> bool:
    """Whether red and blue of one of two views of the same place, both (H, W, 3), are the other's blue and red.

    Their rims are looked at too, where no pieces stand.
    """
    here, there = _spots(ground), _spots(bare)
    exposed = _is_exposed(here) & _is_exposed(there)
    if not exposed.any():
        return False
    hues = _chroma(there[exposed])
    coloured = np.abs(hues) > SATURATED
    if np.count_nonzero(coloured) < COLOURED:
        return False

    def kept(spots: NDArray[np.float32]) -> float:
        turned = np.abs(np.angle(_chroma(spots)[coloured] * hues[coloured].conj(), deg=True))
        return float((turned <= TURNED_DEG).mean())

    return kept(here[exposed]) < KEPT and kept(here[exposed, ::-1]) >= EXCHANGED


def _spots(view: Image) -> NDArray[np.float32]:
    """(N, 3): the mean colours of the parts of a view (H, W, 3) that are a quarter of a square wide and high."""
    spots = cv2.resize(view, None, fx=4 / PX, fy=4 / PX, interpolation=cv2.INTER_AREA)
    return spots.reshape(-1, 3).astype(np.float32)


def _is_exposed(spots: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,): which of these (N, 3) are neither black nor burnt out."""
    return np.asarray((spots.min(axis=1) > 8) & (spots.max(axis=1) < BURNT))


def _chroma(spots: NDArray[np.float32]) -> NDArray[np.complex128]:
    """(N,): how far each of these (N, 3) is from the median's grey, and in which hue, in logarithms."""
    blue, green, red = np.log(spots + 6).T
    found = (red - green) / np.sqrt(2) + 1j * (2 * blue - green - red) / np.sqrt(6)
    return np.asarray(found - np.median(found.real) - 1j * np.median(found.imag), complex)
