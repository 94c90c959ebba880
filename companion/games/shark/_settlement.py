"""Settlement after a placement: commission, dividends, losses, and the debtors one by one (R-14 to R-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games._protocol import Step
from companion.games.shark import _explain as explain
from companion.games.shark._chains import piece
from companion.games.shark._editions import COMPANIES, COMPANY_OF, STEP, Company
from companion.games.shark._end import check_end
from companion.games.shark._ledger import book, entry
from companion.games.shark._placement import Placement
from companion.games.shark._shares import give_back
from companion.games.shark._state import GraceDebt, State
from companion.games.shark._words import company_name
from companion.money import Amount, Money
from companion.sentence import Sentence

ShareSet = Mapping[Company, int]
"""A set of shares for a forced sale: how many of which company."""


def carry_out(state: State, placed: Placement) -> Step[State]:
    """The state after a placement, with all that it pays: the board first, then the settlement."""
    cleared = {square: COMPANY_OF[piece(state.rows, square)] for square in placed.removed}
    lost = {company: count + list(cleared.values()).count(company) for company, count in state.lost.items()}
    state = replace(
        state,
        position=placed.after(),
        lost=lost,
        removed=placed.removed,
        cleared=cleared,
        clearer=state.turn,
        roll=None,
    )
    return settle(state, placed)


def settle(state: State, placed: Placement) -> Step[State]:
    """The settlement of a placement whose board ``state`` already shows (R-14)."""
    step = Step(state)
    if placed.commission:
        reason = explain.commission_reason(state.table, placed)
        step = book(step, entry("commission", state.turn, placed.commission, reason))
    step = _pay_dividends(step, placed)
    step = _collect_losses(step, placed)
    return settle_debtors(step)


def _pay_dividends(step: Step[State], placed: Placement) -> Step[State]:
    """R-15: every player, from the mover clockwise, gets the rise for each share."""
    if not placed.per_share:
        return step
    company = next(known for known in COMPANIES if known == placed.company)
    rise = explain.rise_reason(step.state.table, placed)
    for player in step.state.table.clockwise(step.state.turn):
        shares = step.state.shares(player, company)
        if shares:
            dividend = entry(
                "dividend",
                player,
                shares * placed.per_share,
                explain.dividend_reason(rise, placed, shares),
                company=company,
                shares=shares,
                per_share=placed.per_share,
            )
            step = book(step, dividend)
    return step


def _collect_losses(step: Step[State], placed: Placement) -> Step[State]:
    """R-16, R-17: every player but the mover pays the fall for each share; what is missing he owes."""
    mover = step.state.turn
    for player in step.state.table.clockwise(mover)[1:]:
        losses = []
        for company, (old, new) in placed.falls.items():
            shares = step.state.shares(player, company)
            if shares:
                fall = old - new
                removed = [square for square, owner in step.state.cleared.items() if owner == company]
                capped = company in placed.capped
                reason = explain.loss_reason(step.state.table, company, removed, shares, old, new, capped=capped)
                losses.append(
                    entry("loss", player, -shares * fall, reason, company=company, shares=shares, per_share=fall)
                )
        total = -sum(loss.amount for loss in losses)
        if not total:
            continue
        state = step.state
        cash = state.cash[player]
        owes = dict(state.owes)
        if total > cash:
            owes[player] = Money(total - cash)
        state = replace(state, cash={**state.cash, player: Money(max(cash - total, 0))}, owes=owes)
        step = Step(state, (*step.entries, *losses))
    return step


def settle_debtors(step: Step[State]) -> Step[State]:
    """R-20: settles the bankrupt whose turn to settle has come; stops at a debtor who must choose.

    When nobody owes any more the end is looked for (R-22), and the mover goes on.
    """
    while step.state.owes:
        debtor = next(iter(step.state.owes))
        if not is_bankrupt(step.state, debtor):
            return Step(replace(step.state, phase="debt"), step.entries)
        step = _settle_bankrupt(step, debtor)
    return Step(check_end(replace(step.state, phase="trade_after")), step.entries)


def worth(state: State, shares: ShareSet) -> Money:
    """The set's value at the current prices."""
    return Money(sum(count * state.price(company) for company, count in shares.items()))


def half(amount: int) -> Money:
    """Half of a set's value, rounded down once to a full 1,000 (R-18).

    >>> half(3000), half(6000), half(9000)
    (1000, 3000, 4000)
    """
    return Money(amount // (2 * STEP) * STEP)


def held(state: State, player: str) -> dict[Company, int]:
    """All shares that a player holds, companies without any left out."""
    counts = {company: state.shares(player, company) for company in COMPANIES}
    return {company: count for company, count in counts.items() if count}


def is_bankrupt(state: State, debtor: str) -> bool:
    """Whether all his shares at half price do not cover what he owes (R-19)."""
    return half(worth(state, held(state, debtor))) < state.owes[debtor]


def _settle_bankrupt(step: Step[State], debtor: str) -> Step[State]:
    """R-19: everything is sold; the rest is forgiven and he is out, or it stays as a debt under grace."""
    state = step.state
    everything = held(state, debtor)
    value = worth(state, everything)
    missing = Money(state.owes[debtor] - half(value))
    entries = step.entries
    for company, count in everything.items():
        state = give_back(state, debtor, company, count)
    if half(value):
        reason = explain.forced_sale_reason(value, sum(everything.values()), everything=True)
        entries += (entry("forced_sale", debtor, half(value), reason),)
    state = replace(state, owes=_without(state.owes, debtor))
    grace = state.options.debt_grace_turns
    if grace:
        old = state.debts.get(debtor, GraceDebt(Money(0), grace))
        debt = replace(old, amount=Money(old.amount + missing))
        return Step(replace(state, debts={**state.debts, debtor: debt}), entries)
    return write_off(Step(state, entries), debtor, missing)


def write_off(step: Step[State], player: str, forgiven: Money) -> Step[State]:
    """R-19: the rest is forgiven, and the player, who has neither shares nor cash left, is out of the game."""
    state = step.state
    debts = {name: debt for name, debt in state.debts.items() if name != player}
    state = replace(state, debts=debts, out=(*state.out, player))
    reason = explain.write_off_reason(player, forgiven)
    return Step(state, (*step.entries, entry("write_off", player, 0, reason, forgiven=forgiven)))


def _without(owes: Mapping[str, Money], player: str) -> dict[str, Money]:
    return {name: amount for name, amount in owes.items() if name != player}


def check_forced_sale(state: State, debtor: str, shares: ShareSet) -> None:
    """R-18: he holds the shares, they cover what is missing, and none of them could be left out."""
    missing = state.owes[debtor]
    for company, count in shares.items():
        if count > state.shares(debtor, company):
            has = state.shares(debtor, company)
            values = {"player": debtor, "has": has, "company": company_name(state.table, company), "wanted": count}
            raise RuleError("R-18", Sentence("{player} has {has} {company} shares, not {wanted}", values))
    proceeds = half(worth(state, shares))
    if proceeds < missing:
        amounts = {"proceeds": Amount(proceeds), "missing": Amount(missing)}
        raise RuleError("R-18", Sentence("these shares bring {proceeds}, {missing} is missing: add shares", amounts))
    for company, count in shares.items():
        if count and half(worth(state, {**shares, company: count - 1})) >= missing:
            values = {"company": company_name(state.table, company), "missing": Amount(missing)}
            raise RuleError(
                "R-18", Sentence("a share of {company} too many: without it {missing} is covered too", values)
            )


def forced_sale(state: State, debtor: str, shares: ShareSet) -> Step[State]:
    """The sale of a set that R-18 allows; the surplus stays with the debtor."""
    value = worth(state, shares)
    surplus = half(value) - state.owes[debtor]
    for company, count in shares.items():
        if count:
            state = give_back(state, debtor, company, count)
    state = replace(
        state,
        cash={**state.cash, debtor: Money(state.cash[debtor] + surplus)},
        owes=_without(state.owes, debtor),
    )
    reason = explain.forced_sale_reason(value, sum(shares.values()), everything=False)
    return settle_debtors(Step(state, (entry("forced_sale", debtor, half(value), reason),)))


def forced_sale_sets(state: State, debtor: str) -> Iterator[dict[Company, int]]:
    """The sets that R-18 allows: the one that loses least first, of those that lose alike the one of fewest shares."""
    missing = state.owes[debtor]
    prices = {company: state.price(company) for company in COMPANIES}
    stock = [(company, count, prices[company]) for company, count in held(state, debtor).items() if prices[company]]
    # The cheapest company last: its count then follows from what is still to come.
    stock.sort(key=lambda item: -item[2])
    # What covers the missing amount is worth twice that. Above it no share may be left out, not the dearest either.
    values = range(2 * missing, 2 * missing + max(prices.values()), STEP)
    for _, alike in groupby(values, key=lambda value: value - half(value)):
        found = [
            shares
            for value in alike
            for shares in _worth_exactly(value, stock)
            if value - min(prices[company] for company in shares) < 2 * missing
        ]
        for shares in sorted(found, key=lambda shares: sum(shares.values())):
            yield {company: shares[company] for company in COMPANIES if company in shares}


def _worth_exactly(value: int, stock: Sequence[tuple[Company, int, int]]) -> Iterator[dict[Company, int]]:
    """Sets of that value, above 0. ``stock``: (company, shares, price), the dearest first."""
    (company, held, price), *cheaper = stock
    if not cheaper:
        count, rest = divmod(value, price)
        if rest == 0 and count <= held:
            yield {company: count} if count else {}
        return
    most = min(held, value // price)
    # The cheaper shares together must be worth what this many of the dear ones leave.
    least = max(0, -(-(value - sum(count * price for _, count, price in cheaper)) // price))
    for count in range(most, least - 1, -1):
        for others in _worth_exactly(value - count * price, cheaper):
            yield {company: count, **others} if count else others
