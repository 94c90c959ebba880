"""A game's analysis: luck of the dice, placements, what falls cost, lots, what turns brought, lead and turning point.

What the figures mean is said in `companion.games.shark._analysis` and on the page; nothing here is a judgement of more
than one move ahead. Luck and placements are of SHARK alone, lots of BIG SHOT; what falls of prices cost is of every
game with prices and shares; the lead and what turns brought are of every game that tells what each player has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from companion.games import shark
from companion.review._story import Moment, Story, turns
from companion.squares import parse_square

KIND = "analysis 2"
"""Under which it is kept; another number where what is worked out has changed."""
MOST_FALLS = 12
"""The dearest falls that are named."""
MOST_TURNS = 8
"""The turns that are named."""


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


class LotFigures(msgspec.Struct, frozen=True):
    """A lot of stones in BIG SHOT: what was ``paid``, and by how much its buyer's wealth rose until it was placed."""

    n: int
    player: str
    paid: int
    brought: int


class TurnFigures(msgspec.Struct, frozen=True):
    """``change``: of a player's wealth in a turn, the last event of which is ``n``."""

    n: int
    player: str
    change: int


class Lead(msgspec.Struct, frozen=True):
    """``changes``: how often somebody else had most; ``turns``: at the ends of how many each player alone had most."""

    changes: int
    turns: dict[str, int]


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
    lots: list[LotFigures] = []
    turns: list[TurnFigures] = []
    lead: Lead | None = None


def analyse(story: Story) -> Iterator[Analysis | None]:
    """Works a game out bit by bit: None after each moment, the analysis at last."""
    found = Analysis([PlayerFigures(name) for name in story.players], [], [], [])
    figures = {player.name: player for player in found.players}
    before = story.moments[0].step.state
    for place, moment in enumerate(story.moments[1:], start=1):
        if isinstance(before, shark.State):
            _look(before, moment, found, figures)
        else:
            _fallen(story, place, found, figures)
        before = moment.step.state
        yield None
    found.lots = list(_lots(story)) if story.rules.name == "big_shot" else []
    found.turns = best_and_worst_turns(story)
    found.lead = lead(story)
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


def _fallen(story: Story, place: int, found: Analysis, figures: dict[str, PlayerFigures]) -> None:
    """What the falls of prices at a moment took from the players' shares."""
    for company, line in story.prices.items():
        fall = line[place - 1] - line[place]
        if fall <= 0:
            continue
        for (holder, player), held in story.shares(place - 1).items():
            if holder == "player" and held.get(company):
                worth = fall * held[company]
                figures[player].falls += worth
                found.falls.append(FallFigures(story.moments[place].n, player, company, held[company], 0, worth))


def _ends(story: Story) -> list[int]:
    """The place of each turn's last moment."""
    return [story.places[moments[-1].n] for turn, moments in turns(story.moments).items() if turn]


def _lots(story: Story) -> Iterator[LotFigures]:
    """The lots that were paid for, in their order; none while money is hidden."""
    last = {story.moments[place].turn: place for place in _ends(story)}
    for place, moment in enumerate(story.moments):
        for entry in moment.entries:
            if entry.kind == "payment" and entry.account in story.wealth:
                line = story.wealth[entry.account]
                brought = line[last[moment.turn]] - line[place - 1]
                yield LotFigures(moment.n, entry.account, -int(entry.amount), brought)


def best_and_worst_turns(story: Story) -> list[TurnFigures]:
    """The turns that changed a player's wealth most, the largest change first."""
    changes = [
        TurnFigures(story.moments[end].n, name, line[end] - line[start])
        for start, end in pairwise([0, *_ends(story)])
        for name, line in story.wealth.items()
        if line[end] != line[start]
    ]
    return sorted(changes, key=lambda each: -abs(each.change))[:MOST_TURNS]


def lead(story: Story) -> Lead | None:
    """Who had most, and how often that changed; None for a game that does not tell what each player has."""
    if len(story.wealth) < 2:
        return None
    leaders = [_leader(story, place) for place in range(len(story.moments))]
    alone = [name for name in leaders if name is not None]
    ends = [leaders[place] for place in _ends(story)]
    return Lead(sum(one != other for one, other in pairwise(alone)), {name: ends.count(name) for name in story.wealth})


def _leader(story: Story, place: int) -> str | None:
    """Who alone has most after a moment."""
    most = max(line[place] for line in story.wealth.values())
    ahead = [name for name, line in story.wealth.items() if line[place] == most]
    return ahead[0] if len(ahead) == 1 else None


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
