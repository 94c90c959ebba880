"""What may come now, with its bounds.

While cash is secret (M-2) nothing here tells what a player has: a purchase, and what M-14 may cover, is offered then as
though the money were there, and `apply` refuses it where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy._election import tally
from companion.games.master_of_economy._finance import repay_charge
from companion.games.master_of_economy._industry import build_charge, build_refusal, made
from companion.games.master_of_economy._material import (
    FACTORIES,
    FORCED_SALE_PRICE,
    GOODS,
    LOAN,
    SALE_PRICE,
    SALES,
    Company,
)
from companion.games.master_of_economy._meeting import (
    buy_back_price,
    is_last_of_players,
    most_per_share,
    most_to_embezzle,
    votes_for,
    votes_of,
)
from companion.games.master_of_economy._packets import keeps_last, may_buy, may_sell, purchase_charge
from companion.games.master_of_economy._payments import affordable, has_factory, least_top_up, missing
from companion.games.master_of_economy._state import Account, Asked, Charge, State
from companion.games.master_of_economy._success import markers_free
from companion.games.master_of_economy._trade import most_offers
from companion.games.master_of_economy._turn import EVENTS, step_of

_Bounds = dict[str, Any]
AT_ONCE = ("invest", "supply", "produce")
"""Stages that all companies may play at the same time (M-24)."""


def legal(state: State) -> dict[str, Any]:
    """Every event that may come now, by its "do", with its bounds; fit for JSON.

    Each has "company" or "player" (or both) as the event has them, and where a company acts "decides", who decides for
    it; "missing" is what M-14 would have to find.

    - build: types {type: {"cash", "building", "missing"}}; sell_factory: types {type: cash}; done
    - supply: factories {type: {"most", "needs": [goods]}}, store; produce: goods {good: made}, bank {good: left}, room
    - success: values; offers: most (markers), goods {good: {"import": price, "export": {field: price}}}
    - top_up: min, max, zero (whether 0 may be said); forced_sale: types {type: cash}
    - repay: most, each; loan: amount; pass
    - buy_packet: options [{"of", "packet", "price", "missing"}]; sell_packet: options [{"of", "packet", "price"}];
      swap_packet: options [{"of", "give", "take", "price", "missing"}], the price negative where cash comes back
    - embezzle: most, cost (to the bank, for each Euro$); motion: players, most, moved
    - vote: per_share, votes (the player's own), yes and no (cast so far), out (all shares that vote)
    - buy_back: options [{"packet", "owner", "holder", "keep", "price"}]; candidate: players
    - elect_vote: candidates, votes, tally {candidate: votes so far}; support: most; amend: nothing
    """
    turn, possible = state.turn, {}
    for do in EVENTS[step_of(state)] if turn is not None else ():
        assert turn is not None
        bounds = _BOUNDS[do](state, turn)
        if bounds is not None:
            possible[do] = {**_actor(do, turn), **bounds}
    return {**possible, "amend": {}}


def nothing_more(state: State) -> Mapping[str, Any] | None:
    """The event that says that nothing more comes from the one who is asked; None where something must be decided."""
    turn = state.turn
    for do in ("done", "pass"):
        if turn is not None and do in EVENTS[step_of(state)]:
            return {"do": do, **({"player": turn.player} if turn.company is None else {"company": turn.company})}
    return None


def legal_ahead(state: State) -> dict[Company, dict[str, Any]]:
    """What companies that come later in a phase may do, as though it were their turn: phases played at once (M-24).

    Until then what the bank has may change, so the bounds are those of now.
    """
    if state.stage not in AT_ONCE or state.due is not None:
        return {}
    later = (replace(state, asked=(asked,), built={}, sold=0) for asked in state.asked[1:])
    return {_company(then.asked[0]): _without_remarks(legal(then)) for then in later}


def _without_remarks(possible: Mapping[str, Any]) -> dict[str, Any]:
    return {do: bounds for do, bounds in possible.items() if do != "amend"}


def _actor(do: str, turn: Asked) -> _Bounds:
    """Who acts: the keys of the event, and who decides for a company."""
    if do in ("vote", "elect_vote", "support"):
        return {"player": turn.player, "company": turn.company}
    if turn.company is None:
        return {"player": turn.player}
    return (
        {"company": turn.company}
        if do in ("motion", "candidate")
        else {"company": turn.company, "decides": turn.player}
    )


def _company(turn: Asked) -> Company:
    assert turn.company is not None
    return turn.company


def _coverable(state: State, charge: Charge) -> bool:
    """Whether a wish can be covered, as far as everybody may know."""
    return not state.table.options.open_cash or affordable(state, charge)


def _build(state: State, turn: Asked) -> _Bounds | None:
    company, types = _company(turn), {}
    for plant in FACTORIES:
        charge = build_charge(state, company, plant, events.Build(company, plant))
        if build_refusal(state, company, plant) is None and _coverable(state, charge):
            costs = state.market.plants[plant]
            types[plant] = {"cash": costs.cash, "building": costs.building, "missing": missing(state, charge)}
    return {"types": types} if types else None


def _sell_factory(state: State, turn: Asked) -> _Bounds | None:
    owned = [plant for plant, count in state.firms[_company(turn)].factories.items() if count]
    return {"types": dict.fromkeys(owned, SALE_PRICE)} if owned and state.sold < SALES else None


def _supply(state: State, turn: Asked) -> _Bounds:
    firm, most = state.firms[_company(turn)], {}
    for plant, printed in state.market.plants.items():
        if printed.needs:
            material = min(firm.store[good] for good in printed.needs)
            most[plant] = {"most": min(firm.factories[plant], material), "needs": list(printed.needs)}
    return {"factories": most, "store": dict(firm.store)}


def _produce(state: State, turn: Asked) -> _Bounds:
    goods = dict(made(state, _company(turn)))
    left = {good: state.bank_goods(good) for good in goods}
    return {"goods": goods, "bank": left, "room": state.firms[_company(turn)].room}


def _offers(state: State, turn: Asked) -> _Bounds:
    goods = {}
    for good in GOODS:
        free = [field for field, lying in enumerate(state.offers[good].exports, start=1) if lying is None]
        prices = {str(field): state.market.rows[good].export[field - 1] for field in free}
        goods[good] = {"import": state.market.rows[good].import_, "export": prices}
    return {"most": most_offers(state, _company(turn)), "goods": goods}


def _top_up(state: State, turn: Asked) -> _Bounds:
    assert state.due is not None
    charge = state.due.charge
    least, most = least_top_up(state, charge), missing(state, charge)
    if state.table.options.open_cash:
        most = min(most, state.people[turn.player].cash)
    covered = has_factory(state, charge.company) and missing(state, charge) <= FORCED_SALE_PRICE
    return {"min": least, "max": most, "zero": charge.wish is None or covered}


def _forced_sale(state: State, turn: Asked) -> _Bounds:
    assert state.due is not None
    owned = [plant for plant, count in state.firms[_company(turn)].factories.items() if count]
    return {"types": dict.fromkeys(owned, FORCED_SALE_PRICE)}


def _repay(state: State, turn: Asked) -> _Bounds | None:
    company = _company(turn)
    most = max(
        (
            loans
            for loans in range(1, state.firms[company].loans + 1)
            if _coverable(state, repay_charge(company, loans, events.Repay(company, loans)))
        ),
        default=0,
    )
    return {"most": most, "each": LOAN} if most else None


def _account(turn: Asked) -> Account:
    return Account(player=turn.player) if turn.company is None else Account(company=turn.company)


def _lacking(state: State, account: Account, of: Company, shares: int) -> int | None:
    """What is missing for so many shares and must come by M-14; None where they cannot be bought."""
    price = shares * state.value(of)
    if account.company is None:
        return 0 if not state.table.options.open_cash or price <= state.cash(account) else None
    charge = purchase_charge(state, account.company, of, shares, events.Done(account.company))
    return missing(state, charge) if _coverable(state, charge) else None


def _others(state: State, account: Account) -> Iterator[Company]:
    return (of for of in state.table.companies if of != account.company)


def _buy_packet(state: State, turn: Asked) -> _Bounds | None:
    account, options = _account(turn), []
    for of in _others(state, account) if may_buy(state, account) else ():
        for packet in state.bank_packets(of):
            lacking = _lacking(state, account, of, packet)
            if lacking is not None:
                price = packet * state.value(of)
                options.append({"of": of, "packet": packet, "price": price, "missing": lacking})
    return {"options": options} if options else None


def _sell_packet(state: State, turn: Asked) -> _Bounds | None:
    account = _account(turn)
    options = [
        {"of": of, "packet": packet, "price": packet * state.value(of)}
        for of, packets in state.packets(account).items()
        if may_sell(state, account) and not keeps_last(state, account, of)
        for packet in packets
    ]
    return {"options": options} if options else None


def _swap_packet(state: State, turn: Asked) -> _Bounds | None:
    account, options = _account(turn), []
    for of, packets in state.packets(account).items():
        for give in packets:
            for take in state.bank_packets(of):
                possible = may_buy(state, account) if take > give else may_sell(state, account)
                lacking = _lacking(state, account, of, max(0, take - give))
                if possible and lacking is not None:
                    price = (take - give) * state.value(of)
                    options.append({"of": of, "give": give, "take": take, "price": price, "missing": lacking})
    return {"options": options} if options else None


def _embezzle(state: State, turn: Asked) -> _Bounds | None:
    most = most_to_embezzle(state, _company(turn))
    return {"most": most, "cost": state.value(_company(turn))} if most else None


def _motion(state: State, turn: Asked) -> _Bounds | None:
    most = most_per_share(state, _company(turn))
    if len(state.motions) == most:
        return None
    return {"players": list(state.people), "most": most, "moved": list(state.motions)}


def _vote(state: State, turn: Asked) -> _Bounds:
    company = _company(turn)
    cast = sum(votes_of(state, company, player) for player in state.votes)
    yes = votes_for(state, company)
    tally = {"yes": yes, "no": cast - yes, "out": state.shares_out(company)}
    return {"per_share": state.motions[0], "votes": votes_of(state, company, turn.player), **tally}


def _buy_back(state: State, turn: Asked) -> _Bounds | None:
    company = _company(turn)
    cash, options = state.firms[company].cash, []
    for holder in state.holders(company):
        kind = "player" if holder.account.company is None else "company"
        for packet in holder.packets:
            keeping = [keep for keep in state.bank_packets(company) if keep < packet]
            if not is_last_of_players(state, company, packet):
                keeping.insert(0, 0)
            for keep in keeping:
                price = buy_back_price(state, company, packet - keep)
                if price <= cash:
                    owner = {"owner": holder.account.name, "holder": kind}
                    options.append({"packet": packet, **owner, "keep": keep, "price": price})
    return {"options": options} if options else None


def _candidate(state: State, turn: Asked) -> _Bounds | None:
    left = [player for player in state.people if player not in state.candidates]
    return {"players": left} if left else None


def _elect_vote(state: State, turn: Asked) -> _Bounds:
    company = _company(turn)
    votes = votes_of(state, company, turn.player)
    return {"candidates": list(state.candidates), "votes": votes, "tally": dict(tally(state, company))}


_BOUNDS: Mapping[str, Callable[[State, Asked], _Bounds | None]] = {
    "build": _build,
    "sell_factory": _sell_factory,
    "done": lambda state, turn: {},
    "supply": _supply,
    "produce": _produce,
    "success": lambda state, turn: {"values": list(markers_free(state, turn.player))},
    "offers": _offers,
    "top_up": _top_up,
    "forced_sale": _forced_sale,
    "repay": _repay,
    "pass": lambda state, turn: {},
    "buy_packet": _buy_packet,
    "sell_packet": _sell_packet,
    "swap_packet": _swap_packet,
    "loan": lambda state, turn: {"amount": LOAN},
    "embezzle": _embezzle,
    "motion": _motion,
    "vote": _vote,
    "buy_back": _buy_back,
    "candidate": _candidate,
    "elect_vote": _elect_vote,
    "support": lambda state, turn: {"most": state.people[turn.player].relations},
}
