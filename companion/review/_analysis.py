"""A game's analysis: luck of the dice, placements against the best one, what falls cost, the turning point.

What the figures mean is said in `companion.games.shark._analysis` and on the page; nothing here is a judgement of more
than one move ahead. Games other than SHARK get the turning point alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from companion.games import shark
from companion.review._story import Moment, Story
from companion.squares import parse_square

KIND = "analysis"
MOST_FALLS = 12
"""The dearest falls that are named."""


class PlayerFigures(msgspec.Struct):
    """A player's sums. ``luck``: of his throws; ``missed``: by how much his placements were not the best ones."""

    name: str
    throws: int = 0
    luck: int = 0
    placements: int = 0
    best: int = 0
    missed: int = 0
    falls: int = 0


class ThrowFigures(msgspec.Struct, frozen=True):
    n: int
    player: str
    value: int
    mean: int


class ChoiceFigures(msgspec.Struct, frozen=True):
    n: int
    player: str
    value: int
    best: int
    best_company: str
    best_square: str


class FallFigures(msgspec.Struct, frozen=True):
    """``shares`` of ``company`` that a player held when it fell; ``paid``, and what they lost in ``worth``."""

    n: int
    player: str
    company: str
    shares: int
    paid: int
    worth: int


class Turning(msgspec.Struct, frozen=True):
    """``n``: the moment since which the winner was never behind; ``swing_n``: the event that changed most, by how much.

    The swing is the change of the winner's lead over the best of the others.
    """

    winner: str
    n: int
    turn: int
    swing_n: int
    swing: int


class Analysis(msgspec.Struct):
    players: list[PlayerFigures]
    throws: list[ThrowFigures]
    choices: list[ChoiceFigures]
    falls: list[FallFigures]
    turning: Turning | None = None


def analyse(story: Story) -> Iterator[Analysis | None]:
    """Works a game out bit by bit: None after each moment, the analysis at last."""
    found = Analysis([PlayerFigures(name) for name in story.players], [], [], [])
    figures = {player.name: player for player in found.players}
    before = story.moments[0].step.state
    for moment in story.moments[1:]:
        if isinstance(before, shark.State):
            _look(before, moment, found, figures)
        before = moment.step.state
        yield None
    found.falls.sort(key=lambda fall: -(fall.paid + fall.worth))
    del found.falls[MOST_FALLS:]
    found.turning = turning_point(story)
    yield found


def _look(before: shark.State, moment: Moment, found: Analysis, figures: dict[str, PlayerFigures]) -> None:
    """What one event of SHARK adds."""
    event: dict[str, Any] = dict(moment.event or {})
    if event.get("do") == "roll":
        throw = shark.judge_throw(before, shark.Roll(event["zone"], event["colour"]))
        own = figures[before.turn]
        own.throws += 1
        own.luck += throw.luck
        found.throws.append(ThrowFigures(moment.n, before.turn, throw.value, throw.mean))
    elif event.get("do") == "place":
        square = parse_square(event["square"]).name
        choice = shark.judge_placement(before, event["company"], square)
        own = figures[before.turn]
        own.placements += 1
        own.best += choice.missed == 0
        own.missed += choice.missed
        found.choices.append(
            ChoiceFigures(moment.n, before.turn, choice.value, choice.best, choice.best_company, choice.best_square)
        )
        for fall in shark.falls(before, moment.step.state):
            figures[fall.player].falls += fall.cost
            found.falls.append(FallFigures(moment.n, fall.player, fall.company, fall.shares, fall.paid, fall.worth))


def turning_point(story: Story) -> Turning | None:
    """Since when the winner was never behind, and the event that moved his lead most; None without one winner."""
    over = story.result
    if over is None or len(over["ranking"][0]) != 1:
        return None
    (winner,) = over["ranking"][0]
    if winner not in story.wealth or len(story.wealth) < 2:
        return None
    others = [line for name, line in story.wealth.items() if name != winner]
    lead = [own - max(line[place] for line in others) for place, own in enumerate(story.wealth[winner])]
    behind = [place for place, ahead in enumerate(lead) if ahead < 0]
    place = behind[-1] + 1 if behind else 0
    if place >= len(lead):  # wealth is not what decided the ranking: somebody was out
        return None
    changes = [abs(now - then) for then, now in pairwise(lead)]
    swing = max(range(len(changes)), key=lambda at: changes[at]) + 1 if changes else 0
    moment, swung = story.moments[place], story.moments[swing]
    return Turning(winner, moment.n, moment.turn, swung.n, lead[swing] - lead[swing - 1] if swing else 0)
