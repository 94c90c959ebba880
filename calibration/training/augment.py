"""Variations of boards while a net learns: turned windows, foreign things, shadows, other plastic, light and noise."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.make_views import LEFT_OUT
from vision.deciding import LETTERS
from vision.measures import largest
from vision.patches import FINE
from vision.rectify import MARGIN

Floats = NDArray[np.float32]
Labels = NDArray[np.uint8]
Scene = tuple[NDArray[np.uint8], Labels]
"""A picture's versions (V, H, W, 9) and labels (rows, cols), as `make_views` writes them."""

SQUARES = 13
"""Squares along a side of a window."""
SIDE = (SQUARES - 1) * FINE + 2
"""Pixels along it: from the centre of the first square to the centre of the last."""
EMPTY, ELSE = LETTERS.index("."), LETTERS.index("?")
MIRRORED = 0.2
"""Share of the windows in which the houses of one part of the board mirror a lamp."""
OTHER_COLOUR = 0.04
"""Share of the houses that are given a colour that no piece has, and are then anything else."""
COLOURED = 0.2
"""Difference of one channel's logarithm from the others' from which a pixel is of another colour."""
FIELDS = (0.12, 0.1, 0.6), (0.5, 0.2, 0.07), (0.12, 0.4, 0.12), (0.1, 0.62, 0.75), (0.1, 0.1, 0.1)
"""Blue, green and red of fields painted in a house's own colour, on which little but its edges tells a house."""
PAINTED, PRINT_LIKE, PIECE_LIKE = 0.15, 0.35, 0.2
"""Share of the windows with such a field, of the things on the board that look like its print, where they have not the
colour of a piece on it, and of those that have."""
VEILED, LEFT = 0.35, 0.25
"""Share of the windows on which a lamp or a window is mirrored in what lies over everything, and how much of the
contrast between dark and bright is left of a square from which on it can be read."""
RECOLOURED = {
    "r": ((1.0, 2.6, 1.5), (3.0, 0.9, 1.1), (2.6, 2.2, 1.2)),
    "b": ((1.0, 0.7, 3.0), (1.0, 1.9, 2.8), (0.9, 1.8, 0.9)),
    "g": ((2.6, 1.1, 0.9), (2.2, 1.2, 2.4)),
    "y": ((1.0, 0.55, 1.1), (3.0, 1.0, 1.0), (2.4, 0.55, 1.0)),
}
"""What blue, green and red of a house are multiplied with: orange, purple, pink, white, cyan and the like."""

_ROWS, _COLS = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)


def varied(scene: Scene, other: Scene, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """A window (SIDE, SIDE, 9) of one of a scene's versions as seen another time, 0..1, with its labels.

    ``other``: a scene that lends its look to some of the things that lie over the board.
    """
    planes, labels = _window(scene, rng)
    if rng.random() < PAINTED:
        planes = _with_a_painted_field(planes, rng)
    planes = _of_other_plastic(planes, labels, rng)
    planes, labels = _of_other_colours(planes, labels, rng)
    for _ in range(int(rng.integers(0, 4))):
        planes, labels = _with_a_thing(planes, labels, _window(other, rng)[0], rng)
    if rng.random() < 0.3:
        planes = _in_a_shadow(planes, rng)
    if rng.random() < VEILED:
        planes, labels = _under_a_veil(planes, labels, rng)
    return _in_other_light(planes, rng), labels


def _window(scene: Scene, rng: np.random.Generator) -> tuple[Floats, Labels]:
    versions, squares = scene
    labels = np.pad(squares, MARGIN, constant_values=LEFT_OUT)
    starts = [int(rng.integers(0, max(1, length - SQUARES + 1))) for length in labels.shape]
    row, col = starts
    labels = labels[row : row + SQUARES, col : col + SQUARES]
    high, wide = ((length - 1) * FINE + 2 for length in labels.shape)
    planes = versions[rng.integers(len(versions)), row * FINE : row * FINE + high, col * FINE : col * FINE + wide]
    if planes.shape[:2] != (SIDE, SIDE):
        missing = [(0, SQUARES - length) for length in labels.shape]
        labels = np.pad(labels, missing, constant_values=LEFT_OUT)
        planes = np.pad(planes, ((0, SIDE - high), (0, SIDE - wide), (0, 0)), mode="edge")
    turns = int(rng.integers(4))
    planes, labels = np.rot90(planes, turns), np.rot90(labels, turns)
    if rng.random() < 0.5:
        planes, labels = planes[:, ::-1], labels[:, ::-1]
    return np.ascontiguousarray(planes, np.float32) / np.float32(255), labels.copy()


def _of_other_plastic(planes: Floats, labels: Labels, rng: np.random.Generator) -> Floats:
    """What differs from the empty board in other tints; houses clearer, or with lamps mirrored in them.

    Half of the empty squares get a tint too, so that its edge does not tell a house from a shadow.
    """
    house = ((labels > 0) & (labels < ELSE))[..., None]
    tinted = house | (rng.random(house.shape) < 0.5)
    gloss: NDArray[Any] = (
        np.clip(np.abs(rng.normal(0, 0.22, house.shape)), 0, 0.6) * (rng.random(house.shape) < 0.2) * house
    )
    if rng.random() < MIRRORED:
        gloss = np.maximum(gloss, _mirrored_lamp(rng)[..., None] * house)
    tint: NDArray[Any] = (rng.normal(0, 0.07, (SQUARES, SQUARES, 3)) + rng.normal(0, 0.13, house.shape)) * tinted
    clear: NDArray[Any] = rng.uniform(0, 0.35, house.shape) * (rng.random(house.shape) < 0.15) * house
    lamp = _single(rng.uniform(0.4, 0.95) * (1 + rng.normal(0, 0.05, 3)))
    gloss, tint, clear = _to_pixels(gloss), _to_pixels(tint), _to_pixels(clear)
    for first in (0, 3):
        plane = planes[..., first : first + 3]
        new = _unlike_empty(plane, planes)
        plane = plane * (1 - gloss * new) + lamp * gloss * new
        plane = plane * (1 - clear * new) + planes[..., 6:9] * clear * new
        planes[..., first : first + 3] = np.clip(plane * np.exp(tint * new), 0, 1)
    return planes


def _mirrored_lamp(rng: np.random.Generator) -> NDArray[Any]:
    """(SQUARES, SQUARES): how much a lamp is mirrored in level roofs: most in one place, fading away from it."""
    rows, cols = np.mgrid[0:SQUARES, 0:SQUARES]
    y, x = rng.uniform(-2, SQUARES + 2, 2)
    return np.asarray(
        rng.uniform(0.2, 0.65) * np.exp(-((rows - y) ** 2 + (cols - x) ** 2) / (2 * rng.uniform(2, 6) ** 2))
    )


def _of_other_colours(planes: Floats, labels: Labels, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """Some houses in colours that no piece has: a kind of piece that was never seen is anything else."""
    factors = np.ones((SQUARES, SQUARES, 3))
    labels = labels.copy()
    for row, col in np.argwhere((labels > 0) & (labels < ELSE) & (rng.random(labels.shape) < OTHER_COLOUR)):
        choices = RECOLOURED.get(LETTERS[labels[row, col]])
        if choices is not None:
            factors[row, col] = choices[int(rng.integers(len(choices)))]
            labels[row, col] = ELSE
    if (factors != 1).any():
        pixels = np.log(_to_pixels(factors))
        for first in (0, 3):
            plane = planes[..., first : first + 3]
            changed = plane * np.exp(pixels * _of_another_colour(plane, planes))
            planes[..., first : first + 3] = np.clip(changed, 0, 1)
    return planes, labels


def _with_a_thing(planes: Floats, labels: Labels, lent: Floats, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """A band or an oval (an arm, a finger, a coin, paper) on top; squares under it are anything else, or left out."""
    x, y = rng.uniform(0, SIDE, 2)
    pieces = np.argwhere((labels > 0) & (labels < ELSE))
    as_a_piece = len(pieces) > 0 and rng.random() < PIECE_LIKE
    if as_a_piece or rng.random() < 0.35:
        angle = rng.uniform(0, 2 * np.pi)
        across = (_COLS - x) * np.cos(angle) + (_ROWS - y) * np.sin(angle)
        along = (_ROWS - y) * np.cos(angle) - (_COLS - x) * np.sin(angle)
        below = (np.abs(across) < rng.uniform(14, 48)) & (along > 0)
        if as_a_piece:  # a slip of paper, wider than a square: a smaller one is a level tile
            below = (np.abs(across) < rng.uniform(20, 64)) & (along > 0) & (along < rng.uniform(40, 240))
    else:
        stretch = rng.uniform(0.5, 2.0)
        below = (_COLS - x) ** 2 * stretch + (_ROWS - y) ** 2 / stretch < rng.uniform(10, 40) ** 2
    if as_a_piece:
        surface = _like_a_piece(planes, pieces[int(rng.integers(len(pieces)))], rng)
    elif rng.random() < PRINT_LIKE:
        surface = _like_the_print(planes[..., 6:9], rng)
    else:
        surface = _surface(rng) if rng.random() < 0.75 else lent[..., :6]
    shift = [int(step) for step in rng.integers(-10, 11, 2)] if rng.random() < 0.5 else [0, 0]
    above = np.roll(below, shift, (0, 1))  # a thing with a height lies elsewhere in the roofs' plane
    for first, mask in ((0, below), (3, above)):
        part = slice(first, first + 3)
        planes[..., part] = np.where(mask[..., None], np.clip(surface[..., part], 0, 1), planes[..., part])
    covered, touched = _share(below), _share(below | above)
    known = labels < LEFT_OUT
    least = np.where(labels == EMPTY, 0.25, 0.08)  # a small house may lie under little
    labels = np.where(known & (touched > least) & (labels != ELSE), LEFT_OUT, labels)
    return planes, np.asarray(np.where(known & (covered > 0.38), ELSE, labels), np.uint8)


def _surface(rng: np.random.Generator) -> Floats:
    """A plain, grained surface of any colour, two of five the colours of skin; (SIDE, SIDE, 6)."""
    if rng.random() < 0.4:
        colour = np.sort([rng.uniform(0.1, 0.55), rng.uniform(0.2, 0.7), rng.uniform(0.3, 0.9)])
    else:
        colour = rng.uniform(0, 1, 3) ** 1.3
    grain = cv2.resize(_single(rng.normal(0, 1, (24, 24))), (SIDE, SIDE))[..., None]
    return _single(np.tile(colour * (1 + 0.15 * rng.normal() + 0.08 * grain), 2))


def _like_the_print(bare: Floats, rng: np.random.Generator) -> Floats:
    """A sleeve or a cloth that may be taken for the print: its colours without its lines, folded; (SIDE, SIDE, 6)."""
    soft = cv2.GaussianBlur(bare, (0, 0), rng.uniform(2.5, 7))
    shifts = [int(step) for step in rng.integers(-3 * FINE, 3 * FINE + 1, 2)]
    soft = np.roll(soft, shifts, (0, 1))
    size = int(rng.integers(20, 120))
    folds = cv2.resize(_single(rng.normal(0, rng.uniform(0.03, 0.25), (size, size))), (SIDE, SIDE))[..., None]
    angle = rng.uniform(0, 2 * np.pi)
    slope = ((_COLS / SIDE - 0.5) * np.cos(angle) + (_ROWS / SIDE - 0.5) * np.sin(angle))[..., None]
    shade = _single(np.exp(folds + rng.normal(0, 0.25) + rng.normal(0, 0.6) * slope))
    return np.asarray(np.tile(soft * shade, 2), np.float32)


def _like_a_piece(planes: Floats, square: NDArray[np.intp], rng: np.random.Generator) -> Floats:
    """Plain paper of the colour of the piece on a square (row, column) of the window; (SIDE, SIDE, 6)."""
    row, col = np.clip(square * FINE, 5, SIDE - 6)
    colour = np.median(planes[row - 5 : row + 6, col - 5 : col + 6, :3].reshape(-1, 3), axis=0)
    grain = cv2.resize(_single(rng.normal(0, 1, (24, 24))), (SIDE, SIDE))[..., None]
    shade = np.exp(rng.normal(0, 0.08) + rng.uniform(0, 0.06) * grain)
    return _single(np.tile(colour * shade, 2))


def _with_a_painted_field(planes: Floats, rng: np.random.Generator) -> Floats:
    """Print of a house's own colour on some columns and rows; what has another colour than the print keeps it."""
    (top, bottom), (left, right) = (np.sort(rng.integers(0, SIDE + 1, 2)) for _ in range(2))
    field = slice(top, bottom), slice(left, right)
    if min(bottom - top, right - left) < FINE:
        return planes
    colour = _single(FIELDS[int(rng.integers(len(FIELDS)))]) * np.exp(_single(rng.normal(0, 0.2, 3)))
    print_ = planes[..., 6:9][field].reshape(-1, 3).mean(axis=0)
    factor = (colour / (print_ + np.float32(0.02))) ** _single(rng.uniform(0.4, 0.95))
    kept = [_of_another_colour(planes[..., first : first + 3], planes)[field] for first in (0, 3, 6)]
    for first, keep in zip((0, 3, 6), kept, strict=True):
        part = planes[..., first : first + 3][field]
        planes[..., first : first + 3][field] = np.clip(part * (keep + (1 - keep) * factor), 0, 1)
    return planes


def _in_a_shadow(planes: Floats, rng: np.random.Generator) -> Floats:
    """The shadow of something outside, sharp or soft, over print and houses alike; a stripe of it two times in five."""
    angle = rng.uniform(0, 2 * np.pi)
    x, y = rng.uniform(0, SIDE, 2)
    across = (_COLS - x) * np.cos(angle) + (_ROWS - y) * np.sin(angle)
    edge = 3 / rng.uniform(2, 24)
    shaded = _step(across * edge)
    if rng.random() < 0.4:
        shaded = shaded * (1 - _step((across - rng.uniform(30, 120)) * edge))
    light = rng.uniform(0.25, 0.9) * (1 + rng.normal(0, 0.03, 3))
    planes[..., :6] *= np.tile(_single(1 - shaded[..., None] * (1 - light)), 2)
    return planes


def _under_a_veil(planes: Floats, labels: Labels, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """A lamp, a tube or a window mirrored over print and houses alike; what it leaves too little of is anything else.

    As a sheet of glass or haze in the lens does it: mixed with what is behind or, as light does, added to it.
    """
    angle = rng.uniform(0, 2 * np.pi)
    x, y = rng.uniform(0, SIDE, 2)
    along = (_COLS - x) * np.cos(angle) + (_ROWS - y) * np.sin(angle)
    across = (_ROWS - y) * np.cos(angle) - (_COLS - x) * np.sin(angle)
    size, wide = FINE * rng.uniform(1, 6), rng.uniform(0.3, 1)
    if rng.random() < 0.65:
        share = np.exp(-((along / size) ** 2 + (across / size / wide) ** 2) / 2)
    else:
        edge = rng.uniform(2, 12) / size
        share = _step((size - np.abs(along)) * edge) * _step((size * wide - np.abs(across)) * edge)
    share = _single(rng.uniform(0.2, 1.1) * share)[..., None]
    colour = _single(np.tile(np.exp(-np.abs(rng.normal(0, 0.08, 3))), 2))
    mixed = rng.random() < 0.5

    def veiled(seen: Floats) -> Floats:
        if mixed:
            return seen + np.clip(share, 0, 1) * (colour - seen)
        return _single(np.clip(seen**2.2 + share * colour**2.2, 0, 1) ** (1 / 2.2))

    dark, bright = (veiled(np.full((SIDE, SIDE, 6), level, np.float32)).mean(axis=2) for level in (0.15, 0.6))
    lost = _share((bright - dark) / 0.45 < LEFT) > 0.5
    planes[..., :6] = veiled(planes[..., :6])
    return planes, np.asarray(np.where((labels < LEFT_OUT) & lost, ELSE, labels), np.uint8)


def _step(values: Floats) -> Floats:
    return _single(1 / (1 + np.exp(-np.clip(values, -30, 30))))


def _in_other_light(planes: Floats, rng: np.random.Generator) -> Floats:
    """Brighter, darker, warmer, flatter, more or less saturated; the empty board a little off; noise."""
    gains = np.tile(np.exp(rng.normal(-0.05, 0.22) + rng.normal(0, 0.05, 3)), 3)
    gains[6:9] *= np.exp(rng.normal(0, 0.03, 3))
    lit = planes * _single(gains)
    falloff = cv2.resize(_single(rng.normal(0, 0.08, (3, 3))), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    lit[..., :6] *= np.exp(falloff)[..., None]
    lit = np.clip(lit, np.float32(1e-4), np.float32(1)) ** _single(np.exp(rng.normal(0, 0.12)))
    colours = lit.reshape(SIDE, SIDE, 3, 3)
    grey = _mean(colours)
    lit = (grey + (colours - grey) * _single(np.exp(rng.normal(0, 0.15)))).reshape(planes.shape)
    if rng.random() < 0.5:
        lit += rng.standard_normal(lit.shape, np.float32) * _single(rng.uniform(0, 0.02))
    return np.asarray(np.clip(lit, 0, 1), np.float32)


def _unlike_empty(plane: Floats, planes: Floats) -> Floats:
    """(SIDE, SIDE, 1): where a plane differs from the empty board, with softened edges."""
    new = (largest(np.abs(plane - planes[..., 6:9])) > 0.08).astype(np.float32)
    return np.asarray(cv2.blur(new, (5, 5))[..., None], np.float32)


def _of_another_colour(plane: Floats, planes: Floats) -> Floats:
    """(SIDE, SIDE, 1): where a plane has another colour than the empty board, not only another brightness."""
    ratio = np.log(plane + 0.04) - np.log(planes[..., 6:9] + 0.04)
    coloured = largest(np.abs(ratio - _mean(ratio))) > COLOURED
    return np.asarray(cv2.blur(coloured.astype(np.float32), (5, 5))[..., None], np.float32)


def _mean(colours: Floats) -> Floats:
    """(..., 1): the mean of three channels."""
    return (colours[..., :1] + colours[..., 1:2] + colours[..., 2:]) / np.float32(3)


def _to_pixels(by_square: NDArray[Any]) -> Floats:
    """(SIDE, SIDE, C): each square's values (SQUARES, SQUARES, C) at all its pixels."""
    whole = cv2.resize(_single(by_square), (SQUARES * FINE, SQUARES * FINE), interpolation=cv2.INTER_NEAREST)
    inner = slice(FINE // 2, FINE // 2 + SIDE)
    return _single(whole.reshape(SQUARES * FINE, SQUARES * FINE, -1)[inner, inner])


def _share(mask: NDArray[np.bool_]) -> Floats:
    """(SQUARES, SQUARES): the share of each square that a mask covers."""
    whole = np.pad(mask.astype(np.float32), FINE // 2)[: SQUARES * FINE, : SQUARES * FINE]
    return np.asarray(whole.reshape(SQUARES, FINE, SQUARES, FINE).mean(axis=(1, 3)), np.float32)


def _single(values: Any) -> Floats:
    """In single precision: one double would make doubles of all."""
    return np.asarray(values, np.float32)
