"""What reading a frame costs, on one core, against the least that it could: ratios of figures from one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np

import calibration
from bench._compare import Comparison, Way
from companion.devices import Frame, Image
from companion.pictures import read_picture
from vision.classify import judge
from vision.locate import locate, register, verify
from vision.patches import views
from vision.pose import Pose
from vision.rectify import rectify
from vision.watcher import BoardWatcher

PICTURE = Path(__file__).parents[1] / "tests" / "pictures" / "table" / "0005.jpg"
BOARD = "shark-1991"
WATCHED = [PICTURE.parents[1] / "seq00" / name for name in ("0002.jpg", "0004.jpg")]
PX = 32
"""Pixels of a square in the floor's flat picture: as the reader samples it."""
AGAIN = 20
"""The floor is too short to be measured once."""


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


def comparisons() -> Iterator[Comparison]:
    """Reading, watching and finding a board of 1280 x 960 pixels, one thread, against the floor and plain ORB."""
    cv2.setNumThreads(1)
    board = calibration.board(BOARD)
    image, empty = read_picture(PICTURE), read_picture(PICTURE.with_name(f"{PICTURE.stem}-empty.jpg"))
    pose, squares = locate(image, board), board.squares()
    empty_pose = register(empty, image, pose)  # its camera was nudged since, as happens
    yield Comparison(
        "A frame whose pose is known",
        "frame",
        [
            Way("reading, the empty board known", lambda: judge(views(image, pose, empty, empty_pose), squares)),
            Way("reading", lambda: judge(views(image, pose), squares)),
            Way("verifying the pose", lambda: verify(image, pose, empty)),
            Way("laying the board flat once", lambda: rectify(image, pose, 0.0, PX // 2)),
            Way("the floor: one warp, one conversion to Lab", lambda: _repeat(lambda: floor(image, pose)), AGAIN),
        ],
    )
    yield Comparison(
        "A frame of a camera that watches",
        "frame",
        [
            Way("watching, a house more or less", _watching(WATCHED)),
            Way("watching, nothing new: passed over", _watching(WATCHED[:1])),
            Way("the floor: one warp, one conversion to Lab", lambda: _repeat(lambda: floor(image, pose)), AGAIN),
        ],
    )
    yield Comparison(
        "Finding the board anew",
        "frame",
        [
            Way("finding, nothing known", lambda: locate(image, board)),
            Way("plain ORB registration to the empty board", lambda: plain_orb(image, empty)),
        ],
    )


def _watching(pictures: Sequence[Path]) -> Callable[[], object]:
    """Shows a watcher that knows the empty board the next of the pictures, each time with other noise, by turns."""
    chance = np.random.default_rng(1)
    clean = [read_picture(path).astype(float) for path in pictures]
    images = [np.clip(image + chance.normal(0, 2, image.shape), 0, 255).astype(np.uint8) for image in [*clean, *clean]]
    watcher = BoardWatcher(calibration.board(BOARD), empty=read_picture(pictures[0].with_name("empty.jpg")))
    watcher.see(Frame("first", np.asarray(clean[-1], np.uint8), 0))
    frames = (Frame(str(number), image, number) for number, image in enumerate(cycle(images)))

    def see() -> None:
        frame = next(frames)
        changed = bool(watcher.see(frame))
        assert watcher.settled, f"{frame.name}: was not read"
        assert changed == (len(pictures) > 1), f"{frame.name}: not what was to be measured"

    return see


def _repeat(work: Callable[[], object]) -> None:
    for _ in range(AGAIN):
        work()
