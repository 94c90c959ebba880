"""Boards with a number printed in each square: they look like pieces, and none of them is ever told as one."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import calibration
from companion.commands._learning import sample
from companion.commands._remarks import tell_remarks
from companion.devices import Frame, Image
from companion.pictures import read_picture
from companion.squares import Square
from vision.emptiness import bareness, check_empty
from vision.palette import learn_palette
from vision.placing import pose_of_empty
from vision.pose import Pose, pose_from_corners
from vision.reader import look_at
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures" / "table"
PX_PER_MM = 8
THIN, BOLD = (0.35, 8), (0.5, 20)
"""Height of the digits and thickness of their strokes: 7 and 1 mm, 10 and 2.5 mm."""


def ink(pose: Pose, shape: tuple[int, ...], font: tuple[float, int], but: Collection[Square]) -> NDArray[np.float64]:
    """(H, W), 0 to 1: where in a picture of that shape numbers are printed, but on some squares."""
    grid, (size, strokes) = pose.board.grid, font
    width, height = (round(PX_PER_MM * side) for side in pose.board.size_mm)
    print_ = np.zeros((height, width), np.uint8)
    for number, square in enumerate(pose.board.squares(), 1):
        if square not in but:
            middle = (np.array([square.col, square.row]) + 0.5) * grid.pitch_mm + grid.origin_mm
            scale = size * grid.pitch_mm[1] * PX_PER_MM / 30
            wide, high = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_SIMPLEX, scale, strokes)[0]
            x, y = np.round(middle * PX_PER_MM + [-wide / 2, high / 2]).astype(int).tolist()
            cv2.putText(print_, str(number), (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, (255,), strokes)
    to_picture = pose.homography @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
    soft = cv2.GaussianBlur(print_, (0, 0), 3)
    return np.asarray(cv2.warpPerspective(soft, to_picture, shape[1::-1], flags=cv2.INTER_AREA), float) / 255


def numbered(name: str, font: tuple[float, int], level: float) -> tuple[Image, Image, Pose, Pose, list[str]]:
    """A labelled picture and its empty one as if numbers were printed there, a part ``level`` as bright as the print.

    With the board's poses in the two, and what stands on it: on these squares no number is seen.
    """
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    image, empty = (read_picture(PICTURES / f"{name}{end}.jpg") for end in ("", "-empty"))
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), image.shape[1::-1])
    _, of_empty = pose_of_empty(image, pose, empty, truth["corners_px"])
    assert of_empty is not None
    taken = [square for square in pose.board.squares() if truth["squares"][square.row][square.col] != "."]
    masks = (ink(pose, image.shape, font, taken), ink(of_empty, empty.shape, font, ()))
    printed = [
        np.asarray(picture * (1 - mask[..., None] * (1 - level)), np.uint8)
        for picture, mask in zip((image, empty), masks, strict=True)
    ]
    return printed[0], printed[1], pose, of_empty, truth["squares"]


@pytest.mark.parametrize(
    ("name", "font", "level"),
    [
        ("0005", THIN, 0.15),
        ("0012", BOLD, 0.15),
        ("5006", THIN, 0.15),
        ("5006", BOLD, 0.15),
        ("5013", BOLD, 0.15),
        ("5013", (0.3, 20), 0.15),
    ],
)
def test_without_the_empty_picture_no_number_is_read_as_a_piece(
    name: str, font: tuple[float, int], level: float
) -> None:
    image, _, pose, _, rows = numbered(name, font, level)
    reading, _ = look_at(image, pose.board, corners=pose.corners_px, in_vain=True)
    pairs = list(zip("".join(reading.squares), "".join(rows), strict=True))
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []


@pytest.mark.parametrize(("font", "level"), [(BOLD, 0.15), (BOLD, 0.35), ((0.3, 20), 0.15), ((0.3, 20), 0.35)])
def test_a_palette_gives_back_no_letter_that_was_refused_for_the_print(font: tuple[float, int], level: float) -> None:
    """Learned from that very picture, by command or page."""
    image, _, pose, _, rows = numbered("5000", font, level)
    palette = learn_palette(pose.board.name, [sample(image, pose.board, rows, corners=pose.corners_px)])
    reading, _ = look_at(image, pose.board, corners=pose.corners_px, palette=palette, in_vain=True)
    watcher = BoardWatcher(pose.board, corners=pose.corners_px, palette=palette)
    watcher.see(Frame("numbered", image, 0))
    for read in (reading.squares, watcher.squares or ()):
        pairs = list(zip("".join(read), "".join(rows), strict=True))
        assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []


@pytest.mark.parametrize("name", ["0012", "5006"])
def test_where_numbers_look_like_pieces_it_says_so(name: str) -> None:
    image, _, pose, _, _ = numbered(name, BOLD, 0.15)
    _, evidence = look_at(image, pose.board, corners=pose.corners_px, in_vain=True)
    assert evidence is not None
    assert evidence.judged.print_like or evidence.judged.unknown


@pytest.mark.parametrize("font", [THIN, BOLD])
@pytest.mark.parametrize("name", ["0005", "0012", "5006"])
def test_with_it_the_numbers_are_known_and_hide_nothing(name: str, font: tuple[float, int]) -> None:
    image, empty, pose, of_empty, rows = numbered(name, font, 0.15)
    shown = bareness(empty, of_empty)
    assert shown.taken == frozenset()
    finding = check_empty(empty, of_empty)
    assert finding.state == "ok"
    assert finding.todo is not None or font == THIN  # bold ones look like pieces: a person has to look
    reading, evidence = look_at(image, pose.board, corners=pose.corners_px, empty=empty, in_vain=True)
    assert evidence is not None
    told = io.StringIO()
    with contextlib.redirect_stderr(told):
        tell_remarks(Path("numbered.jpg"), evidence)
    look_yourself = finding.todo is not None
    assert ("cannot be told whether the picture of the empty board is empty" in told.getvalue()) == look_yourself
    pairs = list(zip("".join(reading.squares), "".join(rows), strict=True))
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []
    assert sum(each == "?" for each, _ in pairs) <= (len(pairs) // 20 if font == THIN else len(pairs) // 3)
