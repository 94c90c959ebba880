"""The broker, the loans, and the auction: who may do what, and how it ends (G-2 to G-4, G-10, G-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import RuleError
from companion.games._protocol import Entry, Step
from companion.games.big_shot import _explain as explain
from companion.games.big_shot._material import DEBT, Colour, Stones, payout
from companion.games.big_shot._state import HighestBid, State
from companion.games.big_shot._words import COLOURS
from companion.money import Amount, Money
from companion.quoting import quoted
from companion.sentence import Sentence


def moved_broker(spaces: Sequence[Stones], broker: int, die: int) -> int:
    """The space on which the broker comes to stand; emptied spaces are not counted (G-2).

    >>> moved_broker(({"red": 4}, {}, {"red": 4}, {"red": 4}), 1, 2)
    4
    """
    while die:
        broker = broker % len(spaces) + 1
        if spaces[broker - 1]:
            die -= 1
    return broker


def _entry(kind: str, player: str, amount: int, reason: Sentence, **details: object) -> Entry:
    return Entry(kind=kind, account=player, amount=Money(amount), details=details, reason=reason)


def lending(state: State, player: str) -> tuple[Colour, ...]:
    """The player's colours that may take a loan now (G-4, G-10, G-12); whose turn it is is not asked."""
    if not state.loan_cards or card_kept_for(state) not in (None, player):
        return ()
    return tuple(colour for colour in state.colours(player) if colour not in state.loaned)


def card_kept_for(state: State) -> str | None:
    """The highest bidder, while the last loan card is kept for him (G-4)."""
    if state.table.loans_first or state.bid is None or state.loan_cards != 1:
        return None
    return state.bid.player if state.bid.amount > state.cash(state.bid.player) else None


def check_loan(state: State, player: str, colour: Colour) -> None:
    """Raises RuleError when that purse may not take a loan now."""
    ruling = "G-12" if state.table.two_purses else "G-4"
    if colour in state.loaned:
        raise RuleError(ruling, Sentence("{colour} has had its loan in this round", {"colour": COLOURS[colour]}))
    if not state.loan_cards:
        raise RuleError("G-4", Sentence("the bank has no loan card left"))
    kept = card_kept_for(state)
    if kept is not None:
        text = Sentence("the last loan card is kept for {player}, who needs it for the highest bid", {"player": kept})
        raise RuleError("G-4", text)


def lent(step: Step[State], player: str, colour: Colour, *, needed_for: int | None = None) -> Step[State]:
    """The loan of a purse, booked (G-4)."""
    state = step.state
    loans = state.purses[colour].loans
    paid = payout(loans)
    reason = explain.loan_reason(state, loans, paid, needed_for=needed_for)
    booked = _entry("loan", player, paid, reason, colour=colour, debt=DEBT)
    state = replace(state.moved(colour, paid, loans=1), loaned=state.loaned | {colour})
    return Step(state, (*step.entries, booked))


def opened(state: State) -> State:
    """The state after the roll: the first decides about a loan, or the auction begins."""
    order = state.table.from_left(state.starter)
    return deciding(state, order) if state.table.loans_first else auction(state)


def deciding(state: State, players: Sequence[str]) -> State:
    """The state in which the first of the players who could get a loan decides; without one the auction begins."""
    able = next((player for player in players if lending(state, player)), None)
    return auction(state) if able is None else replace(state, phase="loans", turn=able)


def deciders_after(state: State, player: str) -> tuple[str, ...]:
    """Who decides about a loan after that player: the start player is the last (G-10, G-12)."""
    order = state.table.from_left(state.starter)
    return order[order.index(player) + 1 :]


def auction(state: State) -> State:
    """The state in which an auction begins, for all, at the start player's left (G-3)."""
    return replace(state, phase="auction", turn=state.table.from_left(state.starter)[0], bid=None, passed=())


def least_bid(state: State) -> Money:
    """The lowest bid that is possible (G-3)."""
    return Money(1 if state.bid is None else state.bid.amount + 1)


def most_to_bid(state: State, player: str) -> Money | None:
    """The highest amount that the player may bid; None where any is taken (G-10).

    His cash and the payout of this round's loan, if that is still to be had (G-4; the last card is no obstacle, for the
    one for whom it was kept is outbid); with two players what his fuller purse holds (G-12).
    """
    if state.options.hard:
        return None
    cash = state.cash(player)
    if state.table.two_purses:
        return cash
    [colour] = state.colours(player)
    credit = payout(state.purses[colour].loans) if colour not in state.loaned and state.loan_cards else 0
    return Money(cash + credit)


def with_bid(state: State, player: str, amount: int) -> State:
    """The state after a bid; raises RuleError."""
    least = least_bid(state)
    if amount < least:
        if state.bid is None:
            values = {"least": Amount(least), "amount": quoted(amount)}
            raise RuleError("G-3", Sentence("the first bid is at least {least}, not {amount}", values))
        highest = {"player": state.bid.player, "bid": Amount(state.bid.amount)}
        raise RuleError("G-3", Sentence("{player} has bid {bid}: bid more, or pass", highest))
    most = most_to_bid(state, player)
    if most is not None and amount > most:
        bounds = {"player": player, "most": Amount(most), "bid": quoted(amount)}
        if state.table.two_purses:
            raise RuleError(
                "G-12", Sentence("the fuller purse of {player} holds {most}: a bid of {bid} is too high", bounds)
            )
        raise RuleError(
            "G-4", Sentence("{player} can pay {most} at most, this round's loan included, not {bid}", bounds)
        )
    return replace(state, bid=HighestBid(player, Money(amount)), turn=_next_bidder(state, player))


def _next_bidder(state: State, player: str) -> str:
    return next(other for other in state.table.from_left(player) if other not in state.passed)


def with_pass(state: State, player: str) -> Step[State]:
    """The state after a player has left the auction; when one is left it ends (G-3)."""
    state = replace(state, passed=(*state.passed, player))
    left = [other for other in state.table.players if other not in state.passed]
    if len(left) > 1:
        return Step(replace(state, turn=_next_bidder(state, player)))
    state = replace(state, turn=left[0])
    if state.bid is None:
        return Step(_stones_taken(state))
    if state.table.two_purses:
        return Step(replace(state, phase="purse"))
    return _settled(state, state.bid)


def _settled(state: State, bid: HighestBid) -> Step[State]:
    """The end of an auction that one purse pays, with the loan that it needs (G-4), or not at all (G-10)."""
    [colour] = state.colours(bid.player)
    cash, step = state.purses[colour].cash, Step(state)
    if bid.amount > cash:
        if state.options.hard:
            reason = explain.repeat_reason(bid.amount, cash)
            return Step(auction(state), (_entry("repeat", bid.player, 0, reason, bid=bid.amount, cash=cash),))
        step = lent(step, bid.player, colour, needed_for=bid.amount)
    return paid(step, bid, colour)


def paid(step: Step[State], bid: HighestBid, colour: Colour) -> Step[State]:
    """The bid paid by that purse, and the stones taken (G-5)."""
    reason = explain.payment_reason(step.state, bid.amount, colour)
    payment = _entry("payment", bid.player, -bid.amount, reason, colour=colour)
    return Step(_stones_taken(step.state.moved(colour, -bid.amount)), (*step.entries, payment))


def _stones_taken(state: State) -> State:
    at = state.broker - 1
    spaces = (*state.spaces[:at], {}, *state.spaces[at + 1 :])
    return replace(state, phase="place", hand=state.spaces[at], spaces=spaces)
