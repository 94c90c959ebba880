"""A small invented game, as `docs/adding-a-game.md` adds one: PEBBLES.

Two or more players take one, two or three pebbles from a heap in turn. Each pebble brings 1 from the bank; who takes
the last one gets 5 more and has ended the game. The richest wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.board import Board, Boards
from companion.errors import RuleError
from companion.games import PUBLIC, Entry, Sighting, Step, Turn, Viewer, Waiting
from companion.games._events import Amend, read_event
from companion.games._header import check_players, read_header
from companion.money import Amount, Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence

LAST = 5


class Take(msgspec.Struct, frozen=True, tag_field="do", tag="take"):
    player: str
    pebbles: int


class _Header(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    banker: str
    heap: int


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    turn: str
    heap: int
    cash: Mapping[str, Money]


class Pebbles:
    """PEBBLES behind the protocol of all games."""

    name = "pebbles"
    title = "PEBBLES"
    players_may = frozenset({"take"})

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[State]:
        read = read_header(header, _Header)
        players = check_players(read.players, read.banker)
        return Step(State(players, players[0], read.heap, dict.fromkeys(players, Money(0))))

    def parse_event(self, raw: Mapping[str, Any]) -> Take | Amend:
        return read_event(raw, Take | Amend, "PEBBLES")  # type: ignore[no-any-return]

    def apply(self, state: State, event: Take | Amend) -> Step[State]:
        if isinstance(event, Amend):
            return Step(state)
        if event.player != state.turn or not state.heap:
            raise RuleError("P-1", Sentence("it is {player}'s turn", {"player": state.turn}))
        if not 1 <= event.pebbles <= min(3, state.heap):
            raise RuleError("P-2", Sentence("one to three pebbles are taken"))
        heap = state.heap - event.pebbles
        paid = event.pebbles + (0 if heap else LAST)
        reason = Sentence("{pebbles} pebbles", {"pebbles": event.pebbles}, "P-2")
        cash = {**state.cash, event.player: Money(state.cash[event.player] + paid)}
        at = state.players.index(event.player) + 1
        turn = state.players[at % len(state.players)]
        booked = Entry("pebbles", event.player, Money(paid), {"taken": event.pebbles}, reason)
        return Step(replace(state, turn=turn, heap=heap, cash=cash), (booked,))

    def legal(self, state: State) -> Mapping[str, Any]:
        most = min(3, state.heap)
        return {"take": {"player": state.turn, "pebbles": list(range(1, most + 1))}} if most else {}

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        phase = "take" if state.heap else "over"
        over = self.result(state)
        return {"heap": state.heap, "turn": state.turn, "phase": phase, "cash": dict(state.cash), "over": over}

    def result(self, state: State) -> Mapping[str, Any] | None:
        if state.heap:
            return None
        best = sorted(state.players, key=lambda player: -state.cash[player])
        return {"reason": "heap", "ranking": [[player] for player in best], "result": dict(state.cash)}

    def waiting(self, state: State) -> Waiting:
        if not state.heap:
            return Waiting("over", None, Sentence("The heap is gone"))
        values = {"player": state.turn, "heap": Amount(state.heap)}
        return Waiting("take", state.turn, Sentence("{player}: take pebbles, {heap} are left", values, "P-2"))

    def describe(self, state: State, event: Take | Amend) -> Sentence:
        if isinstance(event, Amend):
            return Sentence("Remark: {note}", {"note": event.note})
        return Sentence("{player} takes {pebbles}", {"player": event.player, "pebbles": event.pebbles}, "P-2")

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        return raw

    def extras(self, state: State) -> Mapping[str, Any]:
        return {}

    def news(self, before: State, event: Take | Amend, after: Step[State]) -> tuple[Sentence, ...]:
        return ()

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        return None

    def event_for_throw(self, state: State, faces: Sequence[str]) -> Mapping[str, Any] | None:
        return None

    def sight(self, state: State, squares: Sequence[str]) -> Sighting:
        return Sighting()

    def sight_regions(self, state: State, counts: Counts) -> Sighting:
        return Sighting()

    def regions(self, state: State, boards: Boards) -> RegionBoard | None:
        return None

    def lying(self, state: State) -> Counts:
        return {}

    def board(self, state: State) -> Board | None:
        return None

    def pieces(self, state: State) -> str:
        return ""

    def dice(self, state: State) -> tuple[tuple[str, ...], ...]:
        return ()

    def prices(self, state: State) -> Mapping[str, Money]:
        return {}

    def turn_end(self, state: State) -> Mapping[str, Any] | None:
        return None

    def companies(self, state: State) -> Mapping[str, Sentence | str]:
        return {}

    def purses(self, state: State) -> Mapping[str, Money]:
        return state.cash

    def notes(self, state: State) -> Mapping[int, int]:
        return {}

    def coffers(self, state: State) -> Mapping[str, Money]:
        return {}

    def turn(self, state: State) -> Turn:
        return Turn(state.turn, state.turn)

    def wealth(self, state: State, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        return state.cash
