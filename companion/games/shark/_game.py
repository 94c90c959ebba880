"""SHARK behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board import Board, Boards
from companion.games._protocol import PUBLIC, Sighting, Step, Turn, Viewer, Waiting
from companion.games.shark import _describe, _end, _events, _news, _setup, _sighting, _turn, _view
from companion.games.shark._editions import COMPANIES, FREE, LETTERS, TOP, Edition, editions
from companion.games.shark._events import Event
from companion.games.shark._state import State
from companion.games.shark._words import company_name
from companion.money import Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence


class Shark:
    """The rules of SHARK in the editions of 1987, 1991 and 2001 (protocol `Game`).

    ``editions``: other boxes than those that come with the program (`parse_editions`).
    """

    name = "shark"
    title = "SHARK"
    players_may = frozenset({"pick", "buy", "sell", "forced_sale", "end_turn"})

    def __init__(self, editions: Mapping[str, Edition] | None = None) -> None:
        self._editions = editions

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[State]:
        """The game at its start; raises FormatError for anything wrong in the header."""
        known = editions() if self._editions is None else self._editions
        return Step(_setup.start_state(header, boards, known))

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
        """The keys of the replay format; the same for every viewer, all lies open in SHARK."""
        return _view.view(state)

    def result(self, state: State) -> Mapping[str, Any] | None:
        """Reason, ranking and result once the game is over (R-22, R-23)."""
        return _end.result(state)

    def waiting(self, state: State) -> Waiting:
        """Whom the game waits for; the kind is the phase."""
        return _view.waiting(state)

    def describe(self, state: State, event: Event) -> Sentence:
        """The event in words."""
        return _describe.describe(state, event)

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """As it is: all lies open."""
        return raw

    def extras(self, state: State) -> Mapping[str, Any]:
        """Nothing: the view and the board say it all."""
        return {}

    def news(self, before: State, event: Event, after: Step[State]) -> tuple[Sentence, ...]:
        """Why a placement pays nobody, and debts under ``debt_grace_turns``."""
        return _news.news(before, event, after)

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        """A key of the header or its start that is likely a slip of the pen, else None."""
        return _setup.header_slip(header)

    def event_for_throw(self, state: State, faces: Sequence[str]) -> Mapping[str, Any] | None:
        """The roll that faces (zone, colour) mean; None when no throw is awaited. Raises RuleError.

        Without a colour die (variant III) the zone alone counts.
        """
        if state.phase != "trade" or not faces:
            return None
        colour = FREE if state.options.no_colour_die else faces[1] if len(faces) > 1 else ""
        roll = _turn.check_roll(state, faces[0], colour)
        return {"do": "roll", "player": state.turn, "zone": roll.zone, "colour": roll.colour}

    def sight(self, state: State, squares: Sequence[str]) -> Sighting:
        """What a reading of the board means beside the books."""
        return _sighting.sight(state, squares)

    def sight_regions(self, state: State, counts: Counts) -> Sighting:
        """Nothing: it is played on no board of districts."""
        return Sighting()

    def regions(self, state: State, boards: Boards) -> RegionBoard | None:
        """None."""
        return None

    def lying(self, state: State) -> Counts:
        """Nothing."""
        return {}

    def board(self, state: State) -> Board:
        """The board that the game is played on."""
        return state.table.board

    def pieces(self, state: State) -> str:
        """The houses' letters; TOPs only where they are played."""
        houses = "".join(LETTERS[company] for company in COMPANIES)
        return houses + LETTERS[TOP] if state.options.top_houses else houses

    def dice(self, state: State) -> tuple[tuple[str, ...], ...]:
        """The number die and, but for variant III, the colour die."""
        edition = state.table.edition
        return (edition.zones,) if state.options.no_colour_die else (edition.zones, edition.colours)

    def prices(self, state: State) -> Mapping[str, Money]:
        """All prices now (R-9)."""
        return {company: state.price(company) for company in COMPANIES}

    def turn_end(self, state: State) -> Mapping[str, Any] | None:
        """The end of the mover's turn, once he has placed or could not."""
        end = _view.legal(state).get("end_turn")
        return None if end is None else {"do": "end_turn", "player": end["player"]}

    def companies(self, state: State) -> Mapping[str, Sentence | str]:
        """The companies' names as printed on the edition's cards; their colours where these are not known."""
        return {company: company_name(state.table, company) for company in COMPANIES}

    def purses(self, state: State) -> Mapping[str, Money]:
        """The players' cash."""
        return state.cash

    def notes(self, state: State) -> Mapping[int, int]:
        """The edition's notes."""
        return state.table.edition.notes

    def coffers(self, state: State) -> Mapping[str, Money]:
        """None: no company holds money."""
        return {}

    def turn(self, state: State) -> Turn:
        """The mover's; the picks come before the first one."""
        return Turn("" if state.phase == "pick" else state.turn, state.turn)

    def wealth(self, state: State, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        """What each player would have if the game ended now (R-23)."""
        return _end.wealth(state)
