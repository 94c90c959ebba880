"""A small convolutional network in plain numpy that looks at a whole board and gives one answer a square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.nets import Weights

Floats = NDArray[np.float32]

STRIDES = (2, 1, 2, 1, 2, 1, 2, 1)
"""Steps of the 3 x 3 layers; together they go from 16 pixels a square to one answer a square."""


def odds(net: Weights, planes: Floats, turns: Iterable[int], absent: Sequence[int] = ()) -> Floats:
    """(2 * turns, rows, cols, classes): how likely each class is, with the board turned by quarters, and mirrored.

    ``planes`` is (16 * (rows - 1) + 1, 16 * (cols - 1) + 1, channels): from the centres of the first row and column to
    those of the last. ``absent``: classes that cannot be; the others are then weighed against each other alone. A board
    may be looked at in any of eight orientations, and a sure reading is the same in all.
    """
    answers = []
    for turn in turns:
        turned = np.rot90(planes, turn)
        as_it_is = np.rot90(_softmax(forward(net, turned), absent), -turn)
        mirrored = np.rot90(_softmax(forward(net, turned[:, ::-1]), absent)[:, ::-1], -turn)
        answers += [as_it_is, mirrored]
    return np.stack(answers)


def forward(net: Weights, planes: Floats) -> Floats:
    """(rows, cols, classes): the net's answers, before they are made to sum to one."""
    layer = features(planes)
    for number, stride in enumerate(STRIDES):
        layer = _convolve(layer, net[f"conv{number}_w"], net[f"conv{number}_b"], stride)
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


def _convolve(layer: Floats, weight: Floats, bias: Floats, stride: int) -> Floats:
    """3 x 3 with a rim of zeros, then the positive part."""
    padded = np.pad(layer, ((1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1))[::stride, ::stride]
    rows, cols, channels = windows.shape[:3]
    flat = windows.transpose(0, 1, 3, 4, 2).reshape(rows * cols, 9 * channels)
    result = flat @ weight.reshape(9 * channels, -1) + bias
    return np.asarray(np.maximum(result, 0).reshape(rows, cols, -1), np.float32)


def _softmax(answers: Floats, absent: Sequence[int]) -> Floats:
    powers = np.exp(answers - answers.max(axis=2, keepdims=True))
    powers[..., list(absent)] = 0
    return np.asarray(powers / powers.sum(axis=2, keepdims=True), np.float32)
