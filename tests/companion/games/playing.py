"""A game in hand, for the tests of every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import calibration
from companion.errors import RuleError
from companion.games import AnyGame

Entries = list[dict[str, Any]]


class Play:
    """A game in hand: `do` applies an event of the awaited player, `refused` gives the ruling that forbids one."""

    def __init__(self, game: AnyGame, header: Mapping[str, Any]) -> None:
        self.game = game
        self.state = self.game.start(header, calibration.board_file).state

    def raw(self, do: str, keys: Mapping[str, Any]) -> dict[str, Any]:
        return {"do": do, "player": self.game.waiting(self.state).actor, **keys}

    def do(self, do: str, **keys: Any) -> Entries:
        event, before = self.game.parse_event(self.raw(do, keys)), self.state
        step = self.game.apply(before, event)
        self.news = [str(sentence) for sentence in self.game.news(before, event, step)]
        self.state = step.state
        self.reasons = [str(entry.reason) for entry in step.entries]
        self.rulings = [entry.reason.ruling for entry in step.entries]
        return [entry.to_json() for entry in step.entries]

    def refused(self, do: str, **keys: Any) -> str:
        with pytest.raises(RuleError) as error:
            self.do(do, **keys)
        return error.value.ruling

    def waits(self) -> tuple[str, str | None, str]:
        waiting = self.game.waiting(self.state)
        return waiting.kind, waiting.actor, str(waiting.sentence)

    def words(self, do: str, **keys: Any) -> str:
        return str(self.game.describe(self.state, self.game.parse_event(self.raw(do, keys))))

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, "")

    @property
    def legal(self) -> Mapping[str, Any]:
        return self.game.legal(self.state)
