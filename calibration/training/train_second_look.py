"""python -m calibration.training.train_second_look OUT.npz CLOSE-UPS [--epochs N] [--rarer K]: the second look learns.

CLOSE-UPS is the folder that make_close_ups wrote. Needs what `calibration.training.train` does. ``--rarer``: as for
`calibration.training.finished`, for a seventh of the squares that are learned from show what is no piece. ``--start``
NET.npz goes on, at a third of the speed, from weights that were made with the same ``--rarer``; the answer from the
close-up alone, which is not among them, begins anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf  # type: ignore[import-not-found,import-untyped,unused-ignore]
from numpy.typing import NDArray

from calibration.training.augment_close_ups import covered, lights, turned
from calibration.training.finished import load, save, with_rarer
from calibration.training.train import IMPOSSIBLE, TOP, start_from, weights_of
from companion.errors import FormatError
from vision._net import DARKEST
from vision.deciding import LETTERS
from vision.patches import CLOSE_SPAN
from vision.second_look import LEAST, SAID, STRIDES

CHANNELS = (20, 32, 32, 48, 48, 64, 64)
"""Channels of the 3 x 3 layers; their strides are `vision.second_look.STRIDES`."""
WHOLE, AROUND, BOTH = 128, 48, 64
"""Channels of what is made of the whole close-up, of what was said of the squares around, and of both."""
BATCH = 96
SPEED = 2e-3
KNOWN = 0.55
"""Share of the batches that are learned from with the empty board."""
OWN = 0.5
"""Weight of the loss of an answer from the close-up alone: without it little is learned from the picture at first."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("close_ups", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rarer", type=float, default=0.0)
    parser.add_argument("--start", type=Path)
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    tf.random.set_seed(1)
    parts = [np.load(file) for file in sorted(given.close_ups.glob("*.npz"))]
    if not parts:
        parser.error(f"{given.close_ups}: no *.npz there, as calibration.training.make_close_ups writes them")
    close, known, alone, labels = (
        np.concatenate([part[name] for part in parts]) for name in ("close", "known", "alone", "labels")
    )
    batches = len(labels) // BATCH
    net = build(normalised=given.start is None)
    if given.start is not None:
        try:
            start_from(net, with_rarer(load(given.start), "?", -given.rarer))
        except (OSError, KeyError, FormatError) as error:
            parser.error(f"--start {given.start}: {error}")
    speed = SPEED if given.start is None else SPEED / 3
    speeds = tf.keras.optimizers.schedules.CosineDecay(speed, batches * given.epochs, alpha=0.01)
    step = stepper(net, tf.keras.optimizers.AdamW(speeds, weight_decay=1e-3))
    for epoch in range(given.epochs):
        order = rng.permutation(len(labels))
        losses = []
        for number in range(batches):
            some = np.sort(order[number * BATCH : (number + 1) * BATCH])
            is_known = bool(rng.random() < KNOWN)
            planes, said = turned(close[some], (known if is_known else alone)[some], rng)
            true = covered(planes, labels[some].astype(np.int32), rng)
            losses.append(float(step(planes, lights(BATCH, rng), tf.constant(float(is_known)), said, true)))
            if number % 100 == 99:
                print(f"  {number + 1} of {batches}: {np.mean(losses[-100:]):.4f}", flush=True)
        print(f"epoch {epoch}: mean loss {np.mean(losses):.4f}", flush=True)
        save(given.out, with_rarer(arrays_of(net), "?", given.rarer))


def features(planes: Any, known: Any) -> Any:
    """The same as `vision.second_look.features`, for TensorFlow; ``known``: 1 where the empty board is, else 0."""
    light = tf.math.log(planes + DARKEST)
    ground, roof, bare = light[..., 0:3], light[..., 3:6], light[..., 6:9]
    chroma = [part - tf.reduce_mean(part, axis=-1, keepdims=True) for part in (ground, roof)]
    beside = [ground - bare, planes[..., 6:9] - 0.5]
    return tf.concat([planes[..., :6] - 0.5, *chroma, *(part * known for part in beside)], -1)


def build(*, normalised: bool) -> Any:
    """The net: what is added to the answers from before, and an answer of its own; see `vision.second_look`.

    ``normalised`` with batch normalisation, which learning from nothing needs.
    """
    layers = tf.keras.layers

    def normal(layer: Any) -> Any:
        return layers.ReLU()(layers.BatchNormalization(momentum=0.95)(layer) if normalised else layer)

    tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
    close = layers.Input((CLOSE_SPAN, CLOSE_SPAN, 18), dtype="float32")
    said = layers.Input((3, 3, len(LETTERS)), dtype="float32")
    layer = close
    for number, (width, stride) in enumerate(zip(CHANNELS, STRIDES, strict=True)):
        layer = layers.ZeroPadding2D(1)(layer)
        layer = layers.Conv2D(width, 3, strides=stride, use_bias=not normalised, name=f"conv{number}")(layer)
        layer = normal(layer)
    whole = normal(layers.Dense(WHOLE, use_bias=not normalised, name="whole")(layers.Flatten()(layer)))
    around = layers.Dense(AROUND, activation="relu", name="around")(
        layers.Flatten()(layers.Rescaling(float(SAID))(said))
    )
    both = layers.Dropout(0.3)(layers.Concatenate()([whole, around]))
    both = layers.Dense(BOTH, activation="relu", name="both")(both)
    change = layers.Dense(len(LETTERS), kernel_initializer="zeros", name="out", dtype="float32")(both)
    before = layers.Dense(1, use_bias=False, kernel_initializer="ones", name="before", dtype="float32")
    middle = layers.Reshape((len(LETTERS), 1))(said[:, 1, 1])
    own = layers.Dense(len(LETTERS), name="own", dtype="float32")
    changed = layers.Add(dtype="float32")([change, layers.Reshape((len(LETTERS),))(before(middle))])
    return tf.keras.Model([close, said], [changed, own(whole)])


def stepper(net: Any, optimiser: Any) -> Any:
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    @tf.function  # type: ignore[untyped-decorator,unused-ignore]
    def step(pixels: Any, light: Any, known: Any, said: Any, labels: Any) -> Any:
        close = features(tf.minimum(tf.cast(pixels, tf.float32) / 255 * light, 1.0), known)
        said = tf.math.log(said + LEAST)
        no_top = tf.cast(labels != TOP, tf.float32)
        with tf.GradientTape() as tape:
            answers, own = net([close, said], training=True)
            loss = tf.reduce_mean(loss_of(labels, answers))
            # in a game without TOPs the other letters are weighed against each other alone (`vision.classify.judge`)
            without = loss_of(labels, answers - IMPOSSIBLE * tf.one_hot(TOP, len(LETTERS)))
            whole = loss + tf.reduce_mean(without * no_top) / 2 + OWN * tf.reduce_mean(loss_of(labels, own))
        slopes = tape.gradient(whole, net.trainable_variables)
        optimiser.apply_gradients(zip(slopes, net.trainable_variables, strict=True))
        return loss

    return step


def arrays_of(net: Any) -> dict[str, NDArray[np.float32]]:
    """The net's arrays by name, as `vision.second_look` takes them."""
    arrays = weights_of(net)
    return {name: np.asarray(array, np.float32) for name, array in arrays.items() if not name.startswith("own_")}


if __name__ == "__main__":
    main()
