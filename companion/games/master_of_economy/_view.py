"""What people and other rooms may see of a state: the replay's keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games._protocol import BANKER, Viewer
from companion.games.master_of_economy._end import result
from companion.games.master_of_economy._legal import legal_ahead
from companion.games.master_of_economy._material import FACTORIES, GOODS, Company, printed_market
from companion.games.master_of_economy._payments import missing
from companion.games.master_of_economy._state import Charge, Due, Person, State, Success
from companion.games.master_of_economy._steps import steps_of_trade
from companion.games.master_of_economy._trade import markers_on
from companion.games.master_of_economy._turn import step_of
from companion.games.master_of_economy._words import A_FACTORY, GOOD_NAMES, number_of
from companion.money import Money
from companion.sentence import Sentence

_DETAIL = {"build": "type", "import": "good", "local": "good", "fine": "good", "purchase": "of"}
"""Under which key the replay says what a payment is about."""


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The state with the keys of the replay format, all but n and entries.

    While cash is secret (M-2) a player sees his own alone; hidden amounts are None, and so is what the bank has, from
    which they could be worked out. A success marker that lies face down is its player's secret (M-19).
    """
    turn, over = state.turn, result(state)
    hidden = viewer != BANKER and over is None
    secret = hidden and not state.table.options.open_cash
    return {
        "year": state.year,
        "phase": state.phase,
        "step": step_of(state),
        "turn": None if turn is None else {"company": turn.company, "player": turn.player},
        "position": list(state.position),
        "companies": {company: _firm(state, company) for company in state.table.companies},
        "players": {
            player: _person(person, None if secret and player != viewer else person.cash)
            for player, person in state.people.items()
        },
        "bank": {
            "cash": None if secret else bank_cash(state),
            "packets": {company: list(state.bank_packets(company)) for company in state.table.companies},
            "goods": {good: state.bank_goods(good) for good in GOODS},
            "factories": {plant: state.bank_factories(plant) for plant in FACTORIES},
        },
        "market": {good: {**markers_on(row), "demand": row.demand} for good, row in state.offers.items()},
        "support": dict(state.support),
        "due": None if state.due is None else _due(state, state.due),
        "motions": list(state.motions),
        "votes": dict(state.votes),
        "candidates": list(state.candidates),
        "elected": dict(state.elected),
        "success": {
            player: _success(markers, hidden and player != viewer) for player, markers in state.success.items()
        },
        "over": over,
    }


def extras(state: State) -> dict[str, Any]:
    """What pages need besides the view, the same for everybody.

    ``rows``: each good's import price and export prices from the left; ``stand_ins``: the figures that no text gives;
    ``goods``, ``factories``: what they are called, and ``boards``: what lies on each company's, both to be said in the
    reader's language; ``trade``: the newest trade step by step (`steps_of_trade`);
    ``ahead``: what companies may prepare that come later in this phase (`legal_ahead`).
    """
    market = state.market
    return {
        "rows": {good: {"import": row.import_, "export": list(row.export)} for good, row in market.rows.items()},
        "grey_field": market.grey_field,
        "trade": steps_of_trade(state),
        "ahead": legal_ahead(state),
        "stand_ins": list(market.stand_ins),
        "goods": dict(GOOD_NAMES),
        "factories": dict(A_FACTORY),
        "boards": {
            company: {name: _named(getattr(firm, name)) for name in ("store", "factories", "supplied")}
            for company, firm in state.firms.items()
        },
    }


def _named(counts: Mapping[Any, int]) -> list[Sentence]:
    return [number_of(count, name) for name, count in counts.items() if count]


def box_cash() -> Money:
    """All the money in the box."""
    return Money(sum(value * count for value, count in printed_market().notes.items()))


def bank_cash(state: State) -> Money:
    """What the bank has when nobody else has it; it may fall below 0 (M-23)."""
    held = sum(person.cash for person in state.people.values()) + sum(firm.cash for firm in state.firms.values())
    return Money(box_cash() - held)


def _firm(state: State, company: Company) -> dict[str, Any]:
    firm = state.firms[company]
    return {
        "manager": firm.manager,
        "cash": firm.cash,
        "loans": firm.loans,
        "points": firm.points,
        "value": state.value(company),
        "store": dict(firm.store),
        "factories": dict(firm.factories),
        "supplied": dict(firm.supplied),
        "packets": {of: list(packets) for of, packets in firm.packets.items()},
    }


def _person(person: Person, cash: Money | None) -> dict[str, Any]:
    packets = {of: list(held) for of, held in person.packets.items()}
    return {"cash": cash, "relations": person.relations, "packets": packets}


def _due(state: State, due: Due) -> dict[str, Any]:
    charge: Charge = due.charge
    about = {_DETAIL[charge.purpose]: charge.about} if charge.purpose in _DETAIL else {}
    still = missing(state, charge)
    return {"company": charge.company, "for": charge.purpose, "amount": charge.amount, "missing": still, **about}


def _success(markers: Success, hidden: bool) -> dict[str, int | None]:
    return {"down": None if hidden else markers.down, "lying": markers.lying}
