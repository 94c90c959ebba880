"""The printed grid as evidence: where its lines are seen, against where a pose expects them.

All measuring is done in a picture of the grid laid flat, in *squares*: u to the right and v down from the grid's
top-left corner, one square a unit. A *segment* is the piece of a grid line along one square. Its *ridge* is a thin
line, darker or lighter than both of its sides, so that the edge of a house or of a shadow does not count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, Grid
from companion.sentence import Sentence

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

CELL_PX = 40
"""Pixels of a square in the flat picture: about what a camera over a table gives (25 to 55)."""
REACH = 0.5
"""How far beside its expected place a line is looked for, in squares: the neighbours' half way."""
HIT = 0.09
"""A segment is seen at its place when the strongest ridge of its strip is nearer than this, in squares."""
ENOUGH_LINES = 0.35
"""Share of the grid's segments that must be seen (`Segments.share`)."""
EDGE_SEEN = 0.3
"""Share of an outermost line's segments that must be seen: open ones show 0.6 to 1, misplaced ones below 0.15,
but where the board's own edge or a paper's lies there: `vision._outline.lies_further_on` tells those."""
ACROSS_SEEN = 0.5
"""Share of the lines that cross a last row for its squares to be there though the outermost line is hidden, where the
board's edges tell the place. By board files with a column too many 0 to 0.4 is seen of them beside such a line, on
twelve pictures with edges in plain sight; of four right poses with a hidden line three show 0.6 to 0.82, one 0.22."""
SQUARES_BEYOND = (0.4, 0.5)
"""There is a further row of squares beside the grid when more than this is seen of both the line at its far side and
the lines across it: of the lesser, and of both in the mean. Where there was none 0.45 and 0.5 were seen at most, or
0.92 and 0.27; where there was one 0.82 and 0.5."""
FEW_ACROSS, GOES_ON = 0.42, 0.5
"""Where less than the first is seen of the lines across a last row, the share of those beyond the grid's other end from
which on they go on there, under a paper whose edge lies where the board's would be a row further up (0.56 to 0.88). Of
363 right poses that showed more than 0.5 beyond one end none showed less than 0.5 across the other."""
HARDLY, BOTH = 0.3, 0.85
"""Where less than the first is seen of them, the share of both lines along the row from which on it is the margin and a
line printed there (1). Of 363 right poses none showed more than 0.7."""
CROSSING = 4
"""How many lines must cross a row for that to be asked."""
BESIDE_SEEN = 0.15
"""Share of the line beside an outermost one that must be seen, which with a smaller board's grid is not: the last line
is then something else that is printed there. Of 94 right poses 2 showed less, their squares full of houses."""
STRIP_SEEN = 0.4
"""The same, if less of that line is seen, for the mean of it and of the lines that cross between the two: where it is
too thin for busy print (dev/0002) 0.5, in 13 poses that were shifted by one to three squares 0.17 at most."""
EVERY_SECOND, OF_THE_OTHERS = 0.5, 0.3
"""By how much more of every second or third line may be seen than of those between: a grid of squares half or two
thirds as large, on lines and print between them, shows 0.6 and more; of 217 right poses none more than 0.36. And what
part of the one must be seen of the other: in noise, which hides both, wrong ones show 0.25 to 0.28; of 2,168 such
parts in right poses four are below 0.3."""
LINES_BETWEEN = 0.4
"""Share of the lines half or a third of a square apart that may be seen: of 217 right poses none shows more than 0.2;
where the printed squares are so much smaller than the board file's, 0.77 to 0.85 are."""
NEIGHBOURS = 4
"""So many lines next to each other are not all hidden on a board in its right place (`Segments.thinnest`)."""
MANY, FEW = 20, 8
"""Samples along a segment: few tell where lines may lie, many what is seen of them. With 40 the shares that are seen
of 88 boards' lines (`Segments.share`) are 0.04 others at most, with few of them 0.07."""
ENDS = 8
"""One in so many of these is left out at either end of a segment: the crossing lines."""
HOPELESS = 0.25
"""Share of the lines, in the direction in which less is seen, below which `refine` stops once they may stretch: of
1,341 candidates that became a grid in the end, most by accident, 2 showed less after that step, none of them the
board's own; of 1,385 others 1,063."""
FAINTEST = 0.3
"""Ridges below this many grey levels, in the mean of a segment's samples, are noise."""
_SWAP = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Segments:
    """What was seen at each segment of the grid.

    ``at`` (N, 2): the segments' middles in squares (u, v); ``upright`` (N,): True for vertical ones, whose offset is
    along u; ``line`` (N,): number of the grid line, counted from 0, vertical ones first; ``ridge`` (N, S) strength of
    the ridge at each of the offsets ``offsets`` (S,), in squares, in grey levels.
    """

    at: Array
    upright: NDArray[np.bool_]
    line: NDArray[np.int_]
    ridge: NDArray[np.float32]
    offsets: Array

    def strongest(self, window: float) -> tuple[Array, Array]:
        """Offset of the strongest ridge within ``window`` squares of the expected place, and its strength, (N,) each.

        Between the samples the top of a parabola is taken.
        """
        inside = np.flatnonzero(np.abs(self.offsets) <= window + 1e-9)
        part = self.ridge[:, inside]
        top = inside[part.argmax(axis=1)]
        top = np.clip(top, 1, len(self.offsets) - 2)
        rows = np.arange(len(top))
        left, peak, right = (self.ridge[rows, top + step] for step in (-1, 0, 1))
        bend = left - 2 * peak + right
        shift = np.where(bend < 0, 0.5 * (left - right) / np.where(bend < 0, bend, -1.0), 0.0)
        step = float(self.offsets[1] - self.offsets[0])
        return self.offsets[top] + np.clip(shift, -0.5, 0.5) * step, peak

    def hits(self) -> NDArray[np.bool_]:
        """(N,): the strongest ridge of the whole strip lies where the line should be."""
        offset, strength = self.strongest(REACH)
        return (np.abs(offset) < HIT) & (strength > FAINTEST)

    def share(self) -> float:
        """Share of the segments that are seen at their place, 0 to 1, in the direction in which fewer are.

        Right poses show 0.4 to 1, by how many houses hide lines; a pose that fits in one direction alone below 0.25.
        """
        hit = self.hits()
        return float(min(hit[self.upright].mean(), hit[~self.upright].mean()))

    def thinnest(self) -> float:
        """Share of the segments seen at their place in those `NEIGHBOURS` lines next to each other of which least is.

        0.29 and more in 217 right poses, houses and hands included (dev/0000 the least). A grid that lies half on the
        board's and half on what is printed beside it, as in a blurred seq00/empty, shows 0.1 to 0.22 there.
        """
        hit = self.hits()
        least = 1.0
        for mine in (self.upright, ~self.upright):
            shares = [hit[self.line == line].mean() for line in np.unique(self.line[mine])]
            lines = min(NEIGHBOURS, len(shares))
            least = min(least, float(np.convolve(shares, np.ones(lines) / lines, mode="valid").min()))
        return least

    def error(self) -> float:
        """How far off the worst square may be, in squares, where the pose lies on the lines: bends that are left.

        Half lines of which three segments or more are seen vote with their median; two and a half times what nine of
        ten votes stay below is what bent boards' true errors stayed below.
        """
        offset, _ = self.strongest(HIT)
        hit = self.hits()
        place = np.where(self.upright, self.at[:, 1], self.at[:, 0])
        votes = []
        for line in np.unique(self.line):
            mine = self.line == line
            late = place > np.median(place[mine])
            for half in (mine & hit & late, mine & hit & ~late):
                if half.sum() >= 3:
                    votes.append(abs(float(np.median(offset[half]))))
        return 0.012 + 2.5 * float(np.percentile(votes, 90)) if votes else 0.5


@lru_cache(maxsize=8)
def _present(board: Board) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which segments are printed: (rows, cols + 1) of the vertical, (rows + 1, cols) of the horizontal ones."""
    cell = np.array([[letter != "." for letter in row] for row in board.zones])
    wide = np.pad(cell, ((0, 0), (1, 1)))
    tall = np.pad(cell, ((1, 1), (0, 0)))
    return wide[:, :-1] | wide[:, 1:], tall[:-1] | tall[1:]


def squares_to_mm(grid: Grid) -> Array:
    """(3, 3): from squares (u, v) to millimetres on the board."""
    (x, y), (width, height) = grid.origin_mm, grid.pitch_mm
    return np.array([[width, 0, x], [0, height, y], [0, 0, 1]], float)


def turned_in_place(homography: Array, board: Board) -> list[Array]:
    """The poses whose grids lie on the same places: half a turn apart, or a quarter if the grid is as high as wide."""
    grid, to_mm = board.grid, squares_to_mm(board.grid)
    quarter = np.array([[0, -1, grid.cols], [1, 0, 0], [0, 0, 1]], float)
    half = np.array([[-1, 0, grid.cols], [0, -1, grid.rows], [0, 0, 1]], float)
    turns = [np.eye(3), half] + ([quarter, half @ quarter] if grid.cols == grid.rows else [])
    poses = [homography @ to_mm @ turn @ np.linalg.inv(to_mm) for turn in turns]
    return [np.asarray(pose / pose[2, 2], float) for pose in poses]


def turns_alike(board: Board, within: float) -> frozenset[int]:
    """By how many quarter turns, 1 to 3, the grid comes to lie less than so many squares beside its own place.

    A quarter turn takes a board that is not square to its own outline by a stretch, as corners in such an order do.
    """
    grid, size = board.grid, np.array(board.size_mm)
    start = np.array(grid.origin_mm) / size
    end = start + np.array(grid.pitch_mm) * [grid.cols, grid.rows] / size
    own = np.array([start, [end[0], start[1]], end, [start[0], end[1]]])  # parts of the board's sides
    alike = set()
    turned = own
    for turns in (1, 2, 3):
        turned = np.stack([1 - turned[:, 1], turned[:, 0]], axis=1)
        apart = np.abs(np.roll(turned, turns, axis=0) - own) * size / grid.pitch_mm
        if apart.max() < within and (turns == 2 or grid.cols == grid.rows):
            alike.add(turns)
    return frozenset(alike)


def fills_board(board: Board) -> bool:
    """Whether the grid reaches to all four of the board's edges."""
    return all(_at_board_edges(board))


def _at_board_edges(board: Board) -> tuple[bool, bool, bool, bool]:
    """Whether the board ends where its grid does: left, right, at the top, at the bottom."""
    grid = board.grid
    sides = zip(grid.origin_mm, grid.pitch_mm, (grid.cols, grid.rows), board.size_mm, strict=True)
    (left, right), (top, bottom) = (
        (start < HIT * pitch, size - start - pitch * count < HIT * pitch) for start, pitch, count, size in sides
    )
    return left, right, top, bottom


def measure(gray: Image, homography: Array, board: Board, along: int = MANY) -> Segments:
    """Look for the grid's lines in a grey picture ``gray`` (H, W) where ``homography`` (mm to px) expects them.

    ``along``: samples along a segment, `MANY` or `FEW`; across it there are always `CELL_PX` to a square.
    """
    # A line is never thinner in the flat picture than a pixel of the camera.
    width = max(2, round(1.3 * CELL_PX / max(_cell_px(homography, board), 1.0)))
    to_image = homography @ squares_to_mm(board.grid)
    upright, level = _present(board)
    up_ridge, up_at, up_line = _along(gray, to_image, upright, along, width)
    flat_ridge, flat_at, flat_line = _along(gray, to_image @ _SWAP, level.T, along, width)
    half = int(CELL_PX * REACH)
    return Segments(
        at=np.vstack([up_at, flat_at[:, ::-1]]),
        upright=np.repeat([True, False], [len(up_at), len(flat_at)]),
        line=np.concatenate([up_line, flat_line + board.grid.cols + 1]),
        ridge=np.vstack([up_ridge, flat_ridge]),
        offsets=np.arange(-half, half + 1) / CELL_PX,
    )


def ends_where_it_should(gray: Image, homography: Array, board: Board, seen: Segments) -> Sentence | None:
    """None when the printed grid has the board file's number of squares, else what speaks against it.

    ``seen``: what `measure` sees of it there.

    The four outermost lines must be seen, for a grid that is shifted by a square, or belongs to a smaller board, has
    nothing there; and beyond none of them may lie a further row of squares.
    """
    sides = list(_sides(gray, homography, board))
    for side in sides:
        if side.edge < EDGE_SEEN:
            values = {"edge": side.name}
            if side.at_board_edge:
                return Sentence(
                    "{edge} is the board's own and is not seen as a line: glue markers to its corners (`bankhalter "
                    "print markers`), or give its four corners",
                    values,
                )
            return Sentence(
                "{edge} is not seen: show the whole board, take away what lies there, or give its four corners; or is "
                "it another board?",
                values,
            )
        if side.inner_line < BESIDE_SEEN and (side.inner_line + side.inner_across) / 2 < STRIP_SEEN:
            return Sentence(
                "the line beside {edge} is not seen: take away what lies there, or give the board's four corners",
                {"edge": side.name},
            )
    return _beyond(sides) or _shifted(sides, board) or _squares_of_another_size(gray, homography, board, seen)


def has_other_squares(gray: Image, homography: Array, board: Board, seen: Segments) -> Sentence | None:
    """None where no more squares are seen than the board file's, nor others, else what speaks against it.

    ``seen``: what `measure` sees of them there. Where markers tell the place this is enough: then the outermost lines
    may be hidden.
    """
    return _beyond(_sides(gray, homography, board)) or _squares_of_another_size(gray, homography, board, seen)


def reaches_its_ends(gray: Image, homography: Array, board: Board) -> bool:
    """Whether all of the grid's last rows and columns are seen, by their outermost lines or those that cross them."""
    sides = _sides(gray, homography, board)
    return all(side.edge >= EDGE_SEEN or side.inner_across >= ACROSS_SEEN for side in sides)


def goes_on(gray: Image, homography: Array, board: Board) -> bool:
    """Whether there are more squares beyond an edge of the grid."""
    return _beyond(_sides(gray, homography, board)) is not None


def last_squares(gray: Image, homography: Array, board: Board) -> tuple[float, float]:
    """What is seen of the last columns' lines, left and right, and of the last rows', top and bottom: the least, 0..1.

    Of the line beside the outermost one, and of those that cross between the two.
    """
    left, right, top, bottom = (min(side.inner_line, side.inner_across) for side in _sides(gray, homography, board))
    return min(left, right), min(top, bottom)


def outermost_lines(gray: Image, homography: Array, board: Board) -> Array:
    """(4,): what is seen of the grid's outermost lines at the top, right, bottom and left, 0..1."""
    left, right, top, bottom = (side.edge for side in _sides(gray, homography, board))
    return np.array([top, right, bottom, left])


@dataclass(frozen=True, slots=True)
class _Side:
    """What is seen of the lines at one edge of a grid, each 0 to 1.

    Of the outermost line; of the next ones outwards and inwards, and of the lines that cross between it and either: 0
    where there are none. ``at_board_edge``: the board ends there too.
    """

    name: Sentence
    at_board_edge: bool
    edge: float
    outer_line: float
    outer_across: float
    inner_line: float
    inner_across: float

    @property
    def goes_on(self) -> bool:
        """Whether there are squares beyond the edge."""
        both = (self.outer_line, self.outer_across)
        return min(both) > SQUARES_BEYOND[0] and sum(both) / 2 > SQUARES_BEYOND[1]


def _beyond(sides: Iterable[_Side]) -> Sentence | None:
    """What there are more squares beyond, if anything."""
    beyond = (Sentence("there are more squares beyond {edge}", {"edge": side.name}) for side in sides if side.goes_on)
    return next(beyond, None)


def _shifted(sides: Sequence[_Side], board: Board) -> Sentence | None:
    """What says that the grid lies a row further on, under something that hides its last line there, if anything."""
    for number, side in enumerate(sides):
        crossing = (board.grid.rows if number < 2 else board.grid.cols) - 1
        hides = sides[number ^ 1].outer_across > GOES_ON and side.inner_across < FEW_ACROSS
        blank = min(side.edge, side.inner_line) > BOTH and side.inner_across < HARDLY
        if crossing >= CROSSING and (hides or blank):
            return Sentence(
                "hardly a square is seen along {edge}, as if the grid lay further on: take away what lies on the "
                "board, or give its four corners",
                {"edge": side.name},
            )
    return None


def _sides(gray: Image, homography: Array, board: Board) -> Iterator[_Side]:
    grid = board.grid
    (x, y), (width, height) = grid.origin_mm, grid.pitch_mm
    wider = Grid((x - width, y - height), grid.pitch_mm, grid.cols + 2, grid.rows + 2)
    zones = ("x" * wider.cols,) * wider.rows
    seen = measure(gray, homography, Board(board.name, board.size_mm, wider, zones))
    hit = seen.hits()
    u, v = seen.at.T - 1.0
    inside_u, inside_v = (u > 0) & (u < grid.cols), (v > 0) & (v < grid.rows)
    sides = [
        (Sentence("the left edge of its grid"), u, -1, 0, inside_v, v),
        (Sentence("the right edge of its grid"), u, 1, grid.cols, inside_v, v),
        (Sentence("the top edge of its grid"), v, -1, 0, inside_u, u),
        (Sentence("the bottom edge of its grid"), v, 1, grid.rows, inside_u, u),
    ]
    for (name, place, outward, end, beside, other), at_board_edge in zip(sides, _at_board_edges(board), strict=True):
        along = seen.upright if place is u else ~seen.upright
        crossing = beside & (other % 1 < 0.1)  # not the outermost lines, which go on beside it
        between = ~along & crossing & (np.abs(place - end + outward / 2) < 0.1)
        yield _Side(
            name,
            at_board_edge,
            edge=hit[along & beside & (place == end)].mean(),
            outer_line=hit[along & beside & (place == end + outward)].mean(),
            outer_across=hit[~along & (np.abs(place - end - outward / 2) < 0.1)].mean(),
            inner_line=hit[along & beside & (place == end - outward)].mean(),
            inner_across=float(hit[between].mean()) if between.any() else 0.0,  # none where there is but one row
        )


def _squares_of_another_size(gray: Image, homography: Array, board: Board, seen: Segments) -> Sentence | None:
    """None when the printed squares are as large as the board file's, else what speaks against it.

    Where they are twice as large, or half, some lines of both grids or all of one's lie on the other's.
    """
    hit = seen.hits()
    if any(_skips(hit[mine], seen.line[mine]) for mine in (seen.upright, ~seen.upright)):
        return Sentence("every second or third line of its grid is not seen: are the squares of another size?")
    if any(_between(gray, homography, board, parts) > LINES_BETWEEN for parts in (2, 3)):
        return Sentence("there are more lines between those of its grid: are the squares smaller?")
    return None


def _skips(hit: NDArray[np.bool_], line: NDArray[np.int_]) -> bool:
    """Whether of one direction's lines every second or third is seen much more than others.

    ``hit`` (N,): whether each segment is seen; ``line`` (N,): its line's number.
    """
    first = line.min()
    for step, fewest in ((2, 3), (3, 6)):
        if line.max() - first + 1 >= fewest:
            shares = [hit[(line - first) % step == each].mean() for each in range(step)]
            if max(shares) - min(shares) > EVERY_SECOND or min(shares) < OF_THE_OTHERS * max(shares):
                return True
    return False


def _between(gray: Image, homography: Array, board: Board, parts: int) -> float:
    """Share that is seen of the lines that would cut each square in so many ``parts``, where fewer are."""
    grid = board.grid
    (width, height), (cols, rows) = grid.pitch_mm, (grid.cols * parts, grid.rows * parts)
    zones = tuple("".join(letter * parts for letter in row) for row in board.zones for _ in range(parts))
    finer = Grid(grid.origin_mm, (width / parts, height / parts), cols, rows)
    seen = measure(gray, homography, Board(board.name, board.size_mm, finer, zones))
    own = np.where(seen.upright, seen.line, seen.line - cols - 1) % parts == 0
    hit = seen.hits()
    return float(min(hit[seen.upright & ~own].mean(), hit[~seen.upright & ~own].mean()))


def _cell_px(homography: Array, board: Board) -> float:
    """Size of the middle square in the picture, in pixels (square root of its area)."""
    grid = board.grid
    col, row = grid.cols // 2, grid.rows // 2
    corners = np.array([[[col, row]], [[col + 1, row]], [[col + 1, row + 1]], [[col, row + 1]]], np.float64)
    outline = cv2.perspectiveTransform(corners, homography @ squares_to_mm(grid)).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(outline)))


def _along(
    gray: Image, to_image: Array, present: NDArray[np.bool_], along: int, width: int
) -> tuple[NDArray[np.float32], Array, NDArray[np.int_]]:
    """Ridges of the vertical lines of a grid: strengths (N, S), middles (N, 2), line numbers (N,).

    ``to_image`` (3, 3): from squares to px in ``gray``; ``present`` (rows, lines); ``along``, ``width``: samples of a
    square along its lines, and of a line across.
    """
    rows, lines = present.shape
    half = int(CELL_PX * REACH)
    pad = half + 10
    flat_to_squares = np.array([[1 / CELL_PX, 0, -pad / CELL_PX], [0, 1 / along, 0.5 / along], [0, 0, 1]])
    size = ((lines - 1) * CELL_PX + 2 * pad, rows * along)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(gray, to_image @ flat_to_squares, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    trim = along // ENDS
    profile = flat.reshape(rows, along, -1)[:, trim : along - trim].mean(axis=1, dtype=np.float32)
    reach = 2 * width + 1  # the filter works along each profile alone, never from square to square
    profile = cv2.GaussianBlur(profile, (2 * reach + 1, 1), 0.6 * width, borderType=cv2.BORDER_REPLICATE)
    ridge = _ridge(profile, width)
    row, line = np.nonzero(present)
    columns = pad + line[:, None] * CELL_PX + np.arange(-half, half + 1)
    middles = np.column_stack([line, row + 0.5]).astype(float)
    return ridge[row[:, None], columns], middles, line


def _ridge(profile: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """How much each sample of each row stands out, up or down, from BOTH sides ``2 width`` away, else 0."""
    reach = 2 * width
    padded = np.pad(profile, ((0, 0), (reach, reach)), mode="edge")
    left = profile - padded[:, : -2 * reach]
    right = profile - padded[:, 2 * reach :]
    return np.where(left * right > 0, np.minimum(np.abs(left), np.abs(right)), 0.0)


def refine(gray: Image, homography: Array, board: Board, reach: float = 0.4) -> tuple[Array, Segments]:
    """Move ``homography`` (mm to px) onto the printed lines; returns it and what is seen with it.

    ``reach``: how far off it may be at first, in squares (below 0.5: lines are all alike, and the next one would be
    taken). First all lines may only shift together, then stretch and shear, then take perspective; stray ridges lose
    their weight. Where hardly a line is seen once they have stretched, `HOPELESS`, no further steps are made.
    """
    current = np.asarray(homography, float)
    to_mm = squares_to_mm(board.grid)
    seen = measure(gray, current, board, FEW)
    steps = ((reach, 2, FEW), (reach, 6, FEW), (0.7 * reach, 6, MANY), (0.2, 8, MANY), (0.12, 8, MANY))
    for window, freedom, along in (*steps, (0.1, 8, MANY)):
        offset, strength = seen.strongest(window)
        step = _correction(seen, offset, strength, freedom, tolerance=max(0.04, 0.3 * window))
        current = current @ to_mm @ step @ np.linalg.inv(to_mm)
        current /= current[2, 2]
        seen = measure(gray, current, board, along)
        if freedom > 2 and seen.share() < HOPELESS:
            break
    return current, seen


def _correction(seen: Segments, offset: Array, strength: Array, freedom: int, tolerance: float) -> Array:
    """(3, 3) in squares: the small warp of the pose that carries the expected segments onto the seen ones.

    ``freedom``: 2 = shift, 6 = affine, 8 = with perspective. Weighted least squares, re-weighted (Tukey) so that
    offsets more than some ``tolerance`` from the common motion count for nothing.
    """
    u, v = (seen.at - seen.at.mean(axis=0)).T
    one, zero = np.ones_like(u), np.zeros_like(u)
    along_u = np.column_stack([one, zero, u, v, zero, zero, u * u, u * v])
    along_v = np.column_stack([zero, one, zero, zero, u, v, u * v, v * v])
    rows = np.where(seen.upright[:, None], along_u, along_v)[:, :freedom]
    base = np.minimum(strength / (np.median(strength) + 1e-6), 1.0)
    shift = np.where(seen.upright, _mode(offset[seen.upright], base[seen.upright]), 0.0)
    shift = np.where(seen.upright, shift, _mode(offset[~seen.upright], base[~seen.upright]))
    error = offset - shift
    solution: Array = np.zeros(freedom)
    for scale in (3.0, 3.0, 2.0, 2.0):
        weight = base * np.clip(1 - (error / (scale * tolerance)) ** 2, 0, None) ** 2
        normal = rows.T @ (rows * weight[:, None]) + 1e-6 * np.eye(freedom)
        solution = np.asarray(np.linalg.solve(normal, rows.T @ (weight * offset)), float)
        error = offset - rows @ solution
    a = np.zeros(8)
    a[:freedom] = solution
    warp = np.array([[1 + a[2], a[3], a[0]], [a[4], 1 + a[5], a[1]], [-a[6], -a[7], 1]])
    move = np.array([[1, 0, seen.at[:, 0].mean()], [0, 1, seen.at[:, 1].mean()], [0, 0, 1]])
    return np.asarray(move @ warp @ np.linalg.inv(move))


def _mode(values: Array, weights: Array) -> float:
    """The value around which most of the weight lies: the peak of a smoothed histogram over -0.5 to 0.5."""
    counts, edges = np.histogram(values, bins=50, range=(-0.5, 0.5), weights=weights)
    smooth = np.convolve(counts, [1, 2, 3, 2, 1], mode="same")
    return float(edges[smooth.argmax()] + (edges[1] - edges[0]) / 2)
