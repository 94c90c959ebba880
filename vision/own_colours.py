"""Flat pieces in doubt, told by the colours that the surely told ones have in the same picture.

A lamp mirrored in a tile bleaches part of it, but its darkest third keeps its colour. A colour tells pieces from
each other and what is bare from what is not; it does not tell a piece from a field that is printed in its colour. So it
is no opinion of its own: it only confirms what the nets hold for likely, or, of what they call yellow, does not.
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
"""What spreads are taken for at least: those of few tiles in even light are smaller by chance."""
NEAR, AS_NEAR = 4.5, 2.5
"""A square has a kind's colour within so many of its spreads; for that to confirm anything, any other kind must be so
many times as far. Of 26 green and red tiles with a lamp mirrored in them that were called yellow with 0.83 to 0.996,
on six pictures of boards far away, 25 are 5.6 spreads and more from the surely yellow ones; of 2,190 yellow tiles 180
are 4.5 and more."""
LIKELY, LIKELY_BARE, BARE = 0.8, 0.85, 0.1
"""How likely the nets must hold a piece, or '.', for its colour to confirm it, and '.' at most where it is a piece.
Of 65 boards without fields in the tiles' colours the surest wrong ones that have the colour of their kind, and not of
another, are a blue tile called empty (0.77) and one called red in a strong warm light (0.926), but for dark discs that
a lamp makes yellow (0.985 and more). On 33 boards with such fields 27 of these would be told without these limits, with
them twelve."""
PLAIN = 0.9
"""How likely '.' must be for a square of a piece's colour to be a field of the print: a board that shows such fields
may have others, so nothing is confirmed there. Of 65 boards without such fields none shows one, of 33 with them 14."""

Colours = NDArray[np.float64]
"""(N, 3): how blue and how red a square is against its green, and how bright, in logarithms."""


def told_by_colours(seen: Views, certainties: Certainties) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(N,), (N,): of which of a board's squares the colour confirms the likeliest letter, and which look yellow.

    ``certainties`` (N, 7): how likely each letter is on all of the board's squares, in their order.
    """
    colours = darkest_third(seen.fine[0], seen.board.squares())
    likeliest, likely = certainties.argmax(axis=1), certainties.max(axis=1)
    sure = {at: (likeliest == at) & (likely >= SURE) for at in range(len(LETTERS) - 1)}
    distances = {at: _distances(colours, own) for at, own in sure.items() if np.count_nonzero(own) >= LEAST}
    yellow = distances.get(LETTERS.index("y"), np.full(len(colours), np.inf)) <= NEAR
    nothing = np.zeros(len(colours), bool)
    if len(distances) < 2:
        return nothing, yellow
    far = np.array(list(distances.values()))
    nearest = np.array(list(distances))[far.argmin(axis=0)]
    near, next_ = np.sort(far, axis=0)[:2]
    clear = (near <= NEAR) & (next_ >= AS_NEAR * np.maximum(near, 0.5))
    empty = LETTERS.index(".")
    bare = likeliest == empty
    if (clear & bare & (nearest != empty) & (likely >= PLAIN)).any():
        return nothing, yellow
    enough = np.where(bare, likely >= LIKELY_BARE, (likely >= LIKELY) & (certainties[:, empty] <= BARE))
    return np.asarray(clear & (nearest == likeliest) & enough), yellow


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
