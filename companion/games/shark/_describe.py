"""Events in words."""

from __future__ import annotations

from typing import Any

from companion.games._events import Amend
from companion.games._protocol import Sentence
from companion.games.shark import _events as events
from companion.games.shark._editions import COMPANIES, FREE, TOP
from companion.games.shark._explain import company_name
from companion.games.shark._state import State
from companion.money import Amount


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.Pick(player, company):
            return Sentence("{player} picks a {company} share", _values(player, company), "R-1")
        case events.Buy(player, company, shares):
            return _trade("buys", state, player, company, shares)
        case events.Sell(player, company, shares):
            return _trade("sells", state, player, company, shares)
        case events.RollDice(player, zone, colour):
            values = {"player": player, "zone": zone, "colour": colour}
            if colour == FREE:
                return Sentence("{player} throws zone {zone}", values, "R-6")
            return Sentence("{player} throws {colour}, zone {zone}", values, "R-6")
        case events.Place(player, company, square):
            values = {**_values(player, company), "square": square}
            if company == TOP:
                return Sentence("{player} puts a TOP on {square}", values, "R-24")
            return Sentence("{player} puts a {company} house on {square}", {**values, "company": company}, "R-7")
        case events.CannotPlace(player):
            return Sentence("{player} cannot place a house", {"player": player}, "R-7")
        case events.ForcedSale(player, sold):
            names = ", ".join(f"{count} {company_name(company)}" for company, count in sold.items() if count)
            return Sentence("{player} must sell {shares} at half price", {"player": player, "shares": names}, "R-18")
        case events.EndTurn(player):
            return Sentence("{player} ends the turn", {"player": player}, "R-2")
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _values(player: str, company: str) -> dict[str, Any]:
    return {"player": player, "company": company_name(company)}


def _trade(verb: str, state: State, player: str, company: str, shares: int) -> Sentence:
    price = next((state.price(known) for known in COMPANIES if known == company), 0)
    values = {**_values(player, company), "shares": shares, "total": Amount(price * shares)}
    noun = "share" if shares == 1 else "shares"
    return Sentence("{player} " + verb + " {shares} {company} " + noun + " for {total}", values, "R-4")
