"""The course of a turn: which event may come in which phase, and what it does (R-1 to R-7, R-19, R-20, R-22, R-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import RuleError
from companion.games._events import Amend, name_of
from companion.games._protocol import Step
from companion.games.shark import _events as events
from companion.games.shark import _explain as explain
from companion.games.shark._chains import piece
from companion.games.shark._editions import BUYS_A_TURN, COMPANIES, COMPANY_OF, FREE, TOP, Company
from companion.games.shark._end import check_end
from companion.games.shark._ledger import book, entry
from companion.games.shark._placement import placement, placements
from companion.games.shark._settlement import check_forced_sale, forced_sale, settle, write_off
from companion.games.shark._setup import first_mover
from companion.games.shark._shares import trade
from companion.games.shark._state import Phase, Roll, State
from companion.money import spell
from companion.quoting import quoted
from companion.squares import Square, parse_square

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    "pick": {"pick": ("pick", "trade", "over")},
    "trade": {"buy": ("trade", "over"), "sell": ("trade",), "roll": ("place",)},
    "place": {"place": ("trade_after", "debt", "over"), "cannot_place": ("trade_after",)},
    "debt": {"forced_sale": ("debt", "trade_after", "over")},
    "trade_after": {"buy": ("trade_after", "over"), "sell": ("trade_after",), "end_turn": ("trade", "over")},
    "over": {},
}
"""For each phase the events that may come, and the phases that each can lead to. ``amend`` may always come."""

_AWAITED: Mapping[Phase, str] = {
    "pick": "each player picks a share first",
    "trade": "the mover trades or throws the dice",
    "place": "the mover places a house now",
    "debt": "the losses are settled first",
    "trade_after": "a house was placed or passed over, the mover trades or ends the turn",
    "over": "the game is over",
}


def check_place_in_turn(state: State, do: str, player: str) -> None:
    """R-30: raises RuleError when that event may not come now, or not from that player.

    Where a more special ruling forbids it, that one is named: R-22 after the end, R-20 while a debt is open, R-1 for a
    pick after the start, R-3 for another player's trade.
    """
    if do not in TRANSITIONS[state.phase]:
        special: Mapping[Phase, str] = {"over": "R-22", "debt": "R-20"}
        ruling = special.get(state.phase, "R-1" if do == "pick" else "R-18" if do == "forced_sale" else "R-30")
        raise RuleError(ruling, f"{do} may not come now: {_AWAITED[state.phase]}")
    awaited = awaited_player(state)
    if player != awaited:
        special_turn = {"buy": "R-3", "sell": "R-3", "pick": "R-1", "forced_sale": "R-20"}
        raise RuleError(special_turn.get(do, "R-30"), f"it is not {player}'s turn: {awaited} is awaited")


def awaited_player(state: State) -> str | None:
    """The player who has to act: the first debtor, else the mover; nobody at the end."""
    if state.phase == "over":
        return None
    return next(iter(state.owes), state.turn)


def apply(state: State, event: events.Event) -> Step[State]:
    """The state after an event, and the entries that it caused; raises RuleError."""
    if isinstance(event, Amend):
        return Step(replace(state, removed=()))
    if event.player not in state.table.players:
        raise RuleError("R-32", f"no player is called {quoted(event.player)}")
    handler = _HANDLERS[type(event)]
    check_place_in_turn(state, name_of(event), event.player)
    return handler(replace(state, removed=()), event)


def _company(name: str) -> Company:
    """The company of that name; raises RuleError R-32."""
    for company in COMPANIES:
        if company == name:
            return company
    raise RuleError("R-32", f"no company is called {quoted(name)}: there are {', '.join(COMPANIES)}")


def _square(state: State, name: str) -> Square:
    """The square of that name on this board; raises RuleError R-32."""
    try:
        square = parse_square(name)
    except ValueError:
        raise RuleError("R-32", f"{quoted(name)} is no name of a square: write it as C4") from None
    if state.table.board.zone(square) is None:
        raise RuleError("R-32", f"the board has no square {quoted(name)}")
    return square


def _pick(state: State, event: events.Pick) -> Step[State]:
    company = _company(event.company)
    if state.bank[company].ones < 1:
        raise RuleError("R-5", f"the bank has no 1-share card of {company} left: pick another company")
    state = trade(state, event.player, company, 1)
    left = state.picks_left - 1
    if left:
        after = replace(state, picks_left=left, turn=state.table.from_left(event.player)[0])
    else:
        after = replace(state, picks_left=0, phase="trade", turn=first_mover(state.table))
    return Step(check_end(after))


def _check_trade(state: State, company: Company, shares: int) -> int:
    """What buying and selling have in common; the price."""
    if shares < 1:
        raise RuleError("R-31", f"{quoted(shares)} shares cannot change hands: at least 1 does")
    if state.barred:
        raise RuleError("R-7", "after cannot_place there is no more trading in this turn")
    price = state.price(company)
    if price == 0:
        raise RuleError("R-4", f"the price of {company} is 0: its shares are not traded")
    return price


def _buy(state: State, event: events.Buy) -> Step[State]:
    company, player, shares = _company(event.company), event.player, event.shares
    price = _check_trade(state, company, shares)
    if player in state.debts:
        raise RuleError("R-19", f"{player} owes the bank {spell(state.debts[player].amount)} and may not buy")
    if state.bought + shares > BUYS_A_TURN:
        left = BUYS_A_TURN - state.bought
        raise RuleError("R-3", f"at most {BUYS_A_TURN} shares are bought in one turn: {player} may buy {left} more")
    if price * shares > state.cash[player]:
        costs = f"{shares} {company} cost {spell(price * shares)}"
        raise RuleError("R-31", f"{costs}, {player} has {spell(state.cash[player])}")
    state = replace(trade(state, player, company, shares), bought=state.bought + shares)
    reason = explain.purchase_reason(company, shares, price)
    step = book(Step(state), entry("purchase", player, -price * shares, reason, company=company, shares=shares))
    return Step(check_end(step.state), step.entries)


def _sell(state: State, event: events.Sell) -> Step[State]:
    company, player, shares = _company(event.company), event.player, event.shares
    price = _check_trade(state, company, shares)
    has = state.shares(player, company)
    if shares > has:
        raise RuleError("R-31", f"{player} has {has} {company} shares and cannot sell {quoted(shares)}")
    reason = explain.purchase_reason(company, shares, price)
    sale = entry("sale", player, price * shares, reason, company=company, shares=shares)
    return book(Step(trade(state, player, company, -shares)), sale)


def check_roll(state: State, zone: str, colour: str) -> Roll:
    """A roll that this game's dice can show; raises RuleError R-32 for the zone, R-6 for the colour."""
    zones, colours = dice(state)
    if zone not in zones:
        raise RuleError("R-32", f"the number die has no {quoted(zone)}: it shows {', '.join(zones)}")
    if colour not in colours:
        raise RuleError("R-6", f"a roll cannot have the colour {quoted(colour)}: it is {', '.join(colours)}")
    return Roll(zone, colour)


def dice(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The zones and the colours that a roll can have (R-6; "free" alone in variant III)."""
    edition = state.table.edition
    colours = (FREE,) if state.options.no_colour_die else edition.colours
    return tuple(dict.fromkeys(edition.zones)), colours


def _roll(state: State, event: events.RollDice) -> Step[State]:
    return Step(replace(state, roll=check_roll(state, event.zone, event.colour), phase="place"))


def _place(state: State, event: events.Place) -> Step[State]:
    assert state.roll is not None
    company = TOP if event.company == TOP else _company(event.company)
    placed = placement(state, state.roll, company, _square(state, event.square))
    cleared = {square: COMPANY_OF[piece(state.rows, square)] for square in placed.removed}
    lost = {company: count + list(cleared.values()).count(company) for company, count in state.lost.items()}
    state = replace(state, rows=placed.rows, lost=lost, removed=placed.removed, cleared=cleared, roll=None)
    return settle(state, placed)


def _cannot_place(state: State, event: events.CannotPlace) -> Step[State]:
    assert state.roll is not None
    possible = next(placements(state, state.roll), None)
    if possible is not None:
        raise RuleError("R-7", f"there is a legal square: {possible.company} on {possible.square.name}")
    barred = state.options.no_trade_after_cannot_place
    return Step(replace(state, phase="trade_after", roll=None, barred=barred))


def _forced_sale(state: State, event: events.ForcedSale) -> Step[State]:
    shares = {}
    for name, count in event.shares.items():
        shares[_company(name)] = count
        if count < 0:
            raise RuleError("R-31", f"{quoted(count)} {name} shares cannot be sold")
    check_forced_sale(state, event.player, shares)
    return forced_sale(state, event.player, shares)


def _end_turn(state: State, event: events.EndTurn) -> Step[State]:
    step = _end_of_grace(Step(state), event.player)
    state = step.state
    after = check_end(state)
    if after.phase != "over":
        following = next(player for player in state.table.from_left(state.turn) if player not in state.out)
        after = replace(after, phase="trade", turn=following, bought=0, barred=False)
    return Step(after, step.entries)


def _end_of_grace(step: Step[State], player: str) -> Step[State]:
    """R-19: one of the turns that a debtor was given is over; with the last one he is out."""
    state = step.state
    debt = state.debts.get(player)
    if debt is None:
        return step
    if debt.turns_left == 1:
        return write_off(step, player, debt.amount)
    debts = {**state.debts, player: replace(debt, turns_left=debt.turns_left - 1)}
    return Step(replace(state, debts=debts), step.entries)


_HANDLERS: Mapping[type, Callable[[State, Any], Step[State]]] = {
    events.Pick: _pick,
    events.Buy: _buy,
    events.Sell: _sell,
    events.RollDice: _roll,
    events.Place: _place,
    events.CannotPlace: _cannot_place,
    events.ForcedSale: _forced_sale,
    events.EndTurn: _end_turn,
}
