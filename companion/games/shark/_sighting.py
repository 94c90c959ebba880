"""A reading of the board beside the books: what happened, what is still to do, what is wrong.

A '?' is never evidence, neither for nor against anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games._protocol import Sighting, Way
from companion.games.shark._chains import piece
from companion.games.shark._editions import COMPANIES, EMPTY, LETTERS
from companion.games.shark._placement import Placement, placement
from companion.games.shark._state import State
from companion.games.shark._ways import as_in_the_books, doubtful_ways, new_house_ways
from companion.games.shark._words import A_HOUSE, NAME_OF, THE_HOUSE, THE_HOUSES
from companion.sentence import Sentence
from companion.squares import Square


@dataclass(slots=True)
class _Differences:
    """Where the reading and the books differ; letters as on the board."""

    new: dict[Square, str] = field(default_factory=dict)
    """Empty in the books, a piece in the reading."""
    unknown: list[Square] = field(default_factory=list)
    """'?' in the reading."""
    left: list[Square] = field(default_factory=list)
    """Houses that the last placement took off, still standing."""
    missing: list[Square] = field(default_factory=list)
    """A piece in the books, empty in the reading."""
    changed: dict[Square, str] = field(default_factory=dict)
    """Another piece than in the books."""

    def names(self) -> tuple[str, ...]:
        return tuple(s.name for s in sorted((*self.new, *self.left, *self.missing, *self.changed)))


def sight(state: State, squares: Sequence[str]) -> Sighting:
    """What the reading means now.

    In the phase "place" one new house is proposed as a placement when the dice and the rules allow it there and nothing
    else has changed but houses that this placement takes off. In other phases every difference is to do or a problem.

    A house of the colour that the last placement took off a square is taken for that house, still standing: it is to
    be taken off and never proposed, so a new house of that colour there must be entered by hand.
    """
    if [len(row) for row in squares] != [len(row) for row in state.rows]:
        size = {"cols": len(state.rows[0]), "rows": len(state.rows)}
        return Sighting(problems=(Sentence("the reading is not of this board: {cols} × {rows} squares", size),))
    found = _compare(state, squares)
    problems = [_changed(state, square, letter) for square, letter in sorted(found.changed.items())]
    events: tuple[Mapping[str, Any], ...] = ()
    missing = found.missing
    placed: Placement | None = None
    if state.phase == "place" and found.new:
        placed, objection = _placed(state, found.new)
        problems += objection
    else:
        problems += [_not_placed(state, square, letter) for square, letter in sorted(found.new.items())]
    if placed is not None:
        missing = [square for square in missing if square not in placed.removed]
    problems += [_missing(state, square) for square in missing]
    if placed is not None and problems:
        problems.append(_waits(placed))
    elif placed is not None:
        event = {"do": "place", "player": state.turn, "company": placed.company, "square": placed.square.name}
        events = (event,)
    ways = tuple(_ways(state, found))
    return Sighting(events, _take_off(state, found.left), tuple(problems), found.names(), ways)


def _ways(state: State, found: _Differences) -> Iterator[Way]:
    """What may be true instead of what is seen, the likeliest first."""
    for square, letter in sorted(found.new.items()):
        yield from new_house_ways(state, square, letter)
    for square in sorted((*found.missing, *found.changed)):
        yield as_in_the_books(state, [square])
    if found.left:
        yield as_in_the_books(state, found.left)
    yield from doubtful_ways(state, found.unknown)


def _compare(state: State, squares: Sequence[str]) -> _Differences:
    found = _Differences()
    for square in state.table.board.squares():
        seen, booked = squares[square.row][square.col], piece(state.rows, square)
        if seen == "?":
            found.unknown.append(square)
        if seen == booked or (seen != EMPTY and seen not in NAME_OF):
            continue
        if booked != EMPTY:
            if seen == EMPTY:
                found.missing.append(square)
            else:
                found.changed[square] = seen
        elif square in state.cleared and seen == LETTERS[state.cleared[square]]:
            found.left.append(square)
        else:
            found.new[square] = seen
    return found


def _placed(state: State, new: Mapping[Square, str]) -> tuple[Placement | None, list[Sentence]]:
    """The placement that explains one new house, or why there is none."""
    if len(new) > 1:
        houses = tuple(
            Sentence("{house} on {square}", _values(letter, square)) for square, letter in sorted(new.items())
        )
        values = {"number": len(new), "houses": houses}
        return None, [Sentence("{number} new houses, one is placed in a turn: {houses}", values, "R-7")]
    [(square, letter)] = new.items()
    assert state.roll is not None
    try:
        return placement(state, state.roll, NAME_OF[letter], square), []
    except RuleError as error:
        return None, [replace(error.sentence, ruling=error.ruling)]


def _values(letter: str, square: Square) -> dict[str, Any]:
    return {"house": A_HOUSE[NAME_OF[letter]], "square": square.name}


def _not_placed(state: State, square: Square, letter: str) -> Sentence:
    values = _values(letter, square)
    if state.phase == "pick":
        return Sentence(
            "{house} on {square}, but each player picks a share first: pick them, then throw", values, "R-1"
        )
    if state.phase == "trade":
        return Sentence("{house} on {square} that nobody placed: take it off or throw first", values, "R-30")
    return Sentence("{house} on {square} that nobody placed: take it off", values, "R-30")


def _waits(placed: Placement) -> Sentence:
    return Sentence(
        "{house} may stand on {square} and is proposed once the rest of the board is as in the books",
        _values(LETTERS[placed.company], placed.square),
    )


def _missing(state: State, square: Square) -> Sentence:
    values = {"house": THE_HOUSE[NAME_OF[piece(state.rows, square)]], "square": square.name}
    return Sentence("{house} on {square} is missing", values)


def _changed(state: State, square: Square, letter: str) -> Sentence:
    booked = THE_HOUSE[NAME_OF[piece(state.rows, square)]]
    return Sentence(
        "{seen} stands on {square} where the books have {house}",
        {
            "seen": A_HOUSE[NAME_OF[letter]],
            "square": square.name,
            "house": booked,
        },
    )


def _take_off(state: State, left: Sequence[Square]) -> tuple[Sentence, ...]:
    """One sentence for each colour of which houses are still to be taken off."""
    sentences = []
    for company in COMPANIES:
        names = [square.name for square in left if state.cleared[square] == company]
        if not names:
            continue
        houses = (THE_HOUSE if len(names) == 1 else THE_HOUSES)[company]
        values = {"player": state.clearer, "houses": houses, "squares": tuple(names)}
        sentences.append(Sentence("{player}: take {houses} on {squares} off the board", values, "R-11"))
    return tuple(sentences)
