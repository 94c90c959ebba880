"""What people argue about: how many are in that chain, who may take over whom, what a house there would do.

All of it is worked out from a board, by the same functions as the game itself, and books nothing. A '?' of a reading
counts as an empty square on which no house is supposed, and whatever hangs on it is said to be unsure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games._protocol import Step
from companion.games.shark._chains import Group, Rows, groups, neighbours, piece, pieces
from companion.games.shark._editions import COMPANIES, EMPTY, LETTERS, TOP, Company
from companion.games.shark._placement import Placement, place_house, place_top
from companion.games.shark._position import Position, position
from companion.games.shark._settlement import carry_out
from companion.games.shark._state import State
from companion.games.shark._words import A_HOUSE, NAME_OF, THE_CHAIN, THE_HOUSE
from companion.quoting import quoted
from companion.sentence import Sentence
from companion.squares import Square

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Counted:
    """A group as people point at it. ``number``: from 1, chains and lone houses alike, by their first square.

    ``unsure``: squares beside it that the reading does not know, so it may be larger.
    """

    number: int
    group: Group
    unsure: tuple[Square, ...] = ()

    def to_json(self) -> dict[str, Any]:
        group = self.group
        return {
            "number": self.number,
            "company": group.company,
            "label": str(group),
            "size": group.size,
            "chain": group.is_chain,
            "houses": [square.name for square in sorted(group.houses)],
            "tops": [square.name for square in sorted(group.tops)],
            "unsure": [square.name for square in self.unsure],
            "text": told(group),
        }


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Groups that one house would remove. ``winner``: the groups that it would join; ``squares``: where it may be.

    ``unsure``: squares beside all these that the reading does not know.
    """

    winner: tuple[Counted, ...]
    losers: tuple[Counted, ...]
    size: int
    squares: tuple[Square, ...]
    unsure: tuple[Square, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "by": [counted.number for counted in self.winner],
            "of": [counted.number for counted in self.losers],
            "squares": [square.name for square in self.squares],
            "size": self.size,
            "unsure": [square.name for square in self.unsure],
            "text": self._text(),
            "ruling": "R-11",
        }

    def _text(self) -> Sentence:
        values = {
            "house": A_HOUSE[self.winner[0].group.company],
            "squares": tuple(square.name for square in self.squares),
            "size": self.size,
            "others": tuple(told(counted.group) for counted in self.losers),
        }
        if len(self.squares) == 1:
            return Sentence("{house} on {squares} makes {size} and takes over {others}", values, "R-11")
        return Sentence("{house} on one of {squares} makes {size} and takes over {others}", values, "R-11")


def told(group: Group) -> Sentence:
    """A group in words, with its size.

    >>> str(told(groups(("rr.b",))[0]))
    'the red chain A1-B1 (2)'
    """
    names = THE_CHAIN if group.is_chain else THE_HOUSE
    values = {"group": names[group.company], "where": str(group), "size": group.size}
    return Sentence("{group} {where} ({size})", values)


def known(rows: Sequence[str]) -> Rows:
    """The board with '?' as empty squares: nothing is built on what was not seen."""
    return tuple(row.replace(UNKNOWN, EMPTY) for row in rows)


def not_known(rows: Sequence[str]) -> tuple[Square, ...]:
    """The squares that read '?', by row, then column."""
    return pieces(tuple(rows), UNKNOWN)


def count_chains(rows: Sequence[str]) -> tuple[Counted, ...]:
    """Every group of a board, numbered (R-8, R-26)."""
    plain, unknown = known(rows), not_known(rows)
    return tuple(
        Counted(number, group, _beside(plain, group.houses | group.tops, unknown))
        for number, group in enumerate(groups(plain), start=1)
    )


def _beside(rows: Rows, squares: Iterable[Square], unknown: Collection[Square]) -> tuple[Square, ...]:
    """Those of ``unknown`` that touch one of the squares."""
    near = {near for square in squares for near in neighbours(rows, square)}
    return tuple(sorted(near.intersection(unknown)))


def take_overs(rows: Sequence[str]) -> tuple[TakeOver, ...]:
    """Who may take over whom with one house (R-11), wherever the dice would let it be placed and nothing stands."""
    plain, unknown = known(rows), not_known(rows)
    place = position(plain)
    number = {counted.group: counted for counted in count_chains(rows)}
    found: dict[tuple[tuple[Counted, ...], tuple[Counted, ...], int], list[Square]] = {}
    for placed in _removing(place, unknown):
        assert placed.group is not None
        others = placed.group.houses - {placed.square}
        joined = {place.owner[square] for square in others}
        removed = {place.owner[square] for square in placed.removed}
        key = (_numbered(joined, number), _numbered(removed, number), placed.group.size)
        found.setdefault(key, []).append(placed.square)
    return tuple(
        TakeOver(winner, losers, size, tuple(squares), _unsure_of((*winner, *losers), _beside(plain, squares, unknown)))
        for (winner, losers, size), squares in sorted(
            found.items(), key=lambda item: (-sum(c.group.size for c in item[0][1]), item[1][0])
        )
    )


def _unsure_of(met: Sequence[Counted], beside: Sequence[Square]) -> tuple[Square, ...]:
    return tuple(sorted({*beside, *(square for counted in met for square in counted.unsure)}))


def _removing(place: Position, unknown: Collection[Square]) -> Iterator[Placement]:
    """Every placement of a house that takes others off the board, but on squares that are not known."""
    for square in pieces(place.rows, EMPTY):
        if square in unknown or all(piece(place.rows, near) == EMPTY for near in neighbours(place.rows, square)):
            continue
        for company in COMPANIES:
            try:
                placed = place_house(place, company, square)
            except RuleError:
                continue
            if placed.removed:
                yield placed


def _numbered(found: set[Group], number: Mapping[Group, Counted]) -> tuple[Counted, ...]:
    return tuple(sorted((number[group] for group in found), key=lambda counted: counted.number))


def dispute(rows: Sequence[str], *, seven_cap: bool = False) -> dict[str, Any]:
    """All that a board alone tells: chains, prices, take-overs; fit for JSON once its sentences are said.

    ``unknown`` holds the squares that the reading does not know: prices and sizes are without them.
    """
    place = position(known(rows), seven_cap=seven_cap)
    return {
        "chains": [counted.to_json() for counted in count_chains(rows)],
        "prices": dict(place.prices),
        "take_overs": [found.to_json() for found in take_overs(rows)],
        "free_tops": [square.name for square in pieces(place.rows, LETTERS[TOP]) if square not in place.owner],
        "unknown": [square.name for square in not_known(rows)],
    }


def compare(rows: Sequence[str], one: Square, other: Square) -> tuple[Sentence, ...]:
    """Which of two groups is larger, and which of them may take over the other; each group by one of its squares."""
    by_square = {
        square: counted for counted in count_chains(rows) for square in counted.group.houses | counted.group.tops
    }
    for square in (one, other):
        if square not in by_square:
            return (_nothing_there(rows, square),)
    first, second = by_square[one], by_square[other]
    if first == second:
        values = {"one": one.name, "other": other.name, "group": told(first.group)}
        if one == other:
            return (told(first.group), *_unsure(first))
        return (Sentence("{one} and {other} are in one group: {group}", values, "R-8"), *_unsure(first))
    sentences = [_larger(first.group, second.group)]
    if first.group.company == second.group.company:
        sentences.append(Sentence("they are of one company and do not hang together", {}, "R-8"))
    else:
        sentences += [_may_take_over(rows, first, second), _may_take_over(rows, second, first)]
    return (*sentences, *_unsure(first), *_unsure(second))


def _nothing_there(rows: Sequence[str], square: Square) -> Sentence:
    letter = rows[square.row][square.col]
    if letter == UNKNOWN:
        return _not_known(square)
    if letter == LETTERS[TOP]:
        return Sentence("the TOP on {square} belongs to no chain", {"square": square.name}, "R-26")
    return Sentence("{square} is empty", {"square": square.name})


def _not_known(square: Square) -> Sentence:
    return Sentence("what stands on {square} is not known: say what it is first", {"square": square.name})


def _larger(one: Group, other: Group) -> Sentence:
    large, small = (one, other) if one.size >= other.size else (other, one)
    values = {"large": told(large), "small": told(small)}
    if large.size == small.size:
        return Sentence("{large} and {small} are equally large", values, "R-11")
    return Sentence("{large} is larger than {small}", values, "R-11")


def _may_take_over(rows: Sequence[str], winner: Counted, loser: Counted) -> Sentence:
    values: dict[str, Any] = {"winner": told(winner.group), "loser": told(loser.group)}
    for found in take_overs(rows):
        if winner in found.winner and loser in found.losers:
            values |= {"squares": tuple(square.name for square in found.squares), "size": found.size}
            if len(found.squares) == 1:
                return Sentence(
                    "{winner} may take over {loser} with a house on {squares}: it makes {size}", values, "R-11"
                )
            return Sentence(
                "{winner} may take over {loser} with a house on one of {squares}: it makes {size}", values, "R-11"
            )
    place = position(known(rows))
    both = _squares_beside(place, winner.group) & _squares_beside(place, loser.group)
    unseen = both.intersection(not_known(rows))
    both -= unseen
    if not both and unseen:
        values["squares"] = tuple(square.name for square in sorted(unseen))
        return Sentence(
            "whether {winner} may take over {loser} is not known: say first what stands on {squares}", values, "R-13"
        )
    if not both:
        return Sentence("no empty square touches both, so {winner} cannot take over {loser} now", values, "R-13")
    square = min(both)
    try:
        place_house(place, winner.group.company, square)
    except RuleError as error:
        return Sentence(
            "{winner} cannot take over {loser}: {reason}", {**values, "reason": error.sentence}, error.ruling
        )
    raise AssertionError("a legal house beside both removes the other")


def _squares_beside(place: Position, group: Group) -> set[Square]:
    """The empty squares beside a group; a TOP between two chains, which only a picture can show, is one's alone."""
    return {
        near
        for square in group.houses | group.tops
        if place.owner[square] == group
        for near in neighbours(place.rows, square)
        if piece(place.rows, near) == EMPTY
    }


def _unsure(counted: Counted) -> tuple[Sentence, ...]:
    if not counted.unsure:
        return ()
    values = {"group": told(counted.group), "squares": tuple(square.name for square in counted.unsure)}
    return (Sentence("{group} may be larger: what stands on {squares} is not known", values),)


def would_place(place: Position, company: str, square: Square, unknown: Collection[Square] = ()) -> Placement:
    """What a house or a TOP on that square would do, whatever the dice say.

    ``square`` is on the board, ``company`` a company or "top". ``unknown``: squares that the reading does not know, in
    ``place`` they are empty. Raises RuleError where it may not stand, or where that is not known.
    """
    if square in unknown:
        raise RuleError("R-7", _not_known(square))
    found = piece(place.rows, square)
    if found != EMPTY:
        values = {"square": square.name, "house": A_HOUSE[NAME_OF[found]]}
        raise RuleError("R-7", Sentence("{square} is not empty: {house} stands there", values))
    if company == TOP:
        return place_top(place, square)
    return place_house(place, _company(company), square)


def hangs_on(place: Position, company: str, square: Square, unknown: Collection[Square]) -> tuple[Square, ...]:
    """Those of the ``unknown`` squares by which `would_place` might tell something else.

    They touch the house, a TOP or group beside it, or a group of a company whose price is told: that of the house, of
    those beside it; for a TOP all (R-24). None where the square itself is not known: then nothing is told.
    """
    if square in unknown:
        return ()
    beside = [near for near in neighbours(place.rows, square) if piece(place.rows, near) != EMPTY]
    met = {place.owner[near].company for near in beside if near in place.owner}
    told_of = COMPANIES if company == TOP else {company, *met}
    groups_told = {group for group in place.owner.values() if group.company in told_of}
    houses = {each for group in groups_told for each in group.houses | group.tops}
    return _beside(place.rows, {square, *beside, *houses}, unknown)


def suppose(state: State, mover: str, placed: Placement) -> Step[State]:
    """The game as if that player placed that house now, with everything that would be paid; nothing is booked.

    Where somebody would have to choose shares to sell, the state stands in the phase "debt".
    """
    return carry_out(replace(state, turn=mover, owes={}, roll=None, end=None), placed)


def _company(name: str) -> Company:
    for company in COMPANIES:
        if company == name:
            return company
    values = {"name": quoted(name), "companies": ", ".join(COMPANIES)}
    raise RuleError("R-32", Sentence("no company is called {name}: there are {companies}", values))
