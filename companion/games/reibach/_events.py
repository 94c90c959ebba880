"""The events of a REIBACH & CO record, parsed (the tables "Events" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games._events import Amend, read_event


class TakeOpen(msgspec.Struct, frozen=True, tag_field="do", tag="take_open"):
    """The mover takes an open card; ``replaced_by`` is turned up in its place (B-2)."""

    player: str
    card: str
    replaced_by: str


class Draw(msgspec.Struct, frozen=True, tag_field="do", tag="draw"):
    """The mover draws from the pile; ``card`` None where the record leaves it unnamed (B-2, B-5)."""

    player: str
    card: str | None


class Replace(msgspec.Struct, frozen=True, tag_field="do", tag="replace"):
    """The next card comes in place of a Reibach card; None only in place of a drawn one (B-6)."""

    player: str
    card: str | None


class Dealmaker(msgspec.Struct, frozen=True, tag_field="do", tag="dealmaker"):
    """The mover lays a hand card face down, the start of a row (B-2)."""

    player: str
    card: str


class Lay(msgspec.Struct, frozen=True, tag_field="do", tag="lay"):
    """The mover lays a hand card face up on one of his rows, counted from 1 (B-2)."""

    player: str
    row: int
    card: str


class ReportedRow(msgspec.Struct, frozen=True):
    """A row of a score sheet: ``cards`` are the face-up business cards."""

    business: str
    cards: int
    multitalents: int = 0
    risk: int = 0


class Rows(msgspec.Struct, frozen=True, tag_field="do", tag="rows"):
    """A player reports what lies before him; ``empty``: dealmakers without a face-up card, ``hand``: hand cards."""

    player: str
    rows: tuple[ReportedRow, ...]
    empty: int | msgspec.UnsetType = msgspec.UNSET
    hand: int | msgspec.UnsetType = msgspec.UNSET


class Score(msgspec.Struct, frozen=True, tag_field="do", tag="score"):
    """All reports are in: they are scored."""


Event = TakeOpen | Draw | Replace | Dealmaker | Lay | Rows | Score | Amend


def parse_event(raw: Mapping[str, Any]) -> Event:
    """The event in a decoded line; unknown keys are passed over.

    Raises FormatError for an unknown or missing "do", a missing key, a wrong JSON type. Values that the game does
    not know are for `apply` to refuse.

    >>> parse_event({"do": "draw", "player": "Andrea", "card": None, "x_time": 12})
    Draw(player='Andrea', card=None)
    """
    return read_event(raw, Event, "REIBACH & CO")  # type: ignore[no-any-return]
