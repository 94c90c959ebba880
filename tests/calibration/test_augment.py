"""Variations of boards while a net learns: what lies on the print, and print of a house's own colour."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.training import augment
from calibration.training.augment import ELSE, EMPTY, SIDE, SQUARES, varied
from calibration.training.make_views import LEFT_OUT
from vision.deciding import LETTERS
from vision.patches import FINE
from vision.rectify import MARGIN

RED = LETTERS.index("r")
PRINT, HOUSE = (150, 160, 170), (40, 40, 200)


def scene() -> augment.Scene:
    """Plain print with a line every square, and a red house in the middle of each second square."""
    count = SQUARES - 2 * MARGIN
    side = (SQUARES - 1) * FINE + 2
    bare = np.full((side, side, 3), PRINT, np.uint8)
    bare[FINE // 2 :: FINE] = bare[:, FINE // 2 :: FINE] = 60
    taken, labels = bare.copy(), np.zeros((count, count), np.uint8)
    for row in range(count):
        for col in range(row % 2, count, 2):
            labels[row, col] = RED
            y, x = ((at + MARGIN) * FINE for at in (row, col))
            taken[y - 9 : y + 9, x - 9 : x + 9] = HOUSE
    return np.concatenate([taken, taken, bare], axis=2)[None], labels


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other light, plastic or colours: what is looked at stays as it was made."""
    for name in ("_of_other_plastic", "_in_other_light", "_in_a_shadow"):
        monkeypatch.setattr(augment, name, lambda planes, *_: planes)
    monkeypatch.setattr(augment, "_of_other_colours", lambda planes, labels, _: (planes, labels))
    for name in ("VEILED", "PIECE_LIKE"):
        monkeypatch.setattr(augment, name, 0.0)


def test_what_looks_like_the_print_but_for_its_lines_is_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(augment, "PRINT_LIKE", 1.0)
    monkeypatch.setattr(augment, "PAINTED", 0.0)
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(20):
        planes, labels = varied(scene(), scene(), rng)
        for row, col in np.argwhere(labels == ELSE):
            y, x = row * FINE, col * FINE
            if 0 < row < SQUARES - 1 and 0 < col < SQUARES - 1:
                own = planes[y - 4 : y + 6, x - 4 : x + 6, :3]
                covered += 1
                assert not np.allclose(own, np.array(HOUSE) / 255, atol=0.02)
        assert set(np.unique(labels)) <= {EMPTY, RED, ELSE, LEFT_OUT}
    assert covered > 20


def test_a_painted_field_leaves_the_houses_and_their_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(augment, "PAINTED", 1.0)
    monkeypatch.setattr(augment, "_with_a_thing", lambda planes, labels, *_: (planes, labels))
    rng = np.random.default_rng(3)
    painted = 0
    for _ in range(10):
        planes, labels = varied(scene(), scene(), rng)
        assert planes.shape == (SIDE, SIDE, 9)
        assert set(np.unique(labels)) <= {EMPTY, RED, LEFT_OUT}
        for row, col in np.argwhere(labels == RED):
            y, x = row * FINE, col * FINE
            assert np.allclose(planes[y - 3 : y + 5, x - 3 : x + 5, :6], np.tile(np.array(HOUSE) / 255, 2), atol=0.03)
        for row, col in np.argwhere(labels == EMPTY):
            y, x = row * FINE, col * FINE
            own, bare = planes[y - 3 : y + 5, x - 3 : x + 5, :3], planes[y - 3 : y + 5, x - 3 : x + 5, 6:]
            assert np.allclose(own, bare, atol=0.03)
            painted += not np.allclose(bare, np.array(PRINT) / 255, atol=0.1)
    assert painted > 30


def test_under_a_mirrored_lamp_a_letter_stays_only_where_something_is_left_to_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red against the print, of 0.43 of the whole in green: a quarter of it, and a little for squares half lost."""
    monkeypatch.setattr(augment, "VEILED", 1.0)
    monkeypatch.setattr(augment, "PAINTED", 0.0)
    monkeypatch.setattr(augment, "_with_a_thing", lambda planes, labels, *_: (planes, labels))
    rng = np.random.default_rng(5)
    kept, lost = list[float](), list[float]()
    for _ in range(30):
        planes, labels = varied(scene(), scene(), rng)
        assert np.allclose(planes[..., 6:], planes[..., 6:].clip(0, 170 / 255), atol=1e-6)  # the empty board has none
        for row, col in np.argwhere((labels == RED) | (labels == ELSE)):
            y, x = row * FINE, col * FINE
            if 0 < row < SQUARES - 1 and 0 < col < SQUARES - 1:
                own = planes[y - 13 : y + 13, x - 13 : x + 13, 1]
                (kept if labels[row, col] == RED else lost).append(float(own.max() - own.min()))
    assert len(kept) > 100
    assert len(lost) > 20
    assert np.percentile(kept, 2) > 0.05
    assert np.median(kept) > 2 * np.median(lost)


def test_paper_of_a_pieces_colour_is_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(augment, "PIECE_LIKE", 1.0)
    monkeypatch.setattr(augment, "PAINTED", 0.0)
    rng = np.random.default_rng(4)
    covered = 0
    for _ in range(20):
        planes, labels = varied(scene(), scene(), rng)
        for row, col in np.argwhere(labels == ELSE):
            y, x = row * FINE, col * FINE
            if 0 < row < SQUARES - 1 and 0 < col < SQUARES - 1:
                blue, green, red = planes[y - 4 : y + 6, x - 4 : x + 6, :3].mean(axis=(0, 1))
                covered += red > 2.5 * green and red > 2.5 * blue
        assert set(np.unique(labels)) <= {EMPTY, RED, ELSE, LEFT_OUT}
    assert covered > 40
