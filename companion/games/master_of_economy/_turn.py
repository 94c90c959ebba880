"""One event: whether it may come now, from whom, and what it does (M-21, M-22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from companion.errors import RuleError
from companion.games._events import Amend, name_of
from companion.games._protocol import Step
from companion.games.master_of_economy import _election as election
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _finance as finance
from companion.games.master_of_economy import _industry as industry
from companion.games.master_of_economy import _meeting as meeting
from companion.games.master_of_economy import _new_year as new_year
from companion.games.master_of_economy import _packets as packets
from companion.games.master_of_economy import _payments as payments
from companion.games.master_of_economy import _success as success
from companion.games.master_of_economy import _trade as market
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._course import advance
from companion.games.master_of_economy._names import check_player, company_in, good_named
from companion.games.master_of_economy._state import Stage, State
from companion.games.master_of_economy._words import company_name
from companion.sentence import Sentence

StepName = Stage | Literal["top_up", "forced_sale"]

EVENTS: Mapping[StepName, tuple[str, ...]] = {
    "invest": ("build", "sell_factory", "done"),
    "supply": ("supply",),
    "produce": ("produce",),
    "success": ("success",),
    "offers": ("offers",),
    "trade": (),
    "top_up": ("top_up",),
    "forced_sale": ("forced_sale",),
    "repay": ("repay", "pass"),
    "shares": ("buy_packet", "sell_packet", "swap_packet", "pass"),
    "loan": ("loan", "pass"),
    "embezzle": ("embezzle", "pass"),
    "motions": ("motion", "done"),
    "dividend_vote": ("vote",),
    "buy_back": ("buy_back", "done"),
    "candidates": ("candidate", "done"),
    "election": ("elect_vote",),
    "player_shares": ("buy_packet", "sell_packet", "swap_packet", "pass"),
    "support": ("support",),
    "over": (),
}
"""For each step the events that may come; ``amend`` may always come."""

_OF_ANY_PLAYER = (events.Motion, events.Candidate)
"""What any player may do while a company is asked."""


def step_of(state: State) -> StepName:
    """The step that people see: the stage, or what is asked of a manager short of cash."""
    return state.stage if state.due is None else state.due.step


def apply(state: State, event: events.Event) -> Step[State]:
    """The state after an event, with what follows of it by itself, and the entries; raises RuleError."""
    if isinstance(event, Amend):
        return Step(state)
    check_in_turn(state, event)
    books = Books(state)
    _HANDLERS[type(event)](books, event)
    advance(books)
    return books.closed()


def check_in_turn(state: State, event: events.Event) -> None:
    """Raises RuleError when that event may not come now, or not from that company or player (M-16, M-21, M-22)."""
    do, turn = name_of(event), state.turn
    if turn is None:
        raise RuleError("M-16", Sentence("{event} may not come now: the game is over", {"event": do}))
    company, player = getattr(event, "company", None), getattr(event, "player", None)
    if isinstance(company, str):
        company_in(state, company)
    if isinstance(player, str):
        check_player(state, player)
    if do not in EVENTS[step_of(state)]:
        values = {"event": do, "known": ", ".join(EVENTS[step_of(state)])}
        raise RuleError("M-21", Sentence("{event} may not come now: what may come is {known}", values))
    awaited = {"company": company_name(turn.company or ""), "player": turn.player}
    if isinstance(company, str) and company != turn.company:
        if turn.company is None:
            raise RuleError("M-21", Sentence("a player is asked, {player}, and no company", awaited))
        raise RuleError("M-21", Sentence("{company} is awaited", awaited))
    if isinstance(player, str) and player != turn.player and not isinstance(event, _OF_ANY_PLAYER):
        raise RuleError("M-21", Sentence("{player} is awaited", awaited))
    if not isinstance(company, str) and turn.company is not None:
        raise RuleError("M-21", Sentence("{company} is awaited", awaited))


def _done(books: Books, event: events.Done) -> None:
    _ENDINGS[books.state.stage](books)


def _pass(books: Books, event: events.Pass) -> None:
    books.answered()


def _top_up(books: Books, event: events.TopUp) -> None:
    _find_cash(books, lambda: payments.top_up(books, event))


def _forced_sale(books: Books, event: events.ForcedSale) -> None:
    _find_cash(books, lambda: payments.forced_sale(books, event))


def _find_cash(books: Books, find: Callable[[], events.Event | None]) -> None:
    """Carries out what had to wait for its cash: a wish, or a deal of the trade that is then told as a step of it."""
    due = books.state.due
    assert due is not None
    wish = find()
    if wish is not None:
        _HANDLERS[type(wish)](books, wish)
    if books.state.stage == "trade":
        market.tell(books, good_named(due.charge.about))


_ENDINGS: Mapping[Stage, Callable[[Books], None]] = {
    "invest": industry.end_invest,
    "motions": meeting.end_motions,
    "buy_back": Books.answered,
    "candidates": election.end_candidates,
}
"""What ``done`` ends."""

_HANDLERS: Mapping[type, Callable[[Books, Any], None]] = {
    events.Build: industry.build,
    events.SellFactory: industry.sell_factory,
    events.Done: _done,
    events.Supply: industry.supply,
    events.Produce: industry.produce,
    events.PlaySuccess: success.play,
    events.MakeOffers: market.make_offers,
    events.TopUp: _top_up,
    events.ForcedSale: _forced_sale,
    events.Repay: finance.repay,
    events.BuyPacket: packets.buy_packet,
    events.SellPacket: packets.sell_packet,
    events.SwapPacket: packets.swap_packet,
    events.TakeLoan: finance.take_loan,
    events.Embezzle: meeting.embezzle,
    events.Motion: meeting.move,
    events.Vote: meeting.vote,
    events.BuyBack: meeting.buy_back,
    events.Candidate: election.stand,
    events.ElectVote: election.elect_vote,
    events.Support: new_year.lay_support,
    events.Pass: _pass,
}
