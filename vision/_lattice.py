"""A printed grid found by itself: vanishing points of straight pieces, then combs of equally spaced lines.

The grid's two families of lines, with the board's edges and all that is printed along them, point to two vanishing
points. Seen along these the picture is laid flat but for shift and scale of either axis, and each axis is a comb of
known length: so many lines, so far apart, and the board's two edges so far beyond them. What comes out are candidates;
none is certain before it is verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision._grid_lines import squares_to_mm
from vision.pose import DEFAULT_FOCAL

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

WORKING_PX = 1280
"""Larger pictures are made smaller first: longer side, in px."""
FAMILIES = 6
"""Vanishing points that are looked at: the board's two, the table's grain, and some of things that lie about."""
MOST_PIECES = 600
SHORTEST_PIECE = 0.03
"""Straight pieces that are looked at: how many, and how long at least, in halves of the picture's longer side."""
PARALLEL = np.deg2rad(1.2)
"""A piece belongs to a vanishing point when it is off by less than this."""
SQUARENESS = np.deg2rad(20)
"""How far from a right angle two families may seem, with a lens that is only guessed."""
FORESHORTENING = 1.6
"""How much longer squares may look one way than the other."""
RIM_PX = 4
"""What is nearer to the border of the picture when it is laid flat does not count: the border is no line."""
EVERY = 5
"""Rows of the flat picture that are taken as one when its columns are looked at: a line goes through all of them."""
SMALLEST_PITCH, LARGEST_PITCH = 0.008, 0.075
"""Squares smaller or larger than this part of the flat picture's longer side are not looked for."""
EDGES = 0.5
"""Weight of the board's edges against the lines of a comb, where they are looked for. Of 62 pictures in which no board
was found by the lines alone, most 560 to 660 px wide, the right combs were among those handed out for 27; with the
edges for 54, and eight of these boards are found."""
COMBS = 8
"""Best combs of an axis that are taken on."""
PAIRS = 10
"""Best pairs of combs that are handed out for each pair of families."""


def lattices(gray: Image, board: Board, edges_px: Sequence[int]) -> Iterator[list[Array]]:
    """Homographies (mm to px) under which lines lie where ``board`` has its grid, from a grey picture (H, W).

    A list for each pair of vanishing points, likeliest first. Which way round the board lies is left open by half a
    turn: the grid's lines are the same. ``edges_px``: longer sides of the pictures that straight edges are looked for
    in, one after the other. In the end the same pairs again with the board's own edges, which are seen on most tables;
    before, the grid's lines pass for them.
    """
    small = _smaller(gray, WORKING_PX)
    even = np.asarray(cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8)).apply(small), np.uint8)
    scale = max(gray.shape) / max(small.shape)
    middle = (scale - 1) / 2
    enlarge = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1]])
    known: list[tuple[_Flat, _Profiles]] = []
    for px in sorted({min(px, max(gray.shape)) for px in edges_px}):
        for one, other in _right_angles(_vanishing_points(_straight_pieces(_smaller(even, px)))):
            view = _Flat.along(one, other, even.shape)
            profiles = view.profiles(even)
            known.append((view, profiles))
            yield [enlarge @ lattice for lattice in _combine(*profiles, view, board, edges=False)]
    for view, profiles in known:
        yield [enlarge @ lattice for lattice in _combine(*profiles, view, board, edges=True)]


def _smaller(gray: Image, px: int) -> Image:
    """The picture with ``px`` as its longer side, or as it is where that is no longer; no side falls below a pixel."""
    scale = max(px / max(gray.shape), 1 / min(gray.shape))
    if scale >= 1:
        return gray
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _straight_pieces(gray: Image) -> Array:
    """(N, 4): x0, y0, x1, y1 of the longest straight edges of a picture, longest first, in `_unit` coordinates."""
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(gray)[0]
    if lines is None:
        return np.empty((0, 4))
    centre, half = _unit(gray.shape)
    pieces = (np.asarray(lines, float).reshape(-1, 4) - np.tile(centre, 2)) / half
    length = np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1])
    order = np.argsort(-length)
    return np.asarray(pieces[order[length[order] > SHORTEST_PIECE]][:MOST_PIECES])


def _unit(shape: tuple[int, ...]) -> tuple[Array, float]:
    """Centre of the picture (2,) in px and half of its longer side: the units of everything with vanishing points."""
    height, width = shape[:2]
    return np.array([(width - 1) / 2, (height - 1) / 2]), max(width, height) / 2


def _vanishing_points(pieces: Array) -> list[Array]:
    """Homogeneous points (3,) to which most of the pieces' length points, each found without the former's pieces."""
    found: list[Array] = []
    chance = np.random.default_rng(1)
    while len(found) < FAMILIES and len(pieces) > 8:
        start, end = (np.column_stack([pieces[:, k : k + 2], np.ones(len(pieces))]) for k in (0, 2))
        lines = np.cross(start, end)
        length = np.linalg.norm(end - start, axis=1)
        first, second = chance.integers(0, min(len(pieces), 150), (2, 1000))
        guesses = np.cross(lines[first], lines[second])
        guesses = guesses[np.linalg.norm(guesses, axis=1) > 1e-9]
        best = guesses[(_go_to(pieces, guesses) @ length).argmax()]
        for _ in range(3):  # the point nearest to all lines that go there
            mine = _go_to(pieces, best[None])[0]
            rows = lines[mine] / np.linalg.norm(lines[mine, :2], axis=1, keepdims=True) * length[mine, None]
            best = np.linalg.eigh(rows.T @ rows)[1][:, 0]
        found.append(best)
        pieces = pieces[~_go_to(pieces, best[None])[0]]
    return found


def _go_to(pieces: Array, points: Array) -> NDArray[np.bool_]:
    """(P, N): whether each piece goes, but for `PARALLEL`, from its middle to each point (P, 3)."""
    # Cross and dot product of a piece with the way to a point are both linear in the point's three coordinates.
    (x, y), (dx, dy) = (pieces[:, :2] + pieces[:, 2:]).T / 2, (pieces[:, 2:] - pieces[:, :2]).T
    u, v, w = points.astype(np.float32).T[:, :, None]
    across, along = np.array([[-dy, dx, dy * x - dx * y], [dx, dy, -dx * x - dy * y]], np.float32)
    aside = u * across[0] + v * across[1] + w * across[2]
    ahead = u * along[0] + v * along[1] + w * along[2]
    return np.asarray(np.abs(aside) < np.float32(np.tan(PARALLEL)) * np.abs(ahead))


def _right_angles(points: list[Array]) -> Iterator[tuple[Array, Array]]:
    """Pairs that may be the two directions of a board: at right angles in space, for a usual lens; (across, down)."""
    rays = [point / [1, 1, 2 * DEFAULT_FOCAL] @ np.diag([1, 1, (2 * DEFAULT_FOCAL) ** 2]) for point in points]
    for a, b in combinations(range(len(points)), 2):
        cosine = abs(rays[a] @ rays[b]) / (np.linalg.norm(rays[a]) * np.linalg.norm(rays[b]))
        if cosine < np.sin(SQUARENESS):
            level = [abs(points[k][0]) / (np.linalg.norm(points[k][:2]) + 1e-9) for k in (a, b)]
            yield (points[a], points[b]) if level[0] > level[1] else (points[b], points[a])


@dataclass(frozen=True, slots=True)
class _Flat:
    """The picture seen along two vanishing points: ``to_picture`` (3, 3) from flat px to picture px, ``size``."""

    to_picture: Array
    size: tuple[int, int]

    @classmethod
    def along(cls, across: Array, down: Array, shape: tuple[int, ...]) -> _Flat:
        """About the picture's own scale in its middle; what lies far towards a vanishing point is left out."""
        centre, half = _unit(shape)
        x = across / np.linalg.norm(across[:2]) * np.sign(across[0] or 1.0)
        y = down / np.linalg.norm(down[:2]) * np.sign(down[1] or 1.0)
        plane = np.column_stack([x, y, [0.0, 0.0, 1.0]])
        height, width = shape[:2]
        corners = (np.array([[0, 0], [width, 0], [width, height], [0, height]]) - centre) / half
        flat = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(plane).T
        seen = flat[flat[:, 2] > 0.2]
        spots = np.vstack([seen[:, :2] / seen[:, 2:], [[-0.5, -0.5], [0.5, 0.5]]])
        low, high = np.clip(spots.min(axis=0), -1.5, 0), np.clip(spots.max(axis=0), 0, 1.5)
        to_unit = np.array([[1 / half, 0, low[0]], [0, 1 / half, low[1]], [0, 0, 1]])
        to_px = np.array([[half, 0, centre[0]], [0, half, centre[1]], [0, 0, 1]])
        size = np.ceil((high - low) * half).astype(int)
        return cls(to_px @ plane @ to_unit, (int(size[0]), int(size[1])))

    def profiles(self, gray: Image) -> _Profiles:
        """What lines and edges there are at each column and at each row of the flat picture."""
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(gray, self.to_picture, self.size, flags=how).astype(np.float32)
        # Where the flat picture shows the picture, but for a rim; a coarse answer is enough.
        middle = (RIM_PX - 1) / 2
        coarse = self.to_picture @ np.array([[RIM_PX, 0, middle], [0, RIM_PX, middle], [0, 0, 1]])
        size = (self.size[0] // RIM_PX + 1, self.size[1] // RIM_PX + 1)
        whole = cv2.warpPerspective(np.full_like(gray, 255), coarse, size, flags=how)
        whole = cv2.resize(cv2.erode(whole, np.ones((3, 3), np.uint8)), None, fx=RIM_PX, fy=RIM_PX)
        inside = np.asarray(whole[: self.size[1], : self.size[0]] > 250, np.bool_)
        width, height = self.size
        middles = slice(EVERY // 2, None, EVERY)
        by_rows = _means(flat[: height // EVERY * EVERY], (width, height // EVERY))
        by_columns = _means(flat[:, : width // EVERY * EVERY], (width // EVERY, height)).T
        return _profile(by_rows, inside[middles]), _profile(by_columns, inside[:, middles].T)


@dataclass(frozen=True, slots=True)
class _Profile:
    """How much of each column of a flat picture is thin upright line, and how much upright edge, 0 to 1."""

    lines: Array
    edges: Array


_Profiles = tuple[_Profile, _Profile]
"""Of the columns and of the rows."""


def _means(flat: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """A flat picture (H, W) in a smaller ``size`` (width, height), each place the mean of those it stands for."""
    return np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.float32)


def _profile(thinned: NDArray[np.float32], inside: NDArray[np.bool_]) -> _Profile:
    """From the columns of a flat picture some rows of which are one, ``thinned``, and where it shows the picture."""
    smooth = np.asarray(cv2.GaussianBlur(cv2.blur(np.ascontiguousarray(thinned), (1, 3)), (5, 1), 0.8), np.float32)
    inside = np.ascontiguousarray(inside[: len(smooth)])
    return _Profile(_how_much(_lines(smooth), inside), _how_much(_edges(smooth), inside))


def _lines(smooth: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each place of a flat picture stands out, up or down, from both that are three columns off, else 0."""
    left = smooth - np.roll(smooth, 3, axis=1)
    right = smooth - np.roll(smooth, -3, axis=1)
    return np.asarray(np.maximum(np.minimum(left, right), 0) - np.minimum(np.maximum(left, right), 0))


def _edges(smooth: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much the places three columns left and right of each differ."""
    return np.asarray(np.abs(np.roll(smooth, -3, axis=1) - np.roll(smooth, 3, axis=1)))


def _how_much(strength: NDArray[np.float32], inside: NDArray[np.bool_]) -> Array:
    """How strong something is in each column, 0 to 1, against the columns around it."""
    strength = strength * inside
    sample = strength[:, ::3][inside[:, ::3]]
    level = float(np.percentile(sample, 90)) + 1e-3 if sample.size else 1.0
    column = np.minimum(strength / level, 1.5).sum(axis=0)
    column = np.convolve(column, [0.25, 0.5, 0.25], mode="same")
    ground = np.median(np.lib.stride_tricks.sliding_window_view(np.pad(column, 20, mode="edge"), 41), axis=1)
    above = np.clip(column - ground, 0, None)
    return np.asarray(np.minimum(above / (np.percentile(above, 96) + 1e-6), 1.0))


@dataclass(frozen=True, slots=True)
class _Comb:
    """Equally spaced lines along an axis of the flat picture: the first at ``start``, ``pitch`` apart, in px."""

    start: float
    pitch: float
    score: float


def _halved(profile: Array) -> NDArray[np.float32]:
    """The same at half the resolution, which is a small part of a square still."""
    return np.maximum(profile[: len(profile) // 2 * 2 : 2], profile[1::2]).astype(np.float32)


def _combs(profile: _Profile, count: int, margins: tuple[float, float] | None, longest: float) -> list[_Comb]:
    """The best combs of ``count`` lines in a profile: much line at each tooth and little in the middle between.

    With ``margins`` also the board's own edges so many pitches before the first and after the last, or the other way
    round.
    """
    lines = _halved(profile.lines)
    length = len(lines)
    step = 1.5 / count
    pitches = np.arange(longest * SMALLEST_PITCH / 2, longest * LARGEST_PITCH / 2, step)
    pitches = pitches[np.ceil(pitches * (count - 1)) + 1 < length]
    scores = np.full((len(pitches), length), -1.0, np.float32)
    halves = np.arange(2 * count - 1)
    shifted = np.lib.stride_tricks.sliding_window_view(np.append(lines, np.zeros_like(lines)), length)
    weights = np.where(halves % 2 == 0, 1 / count, -1 / (count - 1)).astype(np.float32)
    teeth = np.round(halves * (pitches[:, None] / 2)).astype(int)
    rooms = length - np.ceil(pitches * (count - 1)).astype(int) - 1
    for number, (at, room) in enumerate(zip(teeth, rooms, strict=True)):
        scores[number, :room] = weights @ shifted[at, :room]
    if margins is not None:
        edges = _halved(profile.edges)
        beyond = np.pad(np.maximum(edges, np.maximum(np.roll(edges, 1), np.roll(edges, -1))), 2 * length)
        before, after = margins
        ends = pitches[:, None] * [-before, count - 1 + after, -after, count - 1 + before]
        for number, (at, room) in enumerate(zip(2 * length + np.round(ends).astype(int), rooms, strict=True)):
            first, last, other_first, other_last = (beyond[place : place + room] for place in at)
            scores[number, :room] += np.float32(EDGES) * np.maximum(first + last, other_first + other_last)
    found: list[_Comb] = []
    while len(found) < COMBS and len(pitches):
        row, start = np.unravel_index(int(scores.argmax()), scores.shape)
        pitch = float(pitches[row])
        found.append(_Comb(2.0 * float(start) + 0.5, 2.0 * pitch, float(scores[row, start])))
        reach = int(0.4 * pitch / count / step)
        near = slice(max(0, int(row) - reach), int(row) + reach + 1)
        scores[near, max(0, int(start - 0.4 * pitch)) : int(start + 0.4 * pitch) + 1] = -1.0
    return found


def _combine(across: _Profile, down: _Profile, view: _Flat, board: Board, *, edges: bool) -> list[Array]:
    """The likeliest pairs of combs as homographies (mm to px), with the board's columns across or down the picture.

    By the grid's lines alone, or by the board's edges too.
    """
    grid = board.grid
    start = np.array(grid.origin_mm) / grid.pitch_mm
    end = np.array(board.size_mm) / grid.pitch_mm - start - [grid.cols, grid.rows]
    margins = [(float(one), float(other)) if edges else None for one, other in zip(start, end, strict=True)]
    longest = float(max(view.size))
    shape = grid.pitch_mm[0] / grid.pitch_mm[1]
    found: list[tuple[float, Array]] = []
    for turned in (False, True):
        counts = (grid.rows + 1, grid.cols + 1) if turned else (grid.cols + 1, grid.rows + 1)
        beside = margins[::-1] if turned else margins
        rows = _combs(down, counts[1], beside[1], longest)
        for x in _combs(across, counts[0], beside[0], longest):
            for y in rows:
                ratio = x.pitch / y.pitch * (shape if turned else 1 / shape)
                if not 1 / FORESHORTENING < ratio < FORESHORTENING:
                    continue
                if turned:  # the board's right is down in the picture, its down is left
                    place = [[0, -x.pitch, x.start + x.pitch * grid.rows], [y.pitch, 0, y.start], [0, 0, 1]]
                else:
                    place = [[x.pitch, 0, x.start], [0, y.pitch, y.start], [0, 0, 1]]
                homography = view.to_picture @ np.array(place) @ np.linalg.inv(squares_to_mm(grid))
                found.append((x.score + y.score, homography / homography[2, 2]))
    found.sort(key=lambda item: -item[0])
    return [homography for _, homography in found[:PAIRS]]
