"""BIG SHOT behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board import Board, Boards
from companion.errors import RuleError
from companion.games._protocol import PUBLIC, Sighting, Step, Turn, Viewer, Waiting
from companion.games.big_shot import _describe, _end, _events, _setup, _sighting, _turn, _view
from companion.games.big_shot._events import Event
from companion.games.big_shot._material import COLOURS, DIE
from companion.games.big_shot._state import State
from companion.games.big_shot._turn import no_face
from companion.money import Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence

_FACES = tuple(str(face) for face in DIE)


class BigShot:
    """The rules of BIG SHOT for four, three and two players (protocol `Game`)."""

    name = "big_shot"
    title = "BIG SHOT"
    players_may = frozenset({"loan", "bid", "pass", "choose_purse", "place"})

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[State]:
        """The game at its start; raises FormatError for anything wrong in the header."""
        return Step(_setup.start_state(header, boards))

    def parse_event(self, raw: Mapping[str, Any]) -> Event:
        """The event in a decoded line; raises FormatError."""
        return _events.parse_event(raw)

    def apply(self, state: State, event: Event) -> Step[State]:
        """The state after an event and the entries that it caused; raises RuleError."""
        return _turn.apply(state, event)

    def legal(self, state: State) -> Mapping[str, Any]:
        """Every kind of event that is possible now, with its bounds (see `_view.legal`)."""
        return _view.legal(state)

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """The keys of the replay format; under ``hard`` without other people's money (see `_view.view`)."""
        return _view.view(state, viewer)

    def result(self, state: State) -> Mapping[str, Any] | None:
        """Reason, ranking, winners, wealth and districts once the game is over (G-8, G-9)."""
        return _end.result(state)

    def waiting(self, state: State) -> Waiting:
        """Whom the game waits for; the kind is the phase."""
        return _view.waiting(state)

    def describe(self, state: State, event: Event) -> Sentence:
        """The event in words."""
        return _describe.describe(state, event)

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """As it is: whatever is done is done for all to see."""
        return raw

    def extras(self, state: State) -> Mapping[str, Any]:
        """The printed board, whose colour is whose, and what own districts count (see `_view.extras`)."""
        return _view.extras(state)

    def news(self, before: State, event: Event, after: Step[State]) -> tuple[Sentence, ...]:
        """None: the entries and the state say it all."""
        return ()

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        """A key of the header that is likely a slip of the pen, else None."""
        return _setup.header_slip(header)

    def event_for_throw(self, state: State, faces: Sequence[str]) -> Mapping[str, Any] | None:
        """The roll that the first face means; None when no throw is awaited. Raises RuleError."""
        if state.phase != "roll" or not faces:
            return None
        if faces[0] not in _FACES:
            raise RuleError("G-14", no_face(faces[0]))
        return {"do": "roll", "player": state.turn, "die": int(faces[0])}

    def sight(self, state: State, squares: Sequence[str]) -> Sighting:
        """Nothing: the city has no squares that a reading could name."""
        return Sighting()

    def sight_regions(self, state: State, counts: Counts) -> Sighting:
        """What stones counted in the districts mean now (see `_sighting.sight`)."""
        return _sighting.sight(state, counts)

    def regions(self, state: State, boards: Boards) -> RegionBoard | None:
        """The board with its districts."""
        return state.table.city.regions()

    def lying(self, state: State) -> Counts:
        """The stones in the districts."""
        return {
            name: {colour: place.stones.get(colour, 0) for colour in COLOURS} for name, place in state.places.items()
        }

    def board(self, state: State) -> Board | None:
        """None: the city is no grid."""
        return None

    def pieces(self, state: State) -> str:
        """None, for no reading has squares of this board."""
        return ""

    def dice(self, state: State) -> tuple[tuple[str, ...], ...]:
        """One die."""
        return (_FACES,)

    def prices(self, state: State) -> Mapping[str, Money]:
        """None."""
        return {}

    def turn_end(self, state: State) -> Mapping[str, Any] | None:
        """None: a round ends by itself with the fourth stone."""
        return None

    def companies(self, state: State) -> Mapping[str, str]:
        """None."""
        return {}

    def purses(self, state: State) -> Mapping[str, Money]:
        """What each player has in all purses."""
        return {
            player: Money(sum(state.purses[colour].cash for colour in state.colours(player)))
            for player in state.table.players
        }

    def notes(self, state: State) -> Mapping[int, int]:
        """None: no text says how many notes there are."""
        return {}

    def coffers(self, state: State) -> Mapping[str, Money]:
        """None: no company holds money."""
        return {}

    def turn(self, state: State) -> Turn:
        """A round: the throw, the auction, the four stones."""
        return Turn(str(state.round), state.turn)

    def wealth(self, state: State, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        """What each player would have if the game ended now (G-7, G-8); empty while money is hidden (G-10)."""
        return _end.wealth(state, viewer)
