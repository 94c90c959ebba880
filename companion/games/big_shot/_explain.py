"""Why each amount is paid, and why a district goes to whom, in sentences with their numbers and rulings."""

from __future__ import annotations

from companion.games.big_shot._districts import winner
from companion.games.big_shot._material import DEBT, Stones
from companion.games.big_shot._state import State
from companion.games.big_shot._words import COLOURS, some_stones, the_purse
from companion.money import Amount
from companion.sentence import Sentence


def loan_reason(state: State, loans: int, paid: int, *, needed_for: int | None = None) -> Sentence:
    """The next loan of a purse that has had so many; ``needed_for``: the bid that it helps to pay (G-4, G-10, G-12)."""
    ruling = "G-12" if state.table.two_purses else "G-10" if state.options.hard else "G-4"
    values: dict[str, object] = {"number": loans + 1, "debt": Amount(DEBT), "paid": Amount(paid)}
    if needed_for is None:
        return Sentence("loan no. {number}: {debt} owed, {paid} paid out", values, ruling)
    values["bid"] = Amount(needed_for)
    return Sentence("loan no. {number}: {debt} owed, {paid} paid out, needed for the bid of {bid}", values, ruling)


def payment_reason(state: State, amount: int, colour: str) -> Sentence:
    """The highest bid goes to the bank (G-5), by one purse alone where there are two (G-12)."""
    values = {"bid": Amount(amount), "space": state.broker, "purse": the_purse(colour)}
    if state.table.two_purses:
        return Sentence("the highest bid for space {space}: {purse} pays {bid}", values, "G-12")
    return Sentence("the highest bid for space {space}: {bid}", values, "G-5")


def repeat_reason(bid: int, cash: int) -> Sentence:
    """G-10."""
    values = {"bid": Amount(bid), "cash": Amount(cash)}
    return Sentence("the bid of {bid} cannot be paid with {cash}: the auction begins anew for all", values, "G-10")


def decision_reason(stones: Stones) -> Sentence:
    """Why a district with these stones goes to whom it goes (G-6, G-7).

    >>> str(decision_reason({"red": 3, "yellow": 3, "white": 1}))
    '3 red, 3 yellow and 1 white: equals cancel out, white gets it'
    """
    owner, most = winner(stones), max(stones.values())
    values: dict[str, object] = {"stones": some_stones(stones)}
    if owner is None:
        return Sentence("{stones}: all cancel out, nobody gets it", values, "G-7")
    values["colour"] = COLOURS[owner]
    if stones[owner] == most:
        return Sentence("{stones}: {colour} has most and gets it", values, "G-6")
    return Sentence("{stones}: equals cancel out, {colour} gets it", values, "G-6")
