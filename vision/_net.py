"""A small convolutional network in plain numpy that looks at a whole board and gives one answer a square."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from calibration.nets import Weights

Floats = NDArray[np.float32]

STRIDES = (2, 1, 2, 1, 2, 1, 2, 1)
"""Steps of the 3 x 3 layers; together they go from 16 pixels a square to one answer a square."""
SPREADS = (1, 2, 3)
"""Steps, in squares, between the nine squares that each of the last layers looks at: who throws a long shadow there?"""
REACH = 3 + sum(SPREADS)
"""Squares around its own that an answer depends on: the layers before see 91 pixels."""
ROWS = 16
"""Rows of a layer that are worked out at a time."""
MOST = 0.8
"""Share of the board from which it is looked at whole."""

# The layers are small: where other work runs, waiting for a second thread takes ten times as long.
threadpool_limits(1, "blas")


def odds(
    net: Weights,
    planes: Floats,
    turns: Iterable[int],
    wanted: NDArray[np.bool_] | None = None,
) -> Floats:
    """(2 * turns, rows, cols, classes): how likely each class is, with the board turned by quarters, and mirrored.

    ``planes`` is (16 * (rows - 1) + 1, 16 * (cols - 1) + 1, channels): from the centres of the first row and column to
    those of the last. A board may be looked at in any of eight orientations, and a sure reading is the same in all.
    ``wanted`` (rows, cols): where answers are asked for, everywhere else they are 0; squares in one part of a large
    board cost less than the whole.
    """
    rows, cols = (planes.shape[0] + 15) // 16, (planes.shape[1] + 15) // 16
    asked = np.ones((rows, cols), bool) if wanted is None else wanted
    looks = features(planes)
    orientations = [(turn, mirrored) for turn in turns for mirrored in (False, True)]
    answers = np.zeros((len(orientations), rows, cols, len(net["out_b"])), np.float32)
    for box, squares in _windows(asked):
        part = looks[tuple(slice(16 * side.start, 16 * side.stop - 15) for side in box)]
        for number, orientation in enumerate(orientations):
            found = _oriented(_softmax(forward(net, _oriented(part, *orientation))), *_back(*orientation))
            answers[number][box][squares] = found[squares]
    return answers


def _windows(asked: NDArray[np.bool_]) -> list[tuple[tuple[slice, slice], NDArray[np.bool_]]]:
    """Rectangles of the board, with the squares asked for in each, that hold all that those answers depend on."""
    near = cv2.dilate(asked.astype(np.uint8), np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8))
    count, groups, found, _ = cv2.connectedComponentsWithStats(near)
    if found[1:, cv2.CC_STAT_AREA].sum() > MOST * asked.size:
        return [((slice(0, asked.shape[0]), slice(0, asked.shape[1])), asked)]
    boxes = [(slice(y, y + height), slice(x, x + width)) for x, y, width, height, _ in found[1:].tolist()]
    return [(box, asked[box] & (groups[box] == group)) for group, box in zip(range(1, count), boxes, strict=True)]


def _oriented(board: Floats, turn: int, mirrored: bool) -> Floats:
    """The board turned by so many quarters, and then mirrored left to right."""
    turned = np.rot90(board, turn)
    return turned[:, ::-1] if mirrored else turned


def _back(turn: int, mirrored: bool) -> tuple[int, bool]:
    """The orientation that undoes this one: a mirrored turn undoes itself."""
    return (turn, True) if mirrored else (-turn, False)


def forward(net: Weights, layer: Floats) -> Floats:
    """(rows, cols, classes): the net's answers to `features`, before they are made to sum to one."""
    for number, stride in enumerate(STRIDES):
        layer = _convolve(layer, net[f"conv{number}_w"], net[f"conv{number}_b"], stride=stride)
    for number, spread in enumerate(SPREADS):
        around = _convolve(layer, net[f"around{number}_w"], net[f"around{number}_b"], spread=spread)
        layer = np.maximum(layer + around @ net[f"change{number}_w"] + net[f"change{number}_b"], 0)
    return np.asarray(layer @ net["out_w"] + net["out_b"], np.float32)


def features(planes: Floats) -> Floats:
    """The planes' channels, the chroma of two of them, and how much darker or brighter than empty, in logarithms."""
    light = np.log(planes + np.float32(0.04))
    parts = [planes - np.float32(0.5)]
    for first in (0, 3):
        plane = light[..., first : first + 3]
        parts.append(plane - plane.mean(axis=2, keepdims=True))
    if planes.shape[2] == 9:
        parts.append(light[..., 0:3] - light[..., 6:9])
    return np.concatenate(parts, axis=2, dtype=np.float32)


def _convolve(layer: Floats, weight: Floats, bias: Floats, stride: int = 1, spread: int = 1) -> Floats:
    """3 x 3 places that lie ``spread`` apart, with a rim of zeros, then the positive part."""
    padded = np.pad(layer, ((spread, spread), (spread, spread), (0, 0)))
    span = 2 * spread + 1
    windows = np.lib.stride_tricks.sliding_window_view(padded, (span, span), axis=(0, 1))
    windows = windows[::stride, ::stride, :, ::spread, ::spread]
    rows, cols, channels = windows.shape[:3]
    kernel = weight.reshape(9 * channels, -1)
    result = np.empty((rows, cols, kernel.shape[1]), np.float32)
    for part in range(0, rows, ROWS):  # every pixel stands nine times in this, so not all at once
        some = windows[part : part + ROWS].transpose(0, 1, 3, 4, 2).reshape(-1, 9 * channels)
        result[part : part + ROWS] = np.maximum(some @ kernel + bias, 0).reshape(-1, cols, kernel.shape[1])
    return result


def _softmax(answers: Floats) -> Floats:
    powers = np.exp(answers - answers.max(axis=2, keepdims=True))
    return np.asarray(powers / powers.sum(axis=2, keepdims=True), np.float32)
