"""Flat pieces in doubt, told by the colours that the surely told ones have in the same picture.

A lamp mirrored in a tile bleaches part of it, but its darkest third keeps its colour. A colour tells pieces from
each other and what is bare from what is not; it does not tell a piece from a field that is printed in its colour. So it
is no opinion of its own: it only confirms what the nets hold for likely.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.squares import Square
from vision.deciding import LETTERS, Certainties
from vision.patches import FINE, Views
from vision.rectify import cut

SIDE = 22
"""Pixels of a square's middle, of `FINE`, whose colours count: edges are slanted, and lines are printed between."""
SURE, LEAST = 0.97, 3
"""How certain a letter must be for its square to show what colour such squares have, and how many must be."""
LEAST_SPREAD = np.array([0.05, 0.05, 0.12])
NEAR, AS_NEAR = 4.0, 2.5
"""A square has a kind's colour within so many of its spreads, if any other kind is so many times as far."""
LIKELY, LIKELY_BARE, BARE = 0.8, 0.85, 0.1
"""How likely the nets must hold a piece, or '.', for its colour to confirm it, and '.' at most where it is a piece."""
PLAIN = 0.9
"""How likely '.' must be for a square of a piece's colour to be a field of the print: a board that shows such fields
may have others, so nothing is told by colours there."""

Colours = NDArray[np.float64]
"""(N, 3): how blue and how red a square is against its green, and how bright, in logarithms."""


def confirmed(seen: Views, certainties: Certainties) -> NDArray[np.bool_]:
    """(N,): whether the colour of each of a board's squares confirms its likeliest letter.

    ``certainties`` (N, 7): how likely each letter is on all of the board's squares, in their order.
    """
    colours = darkest_third(seen.fine[0], seen.board.squares())
    likeliest, likely = certainties.argmax(axis=1), certainties.max(axis=1)
    kinds = [at for at in range(len(LETTERS) - 1) if np.count_nonzero((likeliest == at) & (likely >= SURE)) >= LEAST]
    if len(kinds) < 2:
        return np.zeros(len(colours), bool)
    distances = np.stack([_distances(colours, (likeliest == at) & (likely >= SURE)) for at in kinds], axis=1)
    nearest, (near, next_) = np.array(kinds)[distances.argmin(axis=1)], np.sort(distances, axis=1)[:, :2].T
    clear = (near <= NEAR) & (next_ >= AS_NEAR * np.maximum(near, 0.5))
    empty = LETTERS.index(".")
    bare = likeliest == empty
    if (clear & bare & (nearest != empty) & (likely >= PLAIN)).any():
        return np.zeros(len(colours), bool)
    enough = np.where(bare, likely >= LIKELY_BARE, (likely >= LIKELY) & (certainties[:, empty] <= BARE))
    return np.asarray(clear & (nearest == likeliest) & enough)


def darkest_third(plane: Image, squares: Sequence[Square]) -> Colours:
    """The mean colour of the darkest third of each square's middle; ``plane``: the board, `FINE` pixels a square."""
    pixels = cut(plane, squares, FINE, SIDE).reshape(len(squares), -1, 3).astype(float)
    order = np.argsort(pixels.sum(axis=2), axis=1)[:, : pixels.shape[1] // 3]
    blue, green, red = np.log(np.take_along_axis(pixels, order[..., None], axis=1).mean(axis=1) + 8).T
    return np.stack([blue - green, red - green, (blue + green + red) / 3], axis=1)


def _distances(colours: Colours, surely: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(N,): how far each colour is from the median of some, in their spreads."""
    own = colours[surely]
    middle = np.median(own, axis=0)
    spread = np.maximum(1.4826 * np.median(np.abs(own - middle), axis=0), LEAST_SPREAD)
    return np.asarray(np.linalg.norm((colours - middle) / spread, axis=1))
