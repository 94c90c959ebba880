"""Cards as a camera knows them, and what a picture of a player's rows shows of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.parsing import decode_object, plainly

Rgb = tuple[int, int, int]


class Deck(msgspec.Struct, frozen=True):
    """A file of cards: their size in mm, and the tones of their faces (red, green, blue).

    ``colours``: by business; ``multitalent`` and ``risk``: the tones that such a card has side by side; ``back``: of a
    card that lies face down. ``stand_in``: the file says that its tones are no real copy's.
    """

    name: str
    size_mm: tuple[float, float]
    colours: Mapping[str, Rgb]
    multitalent: tuple[Rgb, ...]
    risk: tuple[Rgb, ...]
    back: Rgb
    stand_in: bool = False


def parse_deck(content: bytes) -> Deck:
    """The deck that a file describes; raises FormatError."""
    try:
        deck = msgspec.convert(decode_object(content), Deck)
    except msgspec.ValidationError as error:
        raise FormatError(f"not a file of cards: {plainly(error)}") from None
    tones = [*deck.colours.values(), *deck.multitalent, *deck.risk, deck.back]
    if min(deck.size_mm) <= 0 or not all(0 <= part <= 255 for tone in tones for part in tone):
        raise FormatError("not a file of cards: size_mm is above 0, tones have three numbers from 0 to 255")
    return deck


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row of cards half over one another. None: not known, people say. ``dealmaker``: it has a card face down.

    A row with ``cards`` 0 and no business is a dealmaker without a face-up card.
    """

    business: str | None
    cards: int | None
    multitalents: int | None
    risk: int | None
    dealmaker: bool = True

    @property
    def sure(self) -> bool:
        return self.cards is not None and (self.business is not None or self.cards == 0)

    def to_json(self) -> dict[str, Any]:
        """What is not known is "?"."""
        numbers = {"cards": self.cards, "multitalents": self.multitalents, "risk": self.risk}
        return {
            "business": self.business if self.business is not None or self.cards == 0 else "?",
            **{name: "?" if number is None else number for name, number in numbers.items()},
        }


def rows_json(rows: Sequence[SeenRow]) -> dict[str, Any]:
    """A player's rows as the report of a scoring takes them, and how many dealmakers have no card (``empty``).

    Nobody has two rows of one business (B-4): where two are read as one none of their numbers is known.
    """
    empty = sum(row.cards == 0 and row.business is None for row in rows)
    lying = [row for row in rows if not (row.cards == 0 and row.business is None)]
    twice = {name for name, times in Counter(row.business for row in lying).items() if times > 1}
    doubtful = [SeenRow(row.business, None, None, None) if row.business in twice else row for row in lying]
    return {"rows": [row.to_json() for row in doubtful], "empty": empty}
