"""The rules of SHARK. Rulings R-… are cited where they are applied."""

from companion.games.shark._analysis import Choice, Fall, Throw, falls, judge_placement, judge_throw
from companion.games.shark._disputes import (
    Counted,
    TakeOver,
    compare,
    count_chains,
    dispute,
    hangs_on,
    known,
    not_known,
    suppose,
    take_overs,
    would_place,
)
from companion.games.shark._editions import (
    COMPANIES,
    EXCLUDED,
    LETTERS,
    Edition,
    Options,
    editions,
    freeze,
    parse_editions,
)
from companion.games.shark._game import Shark
from companion.games.shark._position import Position, position
from companion.games.shark._rulings import RULINGS
from companion.games.shark._state import Roll, State

__all__ = [
    "COMPANIES",
    "EXCLUDED",
    "LETTERS",
    "RULINGS",
    "Choice",
    "Counted",
    "Edition",
    "Fall",
    "Options",
    "Position",
    "Roll",
    "Shark",
    "State",
    "TakeOver",
    "Throw",
    "compare",
    "count_chains",
    "dispute",
    "editions",
    "falls",
    "freeze",
    "hangs_on",
    "judge_placement",
    "judge_throw",
    "known",
    "not_known",
    "parse_editions",
    "position",
    "suppose",
    "take_overs",
    "would_place",
]
