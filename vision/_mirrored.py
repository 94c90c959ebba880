"""Whether a picture shows a board's mirror image, by its print alone: where its grid lies between its edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.projection import Array
from vision._grid_lines import ENOUGH_LINES, measure, squares_to_mm, turned_in_place
from vision._outline import both_ways, edges_shown

Image = NDArray[np.uint8]

MIRRORED = 0.04
"""By how much more of the edges must be seen, by `edges_shown`, if the board lay as in a
mirror for the picture to be mirrored. A board whose margins left and right are alike shows the same both ways: of 82
right poses none shows 0.02 more. The least of 44 mirrored pictures of boards with other margins shows 0.08."""
NONE_MISSING = 0.37
"""What each edge of the mirror image must show then, where it is in the picture: the edge of a sheet that lies over a
margin may pass for one of them. By 19 such sheets over the right or bottom margin (of 125 in 24 pictures) the worst one
shows 0.30 and less, in 21 mirrored pictures 0.43 and more."""
MIRRORED_LINES = 0.05
"""By how much more of the grid must be seen if the board lay as in a mirror within its own edges. Of 42 right poses
none shows any more, of two mirrored pictures of a board whose margins differ by four squares 0.1 and 0.13."""


def shows_mirror_image(gray: Image, colours: Image, homography: Array, board: Board) -> bool:
    """Whether the picture is plainly a mirror image of the board.

    Either the grid lies where it would and the board's edges lie as those of its mirror image, or the other way round.
    """
    width, height = board.size_mm
    flips = [np.array([[-1, 0, width], [0, 1, 0], [0, 0, 1.0]]), np.array([[1, 0, 0], [0, -1, height], [0, 0, 1.0]])]
    flipped = max(measure(gray, homography @ flip, board).share() for flip in flips)
    if flipped > max(ENOUGH_LINES, measure(gray, homography, board).share() + MIRRORED_LINES):
        return True
    to_mm = squares_to_mm(board.grid)
    mirror = np.array([[-1, 0, board.grid.cols], [0, 1, 0], [0, 0, 1]], float)
    shares = []
    for each in (homography, homography @ to_mm @ mirror @ np.linalg.inv(to_mm)):
        edges = [edges_shown(colours, pose, board) for pose in turned_in_place(each, board)]
        shares.append(edges[int(np.nan_to_num(edges).mean(axis=1).argmax())])
    own, mirrored = shares  # of its own edges those too close to the picture's border may be there
    if not both_ways(mirrored) or np.nanmin(mirrored) < NONE_MISSING:
        return False
    return bool(np.nan_to_num(mirrored).mean() > np.nan_to_num(own, nan=1.0).mean() + MIRRORED)
