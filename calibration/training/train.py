"""python -m calibration.training.train OUT.npz PATCHES.npz... [--alone] [--epochs N] [--start NET.npz]: a net learns.

Needs tensorflow-cpu 2.21 in an environment of its own; what comes out are plain arrays (calibration.nets), with the
batch normalisation folded into the layers. ``--start`` goes on from finished weights at a fifth of the speed; a net
that knows the empty board may be the start of one that does not (``--alone``).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf  # type: ignore[import-not-found,import-untyped,unused-ignore]

from calibration.training.augment import varied
from calibration.training.make_patches import LEFT_OUT
from vision._net import STRIDES
from vision.classify import LETTERS

CHANNELS = (32, 32, 64, 64, 96)
"""Channels of the 3 x 3 layers; their strides are `vision._net.STRIDES`."""
HIDDEN = 64
BATCH = 128
SPEED = 2e-3
HARD, EASY_SHARE = 0.2, 0.15
"""Loss from which a square comes in every epoch, and how often the easiest come."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("patches", type=Path, nargs="+")
    parser.add_argument("--alone", action="store_true", help="without the picture of the empty board")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    tf.random.set_seed(given.seed)
    channels = 6 if given.alone else 9
    files = [np.load(path) for path in given.patches]
    looks = np.concatenate([file["X"] for file in files])
    labels = np.concatenate([file["Y"] for file in files])
    looks, labels = looks[labels < LEFT_OUT], labels[labels < LEFT_OUT]
    net = build(channels, normalised=given.start is None)
    if given.start is not None:
        start_from(net, dict(np.load(given.start)), channels)
    speed = SPEED if given.start is None else SPEED / 5
    optimiser = tf.keras.optimizers.AdamW(speed, weight_decay=1e-4)
    step = stepper(net, optimiser)
    lost = np.full(len(looks), HARD / 2)  # what each square cost the last time that it came
    for epoch in range(given.epochs):
        optimiser.learning_rate.assign(speed * (0.01 + 0.99 * (1 + np.cos(np.pi * epoch / given.epochs)) / 2))
        order = rng.permutation(np.flatnonzero(rng.random(len(looks)) < np.clip(lost / HARD, EASY_SHARE, 1)))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            some = order[first : first + BATCH]
            seen, answers = varied(looks[some], labels[some], rng)
            known = (answers < LEFT_OUT).astype(np.float32)
            lost[some] = step(seen[..., :channels], np.minimum(answers, len(LETTERS) - 1), known).numpy()
        print(f"epoch {epoch}: {len(order)} squares, mean loss {lost.mean():.4f}", flush=True)
        np.savez(given.out, **weights_of(net))


def features(patches: Any) -> Any:
    """The same as `vision._net.features`, for TensorFlow."""
    light = tf.math.log(patches + 0.04)
    parts = [patches - 0.5]
    for first in (0, 3):
        plane = light[..., first : first + 3]
        parts.append(plane - tf.reduce_mean(plane, axis=-1, keepdims=True))
    if patches.shape[-1] == 9:
        parts.append(light[..., 0:3] - light[..., 6:9])
    return tf.concat(parts, -1)


def build(channels: int, *, normalised: bool) -> Any:
    """The net; ``normalised`` with batch normalisation, which learning from nothing needs."""
    layers = tf.keras.layers
    tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")  # twice as fast where the processor knows it
    given = layers.Input((36, 36, channels), dtype="float32")
    answer = layers.Lambda(features, dtype="float32")(given)
    for width, stride in zip(CHANNELS, STRIDES, strict=True):
        answer = layers.Conv2D(width, 3, strides=stride, padding="same", use_bias=not normalised)(answer)
        if normalised:
            answer = layers.BatchNormalization(momentum=0.98)(answer)
        answer = layers.ReLU()(answer)
    answer = layers.Dropout(0.3)(layers.Flatten()(answer))
    answer = layers.Dropout(0.2)(layers.Dense(HIDDEN, activation="relu")(answer))
    return tf.keras.Model(given, layers.Dense(len(LETTERS), dtype="float32")(answer))


def stepper(net: Any, optimiser: Any) -> Any:
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    @tf.function  # type: ignore[untyped-decorator,unused-ignore]
    def step(seen: Any, answers: Any, known: Any) -> Any:
        with tf.GradientTape() as tape:
            losses = loss_of(answers, net(seen, training=True)) * known
            loss = tf.reduce_sum(losses) / tf.reduce_sum(known)
        slopes = tape.gradient(loss, net.trainable_variables)
        optimiser.apply_gradients(zip(slopes, net.trainable_variables, strict=True))
        return losses

    return step


def start_from(net: Any, weights: dict[str, Any], channels: int) -> None:
    """Puts finished weights into a net without normalisation; the empty board's channels are left out if need be."""
    first = weights["conv0_w"]
    if channels == 6 and first.shape[2] == 18:
        weights["conv0_w"] = first[:, :, [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]]
    names = [f"conv{number}" for number in range(len(CHANNELS))] + ["hidden", "out"]
    learning = [layer for layer in net.layers if layer.get_weights()]
    for name, layer in zip(names, learning, strict=True):
        layer.set_weights([weights[f"{name}_w"], weights[f"{name}_b"]])


def weights_of(net: Any) -> dict[str, Any]:
    """The net's arrays by name, batch normalisation folded in."""
    arrays: dict[str, Any] = {}
    names = iter([f"conv{number}" for number in range(len(CHANNELS))] + ["hidden", "out"])
    name = ""
    for layer in net.layers:
        values = layer.get_weights()
        if isinstance(layer, tf.keras.layers.BatchNormalization):
            scale, shift, mean, variance = values
            factor = scale / np.sqrt(variance + layer.epsilon)
            arrays[f"{name}_w"], arrays[f"{name}_b"] = arrays[f"{name}_w"] * factor, shift - mean * factor
        elif values:
            name = next(names)
            arrays[f"{name}_w"] = values[0]
            if len(values) == 2:
                arrays[f"{name}_b"] = values[1]
    return arrays


if __name__ == "__main__":
    main()
