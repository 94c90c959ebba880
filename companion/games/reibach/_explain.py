"""Why each amount is paid, in a sentence with its numbers and its ruling."""

from __future__ import annotations

from companion.games.reibach._material import EMPTY_DEALMAKER, HAND_CARD, LONGEST, SECOND
from companion.games.reibach._state import Row
from companion.money import Amount
from companion.sentence import Sentence

_CARDS = {False: "{length} cards", True: "{length} card"}


def _cards(row: Row) -> str:
    """The row's cards in words, with the Multitalents that are among them."""
    text = _CARDS[row.length == 1]
    if row.multitalents:
        text += " ({multitalents} Multitalent" + ("" if row.multitalents == 1 else "s") + ")"
    return text


def _values(row: Row) -> dict[str, object]:
    return {"business": row.business, "length": row.length, "multitalents": row.multitalents}


def monopoly_reason(row: Row) -> Sentence:
    """B-7."""
    return Sentence("{business}: the only row, " + _cards(row), _values(row), "B-7")


def longest_reason(row: Row) -> Sentence:
    """B-8."""
    return Sentence("{business}: the longest row, " + _cards(row), _values(row), "B-8")


def second_reason(row: Row) -> Sentence:
    """B-8."""
    return Sentence("{business}: the second longest row, " + _cards(row), _values(row), "B-8")


def shared_reason(row: Row, among: int) -> Sentence:
    """B-9."""
    values = {**_values(row), "sum": Amount(LONGEST + SECOND), "among": among}
    text = "{business}: {among} rows of " + _cards(row) + " share {sum}"
    return Sentence(text + (", rounded down" if (LONGEST + SECOND) % among else ""), values, "B-9")


def risk_reason(row: Row) -> Sentence:
    """B-11."""
    return Sentence("{business}: the Risk card doubles it", _values(row), "B-11")


def dealmaker_reason(count: int) -> Sentence:
    """B-12."""
    noun = "dealmaker" if count == 1 else "dealmakers"
    values = {"count": count, "each": Amount(-EMPTY_DEALMAKER)}
    return Sentence("{count} " + noun + " without a card, {each} each", values, "B-12")


def hand_reason(count: int) -> Sentence:
    """B-12."""
    noun = "hand card" if count == 1 else "hand cards"
    return Sentence("{count} " + noun + ", {each} each", {"count": count, "each": Amount(-HAND_CARD)}, "B-12")
