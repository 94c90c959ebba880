"""From the elections to the next year: players' packets, and the order of the companies (M-13, M-15)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import Company
from companion.games.master_of_economy._names import company_in, not_negative
from companion.games.master_of_economy._packets import EXTRA_ROUNDS, PLAYER_ROUNDS
from companion.games.master_of_economy._state import State
from companion.games.master_of_economy._trade import empty_market
from companion.quoting import quoted
from companion.sentence import Sentence


def begin_dealing(books: Books) -> None:
    """The players deal: first this year's manager of the last company, then counter-clockwise."""
    books.set(stage="player_shares", round=1, deals={})
    books.ask_players(dealers(books.state))


def dealers(state: State) -> tuple[str, ...]:
    """All players in the order in which they deal."""
    seats = tuple(reversed(state.table.players))
    first = seats.index(state.manager(state.position[-1]))
    return seats[first:] + seats[:first]


def next_round(books: Books) -> bool:
    """Another round of dealing (True), the last one for players without a company next year; False after it."""
    state = books.state
    if state.round >= PLAYER_ROUNDS + EXTRA_ROUNDS:
        return False
    books.set(round=state.round + 1)
    players = dealers(state)
    if state.round >= PLAYER_ROUNDS:
        players = tuple(player for player in players if player not in state.elected.values())
    books.ask_players(players)
    return True


def begin_support(books: Books) -> None:
    """The elected take over; everybody gets a relation marker, and the last company's field has one (M-15)."""
    for company, manager in books.state.elected.items():
        books.set_firm(company, manager=manager)
    for player, person in books.state.people.items():
        books.set_person(player, relations=person.relations + 1)
    state = books.state
    support = {company: int(company == state.position[-1]) for company in state.support}
    books.set(stage="support", elected={}, deals={}, round=0, support=support, agenda=state.position)


def next_support(books: Books) -> bool:
    """Players with markers are asked about the next company (True); False after the last one."""
    agenda = books.state.agenda
    if not agenda:
        return False
    books.set(agenda=agenda[1:])
    able = tuple(player for player in supporters(books.state) if books.person(player).relations)
    books.ask_players(able, agenda[0])
    return True


def supporters(state: State) -> tuple[str, ...]:
    """All players in the order in which they support: managers by their companies' position, then by seat."""
    managers = dict.fromkeys(state.manager(company) for company in state.position)
    return tuple(dict.fromkeys((*managers, *state.table.players)))


def lay_support(books: Books, event: events.Support) -> None:
    """Relation markers on a company's field, or none."""
    state = books.state
    company = company_in(state, event.company)
    not_negative(event.markers, "markers")
    has = state.people[event.player].relations
    if event.markers > has:
        values = {"player": event.player, "has": has, "count": quoted(event.markers)}
        raise RuleError("M-15", Sentence("{player} has {has} relation markers, not {count}", values))
    books.set_person(event.player, relations=has - event.markers)
    books.set(support={**state.support, company: state.support[company] + event.markers})
    books.answered()


def begin_year(books: Books) -> None:
    """The new order, the markers back, and the next year."""
    state = books.state
    books.set(
        year=state.year + 1,
        position=new_position(state),
        support=dict.fromkeys(state.support, 0),
        offers=empty_market(state.table, state.year + 1),
    )


def new_position(state: State) -> tuple[Company, ...]:
    """Most relation markers first, equals in the old order (M-15)."""
    return tuple(sorted(state.position, key=lambda company: -state.support[company]))
