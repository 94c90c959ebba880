"""The course of a year: what follows when all who were asked have decided, and needs no choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.master_of_economy import _election as election
from companion.games.master_of_economy import _end as end
from companion.games.master_of_economy import _finance as finance
from companion.games.master_of_economy import _meeting as meeting
from companion.games.master_of_economy import _new_year as new_year
from companion.games.master_of_economy import _success as success
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._industry import clear_factories
from companion.games.master_of_economy._state import Stage, State
from companion.games.master_of_economy._trade import empty_market, trade


def advance(books: Books) -> None:
    """Goes on until somebody has to decide, or the game is over."""
    while not _waits(books.state):
        _NEXT[books.state.stage](books)


def _waits(state: State) -> bool:
    return bool(state.asked) or state.due is not None or state.stage == "over"


def begin_phase(books: Books, phase: int) -> None:
    """The first step of a phase, 1 to 10."""
    books.set(phase=phase)
    _BEGIN[phase](books)


def _ask_all(stage: Stage) -> Callable[[Books], None]:
    def begin(books: Books) -> None:
        books.set(stage=stage)
        books.ask_companies(books.state.position)

    return begin


def _begin_trade(books: Books) -> None:
    books.set(laid={}, traded=())
    if books.state.table.shadow is None:
        _ask_all("offers")(books)
    else:
        books.set(stage="success")
        books.ask_players(books.state.table.players)


_BEGIN: Mapping[int, Callable[[Books], None]] = {
    1: _ask_all("invest"),
    2: _ask_all("supply"),
    3: _ask_all("produce"),
    4: _begin_trade,
    5: finance.begin,
    6: _ask_all("invest"),
    7: _ask_all("supply"),
    8: _ask_all("produce"),
    9: _begin_trade,
    10: meeting.begin,
}


def _next_phase(books: Books) -> None:
    begin_phase(books, books.state.phase + 1)


def _after_production(books: Books) -> None:
    clear_factories(books)
    _next_phase(books)


def _trade_on(books: Books) -> None:
    """The trade; when it is over, the shadow company's points, and the end or the next phase (M-6, M-16, M-19)."""
    if not trade(books):
        return
    state = books.state
    books.set(offers=empty_market(state.table, state.year))
    if state.table.shadow is not None:
        success.show(books)
    reason = end.reason_to_end(books.state)
    if reason is None:
        _next_phase(books)
    else:
        end.finish(books, reason)


def _after_election(books: Books) -> None:
    if not election.next_election(books):
        new_year.begin_dealing(books)


def _after_dealing(books: Books) -> None:
    if not new_year.next_round(books):
        new_year.begin_support(books)


def _after_support(books: Books) -> None:
    if not new_year.next_support(books):
        new_year.begin_year(books)
        begin_phase(books, 1)


_NEXT: Mapping[Stage, Callable[[Books], None]] = {
    "invest": _next_phase,
    "supply": _next_phase,
    "produce": _after_production,
    "success": _ask_all("offers"),
    "offers": lambda books: books.set(stage="trade", laid=books.state.offers),
    "trade": _trade_on,
    "repay": finance.next_interest,
    "shares": finance.next_round,
    "loan": _next_phase,
    "embezzle": meeting.begin_dividends,
    "motions": meeting.next_dividend,
    "dividend_vote": meeting.count_dividend_votes,
    "buy_back": election.begin,
    "candidates": _after_election,
    "election": election.count_votes,
    "player_shares": _after_dealing,
    "support": _after_support,
}
"""For each stage what comes when nobody is left to be asked in it."""
