"""python -m calibration.training.make_views OUT FOLDER...: labelled pictures to boards as the net sees them.

Each FOLDER holds NAME.jpg, NAME-empty.jpg and NAME.json (the truth: board, corners_px, squares, which squares are
covered, and, under odd, on which something stands that is no piece). Every picture is taken several times: as it is,
then with the errors that locating leaves, with other light on the empty board, smaller, darker, noisier and pressed
harder. OUT gets two files a picture: NUMBER.views.npy (versions, height, width, 9) and NUMBER.labels.npy (rows, cols).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import calibration
from companion.board import Board, parse_board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.squares import Square
from vision.deciding import LETTERS
from vision.locate import register
from vision.patches import Views, planes_of, views
from vision.pose import Pose, pose_from_corners

VERSIONS = 4
"""Versions of each picture."""
READABLE = 0.3
"""Share of a square that may be covered where its letter is still to be told; from a third on it counts as covered.

What the variations of `augment` lay down may lie on all of a house, so there less is left to be told."""
LEFT_OUT = len(LETTERS)
"""Label of places without a square, and of squares covered too much to be read and too little to be called covered."""

Floats = NDArray[np.floating[Any]]
Corners = tuple[Any, Any]
"""The board's four corners in a picture and in that of the empty board, clockwise from its own top left, in pixels."""


def main(out: Path, folders: list[Path]) -> None:
    rng = np.random.default_rng(5)
    out.mkdir(parents=True, exist_ok=True)
    for number, (image, bare, truth, corners) in enumerate(labelled(folders)):
        versions = [version_of(image, bare, truth, corners, version, rng) for version in range(VERSIONS)]
        np.save(out / f"{number:04}.labels.npy", labels_of(image, bare, truth, corners))
        np.save(out / f"{number:04}.views.npy", np.stack(versions))


def labelled(folders: list[Path]) -> Iterator[tuple[Image, Image, dict[str, Any], Corners]]:
    """The labelled pictures in folders: each with that of its empty board, its truth, and the corners in both.

    One whose empty board is not found is told on standard error and left out.
    """
    for truth_file in sorted(path for folder in folders for path in folder.glob("*.json")):
        image, bare = (cv2.imread(str(truth_file.with_name(truth_file.stem + end))) for end in (".jpg", "-empty.jpg"))
        if image is None or bare is None:
            continue
        truth = json.loads(truth_file.read_text())
        taken = (np.asarray(image, np.uint8), np.asarray(bare, np.uint8))
        try:
            yield *taken, truth, (truth["corners_px"], _corners_of_empty(taken[1], taken[0], truth))
        except BoardNotFound as error:
            print(f"{truth_file}: left out, its empty board is not found: {error}", file=sys.stderr)


def labels_of(image: Image, bare: Image, truth: dict[str, Any], corners: Corners) -> NDArray[np.uint8]:
    """(rows, cols): the number of each square's letter in `LETTERS`, the last for covered ones, or `LEFT_OUT`.

    Squares that the edge of ``image`` or ``bare`` cuts off are left out too; ``corners``: the board's in either.
    """
    board = board_of(truth)
    hidden = {
        tuple(place) for key in ("occluded", "unnameable", "dark", "blown", "odd") for place in truth.get(key, [])
    }
    covered = {tuple(int(n) for n in key.split(",")): part for key, part in truth["covered_fraction"].items()}
    beyond = frozenset[Square]().union(
        *(
            pose_from_corners(places, board, (picture.shape[1], picture.shape[0])).beyond(picture)
            for places, picture in zip(corners, (image, bare), strict=True)
        )
    )
    labels = np.full((board.grid.rows, board.grid.cols), LEFT_OUT, np.uint8)
    for square in board.squares():
        place = (square.col, square.row)
        if square in beyond:
            continue
        if place in hidden:
            labels[square.row, square.col] = LETTERS.index("?")
        elif covered.get(place, 0.0) <= READABLE:
            labels[square.row, square.col] = LETTERS.index(truth["squares"][square.row][square.col])
    return labels


def version_of(
    image: Image, bare: Image, truth: dict[str, Any], corners: Corners, version: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """(H, W, 9): what the net looks at; version 0 is the picture as it is. ``corners``: the board's in either."""
    return np.concatenate(planes_of(views_of(image, bare, truth, corners, version, rng)), axis=2)


def views_of(
    image: Image, bare: Image, truth: dict[str, Any], corners: Corners, version: int, rng: np.random.Generator
) -> Views:
    """The same before the planes are taken from it."""
    board = board_of(truth)
    height, width = image.shape[:2]
    across = board.size_mm[0] / board.grid.pitch_mm[0]
    misplaced = [_misplaced(each, across, rng) if version else each for each in corners]
    poses = [pose_from_corners(each, board, (width, height)) for each in misplaced]
    taken = [image.astype(float), bare.astype(float)]
    if version and rng.random() < 0.7:  # the lamps of another hour on the empty board
        gain, warm = np.exp(rng.normal(0, 0.15)), rng.normal(0, 0.05)
        taken[1] = _to_screen(_to_light(taken[1]) * gain * np.array([1 - warm, 1, 1 + warm]))
        taken[1] += rng.normal(0, 2, taken[1].shape)
    if version and rng.random() < 0.6:  # a smaller board, more or less light, noise, a harder JPEG
        square_px = np.linalg.norm(np.subtract(corners[0][1], corners[0][0])) / across
        scale = float(np.clip(rng.uniform(11, 50) / square_px, 0.3, 1))
        light = np.exp(-abs(rng.normal(0, 0.7))) if rng.random() < 0.5 else np.exp(abs(rng.normal(0, 0.25)))
        noise = rng.uniform(0, 0.02)
        taken = [_worse(picture, scale, light, noise, rng) for picture in taken]
        smaller = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])
        poses = [Pose(smaller @ pose.matrix, board) for pose in poses]
    seen, empty = (np.asarray(np.clip(picture, 0, 255), np.uint8) for picture in taken)
    return views(seen, poses[0], empty, poses[1])


def board_of(truth: dict[str, Any]) -> Board:
    """The board of a truth file: ``board`` is the name of one that is known, or a whole board file."""
    known = truth["board"]
    return calibration.board(known) if isinstance(known, str) else parse_board(known)


def _corners_of_empty(bare: Image, image: Image, truth: dict[str, Any]) -> Any:
    """The board's corners in the picture of the empty board, which may have been taken by a camera since nudged."""
    if not truth.get("empty_drift"):
        return truth["corners_px"]
    pose = pose_from_corners(truth["corners_px"], board_of(truth), (image.shape[1], image.shape[0]))
    return register(bare, image, pose).corners_px


def _misplaced(corners_px: Any, across: float, rng: np.random.Generator) -> Any:
    """The true corners off by what locating leaves: a twentieth of a square, of which ``across`` make the board."""
    corners = np.array(corners_px, float)
    sigma = 0.03 * np.linalg.norm(corners[1] - corners[0]) / across
    return corners + rng.normal(0, sigma, 2) + rng.normal(0, sigma, (4, 2))


def _worse(picture: Floats, scale: float, light: float, noise: float, rng: np.random.Generator) -> Floats:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    lit = _to_light(np.clip(small, 0, 255)) * light
    lit = lit + rng.normal(0, 1, lit.shape) * noise * np.sqrt(np.maximum(lit, 0) * 0.3 + 0.002)
    _, pressed = cv2.imencode(
        ".jpg", np.asarray(_to_screen(lit), np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
    )
    return np.asarray(cv2.imdecode(pressed, cv2.IMREAD_COLOR), float)


def _to_light(screen: Floats) -> Floats:
    return np.asarray((screen / 255) ** 2.2)


def _to_screen(light: Floats) -> Floats:
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
