"""A small convolutional network in plain numpy: five 3 x 3 layers and two dense ones, run on patches of squares."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from calibration.nets import Weights
from vision.patches import Patches

Floats = NDArray[np.float32]

STRIDES = (2, 1, 2, 1, 2)
"""Steps of the 3 x 3 layers: the first already halves, for speed."""
_BATCH = 16
"""Patches at a time: what one layer hands to the next then stays in a processor's own memory."""


def logits(net: Weights, squares: Patches, turns: Iterable[int]) -> Floats:
    """(2 * turns, N, classes): what the net says of each patch, turned by quarters, as it is and mirrored.

    A square may be looked at in any of the eight orientations, and a sure reading is the same in all.
    """
    answers = []
    for turn in turns:
        turned = np.rot90(squares, turn, (1, 2))
        for oriented in (turned, turned[:, :, ::-1]):
            batches = [forward(net, oriented[start : start + _BATCH]) for start in range(0, len(squares), _BATCH)]
            answers.append(np.concatenate(batches))
    return np.stack(answers)


def forward(net: Weights, squares: Patches) -> Floats:
    """(N, classes) of (N, height, width, channels)."""
    layer = features(squares)
    for number, stride in enumerate(STRIDES):
        layer = _convolve(layer, net[f"conv{number}_w"], net[f"conv{number}_b"], stride)
    hidden = np.maximum(layer.reshape(len(layer), -1) @ net["hidden_w"] + net["hidden_b"], 0)
    return np.asarray(hidden @ net["out_w"] + net["out_b"], np.float32)


def features(squares: Patches) -> Floats:
    """The patches' channels, the chroma of both planes, and how much darker or brighter than empty, in logarithms."""
    light = np.log(squares + np.float32(0.04))
    parts = [squares - np.float32(0.5)]
    for first in (0, 3):
        plane = light[..., first : first + 3]
        parts.append(plane - plane.mean(axis=3, keepdims=True))
    if squares.shape[3] == 9:
        parts.append(light[..., 0:3] - light[..., 6:9])
    return np.concatenate(parts, axis=3, dtype=np.float32)


def _convolve(layer: Floats, weight: Floats, bias: Floats, stride: int) -> Floats:
    """3 x 3, zero padding as in TensorFlow's "same" (more of it at the end), then the positive part."""
    count, size, _, channels = layer.shape
    out = -(-size // stride)
    padding = (out - 1) * stride + 3 - size
    before, after = padding // 2, padding - padding // 2
    padded = np.pad(layer, ((0, 0), (before, after), (before, after), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(1, 2))[:, ::stride, ::stride]
    flat = windows.transpose(0, 1, 2, 4, 5, 3).reshape(count * out * out, 9 * channels)
    result = flat @ weight.reshape(9 * channels, -1) + bias
    return np.asarray(np.maximum(result, 0).reshape(count, out, out, -1), np.float32)
