"""REIBACH & CO behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board import Board, Boards
from companion.games._protocol import PUBLIC, Sighting, Step, Turn, Viewer, Waiting
from companion.games.reibach import _describe, _events, _scoring, _setup, _turn, _view
from companion.games.reibach._events import Event
from companion.games.reibach._material import SCORED_WITH
from companion.games.reibach._state import State, Tracked
from companion.money import Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence


class Reibach:
    """The rules of REIBACH & CO, tracked or as a score sheet (protocol `Game`)."""

    name = "reibach"
    title = "REIBACH & CO"
    players_may = frozenset({"take_open", "draw", "replace", "dealmaker", "lay", "rows"})

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[State]:
        """The game at its start; raises FormatError for anything wrong in the header."""
        return Step(_setup.start_state(header))

    def parse_event(self, raw: Mapping[str, Any]) -> Event:
        """The event in a decoded line; raises FormatError."""
        return _events.parse_event(raw)

    def apply(self, state: State, event: Event) -> Step[State]:
        """The state after an event and the entries that it caused; raises RuleError."""
        return _turn.apply(state, event)

    def legal(self, state: State) -> Mapping[str, Any]:
        """Every kind of event that is possible now, with what everybody may know of its bounds (see `_view.legal`)."""
        return _view.legal(state)

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """The keys of the replay format; the same for every viewer: hidden cards are in none (B-5)."""
        return _view.view(state)

    def result(self, state: State) -> Mapping[str, Any] | None:
        """Reason, ranking and result once the game is over (B-13)."""
        return _scoring.result(state)

    def waiting(self, state: State) -> Waiting:
        """Whom the game waits for; the kind is the phase."""
        return _view.waiting(state)

    def describe(self, state: State, event: Event) -> Sentence:
        """The event in words, hidden cards not named."""
        return _describe.describe(state, event)

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Without the names of cards in hands and of those that lie face down (B-5)."""
        return _describe.public_event(raw)

    def extras(self, state: State) -> Mapping[str, Any]:
        """The cards' names, and the scorings so far entry by entry (see `_view.extras`)."""
        return _view.extras(state)

    def news(self, before: State, event: Event, after: Step[State]) -> tuple[Sentence, ...]:
        """None: the entries and the state say it all."""
        return ()

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        """A key of the header that is likely a slip of the pen, else None."""
        return _setup.header_slip(header)

    def event_for_throw(self, state: State, faces: Sequence[str]) -> Mapping[str, Any] | None:
        """None: there are no dice."""
        return None

    def sight(self, state: State, squares: Sequence[str]) -> Sighting:
        """Nothing: there is no board."""
        return Sighting()

    def sight_regions(self, state: State, counts: Counts) -> Sighting:
        """Nothing: it is played on no board of districts."""
        return Sighting()

    def regions(self, state: State, boards: Boards) -> RegionBoard | None:
        """None."""
        return None

    def lying(self, state: State) -> Counts:
        """Nothing."""
        return {}

    def board(self, state: State) -> Board | None:
        """None."""
        return None

    def pieces(self, state: State) -> str:
        """None."""
        return ""

    def dice(self, state: State) -> tuple[tuple[str, ...], ...]:
        """None."""
        return ()

    def prices(self, state: State) -> Mapping[str, Money]:
        """None."""
        return {}

    def turn_end(self, state: State) -> Mapping[str, Any] | None:
        """None: the turn passes by itself with the third point."""
        return None

    def companies(self, state: State) -> Mapping[str, str]:
        """None."""
        return {}

    def purses(self, state: State) -> Mapping[str, Money]:
        """None: the score sheet stands for the money."""
        return {}

    def notes(self, state: State) -> Mapping[int, int]:
        """None: the score sheet stands for the money."""
        return {}

    def coffers(self, state: State) -> Mapping[str, Money]:
        """None: no company holds money."""
        return {}

    def turn(self, state: State) -> Turn:
        """The mover's three points; on the score sheet all reports up to a scoring, the last one after the end too."""
        if isinstance(state.play, Tracked):
            return Turn(state.play.turn, state.play.turn)
        return Turn(str(min(state.scorings, len(SCORED_WITH) - 1)), None)

    def wealth(self, state: State, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        """The totals of the scorings so far: what is not scored is not owned (B-13)."""
        return state.totals()
