"""The course of a turn: which event may come in which phase, and what it does (R-1 to R-7, R-19, R-20, R-22, R-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games._events import Amend, name_of
from companion.games._protocol import Step
from companion.games.shark import _events as events
from companion.games.shark import _explain as explain
from companion.games.shark._editions import BUYS_A_TURN, COMPANIES, FREE, TOP, Company
from companion.games.shark._end import check_end
from companion.games.shark._ledger import book, entry
from companion.games.shark._placement import placement, placements
from companion.games.shark._settlement import carry_out, check_forced_sale, forced_sale, write_off
from companion.games.shark._setup import first_mover
from companion.games.shark._shares import trade
from companion.games.shark._state import Phase, Roll, State
from companion.games.shark._words import COLOURS, a_house, company_name
from companion.money import Amount
from companion.quoting import quoted
from companion.sentence import Either, Sentence
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

_AWAITED: Mapping[Phase, Sentence] = {
    "pick": Sentence("each player picks a share first"),
    "trade": Sentence("the mover trades or throws the dice"),
    "place": Sentence("the mover places a house now"),
    "debt": Sentence("the losses are settled first"),
    "trade_after": Sentence("a house was placed or passed over, the mover trades or ends the turn"),
    "over": Sentence("the game is over"),
}
_EVENTS: Mapping[str, Sentence] = {
    "pick": Sentence("picking a share"),
    "buy": Sentence("buying"),
    "sell": Sentence("selling"),
    "roll": Sentence("a throw of the dice"),
    "place": Sentence("placing a house"),
    "cannot_place": Sentence("passing over a house"),
    "forced_sale": Sentence("a forced sale"),
    "end_turn": Sentence("ending the turn"),
}


def check_place_in_turn(state: State, do: str, player: str) -> None:
    """R-30: raises RuleError when that event may not come now, or not from that player.

    Where a more special ruling forbids it, that one is named: R-22 after the end, R-20 while a debt is open, R-1 for a
    pick after the start, R-3 for another player's trade.
    """
    if do not in TRANSITIONS[state.phase]:
        special: Mapping[Phase, str] = {"over": "R-22", "debt": "R-20"}
        ruling = special.get(state.phase, "R-1" if do == "pick" else "R-18" if do == "forced_sale" else "R-30")
        values = {"event": _EVENTS[do], "awaited": _AWAITED[state.phase]}
        raise RuleError(ruling, Sentence("{event} may not come now: {awaited}", values))
    awaited = awaited_player(state)
    if player != awaited:
        special_turn = {"buy": "R-3", "sell": "R-3", "pick": "R-1", "forced_sale": "R-20"}
        turn = Sentence("{player} is not on turn: {awaited} is awaited", {"player": player, "awaited": awaited})
        raise RuleError(special_turn.get(do, "R-30"), turn)


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
        raise RuleError("R-32", Sentence("no player is called {name}", {"name": quoted(event.player)}))
    handler = _HANDLERS[type(event)]
    check_place_in_turn(state, name_of(event), event.player)
    return handler(replace(state, removed=()) if state.removed else state, event)


def _company(name: str) -> Company:
    """The company of that name; raises RuleError R-32."""
    for company in COMPANIES:
        if company == name:
            return company
    values = {"name": quoted(name), "companies": ", ".join(COMPANIES)}
    raise RuleError("R-32", Sentence("no company is called {name}: there are {companies}", values))


def _square(state: State, name: str) -> Square:
    """The square of that name on this board; raises RuleError R-32."""
    try:
        square = parse_square(name)
    except ValueError:
        text = Sentence("{name} is no name of a square: write it as C4", {"name": quoted(name)})
        raise RuleError("R-32", text) from None
    if state.table.board.zone(square) is None:
        raise RuleError("R-32", Sentence("the board has no square {name}", {"name": quoted(name)}))
    return square


def _pick(state: State, event: events.Pick) -> Step[State]:
    company = _company(event.company)
    if state.bank[company].ones < 1:
        values = {"company": company_name(state.table, company)}
        raise RuleError("R-5", Sentence("the bank has no 1-share card of {company} left: pick another company", values))
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
        count = {"shares": quoted(shares)}
        raise RuleError("R-31", Sentence("{shares} shares cannot change hands: at least 1 does", count))
    if state.barred:
        raise RuleError("R-7", Sentence("after a house was passed over there is no more trading in this turn"))
    price = state.price(company)
    if price == 0:
        name = {"company": company_name(state.table, company)}
        raise RuleError("R-4", Sentence("the price of {company} is 0: its shares are not traded", name))
    return price


def _buy(state: State, event: events.Buy) -> Step[State]:
    company, player, shares = _company(event.company), event.player, event.shares
    price = _check_trade(state, company, shares)
    if player in state.debts:
        owes = {"player": player, "debt": Amount(state.debts[player].amount)}
        raise RuleError("R-19", Sentence("{player} owes the bank {debt} and may not buy", owes))
    if state.bought + shares > BUYS_A_TURN:
        bounds = {"most": BUYS_A_TURN, "player": player, "left": BUYS_A_TURN - state.bought}
        raise RuleError(
            "R-3", Sentence("at most {most} shares are bought in one turn: {player} may buy {left} more", bounds)
        )
    if price * shares > state.cash[player]:
        values = {
            "shares": shares,
            "company": company_name(state.table, company),
            "costs": Amount(price * shares),
            "player": player,
            "cash": Amount(state.cash[player]),
        }
        raise RuleError("R-31", Sentence("{shares} {company} cost {costs}, {player} has {cash}", values))
    state = replace(trade(state, player, company, shares), bought=state.bought + shares)
    reason = explain.purchase_reason(state.table, company, shares, price)
    step = book(Step(state), entry("purchase", player, -price * shares, reason, company=company, shares=shares))
    return Step(check_end(step.state), step.entries)


def _sell(state: State, event: events.Sell) -> Step[State]:
    company, player, shares = _company(event.company), event.player, event.shares
    price = _check_trade(state, company, shares)
    has = state.shares(player, company)
    if shares > has:
        values = {
            "player": player,
            "has": has,
            "company": company_name(state.table, company),
            "wanted": quoted(shares),
        }
        raise RuleError("R-31", Sentence("{player} has {has} {company} shares and cannot sell {wanted}", values))
    reason = explain.purchase_reason(state.table, company, shares, price)
    sale = entry("sale", player, price * shares, reason, company=company, shares=shares)
    return book(Step(trade(state, player, company, -shares)), sale)


def check_roll(state: State, zone: str, colour: str) -> Roll:
    """A roll that this game's dice can show; raises RuleError R-32 for the zone, R-6 for the colour."""
    zones, colours = dice(state)
    if zone not in zones:
        faces = {"zone": quoted(zone), "zones": ", ".join(zones)}
        raise RuleError("R-32", Sentence("the number die has no {zone}: it shows {zones}", faces))
    if colour not in colours:
        seen: dict[str, Any] = {
            "colour": quoted(colour),
            "colours": Either(COLOURS.get(face, face) for face in colours),
        }
        raise RuleError("R-6", Sentence("a roll cannot have the colour {colour}: it is {colours}", seen))
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
    return carry_out(state, placement(state, state.roll, company, _square(state, event.square)))


def _cannot_place(state: State, event: events.CannotPlace) -> Step[State]:
    assert state.roll is not None
    possible = next(placements(state, state.roll), None)
    if possible is not None:
        values = {"house": a_house(possible.company), "square": possible.square.name}
        raise RuleError("R-7", Sentence("there is a legal square: {house} on {square}", values))
    barred = state.options.no_trade_after_cannot_place
    return Step(replace(state, phase="trade_after", roll=None, barred=barred))


def _forced_sale(state: State, event: events.ForcedSale) -> Step[State]:
    shares = {}
    for name, count in event.shares.items():
        shares[_company(name)] = count
        if count < 0:
            values = {"count": quoted(count), "company": company_name(state.table, name)}
            raise RuleError("R-31", Sentence("{count} {company} shares cannot be sold", values))
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
