"""What devices and other rooms may know of the running game: worked out at a moment, good without the table's lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.board import Board
from companion.devices import Lights, Track
from companion.games import AnyGame
from companion.regions import RegionBoard
from companion.table._lights import price_tracks
from companion.table._pictures import NEWEST, Decision
from companion.table._running import Running
from companion.table._sight import Proposal


@dataclass(frozen=True, slots=True)
class Setting:
    """A running game as devices have to know it: its number, board, the pieces' letters, the faces of its dice.

    ``board`` has a grid, ``regions`` has none; a game has one of the two, or neither.
    """

    game: int
    board: Board | None
    pieces: str
    dice: tuple[tuple[str, ...], ...]
    regions: RegionBoard | None = None

    @property
    def playfield(self) -> Board | None:
        """The board as cameras find it; None for a game without one, or where nothing can be counted on it."""
        if self.regions is None:
            return self.board
        return None if self.regions.trouble() is not None else self.regions.sheet()


@dataclass(frozen=True, slots=True)
class Peek:
    """The game on the table at a moment: ``state`` is frozen, so that one may think about it without the table."""

    game: int
    version: int
    rules: AnyGame
    state: Any
    hides_cash: bool


def setting_of(running: Running) -> Setting:
    """What cameras and dice have to be set up for."""
    rules, state = running.rules, running.state
    return Setting(running.id, running.board, rules.pieces(state), rules.dice(state), running.regions)


def peek_of(running: Running) -> Peek:
    """The game as it stands."""
    return Peek(running.id, running.version, running.rules, running.state, running.hides_cash)


def decision_of(running: Running, proposal: Proposal | None) -> Decision:
    """What a picture of the board may decide or has just decided."""
    newest = tuple(booked.line for booked in running.done[-NEWEST:])
    if proposal is None:
        return Decision(running.id, None, None, newest)
    return Decision(running.id, proposal.id, proposal.event, newest)


def tracks_of(running: Running) -> dict[str, Track]:
    """What the price tracks are to show: prices, and the newest rise."""
    states = [running.course.start.state, *(booked.step.state for booked in running.done)]
    prices = running.rules.prices(states.pop())
    earlier = (running.rules.prices(state) for state in reversed(states))
    return price_tracks(prices, next((before for before in earlier if before != prices), prices))


def lights_of(running: Running) -> Lights:
    """What the price tracks are to tell: prices, whose turn it is, a debt, the end."""
    waiting = running.rules.waiting(running.state)
    players = list(running.header["players"])
    seat = players.index(waiting.actor) + 1 if waiting.actor in players else 0
    over = running.rules.result(running.state) is not None
    return Lights(tracks_of(running), seat, debt=waiting.kind == "debt", over=over)
