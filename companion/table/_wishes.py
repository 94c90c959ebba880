"""What players ask the banker to book: one wish each, until something is booked."""

from __future__ import annotations

from collections.abc import Iterator

from companion.errors import TableDenied, TableStale
from companion.sentence import Sentence
from companion.table._commands import BookEvent
from companion.table._running import Running
from companion.table._viewers import Asked


class Wishes:
    """The wishes that wait for the banker. Not thread-safe: the table has the lock."""

    def __init__(self) -> None:
        self._by_player: dict[str, Asked] = {}

    def __iter__(self) -> Iterator[Asked]:
        return iter(self._by_player.values())

    def put(self, command: BookEvent, player: str, running: Running) -> None:
        """A new wish takes the place of the player's last one; raises what the rules have against it."""
        sentence, step, _ = running.course.preview(command.event)
        self._by_player[player] = Asked(command.request, player, command.event, sentence, step)

    def find(self, wanted: str) -> Asked:
        """The wish of that id; raises TableStale where it is no longer there."""
        for asked in self:
            if asked.id == wanted:
                return asked
        raise TableStale(Sentence("this is no longer asked for: look again, nothing was booked"))

    def drop(self, player: str) -> None:
        """The player's wish is put away."""
        self._by_player.pop(player, None)

    def clear(self) -> None:
        """All are: they were meant for the state before."""
        self._by_player.clear()


def check_seat(command: BookEvent, player: str, running: Running) -> None:
    """Raises TableDenied where that player may not do this from his seat."""
    event, do = command.event, str(command.event.get("do"))
    bounds = running.rules.legal(running.state).get(do, {})
    if bounds.get("decides", event.get("player")) != player:
        raise TableDenied(Sentence("this seat is {player}'s and can act for nobody else", {"player": player}))
    if do not in running.rules.players_may:
        raise TableDenied(Sentence("that is for the banker: nothing was booked"))
