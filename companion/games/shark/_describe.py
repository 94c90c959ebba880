"""Events in words."""

from __future__ import annotations

from typing import Any

from companion.games._events import Amend
from companion.games.shark import _events as events
from companion.games.shark._editions import COMPANIES, FREE, TOP
from companion.games.shark._state import State, Table
from companion.games.shark._words import COLOURS, a_house, company_name
from companion.money import Amount
from companion.sentence import Sentence, counted


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.Pick(player, company):
            values = _values(state.table, player, company)
            return Sentence("{player} picks a share of {company}", values, "R-1")
        case events.Buy(player, company, shares):
            return counted(
                shares,
                "{player} buys {count} {company} share for {total}",
                "{player} buys {count} {company} shares for {total}",
                {**_values(state.table, player, company), "total": _total(state, company, shares)},
                "R-4",
            )
        case events.Sell(player, company, shares):
            return counted(
                shares,
                "{player} sells {count} {company} share for {total}",
                "{player} sells {count} {company} shares for {total}",
                {**_values(state.table, player, company), "total": _total(state, company, shares)},
                "R-4",
            )
        case events.RollDice(player, zone, colour):
            if colour == FREE:
                return Sentence("{player} throws zone {zone}", {"player": player, "zone": zone}, "R-6")
            values = {"player": player, "zone": zone, "colour": COLOURS.get(colour, colour)}
            return Sentence("{player} throws {colour}, zone {zone}", values, "R-6")
        case events.Place(player, company, square):
            values = {"player": player, "house": a_house(company), "square": square}
            return Sentence("{player} puts {house} on {square}", values, "R-24" if company == TOP else "R-7")
        case events.CannotPlace(player):
            return Sentence("{player} cannot place a house", {"player": player}, "R-7")
        case events.ForcedSale(player, sold):
            named = ((count, company_name(state.table, company)) for company, count in sold.items() if count)
            parts = tuple(Sentence("{count} {company}", {"count": count, "company": name}) for count, name in named)
            return Sentence("{player} must sell {shares} at half price", {"player": player, "shares": parts}, "R-18")
        case events.EndTurn(player):
            return Sentence("{player} ends the turn", {"player": player}, "R-2")
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _values(table: Table, player: str, company: str) -> dict[str, Any]:
    return {"player": player, "company": company_name(table, company)}


def _total(state: State, company: str, shares: int) -> Amount:
    price = next((state.price(known) for known in COMPANIES if known == company), 0)
    return Amount(price * shares)
