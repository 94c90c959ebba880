"""A second look at squares in doubt: closer, and with what was said of those around."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.nets import Weights, weights
from companion.devices import Image
from companion.squares import Square
from vision._net import CHROMA, DARKEST, Floats, convolve, softmax
from vision.deciding import Certainties
from vision.patches import Views, close_up

STRIDES = (2, 2, 1, 2, 1, 2, 1)
"""Steps of the 3 x 3 layers, from 112 places across to 7."""
LEAST, SAID = np.float32(1e-4), np.float32(0.2)
"""Added to certainties before their logarithms are taken, and what these are multiplied with for a layer."""


def second_look(seen: Views, squares: Sequence[Square], board: Certainties) -> Certainties:
    """(N, 7): the certainties of squares after a closer look; ``board`` (rows, cols, 7): those of all before it."""
    net = weights("second-look")
    answers = [_answer(net, features(close_up(seen, square)), around(board, square)) for square in squares]
    return softmax(np.array(answers, np.float32).reshape(len(squares), -1))


def around(board: Certainties, square: Square) -> Certainties:
    """(3, 3, 7): the certainties of a square and those around it; 0 beyond the board's edge."""
    part = np.zeros((3, 3, board.shape[2]), np.float32)
    top, left = max(square.row - 1, 0), max(square.col - 1, 0)
    inside = board[top : square.row + 2, left : square.col + 2]
    down, right = top - square.row + 1, left - square.col + 1
    part[down : down + inside.shape[0], right : right + inside.shape[1]] = inside
    return part


def _answer(net: Weights, layer: Floats, beside: Certainties) -> Floats:
    """(7,): the net's answer to `features` of one square and what is said `around` it, before it sums to one."""
    for number, stride in enumerate(STRIDES):
        layer = convolve(layer, net[f"conv{number}_w"], net[f"conv{number}_b"], stride=stride)
    said = np.log(beside + LEAST)
    whole = np.maximum(layer.reshape(-1) @ net["whole_w"] + net["whole_b"], 0)
    known = np.maximum(SAID * said.reshape(-1) @ net["around_w"] + net["around_b"], 0)
    both = np.maximum(np.concatenate([whole, known]) @ net["both_w"] + net["both_b"], 0)
    return np.asarray(both @ net["out_w"] + net["out_b"] + net["before_w"][0, 0] * said[1, 1], np.float32)


def features(close: Image) -> Floats:
    """(H, W, 18) of (H, W, 6 or 9): the two planes, their chroma, and how they differ from the empty board."""
    planes = close.astype(np.float32) / np.float32(255)
    light = np.log(planes + DARKEST)
    ground, roof = light[..., 0:3], light[..., 3:6]
    parts = [planes[..., :6] - np.float32(0.5), cv2.transform(ground, CHROMA), cv2.transform(roof, CHROMA)]
    if close.shape[2] == 9:
        parts += [ground - light[..., 6:9], planes[..., 6:9] - np.float32(0.5)]
    else:
        parts.append(np.zeros((*close.shape[:2], 6), np.float32))
    return np.concatenate(parts, axis=2)
