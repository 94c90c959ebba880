"""Who manages which company next year (M-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import Company
from companion.games.master_of_economy._meeting import voters, votes_of
from companion.games.master_of_economy._names import check_player
from companion.games.master_of_economy._state import Holder, State
from companion.games.master_of_economy._words import company_name
from companion.quoting import quoted
from companion.sentence import Sentence


def begin(books: Books) -> None:
    """The companies elect one by one."""
    books.set(stage="candidates", agenda=books.state.position)


def next_election(books: Books) -> bool:
    """Candidates are asked for at the next company (True); after the last one there is none (False)."""
    state = books.state
    if not state.agenda:
        books.set(candidates=())
        return False
    company = state.agenda[0]
    books.set(stage="candidates", candidates=standing(state, company), votes={})
    books.ask_companies((company,))
    return True


def standing(state: State, company: Company) -> tuple[str, ...]:
    """Who stands in any case: all with most own shares (M-13)."""
    own = {player: sum(person.packets.get(company, ())) for player, person in state.people.items()}
    return tuple(player for player in state.people if own[player] == max(own.values()))


def stand(books: Books, event: events.Candidate) -> None:
    """One more candidate."""
    state = books.state
    if event.player in state.candidates:
        values = {"player": event.player, "company": company_name(event.company)}
        raise RuleError("M-13", Sentence("{player} is a candidate for {company} already", values))
    named = (*state.candidates, event.player)
    books.set(candidates=tuple(player for player in state.people if player in named))


def end_candidates(books: Books) -> None:
    """No more candidates: a single one is elected, else there is a vote."""
    state = books.state
    company = state.agenda[0]
    if len(state.candidates) == 1:
        _elect(books, state.candidates[0])
    else:
        books.set(stage="election")
        books.ask_players(voters(state, company, with_manager=False), company)


def elect_vote(books: Books, event: events.ElectVote) -> None:
    """A player votes for a candidate."""
    check_player(books.state, event.for_)
    if event.for_ not in books.state.candidates:
        values = {"player": quoted(event.for_), "candidates": books.state.candidates}
        raise RuleError("M-13", Sentence("{player} is no candidate: {candidates} are", values))
    books.set(votes={**books.state.votes, event.player: event.for_})
    books.answered()


def tally(state: State, company: Company) -> Mapping[str, int]:
    """The votes for each candidate so far."""
    counts = dict.fromkeys(state.candidates, 0)
    for player, candidate in state.votes.items():
        counts[str(candidate)] += votes_of(state, company, player)
    return counts


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who is elected. ``equals``: the candidates with most votes; ``decider``: whose vote decided among several."""

    elected: str
    votes: Mapping[str, int]
    equals: tuple[str, ...]
    decider: Holder | None = None


def outcome(state: State, company: Company) -> Outcome:
    """The candidate with most votes; among equals the one for whom the greatest holder voted (M-13).

    The greatest holder has most shares, or as many and the largest single packet. Where he voted for none of the
    equals, the next one decides.
    """
    votes = tally(state, company)
    equals = tuple(candidate for candidate, count in votes.items() if count == max(votes.values()))
    if len(equals) == 1:
        return Outcome(equals[0], votes, equals)
    greatest = sorted(state.holders(company), key=lambda holder: (-holder.shares, -max(holder.packets)))
    decider = next(holder for holder in greatest if state.votes[holder.voter] in equals)
    return Outcome(str(state.votes[decider.voter]), votes, equals, decider)


def count_votes(books: Books) -> None:
    """All have voted."""
    _elect(books, outcome(books.state, books.state.agenda[0]).elected)


def _elect(books: Books, player: str) -> None:
    state = books.state
    company = state.agenda[0]
    elected = {**state.elected, company: player}
    in_order = {name: elected[name] for name in state.table.companies if name in elected}
    books.set(stage="candidates", elected=in_order, agenda=state.agenda[1:], votes={}, candidates=(), asked=())
