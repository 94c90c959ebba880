"""The end: when it comes, how the companies' cash is shared out, and who has won (M-16 to M-18, M-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from companion.games._protocol import BANKER, PUBLIC, Viewer
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import END_POINTS, INTEREST, LOAN, YEARS, Company
from companion.games.master_of_economy._state import Ending, Holder, Reason, Split, State
from companion.money import Money

LAST_PHASE = 9
"""The trade after which a game ends in its last year."""


def reason_to_end(state: State) -> Reason | None:
    """Why the game ends after the trade that was just carried out; None when it goes on."""
    if any(state.firms[company].points >= END_POINTS for company in state.position):
        return "points"
    return "years" if state.year == YEARS and state.phase == LAST_PHASE else None


def finish(books: Books, reason: Reason) -> None:
    """Shares and loans are settled, and the cash of every company is shared out, all by position."""
    position = books.state.position
    for company in position:
        _convert(books, company)
    for company in position:
        _settle_loans(books, company)
    split = {company: _share_out(books, company) for company in position}
    ending = Ending(reason, {company: split[company] for company in books.state.played()})
    books.set(stage="over", asked=(), ending=ending)


def _convert(books: Books, company: Company) -> None:
    for of, packets in books.firm(company).packets.items():
        amount, reason = sum(packets) * books.state.value(of), explain.conversion_reason(books.state, of, sum(packets))
        books.book_company("conversion", company, amount, reason, of=of, shares=sum(packets))
    books.set_firm(company, packets={})


def _settle_loans(books: Books, company: Company) -> None:
    firm = books.firm(company)
    if not firm.loans:
        return
    owed = (LOAN + INTEREST) * firm.loans
    paid = min(owed, firm.cash)
    reason = explain.settlement_reason(firm.loans, owed, paid)
    books.book_company("settlement", company, -paid, reason, loans=firm.loans, forgiven=owed - paid)
    books.set_firm(company, loans=0)


def _share_out(books: Books, company: Company) -> Split:
    """Per share, then per packet, each rounded down; the rest to the last manager (M-17)."""
    owners = [holder for holder in books.state.holders(company) if holder.account.company is None]
    cash = books.firm(company).cash
    per_share = Money(cash // sum(holder.shares for holder in owners))
    for holder in owners:
        _pay_split(books, company, holder, per_share=per_share)
    per_packet = Money(books.firm(company).cash // sum(len(holder.packets) for holder in owners))
    for holder in owners:
        _pay_split(books, company, holder, per_packet=per_packet)
    rest, manager = books.firm(company).cash, books.state.manager(company)
    books.book_company("rest", company, -rest, explain.rest_reason(company), of=company)
    books.book_player("rest", manager, rest, explain.rest_reason(company), of=company)
    return Split(cash, per_share, per_packet, rest)


def _pay_split(
    books: Books, company: Company, holder: Holder, *, per_share: Money | None = None, per_packet: Money | None = None
) -> None:
    if per_share is not None:
        amount = holder.shares * per_share
        details = {"of": company, "shares": holder.shares, "per_share": per_share}
        reason = explain.split_by_share_reason(company, holder.shares, per_share)
    else:
        assert per_packet is not None
        amount = len(holder.packets) * per_packet
        details = {"of": company, "packets": len(holder.packets), "per_packet": per_packet}
        reason = explain.split_by_packet_reason(company, len(holder.packets), per_packet)
    books.book_company("split", company, -amount, reason, **details)
    books.book("split", holder.account, amount, reason, **details)


def wealth(state: State) -> dict[str, Money]:
    """Cash and shares at their value less the bids, players in seat order (M-18)."""
    return {
        player: Money(
            person.cash
            + sum(sum(packets) * state.value(of) for of, packets in person.packets.items())
            - state.table.bids.get(player, 0)
        )
        for player, person in state.people.items()
    }


def wealth_now(state: State, viewer: Viewer = PUBLIC) -> dict[str, Money]:
    """What each player would have if the game ended now; empty while cash is secret from that viewer (M-2)."""
    if state.ending is None:
        if not state.table.options.open_cash and viewer != BANKER:
            return {}
        books = Books(state)
        finish(books, "years")
        state = books.state
    return wealth(state)


def ranking(state: State) -> list[list[str]]:
    """Names by rank, equals together in header order; of two pairs the one with the higher sum comes first (M-20)."""
    totals, teams = wealth(state), state.table.teams
    sums = {team: sum(totals[player] for player in team) for team in teams}
    if len(set(sums.values())) < 2:
        return _ranked(state.table.players, totals)
    better, other = sorted(teams, key=lambda team: -sums[team])
    return [*_ranked(better, totals), *_ranked(other, totals)]


def _ranked(players: Iterable[str], totals: Mapping[str, Money]) -> list[list[str]]:
    named = [player for player in totals if player in set(players)]
    by_total = sorted(named, key=lambda player: -totals[player])
    return [list(equals) for _, equals in groupby(by_total, key=lambda player: totals[player])]


def result(state: State) -> Mapping[str, Any] | None:
    """Reason, split, result and ranking of a game that is over, else None."""
    if state.ending is None:
        return None
    split = {
        company: {
            "cash": shared.cash,
            "per_share": shared.per_share,
            "per_packet": shared.per_packet,
            "rest": shared.rest,
        }
        for company, shared in state.ending.split.items()
    }
    return {"reason": state.ending.reason, "split": split, "result": wealth(state), "ranking": ranking(state)}
