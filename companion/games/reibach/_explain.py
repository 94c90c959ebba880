"""Why each amount is paid, in a sentence with its numbers and its ruling."""

from __future__ import annotations

from companion.games.reibach._material import EMPTY_DEALMAKER, HAND_CARD, LONGEST, SECOND
from companion.games.reibach._state import Row
from companion.games.reibach._words import card_name
from companion.money import Amount
from companion.sentence import Sentence, counted


def _values(row: Row) -> dict[str, object]:
    """The row's business and its cards in words, with the Multitalents that are among them."""
    cards = counted(row.length, "{count} card", "{count} cards")
    if row.multitalents:
        among = counted(row.multitalents, "{count} Multitalent", "{count} Multitalents")
        cards = Sentence("{cards}, {multitalents} among them", {"cards": cards, "multitalents": among})
    return {"business": card_name(row.business or ""), "cards": cards}


def monopoly_reason(row: Row) -> Sentence:
    """B-7."""
    return Sentence("{business}: the only row, {cards}", _values(row), "B-7")


def longest_reason(row: Row) -> Sentence:
    """B-8."""
    return Sentence("{business}: the longest row, {cards}", _values(row), "B-8")


def second_reason(row: Row) -> Sentence:
    """B-8."""
    return Sentence("{business}: the second longest row, {cards}", _values(row), "B-8")


def shared_reason(row: Row, among: int) -> Sentence:
    """B-9."""
    values = {**_values(row), "sum": Amount(LONGEST + SECOND), "among": among}
    if (LONGEST + SECOND) % among:
        return Sentence("{business}: {among} rows share {sum}, rounded down ({cards})", values, "B-9")
    return Sentence("{business}: {among} rows share {sum} ({cards})", values, "B-9")


def risk_reason(row: Row) -> Sentence:
    """B-11."""
    return Sentence("{business}: the Risk card doubles it", {"business": card_name(row.business or "")}, "B-11")


def dealmaker_reason(count: int) -> Sentence:
    """B-12."""
    each = {"each": Amount(-EMPTY_DEALMAKER)}
    return counted(
        count,
        "{count} dealmaker without a card, {each} each",
        "{count} dealmakers without a card, {each} each",
        each,
        "B-12",
    )


def hand_reason(count: int) -> Sentence:
    """B-12."""
    each = {"each": Amount(-HAND_CARD)}
    return counted(count, "{count} hand card, {each} each", "{count} hand cards, {each} each", each, "B-12")
