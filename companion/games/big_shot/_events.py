"""The events of a BIG SHOT record, parsed (the table "Events" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games._events import Amend, read_event


class RollDie(msgspec.Struct, frozen=True, tag_field="do", tag="roll"):
    """The start player throws the die, the broker moves (G-2)."""

    player: str
    die: int


class Loan(msgspec.Struct, frozen=True, tag_field="do", tag="loan"):
    """A player takes a loan of the bank (G-4, G-10, G-12). ``colour``: for which purse, needed where he has two."""

    player: str
    colour: str | msgspec.UnsetType = msgspec.UNSET


class Bid(msgspec.Struct, frozen=True, tag_field="do", tag="bid"):
    """A player bids for the four stones (G-3)."""

    player: str
    amount: int


class Pass(msgspec.Struct, frozen=True, tag_field="do", tag="pass"):
    """A player leaves the auction (G-3), or takes no further loan before it (G-10, G-12)."""

    player: str


class ChoosePurse(msgspec.Struct, frozen=True, tag_field="do", tag="choose_purse"):
    """The buyer with two purses names the one that pays (G-12)."""

    player: str
    colour: str


class Place(msgspec.Struct, frozen=True, tag_field="do", tag="place"):
    """The buyer puts one of his stones into a district (G-5)."""

    player: str
    colour: str
    district: str


Event = RollDie | Loan | Bid | Pass | ChoosePurse | Place | Amend


def parse_event(raw: Mapping[str, Any]) -> Event:
    """The event in a decoded line; unknown keys are passed over.

    Raises FormatError for an unknown or missing "do", a missing key, a wrong JSON type. Values that the game does
    not know are for `apply` to refuse.

    >>> parse_event({"do": "bid", "player": "Andrea", "amount": 3, "x_time": 12})
    Bid(player='Andrea', amount=3)
    """
    return read_event(raw, Event, "BIG SHOT")  # type: ignore[no-any-return]
