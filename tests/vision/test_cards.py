"""Rows of cards read from a picture: never a wrong number, most known; what is not clear is for people."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

import calibration
from companion.cards import SeenRow, rows_json
from companion.errors import BoardNotFound
from hardware.virtual import draw_rows
from vision.cards import read_rows

DECK = calibration.deck("reibach")
BUSINESSES = tuple(DECK.colours)


def read(rows: list[list[str]], seed: int = 1, **view: float) -> tuple[SeenRow, ...]:
    return read_rows(draw_rows(DECK, rows, np.random.default_rng(seed), **view), DECK)


@pytest.mark.parametrize(
    "view",
    [{}, {"light": 0.6}, {"lean": 0.15}, {"turn_deg": 6.0}],
    ids=["straight", "dim", "aslant", "turned"],
)
def test_cards_are_counted_row_by_row(view: dict[str, float]) -> None:
    rows = [["back", "art", "art", "art"], ["back"], ["back", "jewellery", "multitalent", "jewellery"]]
    assert read(rows, **view) == (
        SeenRow("art", 3, 0, 0),
        SeenRow(None, 0, 0, 0),
        SeenRow("jewellery", 2, 1, 0),
    )


def test_a_risk_card_closes_a_row() -> None:
    assert read([["back", "gold", "gold", "risk"]]) == (SeenRow("gold", 2, 0, 1),)


def test_two_businesses_in_one_row_are_not_known() -> None:
    """No row is of two businesses (B-3): two that touch are for people to tell apart."""
    (row,) = read([["back", "art", "oil"]])
    assert (row.business, row.cards, row.sure) == (None, None, False)


def test_cards_that_hide_one_another_are_not_counted() -> None:
    """A card wholly under another makes the row no longer: one field less than its length asks for, or one more."""
    image = draw_rows(DECK, [["back", "art", "art", "art", "art"]], np.random.default_rng(1))
    height, width = image.shape[:2]
    image[int(0.4 * height) : int(0.58 * height), int(0.3 * width) : int(0.7 * width)] = (110, 140, 190)  # a hand
    assert all(row.cards is None for row in read_rows(image, DECK) if row.business == "art")


def test_a_picture_without_cards_says_so() -> None:
    wood = np.full((600, 800, 3), (58, 88, 120), np.uint8)
    with pytest.raises(BoardNotFound, match="no cards with white rims"):
        read_rows(wood, DECK)


@pytest.mark.parametrize("shape", [(400_000, 8, 3), (8, 400_000, 3)], ids=["high", "wide"])
def test_a_strip_of_a_picture_takes_no_room(shape: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A few pixels wide, it would be 50 million high at the width that pictures are read at."""
    sizes = []
    resize = cv2.resize

    def resized(image: np.ndarray, size: tuple[int, int], **how: int) -> np.ndarray:
        sizes.append(size)
        assert size[0] * size[1] <= 4_000_000
        return resize(image, size, **how)

    monkeypatch.setattr(cv2, "resize", resized)
    with pytest.raises(BoardNotFound):
        read_rows(np.zeros(shape, np.uint8), DECK)
    assert len(sizes) == 1


def test_two_rows_that_are_read_as_one_business_are_not_known() -> None:
    """Nobody has two rows of one business (B-4), so one of them at least is another."""
    told = rows_json((SeenRow("art", 3, 1, 0), SeenRow("oil", 2, 0, 0), SeenRow("art", 1, 0, 1)))
    unknown = {"business": "art", "cards": "?", "multitalents": "?", "risk": "?"}
    assert told["rows"] == [unknown, {"business": "oil", "cards": 2, "multitalents": 0, "risk": 0}, unknown]


def test_what_is_not_known_is_a_question_mark_in_the_proposal() -> None:
    rows = (SeenRow("art", 3, 1, 0), SeenRow(None, 0, 0, 0), SeenRow("oil", None, None, None))
    assert rows_json(rows) == {
        "rows": [
            {"business": "art", "cards": 3, "multitalents": 1, "risk": 0},
            {"business": "oil", "cards": "?", "multitalents": "?", "risk": "?"},
        ],
        "empty": 1,
    }


@pytest.mark.parametrize("seed", range(8))
def test_no_number_is_wrong_and_most_are_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = []
    for business in rng.permutation(BUSINESSES)[: rng.integers(2, 6)]:
        jokers = ["multitalent"] * int(rng.integers(0, 3))
        later = [*[str(business)] * int(rng.integers(0, 4)), *jokers]
        risk = ["risk"] if rng.random() < 0.4 else []
        rows.append(["back", str(business), *(str(card) for card in rng.permutation(later)), *risk])
    view = {"lean": rng.uniform(0, 0.2), "turn_deg": rng.uniform(-6, 6), "light": rng.uniform(0.6, 1.1)}
    found = read(rows, seed, **view)
    truth = [SeenRow(row[1], row.count(row[1]), row.count("multitalent"), row.count("risk")) for row in rows]
    assert len(found) == len(truth)
    known = [(seen, true) for seen, true in zip(found, truth, strict=True) if seen.sure]
    assert [pair for pair in known if pair[0] != pair[1]] == []
    assert len(known) >= len(truth) / 2
