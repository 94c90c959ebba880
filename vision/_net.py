"""A small convolutional network in plain numpy that looks at a whole board and gives one answer a square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from calibration.nets import Weights
from companion.devices import Image

Floats = NDArray[np.float32]

STRIDES = (2, 1, 2, 1, 2, 1, 2, 1)
"""Steps of the 3 x 3 layers; together they go from 16 places a square to one answer a square."""
SPREADS = (1, 2, 3)
"""Steps, in squares, between the nine squares that each of the last layers looks at: who throws a long shadow there?"""
WITHOUT_EMPTY = (*range(6), *range(9, 15), *range(18, 24))
"""The channels of `features` that do not tell of the empty board."""
QUARTER = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, -1]], np.float32)
MIRROR = np.diag(np.array([-1, 1, -1], np.float32))
"""What a quarter turn and a mirror make of the differences left from right, upper from lower, and crosswise."""
GREY = np.full((1, 3), 1 / 3, np.float32)
CHROMA = np.eye(3, dtype=np.float32) - np.float32(1 / 3)
DARKEST = np.float32(0.04)
"""Added before logarithms are taken, so that noise in the dark does not count."""
ROWS = 8
"""Rows of a layer that are worked out at a time: what is made of them stays near the processor."""

# The layers are small: where other work runs, waiting for a second thread takes ten times as long.
threadpool_limits(1, "blas")


def odds(net: Weights, looks: Floats, turns: Iterable[int]) -> Floats:
    """(2 * turns, rows, cols, classes): how likely each class is, with the board turned by quarters, and mirrored.

    ``looks`` is (16 * (rows - 1) + 1, 16 * (cols - 1) + 1, 18 or 27), `features` from the centres of the first row and
    column to those of the last. A board may be looked at in any of eight orientations, and a sure reading is the same
    in all. Always the whole board: an answer depends on nine squares around its own, so a part would hardly cost less.
    """
    rows, cols = (looks.shape[0] + 15) // 16, (looks.shape[1] + 15) // 16
    orientations = [(turn, mirrored) for turn in turns for mirrored in (False, True)]
    answers = np.empty((len(orientations), rows, cols, len(net["out_b"])), np.float32)
    for number, orientation in enumerate(orientations):
        answer = softmax(forward(_facing(net, *orientation), _oriented(looks, *orientation)))
        answers[number] = _oriented(answer, *_back(*orientation))
    return answers


def _oriented(board: Floats, turn: int, mirrored: bool) -> Floats:
    """The board turned by so many quarters, and then mirrored left to right."""
    turned = np.rot90(board, turn)
    return turned[:, ::-1] if mirrored else turned


def _facing(net: Weights, turn: int, mirrored: bool) -> Weights:
    """The net for `features` turned with the board, where their differences are others or have another sign."""
    weight = net["conv0_w"].copy()
    change = np.linalg.matrix_power(QUARTER, turn % 4)
    if mirrored:
        change = MIRROR @ change
    for first in range(weight.shape[2] // 3 * 2, weight.shape[2], 3):
        weight[:, :, first : first + 3] = np.einsum("no,yxnc->yxoc", change, weight[:, :, first : first + 3])
    return {**net, "conv0_w": weight}


def _back(turn: int, mirrored: bool) -> tuple[int, bool]:
    """The orientation that undoes this one: a mirrored turn undoes itself."""
    return (turn, True) if mirrored else (-turn, False)


def forward(net: Weights, layer: Floats) -> Floats:
    """(rows, cols, classes): the net's answers to `features`, before they are made to sum to one."""
    for number, stride in enumerate(STRIDES):
        layer = convolve(layer, net[f"conv{number}_w"], net[f"conv{number}_b"], stride=stride)
    for number, spread in enumerate(SPREADS):
        around = convolve(layer, net[f"around{number}_w"], net[f"around{number}_b"], spread=spread)
        layer = np.maximum(layer + around @ net[f"change{number}_w"] + net[f"change{number}_b"], 0)
    return np.asarray(layer @ net["out_w"] + net["out_b"], np.float32)


def features(planes: Sequence[Image]) -> Floats:
    """(H, W, 18 or 27) of two or three (2 * H, 2 * W, 3): what the first layer sees, each two by two pixels as one.

    Their mean, its chroma in the first two planes, how much darker or brighter than the third, the empty board; and in
    each plane how the grey levels of the four differ: left from right, upper from lower, crosswise. All but the mean
    in logarithms. An edge or thin print that the mean has lost shows in these.
    """
    means, differences = [], []
    for plane in planes:  # one after the other: memory that is given back and taken again costs more than the work
        fine = np.multiply(plane, np.float32(1 / 255), dtype=np.float32)
        means.append(cv2.resize(fine, (fine.shape[1] // 2, fine.shape[0] // 2), interpolation=cv2.INTER_AREA))
        grey = np.log(cv2.transform(fine, GREY) + DARKEST) * np.float32(0.5)
        across, both = grey[:, ::2] - grey[:, 1::2], grey[:, ::2] + grey[:, 1::2]
        differences += [across[::2] + across[1::2], both[::2] - both[1::2], across[::2] - across[1::2]]
    light = [np.log(mean + DARKEST) for mean in means]
    parts = [mean - np.float32(0.5) for mean in means] + [cv2.transform(plane, CHROMA) for plane in light[:2]]
    if len(planes) == 3:
        parts.append(light[0] - light[2])
    return np.asarray(cv2.merge(parts + differences), np.float32)


def convolve(layer: Floats, weight: Floats, bias: Floats, stride: int = 1, spread: int = 1) -> Floats:
    """3 x 3 places that lie ``spread`` apart, with a rim of zeros, then the positive part."""
    high, wide, channels = layer.shape
    padded = np.zeros((high + 2 * spread, wide + 2 * spread, channels), np.float32)
    padded[spread:-spread, spread:-spread] = layer
    span = 2 * spread + 1
    windows = np.lib.stride_tricks.sliding_window_view(padded, (span, span), axis=(0, 1))
    windows = windows[::stride, ::stride, :, ::spread, ::spread].transpose(0, 1, 3, 4, 2)
    rows, cols = windows.shape[:2]
    kernel = weight.reshape(9 * channels, -1)
    result = np.empty((rows, cols, kernel.shape[1]), np.float32)
    for part in range(0, rows, ROWS):  # every pixel stands nine times in this, so not all at once
        answers = result[part : part + ROWS].reshape(-1, kernel.shape[1])  # the same memory
        np.matmul(windows[part : part + ROWS].reshape(-1, 9 * channels), kernel, out=answers)
        answers += bias
        np.maximum(answers, 0, out=answers)
    return result


def softmax(answers: Floats) -> Floats:
    powers = np.exp(answers - answers.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
