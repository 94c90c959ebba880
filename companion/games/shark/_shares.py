"""Share cards: how many shares can change hands, and which cards do (R-3, R-4, R-5, R-18)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.shark._editions import BUYS_A_TURN, Company
from companion.games.shark._state import Cards, State
from companion.games.shark._words import company_name
from companion.sentence import Sentence, counted


def split(hand: Cards, bank: Cards, shares: int) -> tuple[Cards, Cards]:
    """The hand with that many shares, in as many 5-share cards as the two have together, and the bank's rest (R-5).

    The bank's 1-share cards may come out below 0: then it cannot give change.

    >>> split(Cards(4, 0), Cards(15, 5), 5)
    (Cards(ones=0, fives=1), Cards(ones=19, fives=4))
    """
    fives = min(shares // 5, hand.fives + bank.fives)
    ones = shares - 5 * fives
    return Cards(ones, fives), Cards(hand.ones + bank.ones - ones, hand.fives + bank.fives - fives)


def can_change(hand: Cards, bank: Cards, shares: int) -> bool:
    """Whether a trade can give the player that number of shares (R-5; R-18 for a bank below 0).

    >>> can_change(Cards(0, 0), Cards(2, 1), 5), can_change(Cards(0, 0), Cards(2, 1), 4)
    (True, False)
    """
    return shares >= 0 and split(hand, bank, shares)[1].ones >= min(0, bank.ones)


def trade(state: State, player: str, company: Company, change: int) -> State:
    """The state after the player took ``change`` shares from the bank, or gave them back where it is negative.

    Raises RuleError R-5 where the bank cannot make change.
    """
    hand, bank = state.hands[player][company], state.bank[company]
    if not can_change(hand, bank, hand.shares + change):
        if change > bank.shares:
            left = counted(
                max(bank.shares, 0),
                "the bank has only {count} {company} share left",
                "the bank has only {count} {company} shares left",
                {"company": company_name(state.table, company)},
            )
            raise RuleError("R-5", left)
        values = {
            "ones": bank.ones,
            "fives": bank.fives,
            "company": company_name(state.table, company),
            "player": player,
            "own_ones": hand.ones,
            "own_fives": hand.fives,
        }
        no_change = Sentence(
            "the bank cannot make change: it holds {ones} ones and {fives} fives of {company}, "
            "{player} {own_ones} and {own_fives}; try another number of shares",
            values,
        )
        raise RuleError("R-5", no_change)
    return state.with_cards(player, company, *split(hand, bank, hand.shares + change))


def give_back(state: State, player: str, company: Company, shares: int) -> State:
    """The state after a forced sale of that many shares, which goes through without change too (R-18)."""
    hand, bank = state.hands[player][company], state.bank[company]
    return state.with_cards(player, company, *split(hand, bank, hand.shares - shares))


def buy_counts(state: State, company: Company) -> tuple[int, ...]:
    """How many shares the mover may buy in one go now: cash, the 5 of a turn, price, debt and change count."""
    price, player = state.price(company), state.turn
    if price == 0 or player in state.debts:
        return ()
    hand, bank = state.hands[player][company], state.bank[company]
    most = min(BUYS_A_TURN - state.bought, state.cash[player] // price)
    return tuple(n for n in range(1, most + 1) if can_change(hand, bank, hand.shares + n))


def sell_counts(state: State, company: Company) -> tuple[int, ...]:
    """How many shares the mover may sell in one go now."""
    if state.price(company) == 0:
        return ()
    hand, bank = state.hands[state.turn][company], state.bank[company]
    return tuple(n for n in range(1, hand.shares + 1) if can_change(hand, bank, hand.shares - n))
