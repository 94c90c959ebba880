"""Find the printed board in a picture, and say how sure the place is.

A pose that is returned lies on the printed lines and its outer marks (fiducials or the board's edge) agree with it;
where they do not, `BoardNotFound` is raised with the reason. A pose that is one square off never leaves this module.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, is_blank
from companion.errors import BoardNotFound
from companion.projection import Array, board_corners_mm
from companion.sentence import Sentence
from vision._fiducials import (
    Marker,
    candidates,
    closer,
    first_corner,
    fits_markers,
    glance,
    is_mirrored,
    new_corners,
    with_missing,
)
from vision._grid_lines import (
    ENOUGH_LINES,
    FEW,
    HIT,
    Segments,
    ends_where_it_should,
    fills_board,
    goes_on,
    has_other_squares,
    last_squares,
    measure,
    outermost_lines,
    reaches_its_ends,
    refine,
    squares_to_mm,
    turned_in_place,
    turns_alike,
)
from vision._lattice import lattices
from vision._mirrored import shows_mirror_image
from vision._outline import both_ways, edges_parted, edges_seen, edges_shown, lies_further_on, soft_colours
from vision._registration import carry_over
from vision._steadiness import PoseCheck, Print, Quadrant, compare, reference_print
from vision.pose import Pose, pose_from_corners, pose_from_homography, within

__all__ = [
    "ELSEWHERE",
    "PoseCheck",
    "Quadrant",
    "Verifier",
    "begins_at",
    "compared",
    "draw_grid",
    "found_elsewhere",
    "grid_error",
    "is_a_square_off",
    "laid_on_lines",
    "locate",
    "on_lines_near",
    "register",
    "verify",
]

Image = NDArray[np.uint8]

EDGES_APART = 0.27
"""By how much more of the edges must be seen than would be if the board lay the other way round: by `edges_seen`, or
where it does not tell, in the mean of it and `edges_parted`. Of 195 right poses, many of them in hard light, 179 are
told (173 by `edges_seen` alone), and none the other way; of ten boards on four drawn chequered cloths each 25 are found
(14). A wrong grid in a blurred seq00/empty shows 0.21 of the first."""
APART_BY_COLOURS = 0.4
"""The same by `edges_parted` alone: of 105 right poses 103 show more, and 98 of them 0.5 and more; of 60 that lie the
other way round none shows more than 0.01. Under a lamp from aside an edge that throws no shadow is no sharp step."""
ALL_PLAIN = 0.55
"""What must be seen of each of the board's four edges, by `edges_shown`, for them to tell
the place where too many of the grid's outermost lines are hidden, under a hand or houses. Of 10,292 grids that were
tried in 190 pictures, in a third of them by another board's file, all that passed the other tests (`_by_its_edges`) and
lay elsewhere show less than 0.5; of 14 right ones that their lines did not tell nine show 0.59 and more."""
THINNEST = 0.25
"""Where only the print tells the place, what must be seen of it where least is (`Segments.thinnest`)."""
REFINED = 3
"""Grids from each pair of vanishing points that are worth a closer look."""
SAME = 0.1
"""How near, in squares, a grid lies to one that was refused to be the same: it is not looked at again."""
LOOKS = 3
"""Grids that are not wholly seen whose corners are worth a closer look for markers: each takes as long as the grid."""
LEAST_LAID = 3
"""Columns and rows below which given corners are not laid on a grid's lines: with so few, other print passes for them.
On 44 drawn boards a right pose of one square went up to 0.37 of it astray, of 2 x 2 0.03 (19 px at the corners); from
3 x 3 on 0.025 at most (8 px)."""
CARRIED_OFF = 0.35
"""How far features may put a pose from the grid's lines, in squares, for the lines to be the right ones."""
TURN_SEEN, BEGINS = 0.32, 0.1
"""What must be seen of the grid with the corners in one order, and how much more than in any other, for it to be the
right one. With corners half a square off 0.3 is seen in a wrong order by chance (36 such). On 104 boards, sharp and
soft, the right order showed 0.25 and 0.08 more at least, the least of them under an arm: of these nothing is told."""
EDGE_LOST, LAST_SEEN = 0.35, 0.15
"""An edge of the board of which less than the first is seen (`vision._outline.edges_seen`) is not to be seen there;
then of the last columns or rows along it the second must be (`vision._grid_lines.last_squares`). Of four poses one or
two squares off on faint grids, through a lens that bends, 0.13 at most was seen, of 198 right ones without markers 0.2
and more, but one (0.11). Where the edges alone tell, of the last columns or the rows it must be: half a board, card
fields and price tracks taken for a grid, showed 0.1 of either, in a picture of 512 pixels. On white and dark tables one
edge of ten is lost."""
LINE_LOST = 0.4
"""Where the board's edge is lost, what must be seen of the grid's outermost line beside it: the board's own edge passed
for that line, and a paper's for the opposite edge of the board (0.3, three pictures). Of 38 right poses with a lost
edge, among 204 boards, 0.5 and more was seen."""
CUT_SEEN = 0.35
"""Where an edge of the board would lie outside of the picture, what must be seen of the last columns or rows along it:
on an ocean three rows off, its first row on the table, 0.17 was seen, and three edges out of four. Of 52 right poses
without markers, all with their edges in the picture, 10 show less, their last rows full of houses."""
ELSEWHERE = 0.5
"""How far given corners may be from where the board is found, in squares: right ones were 0.24 off at most in 128
pictures; from half way on, the lines that lie near are the neighbours'."""
EDGES_PX = (640, 1280)
"""Longer side, in pixels, of the picture that straight edges are looked for in: quickly first, then thoroughly."""
DARK = 24
"""Where even the brightest twentieth of a picture is below this grey level, a person is told of the dark."""


def locate(image: Image, board: Board, *, empty: Image | None = None) -> Pose:
    """The pose of ``board`` in ``image`` (H, W, 3) uint8 BGR, from its fiducials or its printed lines.

    ``empty``: a picture of the same view without houses, which helps where the picture itself does not suffice.
    Raises BoardNotFound with the reason.
    """
    gray = _gray(image)
    reasons: list[Sentence] = []
    markers = glance(gray)
    if not markers and is_mirrored(gray):
        raise BoardNotFound(_MIRRORED)
    pose = _from_fiducials(gray, with_missing(gray, markers), board, reasons) if markers else None
    by_print = bool(markers) or not fills_board(board)  # with one marker the print may do
    if pose is None and by_print:
        pose = _from_print(image, gray, board, reasons)
    if pose is None and not markers:  # seldom, and as long as all the rest
        pose = _from_fiducials(gray, with_missing(gray, markers), board, reasons)
    if pose is not None:
        return pose
    if not by_print:
        reasons.append(_FILLS_BOARD)
    if empty is None:
        raise BoardNotFound(_reason(gray, reasons))
    try:
        known = locate(empty, board)
    except BoardNotFound as error:
        in_empty = {"reason": _reason(gray, reasons), "other": error.sentence}
        raise BoardNotFound(Sentence("{reason}; in the empty picture: {other}", in_empty)) from None
    return register(image, empty, known)


def register(image: Image, reference_image: Image, reference_pose: Pose) -> Pose:
    """The pose in ``image`` of the board that lies by ``reference_pose`` in ``reference_image``, both (H, W, 3) BGR.

    For a camera that was nudged, other light, houses and hands. Raises BoardNotFound where the print that both
    pictures show does not tell the place for certain.
    """
    gray, reference = _gray(image), _gray(reference_image)
    board = reference_pose.board
    carried = carry_over(gray, reference, reference_pose)
    if carried is None:
        raise BoardNotFound(_reason(gray, [_TOO_LITTLE]))
    homography, seen = refine(gray, carried, board, reach=0.3)
    if seen.share() >= ENOUGH_LINES and _distance(carried, homography, board) < CARRIED_OFF:
        carried = homography
    pose = _pose(carried, board, gray)
    check = compared(gray, pose, reference_print(reference, reference_pose, within=np.inf))
    if not check.is_sure:
        raise BoardNotFound(_reason(gray, [_ELSEWHERE]))
    return pose


def verify(image: Image, pose: Pose, reference_image: Image) -> PoseCheck:
    """Whether a fixed camera still sees the board by ``pose``, as it does in ``reference_image``; cheap.

    Both pictures are (H, W, 3) BGR. Houses, hands and other light leave a quadrant's print where it was.
    """
    return Verifier().verify(image, pose, reference_image)


class Verifier:
    """`verify` for one frame after the other: the print of the reference picture is looked at once."""

    def __init__(self) -> None:
        self._known: tuple[Image, Pose, Print] | None = None

    def verify(self, image: Image, pose: Pose, reference_image: Image) -> PoseCheck:
        """As the function; anew only for another reference picture, or pose, than the last one."""
        known = self._known
        if known is None or known[0] is not reference_image or known[1] is not pose:
            known = self._known = (reference_image, pose, reference_print(_gray(reference_image), pose))
        return compared(_gray(image), pose, known[2])


def compared(gray: Image, pose: Pose, known: Print) -> PoseCheck:
    """How the print in ``gray`` (H, W) lies by ``pose``, and by the markers too where it may look the same turned."""
    check = compare(gray, pose, known)
    if check.turned is None and check.state == "steady" and first_corner(glance(gray), pose.homography, pose.board):
        return replace(check, turned=True)
    return check


def grid_error(image: Image, pose: Pose) -> float:
    """How far the worst square of ``pose`` is off in ``image`` (H, W, 3), in squares, by the printed lines.

    Infinite where the lines are not to be seen near the places where the pose expects them (less than 0.4 squares).
    """
    board = pose.board
    homography, seen = refine(_gray(image), pose.homography, board)
    if seen.share() < ENOUGH_LINES:
        return float("inf")
    return seen.error() + _distance(pose.homography, homography, board)


def begins_at(image: Image, pose: Pose) -> int | None:
    """Which of the pose's corners, 0 to 3, is the board's own top left by ``image`` (H, W, 3); None: it cannot tell.

    By its markers, where two are seen, else by the grid's lines: a grid that lies the same after half a turn tells at
    most that it is neither the first nor the third, and one that is hardly seen, or not printed there, nothing. Where
    the lines do not tell, the markers are looked for closer, which takes longer.
    """
    gray, board = _gray(image), pose.board
    found = first_corner(glance(gray), pose.homography, board)
    if found is None and not is_blank(board):
        found = _by_lines(gray, pose)
    return first_corner(closer(gray, pose.homography, board), pose.homography, board) if found is None else found


def _by_lines(gray: Image, pose: Pose) -> int | None:
    """`begins_at` by the grid's lines alone.

    That it is the first they never tell of a grid that lies less than half a square off its place after a turn: the
    pose may have been laid on the lines in the wrong order. That it is another they do: it lies nearer to them so.
    """
    board, corners, same = pose.board, pose.corners_px, turns_alike(pose.board, HIT)
    turned = [pose_from_corners(corners[at:] + corners[:at], board, (gray.shape[1], gray.shape[0])) for at in range(4)]
    shares = [measure(gray, each.homography, board).share() for each in turned]
    best = int(np.argmax(shares))
    others = [share for at, share in enumerate(shares) if at != best and (at - best) % 4 not in same]
    if shares[best] < max(TURN_SEEN, max(others, default=0.0) + BEGINS) or best in same:
        return None
    return None if best == 0 and turns_alike(board, ELSEWHERE) else best


def found_elsewhere(image: Image, pose: Pose) -> Pose | None:
    """Where `locate` finds the board in ``image`` (H, W, 3), if that is not where ``pose`` has it, else None.

    It is asked where the grid that is seen by ``pose`` is none, or not a whole one. None also where it finds nothing:
    dark print, or a board on which much lies, shows no grid in its right place either.
    """
    gray, board = _gray(image), pose.board
    homography, seen = refine(gray, pose.homography, board)
    near = seen.share() >= ENOUGH_LINES and _distance(pose.homography, homography, board) <= ELSEWHERE
    if near and ends_where_it_should(gray, homography, board, seen) is None:
        return None
    try:
        found = locate(image, board)
    except BoardNotFound:
        return None
    return found if _distance(pose.homography, found.homography, board) > ELSEWHERE else None


def is_a_square_off(image: Image, pose: Pose) -> bool:
    """Whether ``image`` (H, W, 3) plainly says that a person's ``pose`` is a column or row off, or of another board.

    More squares are seen beyond its grid, as beyond none of 403 right poses; or the board's edges lie further on: the
    grid need not tell (`vision._outline.lies_further_on`).
    """
    gray, board = _gray(image), pose.board
    homography, seen = refine(gray, pose.homography, board)
    near = seen.share() >= ENOUGH_LINES and _distance(pose.homography, homography, board) <= ELSEWHERE
    if near and goes_on(gray, homography, board):
        return True
    scale = min(1.0, EDGES_PX[-1] / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    to_small = np.diag([scale, scale, 1]) @ pose.homography
    return lies_further_on(soft_colours(np.asarray(small, np.uint8)), to_small, board)


def laid_on_lines(image: Image, pose: Pose) -> Pose:
    """The pose of given corners laid on the printed lines of ``image`` (H, W, 3), where its whole grid is seen there.

    Corners that a person shows are a few pixels off; and a lens bends a board between its corners: on 40 labelled
    boards the true corners put the worst square 0.034 off in the mean, and 0.19 at most, laid on the lines 0.014
    and 0.06. Where the grid is not seen, or does not end where it should, the pose stays as it is: corners more than
    half a square off would be laid on the neighbours' lines. On 102 boards no pose a square off ends as it should, by
    true corners all but two do; one whose last row is covered may, which `is_a_square_off` tells. A grid of fewer than
    `LEAST_LAID` squares across or down has too few lines to lie on.
    """
    return on_lines_near(image, pose) or pose


def on_lines_near(image: Image, pose: Pose) -> Pose | None:
    """The pose of the grid whose printed lines are seen near ``pose`` in ``image``, (H, W, 3); None where none is."""
    gray, board = _gray(image), pose.board
    if min(board.grid.cols, board.grid.rows) < LEAST_LAID:
        return None
    homography, seen = refine(gray, pose.homography, board)
    if seen.share() < ENOUGH_LINES or _distance(pose.homography, homography, board) > ELSEWHERE:
        return None
    return _pose(homography, board, gray) if ends_where_it_should(gray, homography, board, seen) is None else None


def draw_grid(image: Image, pose: Pose) -> Image:
    """The picture (H, W, 3) with the grid of ``pose`` in it: green where its lines are seen, red where they are not."""
    board = pose.board
    seen = measure(_gray(image), pose.homography, board)
    half = np.where(seen.upright[:, None], [0.0, 0.5], [0.5, 0.0])
    ends = cv2.perspectiveTransform(
        np.stack([seen.at - half, seen.at + half], axis=1), pose.homography @ squares_to_mm(board.grid)
    )
    drawn = image.copy()
    for segment, hit in zip(np.round(ends).astype(int), seen.hits(), strict=True):
        cv2.line(drawn, segment[0].tolist(), segment[1].tolist(), (0, 200, 0) if hit else (0, 0, 255), 1)
    return drawn


def _distance(one: Array, other: Array, board: Board) -> float:
    """The largest distance between two homographies (mm to px) at the corners of the grid, in squares."""
    cols, rows = board.grid.cols, board.grid.rows
    corners = np.array([[[0, 0], [cols, 0], [cols, rows], [0, rows]]], float)
    to_mm = squares_to_mm(board.grid)
    across = np.linalg.inv(to_mm) @ np.linalg.inv(other) @ one @ to_mm
    return float(np.linalg.norm(cv2.perspectiveTransform(corners, across) - corners, axis=2).max())


def _same_place(one: Array, other: Array, board: Board) -> bool:
    """Whether the corners of two poses' grids lie on each other, whichever is the first."""
    grid, to_mm = board.grid, squares_to_mm(board.grid)
    corners = np.array([[0, 0], [grid.cols, 0], [grid.cols, grid.rows], [0, grid.rows]], float)
    across = np.linalg.inv(to_mm) @ np.linalg.inv(other) @ one @ to_mm
    there = cv2.perspectiveTransform(corners[None], across)[0]
    return float(np.linalg.norm(there[:, None] - corners, axis=2).min(axis=1).max()) < ELSEWHERE


def _gray(image: Image) -> Image:
    return np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _pose(homography: Array, board: Board, gray: Image) -> Pose:
    height, width = gray.shape
    return pose_from_homography(homography, board, (width, height))


def _from_fiducials(gray: Image, markers: tuple[Marker, ...], board: Board, reasons: list[Sentence]) -> Pose | None:
    """The pose that two or more markers and the grid's lines agree on, else None and a line for ``reasons``."""
    refuted: Sentence | None = None
    closely = False
    for candidate in candidates(markers, board):
        homography, seen = refine(gray, candidate.homography, board)
        refuted = refuted or Sentence(
            "its markers are seen, but not the grid of {board} between them: is this its board?", {"board": board.name}
        )
        if seen.share() < ENOUGH_LINES or not fits_markers(homography, candidate.markers, board):
            continue
        only_two = len(candidate.markers) == 2
        check = ends_where_it_should if only_two else has_other_squares
        against = check(gray, homography, board, seen)
        if against is None:
            return _pose(homography, board, gray)
        if only_two:
            refuted = Sentence("only two of its markers are seen, and {against}", {"against": against})
            more = () if closely else new_corners(markers, closer(gray, homography, board))
            closely = True
            if more:
                return _from_fiducials(gray, (*markers, *more), board, reasons)
    if refuted is not None:
        reasons.append(refuted)
    elif len({marker.corner for marker in markers}) > 1:
        reasons.append(
            Sentence(
                "the markers that are seen do not lie as those of {board} would: is this its board?",
                {"board": board.name},
            )
        )
    return None


def _from_print(image: Image, gray: Image, board: Board, reasons: list[Sentence]) -> Pose | None:
    """The pose that the grid's lines and the board's edges agree on, else None and a line for ``reasons``."""
    refuted: Sentence | None = None
    colours: Image | None = None
    looked_at: list[Array] = []
    refused: list[Array] = []
    for group in lattices(gray, board, EDGES_PX):
        shares = [measure(gray, lattice, board, FEW).share() for lattice in group]
        for number in np.argsort(shares)[::-1][:REFINED]:
            homography, seen = refine(gray, group[number], board)
            if seen.share() < ENOUGH_LINES:
                continue
            if any(_distance(homography, other, board) < SAME for other in refused):
                continue
            against = _by_its_lines(gray, homography, seen, board)
            colours = soft_colours(image) if colours is None else colours
            if against is not None:
                upright = _by_its_edges(gray, colours, homography, board)
                if upright is not None:
                    return _pose(upright, board, gray)
            elif shows_mirror_image(gray, colours, homography, board):
                against = refuted = _MIRRORED
            else:
                upright = _right_way_round(colours, homography, board)
                if upright is not None:
                    seen = measure(gray, upright, board)
                    against = _against(gray, colours, upright, seen, board)
                    if against is None:
                        return _pose(upright, board, gray)
            if against is not None:
                refused.append(homography)
            if against is None:
                cut = all(_cut_off(each, board, gray.shape).any() for each in turned_in_place(homography, board)[:2])
                refuted = _CUT_OFF if cut else _WHICH_WAY
            refuted = refuted or against
            if against is not None and len(looked_at) >= LOOKS:
                continue
            if any(_same_place(homography, other, board) for other in looked_at):
                continue
            looked_at.append(homography)
            markers = closer(gray, homography, board)
            pose = _from_fiducials(gray, markers, board, [])
            if pose is None and against is None:
                pose = _turned_by(markers, gray, colours, homography, board)
            if pose is not None:
                return pose
    if refuted is not None:
        reasons.append(refuted)
    return None


def _against(gray: Image, colours: Image, homography: Array, seen: Segments, board: Board) -> Sentence | None:
    """What speaks against a pose that only the print tells, None where nothing does; ``seen``: the lines by it.

    The same pose is asked that is handed out: by its half turn, whose lines lie on the same places, other samples of
    a faint line are taken, and where one of the two shows 0.3 of it the other may show none.
    """
    return _by_its_lines(gray, homography, seen, board) or _beside(gray, colours, homography, board)


def _by_its_lines(gray: Image, homography: Array, seen: Segments, board: Board) -> Sentence | None:
    """What in the grid's lines alone speaks against a pose, None where nothing does."""
    against = ends_where_it_should(gray, homography, board, seen)
    return _TOO_FAINT if against is None and seen.thinnest() < THINNEST else against


def _by_its_edges(gray: Image, colours: Image, homography: Array, board: Board) -> Array | None:
    """The pose itself or its half turn, where the board's four edges tell the place though its lines alone do not.

    All of them in plain sight pin it to a part of a square; that the grid between them is the board file's tells what
    is seen of its lines and of its last rows or columns (`LAST_SEEN`), and that no other squares are.
    """
    upright = _right_way_round(colours, homography, board)
    if upright is None or shows_mirror_image(gray, colours, upright, board):
        return None
    edges = edges_shown(colours, upright, board)
    if not (edges >= ALL_PLAIN).all() or not reaches_its_ends(gray, upright, board):
        return None
    if max(last_squares(gray, upright, board)) < LAST_SEEN:
        return None
    if has_other_squares(gray, upright, board, measure(gray, upright, board)) is not None:
        return None
    return upright if _beside(gray, colours, upright, board) is None else None


def _beside(gray: Image, colours: Image, homography: Array, board: Board) -> Sentence | None:
    """What says that the board lies columns or rows beside the pose, None where nothing does.

    Its edges lie further on; or one is not seen, and hardly the grid's line beside it; or neither are they seen in
    their places nor lines in its last columns or rows: blank margin, on one side of which something passes for a line.
    Or an edge lies outside of the picture, so that it cannot be asked, and hardly a line is seen along it.
    """
    if lies_further_on(colours, homography, board):
        return _FURTHER_ON
    edges = edges_seen(colours, homography, board)
    if ((edges < EDGE_LOST) & (outermost_lines(gray, homography, board) < LINE_LOST)).any():
        return _FURTHER_ON
    top, right, bottom, left = edges
    least = last_squares(gray, homography, board)
    lost = (np.fmin(left, right) < EDGE_LOST, np.fmin(top, bottom) < EDGE_LOST)
    if any(edge and seen < LAST_SEEN for edge, seen in zip(lost, least, strict=True)):
        return _LAST_BLANK
    top_cut, right_cut, bottom_cut, left_cut = _cut_off(homography, board, colours.shape).tolist()
    outside = (left_cut or right_cut, top_cut or bottom_cut)
    if any(edge and seen < CUT_SEEN for edge, seen in zip(outside, least, strict=True)):
        return _CUT_OFF
    return None


def _cut_off(homography: Array, board: Board, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(4,): whether the top, right, bottom and left edge of the board by a pose end outside of a picture (H, W, …)."""
    corners = cv2.perspectiveTransform(board_corners_mm(board)[None], homography)[0]
    cut = ~within(corners, shape[1::-1])
    return np.asarray(cut | np.roll(cut, -1))


def _turned_by(
    markers: tuple[Marker, ...], gray: Image, colours: Image, homography: Array, board: Board
) -> Pose | None:
    """The pose of the same grid that has a marker upright at its own corner; None where none has, or more than one."""
    turned = [
        each for each in turned_in_place(homography, board) if any(fits_markers(each, [one], board) for one in markers)
    ]
    if len(turned) != 1:
        return None
    fitted, seen = refine(gray, turned[0], board)
    if seen.share() < ENOUGH_LINES or _against(gray, colours, fitted, seen, board) is not None:
        return None
    return _pose(fitted, board, gray)


def _right_way_round(colours: Image, homography: Array, board: Board) -> Array | None:
    """The pose itself or its half turn about the grid's middle, by the board's edges; None where they do not tell."""
    poses = turned_in_place(homography, board)[:2]
    edges = [np.nan_to_num(edges_seen(colours, pose, board)) for pose in poses]
    upright = _plainer(edges)
    if upright is None:  # seldom: it takes half as long again
        parted = np.array([edges_parted(colours, pose, board) for pose in poses])
        if not np.isnan(parted).any():
            upright = _plainer([(one + other) / 2 for one, other in zip(edges, parted, strict=True)])
            upright = _plainer(list(parted), APART_BY_COLOURS) if upright is None else upright
    return None if upright is None else poses[upright]


def _plainer(edges: list[Array], apart: float = EDGES_APART) -> int | None:
    """By which of two poses the board's edges are plainly seen, 0 or 1; None where that is not plain."""
    best = int(edges[1].mean() > edges[0].mean())
    if not both_ways(edges[best]):
        return None
    if edges[best].mean() - edges[1 - best].mean() < apart:
        return None
    return best


def _reason(gray: Image, reasons: list[Sentence]) -> Sentence:
    if float(np.percentile(gray, 95)) < DARK:
        return Sentence("the picture is too dark to find the board: more light, or a longer exposure")
    if not reasons:
        return Sentence("the board is not found: nothing in the picture looks like its grid")
    return Sentence("the board is not found: {reason}", {"reason": reasons[0]})  # the markers' before the print's


_MIRRORED = Sentence("the picture is mirrored, left is right: switch that off in the camera's settings")
_WHICH_WAY = Sentence(
    "its grid is seen, but its edges do not tell which way round it lies: take away what lies over them, glue markers "
    "to its corners (`bankhalter print markers`), or give its four corners"
)
_FILLS_BOARD = Sentence(
    "its grid reaches to the board's edges, so nothing else tells where it ends and which way round it lies: glue "
    "markers to its corners (`bankhalter print markers`), or give its four corners"
)
_FURTHER_ON = Sentence(
    "its grid is seen, but the board's edges lie as if it were a row or column further on: is one covered? Clear the "
    "whole grid, or give its four corners"
)
_LAST_BLANK = Sentence(
    "its grid is seen, but neither all of the board's edges nor its last columns and rows are: give its four corners, "
    "or glue markers to them (`bankhalter print markers`)"
)
_CUT_OFF = Sentence(
    "its grid is seen, but an edge of the board would lie outside of the picture: show the whole board, or give its "
    "four corners"
)
_TOO_FAINT = Sentence("too little of its grid is seen to be sure of the place: is the picture sharp?")
_TOO_LITTLE = Sentence("too little of its print is recognised from the other picture")
_ELSEWHERE = Sentence("what is recognised from the other picture does not lie as it did there")
