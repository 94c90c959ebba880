"""MASTER OF ECONOMY behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board import Board, Boards
from companion.games._protocol import PUBLIC, Sighting, Step, Turn, Viewer, Waiting
from companion.games.master_of_economy import (
    _describe,
    _end,
    _events,
    _legal,
    _setup,
    _sighting,
    _success,
    _turn,
    _view,
)
from companion.games.master_of_economy._events import Event
from companion.games.master_of_economy._material import printed_market
from companion.games.master_of_economy._state import State
from companion.games.master_of_economy._words import COMPANY_NAMES
from companion.money import Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence


class MasterOfEconomy:
    """The rules of MASTER OF ECONOMY for two to four players (protocol `Game`)."""

    name = "master_of_economy"
    title = "MASTER OF ECONOMY"
    players_may = frozenset(do for events in _turn.EVENTS.values() for do in events)
    """All: a player decides for himself, and for the companies that he manages."""

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[State]:
        """The game at its start, with what happens by itself then; raises FormatError for anything wrong."""
        return _setup.start_step(header)

    def parse_event(self, raw: Mapping[str, Any]) -> Event:
        """The event in a decoded line; raises FormatError."""
        return _events.parse_event(raw)

    def apply(self, state: State, event: Event) -> Step[State]:
        """The state after an event and the entries that it caused; raises RuleError."""
        return _turn.apply(state, event)

    def legal(self, state: State) -> Mapping[str, Any]:
        """Every kind of event that is possible now, with its bounds (see `_legal.legal`)."""
        return _legal.legal(state)

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """The keys of the replay format, without other people's secrets (see `_view.view`)."""
        return _view.view(state, viewer)

    def result(self, state: State) -> Mapping[str, Any] | None:
        """Reason, split, result and ranking once the game is over (M-16 to M-18, M-20)."""
        return _end.result(state)

    def waiting(self, state: State) -> Waiting:
        """Whom the game waits for; the kind is the step."""
        return _describe.waiting(state)

    def describe(self, state: State, event: Event) -> Sentence:
        """The event in words."""
        return _describe.describe(state, event)

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Without the success marker that lies face down (M-19)."""
        return _describe.public_event(raw)

    def extras(self, state: State) -> Mapping[str, Any]:
        """The printed market, and what companies, goods and factories are called (see `_view.extras`)."""
        return _view.extras(state)

    def news(self, before: State, event: Event, after: Step[State]) -> tuple[Sentence, ...]:
        """What the success markers showed when they were turned up; all else the entries and the state say."""
        shown = _success.news_of(before, after.state)
        return () if shown is None else (shown,)

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        """A key of the header that is likely a slip of the pen, else None."""
        return _setup.header_slip(header)

    def event_for_throw(self, state: State, faces: Sequence[str]) -> Mapping[str, Any] | None:
        """None: there are no dice."""
        return None

    def sight(self, state: State, squares: Sequence[str]) -> Sighting:
        """Nothing: the market has no squares in a grid."""
        return Sighting()

    def sight_regions(self, state: State, counts: Counts) -> Sighting:
        """What offer markers seen on the fields of the market mean beside the books (see `_sighting.sight`)."""
        return _sighting.sight(state, counts)

    def regions(self, state: State, boards: Boards) -> RegionBoard | None:
        """The market board, by the board file `_sighting.MARKET`."""
        return _sighting.market_board(boards)

    def lying(self, state: State) -> Counts:
        """The offer markers on the fields of the market."""
        return _sighting.lying(state)

    def board(self, state: State) -> Board | None:
        """None: no board of this game is a grid."""
        return None

    def pieces(self, state: State) -> str:
        """None, for there is no grid to read."""
        return ""

    def dice(self, state: State) -> tuple[tuple[str, ...], ...]:
        """None."""
        return ()

    def prices(self, state: State) -> Mapping[str, Money]:
        """What a share of each company is worth (M-7)."""
        return {company: state.value(company) for company in state.table.companies}

    def turn_end(self, state: State) -> Mapping[str, Any] | None:
        """The event that says that nothing more comes from the one who is asked, where there is one."""
        return _legal.nothing_more(state)

    def companies(self, state: State) -> Mapping[str, Sentence | str]:
        """The companies' names as they are printed."""
        return {company: COMPANY_NAMES[company] for company in state.table.companies}

    def purses(self, state: State) -> Mapping[str, Money]:
        """The players' own cash."""
        return {player: person.cash for player, person in state.people.items()}

    def notes(self, state: State) -> Mapping[int, int]:
        """The notes in the box."""
        return printed_market().notes

    def coffers(self, state: State) -> Mapping[str, Money]:
        """What lies on the companies' boards."""
        return {company: firm.cash for company, firm in state.firms.items()}

    def turn(self, state: State) -> Turn:
        """A phase of a year, in which all act."""
        return Turn(f"{state.year} {state.phase}", None if state.turn is None else state.turn.player)

    def wealth(self, state: State, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        """What each player would have if the game ended now (M-17, M-18); empty while cash is secret (M-2)."""
        return _end.wealth_now(state, viewer)
