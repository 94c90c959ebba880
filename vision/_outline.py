"""The board's edge against the table: the mark that tells which way round a grid without fiducials lies."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.projection import board_corners_mm

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

REACH_MM = 16.0
"""How far to either side of its expected place an edge is looked for."""
THICKNESS_MM = 5.0
"""How far off an edge may be seen: a thick board's top edge, its foot and its shadow differ by about that."""
EDGE_CLEAR = 0.6
"""An edge of the board is in plain sight when this share of its length is seen."""
FURTHER_ON = 0.14
"""By how much more of the edges must be seen, in the mean, with a pose moved by a square for it to lie there: with
poses a square off, on boards whose last row a paper hides, 0.2 to 0.31; of 374 right ones 0.08 at most, in one lamp's
light."""
BEYOND_MM = 3.0
"""How much must be seen beyond the edges of a board that is just whole in the picture. Of 26 labelled boards without
markers 17 and 15 were found when cropped to 12 and 6 pixels around them, with this 25 and 23. Where an edge is cut off
it does not do: within such a strip a price column's border passed for the edge of a board that lies the other way round
(2 of 280 pictures cut through the board)."""
STRIP_MM = 5.0
"""Width of the strips on either side of an edge whose colours are compared (`edges_parted`)."""
ALIKE, NOTHING = 0.6, 3.0
"""The mean of the differences across an edge counts in full from the first on of their mean size, for those of a
pattern cancel each other; and one of fewer levels than the second is none, of twice as many a whole one."""
_SPOTS = 60  # places along an edge that are looked at
_STEP_MM = 1.0
_OFFSETS = np.arange(-REACH_MM, REACH_MM + _STEP_MM / 2, _STEP_MM)


def soft_colours(image: Image) -> Image:
    """The picture (H, W, 3) BGR in Lab, its noise smoothed, as `edges_seen` wants it."""
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (0, 0), 1.0), np.uint8)


def edges_seen(colours: Image, homography: Array, board: Board) -> Array:
    """(4,): for the top, right, bottom and left edge, at what part of its length the board seems to end there.

    At each of many places along an edge the sharpest step of colour across it is sought; the share of steps that lie
    in one line near the edge counts: 0.6 to 1 for an edge in plain sight, about 0.25 where there is none. NaN for an
    edge most of which is outside of the picture, or closer to its border than `REACH_MM`; where all four edges are in
    the picture, `BEYOND_MM` between each and the border suffice. ``colours`` (H, W, 3): the picture's `soft_colours`;
    ``homography`` mm to px.
    """
    shares, close_by = np.full(4, np.nan), np.zeros(4, bool)
    for side, (places, in_picture) in enumerate(_across_edges(colours, homography, board)):
        inside = in_picture.all(axis=1)
        if inside.sum() < _SPOTS / 3:
            inside = in_picture[:, _OFFSETS <= BEYOND_MM].all(axis=1)
            close_by[side] = True
        if inside.sum() < _SPOTS / 3:
            continue
        seen = _seen(colours, places[inside])
        steps = np.linalg.norm(seen[:, 4:] - seen[:, :-4], axis=2) * in_picture[inside, 4:]
        sharpest = _OFFSETS[2:-2][_outermost(steps)]
        lines = np.arange(-THICKNESS_MM, THICKNESS_MM + 0.5)
        shares[side] = (np.abs(sharpest[:, None] - lines) <= 2.0).mean(axis=0).max()
    if np.isnan(shares).any():
        shares[close_by] = np.nan
    return shares


def edges_parted(colours: Image, homography: Array, board: Board) -> Array:
    """(4,): for each edge, at what part of its length the colours on its two sides differ as they do in the mean.

    On a chequered cloth, or on planks, `edges_seen` finds steps as sharp as the board's own, but these go this way and
    that. Two strips of `STRIP_MM` with a millimetre between them are compared, along the line within `THICKNESS_MM`
    where most of them differ alike. What differs as much to either side of it is a lamp's or a shadow's slope, and does
    not count. Less where that is hardly a difference, in itself (`NOTHING`) or in the mean (`ALIKE`): 0.6 to 1 for an
    edge in plain sight, NaN where most of it is closer to the picture's border than `REACH_MM`. Arguments as for
    `edges_seen`.
    """
    strip, lines = round(STRIP_MM / _STEP_MM), round(2 * THICKNESS_MM / _STEP_MM) + 1
    shares = np.full(4, np.nan)
    for side, (places, in_picture) in enumerate(_across_edges(colours, homography, board)):
        inside = in_picture.all(axis=1)
        if inside.sum() < _SPOTS / 3:
            continue
        means = np.lib.stride_tricks.sliding_window_view(_seen(colours, places[inside]), strip, axis=1).mean(axis=3)
        apart = strip + 1  # from one strip's beginning to the other's
        change = means[:, apart:] - means[:, :-apart]
        mean = change.mean(axis=0)
        first = (len(mean) - lines) // 2
        at, before, after = (slice(first + by, first + by + lines) for by in (0, -apart, apart))
        size = np.linalg.norm(mean[at], axis=1)
        way = mean[at] / (size[:, None] + 1e-6)
        slope = np.minimum((mean[before] * way).sum(axis=1), (mean[after] * way).sum(axis=1))
        alike = (np.einsum("slc,lc->sl", change[:, at], way) > size / 2).mean(axis=0)
        step = size - np.maximum(slope, 0)
        whole = step / (np.linalg.norm(change[:, at], axis=2).mean(axis=0) + 1e-6)
        shares[side] = (alike * np.minimum(1.0, whole / ALIKE) * np.clip(step / NOTHING - 1, 0, 1)).max()
    return shares


def _across_edges(colours: Image, homography: Array, board: Board) -> Iterator[tuple[Array, NDArray[np.bool_]]]:
    """For the top, right, bottom and left edge: places (`_SPOTS`, N, 2) in px across it, and which are in the picture.

    N are the `_OFFSETS`, outwards from the edge's expected place.
    """
    height, width = colours.shape[:2]
    corners = board_corners_mm(board)
    along = np.linspace(0.04, 0.96, _SPOTS)[:, None]
    for side in range(4):
        start, end = corners[side], corners[(side + 1) % 4]
        outward = np.array([end[1] - start[1], start[0] - end[0]]) / np.linalg.norm(end - start)
        spots = (start * (1 - along) + end * along)[:, None] + _OFFSETS[None, :, None] * outward
        places = cv2.perspectiveTransform(spots.reshape(1, -1, 2), homography)[0].reshape(_SPOTS, -1, 2)
        yield places, ((places > 0) & (places < [width - 1, height - 1])).all(axis=2)


def _seen(colours: Image, places: Array) -> Array:
    """(M, N, 3): the colours at places (M, N, 2) in px."""
    x, y = (np.ascontiguousarray(places[..., k], np.float32) for k in (0, 1))
    return cv2.remap(colours, x, y, cv2.INTER_LINEAR).astype(float)


def edges_shown(colours: Image, homography: Array, board: Board) -> Array:
    """(4,): the mean of `edges_seen` and `edges_parted`, not a number where either tells none."""
    return (edges_seen(colours, homography, board) + edges_parted(colours, homography, board)) / 2


def both_ways(edges: Array) -> bool:
    """Whether an edge of either direction is in plain sight, by what `edges_seen` or `edges_parted` tell of the four.

    Top and bottom alone would let the board lie further left or right by squares.
    """
    top, right, bottom, left = np.nan_to_num(edges)
    return bool(min(max(top, bottom), max(left, right)) >= EDGE_CLEAR)


def lies_further_on(colours: Image, homography: Array, board: Board) -> bool:
    """Whether the board's edges plainly say that it lies a column or a row of squares beside the pose.

    The grid's lines alone may not tell: where its last row is covered, the board's own edge can pass for the first line
    of a grid a row further up, and the paper's edge for the board's. Edges that lie outside of the picture by the pose
    tell nothing. Arguments as for `edges_seen`.
    """
    width, height = board.grid.pitch_mm
    moves = ((width, 0), (-width, 0), (0, height), (0, -height))
    own = edges_seen(colours, homography, board)
    inside = ~np.isnan(own)
    around = [edges_seen(colours, homography @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]), board) for x, y in moves]
    better = [(np.nan_to_num(edges) - own)[inside].sum() > FURTHER_ON * inside.sum() for edges in around]
    return any(both_ways(edges) and more for edges, more in zip(around, better, strict=True))


def _outermost(steps: Array) -> NDArray[np.int_]:
    """(N,): in each row the last step that is nearly as large as the row's largest: print ends at the board's edge."""
    large = steps >= 0.67 * steps.max(axis=1, keepdims=True)
    top = large & (steps >= np.roll(steps, 1, axis=1)) & (steps >= np.roll(steps, -1, axis=1))
    top[np.arange(len(steps)), steps.argmax(axis=1)] = True
    return np.asarray(steps.shape[1] - 1 - top[:, ::-1].argmax(axis=1))
