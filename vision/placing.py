"""Where a fixed camera sees the board: found once, then carried over when it was nudged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.reading import Point
from companion.sentence import Sentence
from vision._grid_lines import HIT, turns_alike
from vision._steadiness import compare, followed, reference_print
from vision.locate import (
    ELSEWHERE,
    begins_at,
    compared,
    found_elsewhere,
    is_a_square_off,
    laid_on_lines,
    locate,
    on_lines_near,
    register,
    verify,
)
from vision.pose import Pose, pose_from_corners

UNMOVED = 0.015
"""Shift of the print, in squares, below which the camera has not stirred between two pictures: where it had not,
correlation said at most 0.008 in 80 pictures; where it was nudged by a pixel, 0.028 and more."""
NUDGES = 4
"""So many times the print's shift is followed: once or twice suffice."""


def pose_of_empty(
    image: Image, pose: Pose, empty: Image | None, corners: Sequence[Point] | None
) -> tuple[Image | None, Pose | None]:
    """The picture of the empty board with its pose, from the pose in ``image``; (None, None) where it does not fit.

    What counts is that squares of the two lie on each other: a pose found anew from the printed lines may err another
    way than ``pose`` does, so a camera that was only nudged is followed by the print's shift between the pictures.
    Where pieces cover most of the print, the empty grid's lines tell as well whether a camera stands where it stood.
    Without ``corners`` the empty picture's board may also be found by itself.
    """
    if empty is None:
        return None, None
    carried = nudged(empty, image, pose)
    if carried is not None:
        return empty, carried
    try:
        return empty, register(empty, image, pose)
    except BoardNotFound:
        pass
    if empty.shape == image.shape:
        lined = on_lines_near(empty, pose)
        if lined is not None and begins_at(empty, lined) in (0, None):
            known = reference_print(_gray(image), pose, within=np.inf)
            if not compare(_gray(empty), lined, known).turned:
                return empty, lined
    if corners is None:
        try:
            return empty, locate(empty, pose.board)
        except BoardNotFound:
            pass
    return None, None


def place(
    image: Image,
    board: Board,
    *,
    corners: Sequence[Point] | None = None,
    empty: Image | None = None,
    empty_pose: Pose | None = None,
    in_vain: bool = False,
) -> tuple[Pose, Image | None, Pose | None]:
    """The board's pose in one picture (H, W, 3); the picture of the empty board with its pose, where that is of use.

    ``corners``: the board's in ``image``, where they are known; the pose is laid on the printed lines that are seen
    near them. ``empty_pose``: its place in ``empty`` where it is known: it is then verified in ``image``, and carried
    over where the camera was nudged. Otherwise an empty picture that does not show the same view gives (pose, None,
    None). ``in_vain``: the board was looked for in ``image`` and not found. Raises BoardNotFound, also where
    ``corners`` are not those of the board that is found.
    """
    if empty is not None and empty_pose is not None and corners is None:
        pose, bare_pose = first_poses(image, board, empty, empty_pose, None)
        return pose, empty, bare_pose
    if corners is None:
        pose = locate(image, board, empty=empty)
    else:
        pose = pose_by_corners(image, corners, board)
        check_found(image, pose, in_vain=in_vain)
        pose = laid_on_lines(image, pose)
    return pose, *pose_of_empty(image, pose, empty, corners)


def nudged(other: Image, image: Image, pose: Pose) -> Pose | None:
    """``pose``, which the board has in ``image``, as it has it in ``other``; None where the print does not tell.

    Both pictures are (H, W, 3) BGR; three quadrants of the print or more must be recognised, and no better, nor any
    marker, as those of a board that was turned: its grid's lines may lie on each other then.
    """
    if other.shape != image.shape:
        return None
    then = pose
    gray = _gray(other)
    known = reference_print(_gray(image), pose, within=np.inf)
    for _ in range(NUDGES):
        check = compare(gray, then, known)
        if len(check.unseen) > 1:
            return None
        if check.worst_squares < UNMOVED:
            return None if compared(gray, then, known).turned else then
        then = followed(then, check)
    return None


def _gray(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def pose_by_corners(image: Image, corners: Sequence[Point], board: Board) -> Pose:
    """The pose that a person's ``corners`` in a picture (H, W, 3) mean, clockwise from the board's own top left.

    Raises BoardNotFound where they plainly begin at another corner, or go round no board.
    """
    pose = pose_from_corners(corners, board, (image.shape[1], image.shape[0]))
    first = begins_at(image, pose)
    if first in turns_alike(board, ELSEWHERE) - turns_alike(board, HIT):  # of those the lines tell nothing
        raise BoardNotFound(_NEARER_OTHERWISE)
    if first:
        raise BoardNotFound(
            Sentence(
                "the corners begin at the wrong one: by its print the board's own top left, next to square A1, is "
                "number {number} of these four. Give that one first, then the others clockwise",
                {"number": first + 1},
            )
        )
    return pose


def check_found(image: Image, pose: Pose, *, in_vain: bool = False) -> None:
    """Raises BoardNotFound where the board surely lies elsewhere in ``image`` (H, W, 3) than by a person's ``pose``.

    By where it is found, or a column or row beside it (`is_a_square_off`). It takes some seconds where the board is not
    found; ``in_vain``: it was looked for before, and not found.
    """
    found = None if in_vain else found_elsewhere(image, pose)
    if found is not None:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in found.corners_px)
        raise BoardNotFound(
            Sentence(
                "by its print the board lies elsewhere than these corners say, at {corners}: look at them again",
                {"corners": corners},
            )
        )
    if is_a_square_off(image, pose):
        raise BoardNotFound(
            Sentence(
                "by its print the board lies a row or column of squares beside these corners: are they its own, and is "
                "this its board file?"
            )
        )


_NEARER_OTHERWISE = Sentence(
    "by its print the board's own top left is rather another of these corners, but its grid looks nearly the same "
    "turned: give them more exactly, that one first, next to square A1, then the others clockwise"
)

Finder = Callable[[Image, Board], Pose]
"""Finds a board in a picture; raises BoardNotFound."""


def first_poses(
    image: Image,
    board: Board,
    empty: Image | None,
    empty_pose: Pose | None,
    corners: Sequence[Point] | None,
    find: Finder = locate,
) -> tuple[Pose, Pose | None]:
    """The board's pose in a camera's first frame and in its picture of the empty board; raises BoardNotFound.

    The empty picture is the surer one to find the board in. ``corners`` are those of the empty picture where there
    is one; where the camera has moved since, the pose is carried over.
    """
    if corners is not None and empty_pose is None:
        shown = image if empty is None else empty
        pose = pose_by_corners(shown, corners, board)
        poses = first_poses(image, board, empty, laid_on_lines(shown, pose), None)
        check_found(shown, pose)  # last: what fails is tried again with each frame, and this may take long
        return poses
    if empty is None:
        return empty_pose or find(image, board), None
    if empty_pose is None:
        try:
            empty_pose = find(empty, board)
        except BoardNotFound:
            pose = find(image, board)
            return pose, register(empty, image, pose)
    if verify(image, empty_pose, empty).is_sure:
        return nudged(image, empty, empty_pose) or empty_pose, empty_pose
    return register(image, empty, empty_pose), empty_pose


def as_seen_by(image: Image, pose: Pose, new_pose: Pose, around: Image) -> Image:
    """``image``, taken when the board lay by ``pose``, as if taken by ``new_pose``; ``around`` fills what is beyond."""
    height, width = around.shape[:2]
    move = new_pose.homography @ np.linalg.inv(pose.homography)
    moved = cv2.warpPerspective(image, move, (width, height))
    inside = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), move, (width, height)) == 255
    return np.asarray(np.where(inside[..., None], moved, around), np.uint8)
