"""python -m calibration.training.train OUT.npz VIEWS [--alone] [--epochs N] [--start NET.npz]: a net learns.

VIEWS is the folder that make_views wrote. Needs tensorflow-cpu 2.21 in an environment of its own; what comes out are
plain arrays in half precision (calibration.nets), with the batch normalisation folded into the layers. ``--start`` goes
on from finished weights at a third of the speed; a net that knows the empty board may be the start of one that does not
(``--alone``).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import numpy as np
import tensorflow as tf  # type: ignore[import-not-found,import-untyped,unused-ignore]

from calibration.training.augment import Floats, Labels, Scene, varied
from calibration.training.finished import save, start_weights
from calibration.training.make_views import LEFT_OUT
from companion.errors import FormatError
from vision._net import DARKEST, SPREADS, STRIDES
from vision.deciding import LETTERS

CHANNELS = (24, 32, 48, 64, 96, 96, 128, 128)
"""Channels of the 3 x 3 layers; their strides are `vision._net.STRIDES`."""
SPREAD_CHANNELS = 48
"""Channels of the layers that look at the squares around; their spreads are `vision._net.SPREADS`."""
BATCH = 12
WINDOWS = 3
"""Windows of each scene in an epoch, most of them variations that were learned from before."""
SPEED = 3e-3
HARD, EASY = 0.2, 0.25
"""Loss from which a square has its full weight, and the weight of the easiest."""
TOP, IMPOSSIBLE = LETTERS.index("t"), 1e4
"""The class that some games do not have, and what is taken from its answer there."""
KEPT, AGAIN = 150, 4
"""Windows that are kept for being learned from again, and how many of them go with each new one."""
AHEAD = 6
"""Batches that are prepared while others are learned from."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("views", type=Path)
    parser.add_argument("--alone", action="store_true", help="without the picture of the empty board")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    tf.random.set_seed(given.seed)
    channels = 6 if given.alone else 9
    scenes = [
        (np.load(file, mmap_mode="r"), np.load(file.with_suffix("").with_suffix(".labels.npy")))
        for file in sorted(given.views.glob("*.views.npy"))
    ]
    if not scenes:
        parser.error(f"{given.views}: no *.views.npy there, as calibration.training.make_views writes them")
    net = build(channels, normalised=given.start is None)
    if given.start is not None:
        try:
            start_from(net, start_weights(given.start, alone=given.alone))
        except (OSError, FormatError) as error:
            parser.error(f"--start {given.start}: {error}")
    speed = SPEED if given.start is None else SPEED / 3
    optimiser = tf.keras.optimizers.AdamW(speed, weight_decay=1e-4)
    step = stepper(net, optimiser)
    batches = max(1, len(scenes) * WINDOWS // BATCH)
    coming = ahead(scenes, batches * given.epochs, rng)
    for epoch in range(given.epochs):
        losses = []
        for number in range(batches):
            done = (epoch + number / batches) / given.epochs
            start = min(1.0, (epoch * batches + number + 1) / 100)
            optimiser.learning_rate.assign(speed * start * (0.01 + 0.99 * (1 + np.cos(np.pi * done)) / 2))
            planes, labels = next(coming)
            losses.append(float(step(planes[..., :channels], labels.astype(np.int32))))
        print(f"epoch {epoch}: mean loss {np.mean(losses):.4f}", flush=True)
        save(given.out, weights_of(net))


def ahead(scenes: list[Scene], batches: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Labels]]:
    """So many batches, prepared in a thread of their own.

    Varying a window costs more than learning from it, so each is learned from again, later and turned.
    """
    waiting: Queue[tuple[Floats, Labels] | None] = Queue(AHEAD)
    kept: list[tuple[Floats, Labels]] = []

    def prepare() -> None:
        try:
            fill()
        finally:
            waiting.put(None)

    def fill() -> None:
        for _ in range(batches):
            some: list[tuple[Floats, Labels]] = []
            while len(some) < BATCH:
                one, other = rng.integers(len(scenes), size=2)
                again = [kept[number] for number in rng.integers(len(kept), size=AGAIN)] if kept else []
                kept.append(varied(scenes[one], scenes[other], rng))
                some += [kept[-1], *(_turned(window, rng) for window in again)]
                if len(kept) > KEPT:
                    kept.pop(int(rng.integers(len(kept))))
            some = some[:BATCH]
            waiting.put((np.stack([planes for planes, _ in some]), np.stack([labels for _, labels in some])))

    Thread(target=prepare, daemon=True).start()
    for _ in range(batches):
        batch = waiting.get()
        if batch is None:
            raise RuntimeError("no batch could be prepared: see what is said above")
        yield batch


def _turned(window: tuple[Floats, Labels], rng: np.random.Generator) -> tuple[Floats, Labels]:
    planes, labels = window
    turns = int(rng.integers(1, 4))
    return np.rot90(planes, turns), np.rot90(labels, turns)


def features(planes: Any) -> Any:
    """The same as `vision._net.features`, for TensorFlow."""
    mean = tf.nn.avg_pool2d(planes, 2, 2, "VALID")
    light = tf.math.log(mean + DARKEST)
    parts = [mean - 0.5]
    for first in (0, 3):
        plane = light[..., first : first + 3]
        parts.append(plane - tf.reduce_mean(plane, axis=-1, keepdims=True))
    if planes.shape[-1] == 9:
        parts.append(light[..., 0:3] - light[..., 6:9])
    for first in range(0, planes.shape[-1], 3):
        grey = tf.math.log(tf.reduce_mean(planes[..., first : first + 3], axis=-1) + DARKEST)
        across, both = (grey[:, :, ::2] + sign * grey[:, :, 1::2] for sign in (-1, 1))
        differences = [across[:, ::2] + across[:, 1::2], both[:, ::2] - both[:, 1::2], across[:, ::2] - across[:, 1::2]]
        parts.append(tf.stack(differences, -1) / 2)
    return tf.concat(parts, -1)


def build(channels: int, *, normalised: bool) -> Any:
    """The net; ``normalised`` with batch normalisation, which learning from nothing needs.

    Its layers that learn are named as `vision._net` calls them.
    """
    layers = tf.keras.layers
    tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")  # twice as fast where the processor knows it
    given = layers.Input((None, None, channels), dtype="float32")
    answer = layers.Lambda(features, dtype="float32")(given)
    for number, (width, stride) in enumerate(zip(CHANNELS, STRIDES, strict=True)):
        answer = layers.ZeroPadding2D(1)(answer)
        answer = layers.Conv2D(width, 3, strides=stride, use_bias=not normalised, name=f"conv{number}")(answer)
        if normalised:
            answer = layers.BatchNormalization(momentum=0.98)(answer)
        answer = layers.ReLU()(answer)
    for number, spread in enumerate(SPREADS):
        looks = layers.Conv2D(SPREAD_CHANNELS, 3, dilation_rate=spread, activation="relu", name=f"around{number}")
        changes = layers.Dense(CHANNELS[-1], kernel_initializer="zeros", name=f"change{number}")  # nothing at first
        change = changes(looks(layers.ZeroPadding2D(spread)(answer)))
        answer = layers.ReLU()(layers.Add()([answer, change]))
    answer = layers.SpatialDropout2D(0.05)(answer)
    return tf.keras.Model(given, layers.Dense(len(LETTERS), dtype="float32", name="out")(answer))


def stepper(net: Any, optimiser: Any) -> Any:
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    @tf.function  # type: ignore[untyped-decorator,unused-ignore]
    def step(planes: Any, labels: Any) -> Any:
        named = tf.minimum(labels, len(LETTERS) - 1)
        known = tf.cast(labels < LEFT_OUT, tf.float32)
        no_top = known * tf.cast(labels != TOP, tf.float32)
        with tf.GradientTape() as tape:
            answers = net(planes, training=True)
            losses = loss_of(named, answers) * known
            # In a game without TOPs the other letters are weighed against each other alone (`vision.classify.judge`).
            without = loss_of(named, answers - IMPOSSIBLE * tf.one_hot(TOP, len(LETTERS))) * no_top
            loss = weighed(losses, known) + weighed(without, no_top) / 2
        slopes = tape.gradient(loss, net.trainable_variables)
        optimiser.apply_gradients(zip(slopes, net.trainable_variables, strict=True))
        return tf.reduce_sum(losses) / tf.reduce_sum(known)

    return step


def weighed(losses: Any, known: Any) -> Any:
    """The mean loss of the squares that are known, those that are easy counting less."""
    weight = tf.stop_gradient(tf.clip_by_value(losses / HARD, EASY, 1.0)) * known
    return tf.reduce_sum(losses * weight) / (tf.reduce_sum(weight) + 50.0)


def start_from(net: Any, weights: dict[str, Any]) -> None:
    """Puts finished weights into a net without normalisation; raises FormatError where they are another net's.

    Layers that the weights have nothing for stay as they are.
    """
    taken: set[str] = set()
    for layer in net.layers:
        names = [name for part in "wb" if (name := f"{layer.name}_{part}") in weights]
        if names:
            try:
                layer.set_weights([weights[name] for name in names])
            except ValueError:
                raise FormatError(f"{' and '.join(names)}: another net's, of other sizes") from None
            taken.update(names)
    if taken != set(weights):
        raise FormatError(f"another net's: no layer of this one takes {', '.join(sorted(set(weights) - taken))}")


def weights_of(net: Any) -> dict[str, Any]:
    """The arrays of the net's layers that learn, by their names, batch normalisation folded in."""
    arrays: dict[str, Any] = {}
    name = ""
    for layer in net.layers:
        values = layer.get_weights()
        if isinstance(layer, tf.keras.layers.BatchNormalization):
            scale, shift, mean, variance = values
            factor = scale / np.sqrt(variance + layer.epsilon)
            arrays[f"{name}_w"], arrays[f"{name}_b"] = arrays[f"{name}_w"] * factor, shift - mean * factor
        elif values:
            name = layer.name
            arrays.update(zip((f"{name}_w", f"{name}_b"), values, strict=False))
    return arrays


if __name__ == "__main__":
    main()
