"""Ways out of a disagreement between board, dice and books, for a person who has looked at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.errors import RuleError
from companion.games._protocol import Way
from companion.games.shark._chains import piece
from companion.games.shark._editions import EMPTY, LETTERS, TOP
from companion.games.shark._placement import is_choice, open_companies, placement
from companion.games.shark._state import Roll, State
from companion.games.shark._turn import dice
from companion.games.shark._words import A_HOUSE, COLOURS, NAME_OF, THE_HOUSE
from companion.sentence import Sentence
from companion.squares import Square

MOST_IN_DOUBT = 3
"""From more squares than these no house is offered: then a person taps the board itself."""


def new_house_ways(state: State, square: Square, letter: str) -> Iterator[Way]:
    """What may be true of a piece where the books have none: placed on this throw or another, or not there at all."""
    company = NAME_OF[letter]
    if state.phase == "place" and state.roll is not None:
        if _fits(state, state.roll, company, square):
            yield _placed(state, company, square)
        else:
            yield from _other_throw(state, state.roll, company, square)
            yield from _other_colour(state, state.roll, company, square)
    yield as_in_the_books(state, [square])


def doubtful_ways(state: State, unknown: Sequence[Square]) -> Iterator[Way]:
    """What may be true of squares that the camera cannot tell."""
    if not unknown:
        return
    if state.phase == "place" and state.roll is not None and len(unknown) <= MOST_IN_DOUBT:
        for square in unknown:
            for company in (*open_companies(state, state.roll), TOP):
                if _fits(state, state.roll, company, square):
                    yield _placed(state, company, square)
    if len(unknown) <= MOST_IN_DOUBT:
        for square in unknown:
            yield as_in_the_books(state, [square])
    else:
        yield as_in_the_books(state, unknown)


def as_in_the_books(state: State, squares: Sequence[Square]) -> Way:
    """The camera is wrong there."""
    names = tuple(square.name for square in squares)
    found = {piece(state.rows, square) for square in squares}
    if len(names) > 1:
        text = Sentence("{squares} are as in the books", {"squares": names})
    elif found == {EMPTY}:
        text = Sentence("{square} is empty", {"square": names[0]})
    else:
        house = THE_HOUSE[NAME_OF[found.pop()]]
        text = Sentence("{house} stands on {square}", {"house": house, "square": names[0]})
    return Way("books", text, squares=names)


def _other_throw(state: State, roll: Roll, company: str, square: Square) -> Iterator[Way]:
    """The dice were read wrongly: the nearest throw with which the house may stand there."""
    zone = state.table.board.zone(square) or ""
    keeps = is_choice(roll) or company == roll.colour
    other = Roll(zone, roll.colour if keeps else company)
    zones, colours = dice(state)
    if other == roll or zone not in zones or other.colour not in colours or not _fits(state, other, company, square):
        return
    event = {"do": "roll", "player": state.turn, "zone": other.zone, "colour": other.colour}
    values = {"zone": other.zone, "colour": COLOURS.get(other.colour, other.colour)}
    known = other.colour in COLOURS
    text = Sentence("the throw was {zone}, {colour}", values) if known else Sentence("the throw was {zone}", values)
    yield Way("instead", text, event, (square.name,))


def _other_colour(state: State, roll: Roll, company: str, square: Square) -> Iterator[Way]:
    """The camera took the house for one of another colour."""
    possible = [other for other in open_companies(state, roll) if other != company]
    if len(possible) == 1 and _fits(state, roll, possible[0], square):
        yield _placed(state, possible[0], square)


def _placed(state: State, company: str, square: Square) -> Way:
    event: Mapping[str, str] = {"do": "place", "player": state.turn, "company": company, "square": square.name}
    values = {"house": A_HOUSE[company], "square": square.name}
    return Way("book", Sentence("book {house} on {square}", values), event, (square.name,))


def _fits(state: State, roll: Roll, company: str, square: Square) -> bool:
    if company not in LETTERS:
        return False
    try:
        placement(state, roll, company, square)
    except RuleError:
        return False
    return True
