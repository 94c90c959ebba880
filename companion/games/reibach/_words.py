"""What the cards are called."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence

CARDS: Mapping[str, Sentence] = {
    "stocks": Sentence("stocks"),
    "gold": Sentence("gold"),
    "property": Sentence("property"),
    "currency": Sentence("currency"),
    "luxury": Sentence("luxury goods"),
    "gambling": Sentence("gambling"),
    "antiques": Sentence("antiques"),
    "oil": Sentence("oil"),
    "jewellery": Sentence("jewellery"),
    "art": Sentence("art"),
    "multitalent": Sentence("a Multitalent"),
    "risk": Sentence("a Risk card"),
    "reibach": Sentence("a Reibach card"),
}
"""By their names in the record; the businesses in the order of the score sheet."""


def card_name(card: str) -> Sentence | str:
    """What a card is called; an event may name what is none.

    >>> str(card_name("luxury")), card_name("air")
    ('luxury goods', 'air')
    """
    return CARDS.get(card, card)
