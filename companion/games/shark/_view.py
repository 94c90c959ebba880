"""What people and other rooms may see of a state: the replay's keys, what is legal, whom the game waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from companion.games._protocol import Waiting
from companion.games.shark._editions import COMPANIES, FREE, SCALE_TOP, Company
from companion.games.shark._end import result
from companion.games.shark._placement import Placement, open_companies, placements
from companion.games.shark._settlement import forced_sale_sets, half, worth
from companion.games.shark._shares import buy_counts, sell_counts
from companion.games.shark._state import Reason, State
from companion.games.shark._turn import TRANSITIONS, awaited_player, dice
from companion.games.shark._words import A_HOUSE, COLOURS, a_house
from companion.money import Amount
from companion.sentence import Either, Sentence

SETS_SHOWN = 50
"""So many forced sales are listed at most, those that lose least."""


def view(state: State) -> dict[str, Any]:
    """The state with the keys of the replay format, all but n and entries. Everything in SHARK lies open."""
    return {
        "prices": dict(state.prices()),
        "cash": dict(state.cash),
        "shares": {
            player: {company: cards.shares for company, cards in hand.items()} for player, hand in state.hands.items()
        },
        "bank": {company: [cards.ones, cards.fives] for company, cards in state.bank.items()},
        "board": list(state.rows),
        "removed": [square.name for square in state.removed],
        "turn": state.turn,
        "phase": state.phase,
        "owes": dict(state.owes),
        "debts": {player: debt.amount for player, debt in state.debts.items()},
        "out": list(state.out),
        "over": result(state),
    }


def legal(state: State) -> dict[str, Any]:
    """Every event that may come now, by its "do", with its bounds; fit for JSON.

    - pick: player, companies
    - buy, sell: player, companies {company: {"price", "max", "counts"}}: ``counts`` are all numbers of shares that can
      change hands in one go (R-5 may leave gaps below ``max``)
    - roll: player, zones, colours
    - place: player, zone, colour, options [{"company", "square", "commission", "price", "removes"}]: ``price`` is the
      company's new one, None for a TOP
    - cannot_place, end_turn: player
    - forced_sale: player, missing, sets [{"shares", "proceeds"}]: the one that loses least first, 50 at most
    - amend: nothing
    """
    possible: dict[str, Any] = {}
    for do in TRANSITIONS[state.phase]:
        bounds = _BOUNDS[do](state)
        if bounds is not None:
            possible[do] = {"player": awaited_player(state), **bounds}
    return {**possible, "amend": {}}


def _pick(state: State) -> dict[str, Any]:
    return {"companies": [company for company in COMPANIES if state.bank[company].ones > 0]}


def _trades(state: State, counts: Callable[[State, Company], tuple[int, ...]]) -> dict[str, Any] | None:
    companies = {}
    for company in COMPANIES:
        possible = () if state.barred else counts(state, company)
        if possible:
            companies[company] = {"price": state.price(company), "max": possible[-1], "counts": list(possible)}
    return {"companies": companies} if companies else None


def _roll(state: State) -> dict[str, Any]:
    zones, colours = dice(state)
    return {"zones": list(zones), "colours": list(colours)}


def _place(state: State) -> dict[str, Any] | None:
    assert state.roll is not None
    options = [_option(placed) for placed in placements(state, state.roll)]
    return {"zone": state.roll.zone, "colour": state.roll.colour, "options": options} if options else None


def _option(placed: Placement) -> dict[str, Any]:
    return {
        "company": placed.company,
        "square": placed.square.name,
        "commission": placed.commission,
        "price": placed.new_price,
        "removes": [square.name for square in placed.removed],
    }


def _cannot_place(state: State) -> dict[str, Any] | None:
    assert state.roll is not None
    return {} if next(placements(state, state.roll), None) is None else None


def _forced_sale(state: State) -> dict[str, Any]:
    debtor = next(iter(state.owes))
    sets = islice(forced_sale_sets(state, debtor), SETS_SHOWN)
    return {
        "missing": state.owes[debtor],
        "sets": [{"shares": dict(shares), "proceeds": half(worth(state, shares))} for shares in sets],
    }


_BOUNDS: dict[str, Callable[[State], dict[str, Any] | None]] = {
    "pick": _pick,
    "buy": lambda state: _trades(state, buy_counts),
    "sell": lambda state: _trades(state, sell_counts),
    "roll": _roll,
    "place": _place,
    "cannot_place": _cannot_place,
    "forced_sale": _forced_sale,
    "end_turn": lambda _: {},
}


def waiting(state: State) -> Waiting:
    """Whom the game waits for, and to do what; the kind is the phase."""
    return Waiting(state.phase, awaited_player(state), _sentence(state))


def _sentence(state: State) -> Sentence:
    player = {"player": awaited_player(state)}
    match state.phase:
        case "pick":
            return Sentence("{player}: pick a start share", player, "R-1")
        case "trade":
            return Sentence("{player}: throw the dice (or buy and sell first)", player, "R-6")
        case "place":
            return _place_sentence(state)
        case "debt":
            debtor, missing = next(iter(state.owes.items()))
            return Sentence(
                "{player} owes {missing}: choose shares to sell",
                {"player": debtor, "missing": Amount(missing)},
                "R-18",
            )
        case "trade_after":
            if state.barred:
                return Sentence("{player}: end the turn", player, "R-7")
            return Sentence("{player}: buy, sell or end the turn", player, "R-3")
        case "over":
            return over_sentence(state)


def _place_sentence(state: State) -> Sentence:
    assert state.roll is not None
    zone, colour = state.roll.zone, state.roll.colour
    values: dict[str, Any] = {"player": state.turn, "zone": zone}
    if next(placements(state, state.roll), None) is None:
        return Sentence("{player}: no house fits into zone {zone}, so say that it cannot be placed", values, "R-7")
    if colour in COMPANIES:
        values["house"] = a_house(colour)
        return Sentence("{player}: put {house} into zone {zone}", values, "R-7")
    if colour == FREE:
        return Sentence("{player}: put a house of any colour into zone {zone}", values, "R-6")
    open_now = open_companies(state, state.roll)
    if open_now != COMPANIES:
        values["houses"] = Either(A_HOUSE[company] for company in open_now)
        return Sentence("{player}: black, put {houses} into zone {zone}", values, "R-33")
    values["colour"] = COLOURS[colour]
    if state.top_supply():
        return Sentence("{player}: {colour}, put a house of any colour or a TOP into zone {zone}", values, "R-24")
    return Sentence("{player}: {colour}, put a house of any colour into zone {zone}", values, "R-6")


def over_sentence(state: State) -> Sentence:
    """Why the game is over and who has won."""
    outcome = result(state)
    assert outcome is not None
    winners = outcome["ranking"][0]
    values = {
        "why": END_REASONS[outcome["reason"]],
        "winners": tuple(winners),
        "total": Amount(outcome["result"][winners[0]]),
    }
    if len(winners) == 1:
        return Sentence("The game is over: {why}. {winners} wins with {total}", values, "R-22")
    return Sentence("The game is over: {why}. {winners} win with {total} each", values, "R-22")


END_REASONS: Mapping[Reason, Sentence] = {
    "price": Sentence("a price has reached {top}", {"top": Amount(SCALE_TOP)}),
    "houses": Sentence("the houses of a colour are used up"),
    "shares": Sentence("all shares are sold"),
    "last_player": Sentence("one player is left"),
}
