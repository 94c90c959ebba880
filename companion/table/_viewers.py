"""Who sees and may ask for what: the banker everything, a player what is his, everybody else what lies open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import FormatError
from companion.games import BANKER, PUBLIC, Sentence, Step, Viewer
from companion.quoting import quoted

HIDDEN_CASH = "x_hidden_cash"
"""The header's key for a table where a player's money is for himself and the banker alone."""


def hides_cash(header: Mapping[str, Any]) -> bool:
    """What the header says about it; raises FormatError unless it is true or false."""
    hidden = header.get(HIDDEN_CASH, False)
    if not isinstance(hidden, bool):
        values = {"key": HIDDEN_CASH, "wanted": quoted(hidden)}
        raise FormatError(Sentence("header: “{key}” must be true or false, not {wanted}", values))
    return hidden


@dataclass(frozen=True, slots=True)
class Asked:
    """An event that a player asks the banker to book. ``id`` is the request that it came with."""

    id: str
    player: str
    event: Mapping[str, Any]
    sentence: Sentence
    step: Step[Any]


def role_of(viewer: Viewer) -> dict[str, Any]:
    """Who looks, for the page.

    >>> role_of(PUBLIC), role_of("Bernd")
    ({'role': 'public', 'player': None}, {'role': 'player', 'player': 'Bernd'})
    """
    if viewer == BANKER:
        return {"role": "banker", "player": None}
    if viewer == PUBLIC:
        return {"role": "public", "player": None}
    return {"role": "player", "player": viewer}


def show_to(viewer: Viewer, shown: dict[str, Any], players_may: Collection[str]) -> dict[str, Any]:
    """A whole snapshot without what is not for this viewer.

    A player's ``legal`` is what he himself may do now, of the events that ``players_may`` names. Where cash is hidden
    nobody but the banker gets another's cash, wealth, payments, notes, or how many shares he could pay for.
    """
    if viewer == BANKER:
        return shown
    player = None if viewer == PUBLIC else viewer
    own = [asked for asked in shown["asked"] if asked["player"] == player]
    shown = {**shown, "ways": [], "draft": None, "buttons": None, "asked": own}
    if player is not None:
        shown["legal"] = {do: bounds for do, bounds in _own(shown["legal"], player).items() if do in players_may}
    if shown["game"] is None or not shown["game"]["hidden_cash"]:
        return shown
    acts = {do: bounds for do, bounds in shown["legal"].items() if do not in players_may}
    return {
        **shown,
        "view": {**shown["view"], "cash": _only(shown["view"].get("cash", {}), player)},
        "wealth": _only(shown["wealth"], player),
        "legal": {**acts, **_own(shown["legal"], player)},
        "paper": None,
        "undo": None,
        "redo": None,
        "log": [_without_payments(line, player) for line in shown["log"] if not _counts_another(line, player)],
        "proposal": shown["proposal"] and _without_payments(shown["proposal"], player),
    }


def _own(legal: Mapping[str, Any], player: str | None) -> dict[str, Any]:
    """What that player may do: events for which he alone is awaited, or he among others, or a company of his."""
    return {
        do: bounds
        for do, bounds in legal.items()
        if player is not None
        and (player in (bounds.get("player"), bounds.get("decides")) or player in bounds.get("players", ()))
    }


def _only(amounts: Mapping[str, Any], player: str | None) -> dict[str, Any]:
    return {name: amount for name, amount in amounts.items() if name == player}


def _counts_another(line: Mapping[str, Any], player: str | None) -> bool:
    """Whether a line of the log tells what notes somebody else holds."""
    event = line["event"] or {}
    return event.get("do") == "count" and event.get("player") != player


def _without_payments(booked: Mapping[str, Any], player: str | None) -> dict[str, Any]:
    return {
        **booked,
        "notes": None,
        "entries": [entry for entry in booked["entries"] if player is not None and entry.get("player") == player],
    }
