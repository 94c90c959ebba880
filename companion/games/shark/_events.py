"""The events of a SHARK record, parsed (the table "SHARK events" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games._events import Amend, read_event


class Pick(msgspec.Struct, frozen=True, tag_field="do", tag="pick"):
    """A player takes a share free of charge at the start (R-1)."""

    player: str
    company: str


class Buy(msgspec.Struct, frozen=True, tag_field="do", tag="buy"):
    """The mover buys shares of the bank (R-3)."""

    player: str
    company: str
    shares: int


class Sell(msgspec.Struct, frozen=True, tag_field="do", tag="sell"):
    """The mover sells shares to the bank (R-3)."""

    player: str
    company: str
    shares: int


class RollDice(msgspec.Struct, frozen=True, tag_field="do", tag="roll"):
    """The mover throws the dice (R-6)."""

    player: str
    zone: str
    colour: str


class Place(msgspec.Struct, frozen=True, tag_field="do", tag="place"):
    """The mover puts a house, or a TOP where ``company`` is "top" (R-7, R-24)."""

    player: str
    company: str
    square: str


class CannotPlace(msgspec.Struct, frozen=True, tag_field="do", tag="cannot_place"):
    """The mover says that no legal square is left (R-7)."""

    player: str


class ForcedSale(msgspec.Struct, frozen=True, tag_field="do", tag="forced_sale"):
    """A debtor sells a set of shares at half price (R-18)."""

    player: str
    shares: dict[str, int]


class EndTurn(msgspec.Struct, frozen=True, tag_field="do", tag="end_turn"):
    """The mover ends his turn."""

    player: str


Event = Pick | Buy | Sell | RollDice | Place | CannotPlace | ForcedSale | EndTurn | Amend


def parse_event(raw: Mapping[str, Any]) -> Event:
    """The event in a decoded line; unknown keys are passed over.

    Raises FormatError for an unknown or missing "do", a missing key, a wrong JSON type. Values that the game does
    not know are for `apply` to refuse.

    >>> parse_event({"do": "buy", "player": "Andrea", "company": "red", "shares": 2, "x_time": 12})
    Buy(player='Andrea', company='red', shares=2)
    """
    return read_event(raw, Event, "SHARK")  # type: ignore[no-any-return]
