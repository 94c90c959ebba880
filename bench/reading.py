"""What reading a frame costs, on one core, against the least that it could: ratios of figures from one run."""

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

import calibration
from companion.devices import Image
from companion.pictures import read_picture
from vision.classify import read_squares
from vision.locate import locate, verify
from vision.pose import Pose
from vision.rectify import rectify

PICTURE = Path(__file__).parents[1] / "tests" / "pictures" / "table" / "0005.jpg"
BOARD = "shark-1991"
PX = 32
"""Pixels of a square in the floor's flat picture: as the reader samples it."""
REPEATS = 7


def measure(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median milliseconds of ``work``, after one run that is not counted."""
    work()
    spent = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        spent.append((perf_counter() - start) * 1000)
    return statistics.median(spent)


def floor(image: Image, pose: Pose) -> None:
    """One warp of the board and one conversion of the same pixels to Lab."""
    grid = pose.board.grid
    step_x, step_y = grid.pitch_mm[0] / PX, grid.pitch_mm[1] / PX
    to_board = np.array([[step_x, 0, grid.origin_mm[0]], [0, step_y, grid.origin_mm[1]], [0, 0, 1]])
    flat = cv2.warpPerspective(
        image,
        pose.homography @ to_board,
        (grid.cols * PX, grid.rows * PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)


def plain_orb(image: Image, reference: Image) -> None:
    """Registration with ORB as a first attempt would write it."""
    finder = cv2.ORB_create(3000)  # type: ignore[attr-defined]
    light = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8))
    found = [
        finder.detectAndCompute(light.apply(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY)), None) for p in (reference, image)
    ]
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(found[0][1], found[1][1], k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
    start = np.array([found[0][0][match.queryIdx].pt for match in good])
    end = np.array([found[1][0][match.trainIdx].pt for match in good])
    cv2.findHomography(start, end, cv2.RANSAC, 3.0)


def main() -> None:
    """Prints the figures, one a line: milliseconds, and how many times the floor or plain ORB they are."""
    cv2.setNumThreads(1)
    board = calibration.board(BOARD)
    image, empty = read_picture(PICTURE), read_picture(PICTURE.with_name(f"{PICTURE.stem}-empty.jpg"))
    pose = locate(image, board)
    least = measure(lambda: floor(image, pose), 50)
    orb = measure(lambda: plain_orb(image, empty))
    for name, work, against, unit in (
        ("reading, pose known, empty board known", lambda: read_squares(image, pose, empty=empty), least, "floor"),
        ("reading, pose known", lambda: read_squares(image, pose), least, "floor"),
        ("verifying the pose", lambda: verify(image, pose, empty), least, "floor"),
        ("laying the board flat once", lambda: rectify(image, pose, 0.0, PX // 2), least, "floor"),
        ("finding the board anew", lambda: locate(image, board), orb, "plain ORB"),
    ):
        spent = measure(work)
        print(f"{name}: {spent:.1f} ms, {spent / against:.1f} x {unit} ({against:.1f} ms)")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB at most")


if __name__ == "__main__":
    main()
