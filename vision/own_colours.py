"""Flat pieces in doubt, told by the colours that the surely told ones have in the same picture.

A lamp mirrored in a tile bleaches part of it, but its darkest third keeps its colour. A colour tells pieces from
each other and what is bare from what is not; it does not tell a piece from a field that is printed in its colour. So it
is no opinion of its own: what the nets hold for likely needs less where the colour is right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.squares import Square
from vision.deciding import LETTERS, Certainties, Flat
from vision.measures import hue_and_level
from vision.patches import FINE, Views
from vision.rectify import cut

SIDE = 22
"""Pixels of a square's middle, of `FINE`, whose colours count: edges are slanted, and lines are printed between."""
SURELY, SURELY_YELLOW, LEAST = 0.97, 0.995, 3
"""How certain a letter must be for its square to show what colour such squares have, and of how many it must be. Yellow
needs as much as it does on the least clear of boards: tiles that are called so for the lamp that they mirror would
otherwise be what yellow is. Thirty painted red ones were, and 24 more of them were told."""
LEAST_SPREAD = np.array([0.05, 0.05, 0.12])
"""What spreads are taken for at least: those of few tiles in even light are smaller by chance."""
WIDEST = 0.5
"""Spread of hue from which a kind has no colour of its own, as print of many colours has none."""
NEAR, APART = 4.5, 2.5
"""A square has a kind's colour within so many of its spreads; for that to confirm anything, any other kind must be so
many times as far. Of 26 green and red tiles with a lamp mirrored in them that were called yellow with 0.83 to 0.996,
on six pictures of boards far away, 25 are 5.6 spreads and more from the surely yellow ones; of 2,190 yellow tiles 180
are 4.5 and more."""
WITHIN = 1.5
"""What is nearer counts as so many spreads away: within a kind there is no nearer and farther."""
LIKELY, BARE = 0.9, 0.1
"""How likely the nets must hold a piece for its colour to confirm it, and "." at most: a field of the print may have
its colour, and paper of a tile's colour that lay on squares was called so with 0.8 to 0.99. The surest wrong one on 65
boards without either that has the colour of its kind and of no other is a blue tile called red in a strong warm light
(0.926), but for dark discs that a lamp makes yellow (0.985 and more). "." is never confirmed: tiles that a lamp
bleaches have the colour of others that it does, and paper of the print's colour has that of print."""
PLAIN = 0.9
"""How likely "." must be for a square of a piece's colour to be a field of the print: a board that shows such fields
may have others, so nothing is confirmed there. Of 65 boards without such fields none shows one, of 33 with them 14."""

Colours = NDArray[np.float64]
"""(N, 3): the hue and level of squares (`vision.measures.hue_and_level`)."""


def told_by_colours(seen: Views, certainties: Certainties) -> Flat:
    """What the colours of all of a board's squares tell, in their order; ``certainties`` (N, 7): of these squares."""
    colours = darkest_third(seen.fine[0], seen.board.squares())
    likeliest, likely = certainties.argmax(axis=1), certainties.max(axis=1)
    distances: dict[int, NDArray[np.float64]] = {}
    for at, letter in enumerate(LETTERS[:-1]):
        own = (likeliest == at) & (likely >= (SURELY_YELLOW if letter == "y" else SURELY))
        if np.count_nonzero(own) >= LEAST:
            middle, spread = _colour(colours[own])
            if spread[:2].max() < WIDEST:
                distances[at] = np.linalg.norm((colours - middle) / spread, axis=1)
    yellow = distances.get(LETTERS.index("y"), np.full(len(colours), np.inf)) <= NEAR
    if len(distances) < 2:
        return Flat(np.zeros(len(colours), bool), yellow)
    far = np.array(list(distances.values()))
    nearest, (near, next_) = np.array(list(distances))[far.argmin(axis=0)], np.sort(far, axis=0)[:2]
    clear = (near <= NEAR) & (next_ >= APART * np.maximum(near, WITHIN))
    empty = LETTERS.index(".")
    bare = likeliest == empty
    if (clear & bare & (nearest != empty) & (likely >= PLAIN)).any():
        return Flat(np.zeros(len(colours), bool), yellow)
    enough = ~bare & (likely >= LIKELY) & (certainties[:, empty] <= BARE)
    return Flat(clear & (nearest == likeliest) & enough, yellow)


def darkest_third(plane: Image, squares: Sequence[Square]) -> Colours:
    """The mean colour of the darkest third of each square's middle; ``plane``: the board, `FINE` pixels a square."""
    pixels = cut(plane, squares, FINE, SIDE).reshape(len(squares), -1, 3).astype(float)
    order = np.argsort(pixels.sum(axis=2), axis=1)[:, : pixels.shape[1] // 3]
    return hue_and_level(np.log(np.take_along_axis(pixels, order[..., None], axis=1).mean(axis=1) + 8))


def _colour(own: Colours) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(3,), (3,): the median of some colours, and how far they spread."""
    middle = np.median(own, axis=0)
    return middle, np.maximum(1.4826 * np.median(np.abs(own - middle), axis=0), LEAST_SPREAD)
