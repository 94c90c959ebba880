"""Where a house may stand, and what its placement does (R-7, R-10 to R-13, R-24 to R-29, R-33)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby

import msgspec

from companion.errors import RuleError
from companion.games.shark._chains import Group, neighbours, piece
from companion.games.shark._editions import (
    CHOICE,
    COMPANIES,
    EMPTY,
    FREE,
    SEVEN,
    STEP,
    TOP,
    Company,
)
from companion.games.shark._position import Position, Tally
from companion.games.shark._state import Roll, State
from companion.games.shark._words import A_HOUSE, COLOURS, NAME_OF, THE_CHAIN, THE_HOUSE
from companion.money import Money
from companion.sentence import Either, Sentence
from companion.squares import Square


class Placement(msgspec.Struct, frozen=True):
    """A placement and all that it does.

    ``company``: a colour, or "top". ``group``: what the house then belongs to (None for a TOP). ``old_price``,
    ``new_price``: of its company (None for a TOP). ``per_share``: dividend a share (R-15). ``removed``: squares that
    are cleared, by row, then column. ``falls``: (old, new) price of each company that falls. ``capped``: companies of
    whose chains here no more than 7 houses count (``seven_cap``). ``after``: the position
    that it leads to.
    """

    company: str
    square: Square
    commission: Money
    after: Callable[[], Position]
    group: Group | None = None
    old_price: Money | None = None
    new_price: Money | None = None
    per_share: Money = Money(0)
    removed: tuple[Square, ...] = ()
    falls: Mapping[Company, tuple[Money, Money]] = {}
    capped: tuple[Company, ...] = ()


class _Contact(msgspec.Struct, frozen=True):
    """What a house on a square would touch.

    ``joined``: the group that it would belong to, free TOPs beside it included, those that the move itself would free
    not (R-11). ``own``: the groups of its colour that are joined; ``rivals``: the groups of other colours. ``freed``:
    TOPs of rivals beside it.
    """

    joined: Group
    square: Square
    own: Sequence[Group]
    rivals: Sequence[Group]
    freed: Sequence[Square]
    takes_free_top: bool

    @property
    def is_legal(self) -> bool:
        """R-10 to R-12 and R-26: strictly more houses than each rival, and alone neither beside a rival nor a TOP."""
        if not self.joined.is_chain:
            return not self.rivals and not self.joined.tops
        return not self.rivals or self.joined.size > max(rival.size for rival in self.rivals)


def _contact(position: Position, company: Company, square: Square) -> _Contact:
    own: list[Group] = []
    rivals: list[Group] = []
    free: list[Square] = []
    freed: list[Square] = []
    rows, owner = position.rows, position.owner
    for near in neighbours(rows, square):
        if piece(rows, near) == EMPTY:
            continue
        group = owner.get(near)
        if group is None:
            free.append(near)
        elif group.company == company:
            if group not in own:
                own.append(group)
        else:
            if group not in rivals:
                rivals.append(group)
            if near in group.tops:
                freed.append(near)
    houses, tops = frozenset((square,)), frozenset(free)
    if own:
        houses = houses.union(*[group.houses for group in own])
        tops = tops.union(*[group.tops for group in own])
    joined = Group(company, houses, tops)
    return _Contact(joined, square, own, rivals, freed, bool(free))


def place_house(position: Position, company: Company, square: Square) -> Placement:
    """What a house does on an empty square; raises RuleError where R-10 to R-12 or R-26 forbid it there."""
    contact = _contact(position, company, square)
    if not contact.is_legal:
        raise _objection(contact)
    return _effect(position, contact)


def _effect(position: Position, contact: _Contact) -> Placement:
    """What the house does where it may stand."""
    company, cap = contact.joined.company, position.seven_cap
    group = contact.joined
    if contact.freed:
        # a TOP that the removed chains leave free beside the new house is taken over in the same move.
        group = Group(company, group.houses, group.tops.union(contact.freed))
    tally = position.tallies[company]
    for joined in contact.own:
        tally = tally.minus(joined, seven_cap=cap)
    tallies = {company: tally.plus(group, seven_cap=cap)}
    for rival in contact.rivals:
        left = tallies.get(rival.company, position.tallies[rival.company])
        tallies[rival.company] = left.minus(rival, seven_cap=cap)
    old, new = position.prices[company], tallies[company].price
    rise = new - old if new > old else 0
    took_over = contact.takes_free_top or contact.freed
    return Placement(
        company=company,
        square=contact.square,
        commission=commission(old, new, group),
        after=partial(position.with_house, group, contact.square, contact.rivals, tallies),
        group=group,
        old_price=old,
        new_price=new,
        # with a take-over the dividend is 2,000 at least, also where the scale stops.
        per_share=Money(max(rise, 2 * STEP) if took_over else rise),
        removed=tuple(sorted([house for rival in contact.rivals for house in rival.houses])),
        # Without a rival only the cap makes a price fall: the company's own, where chains are joined.
        falls=_falls(position, tallies) if contact.rivals or new < old else {},
        capped=_capped((group, *contact.rivals)) if cap else (),
    )


def _capped(met: Sequence[Group]) -> tuple[Company, ...]:
    """The companies whose chains among these are longer than ``seven_cap`` counts."""
    return tuple([group.company for group in met if group.size > SEVEN])


def _objection(contact: _Contact) -> RuleError:
    """Why a house may not stand there, naming the strongest rival."""
    joined, square = contact.joined, contact.square
    company, size = joined.company, joined.size
    for rival in sorted(contact.rivals, key=lambda group: (-group.size, str(group))):
        values = {
            "house": A_HOUSE[company],
            "square": square.name,
            "rival": THE_CHAIN[rival.company] if rival.is_chain else THE_HOUSE[rival.company],
            "where": rival,
            "size": size,
            "other": rival.size,
        }
        if not joined.is_chain:
            lone = Sentence("{house} may not stand alone on {square}: {rival} {where} is next to it", values)
            return RuleError("R-10", lone)
        weak = Sentence(
            "{house} may not stand on {square}: its chain would have {size} houses, "
            "{rival} {where} next to it has {other}, and more than that are needed",
            values,
        )
        return RuleError("R-11", weak)
    values = {"house": A_HOUSE[company], "square": square.name, "top": min(joined.tops).name}
    alone = Sentence("{house} may not stand alone on {square}: the TOP on {top} belongs to no chain", values)
    return RuleError("R-26", alone)


def commission(old: Money, new: Money, group: Group) -> Money:
    """What the mover gets for a house: the new price when it rose, 1,000 for a lone house, otherwise nothing."""
    if new > old:
        return new
    return STEP if not group.is_chain else Money(0)


def _falls(position: Position, tallies: Mapping[Company, Tally]) -> dict[Company, tuple[Money, Money]]:
    """Old and new price of those companies that fell (R-16, R-28), in their order."""
    changed = (
        (company, position.prices[company], tallies[company].price) for company in COMPANIES if company in tallies
    )
    return {company: (old, new) for company, old, new in changed if new < old}


def place_top(position: Position, square: Square) -> Placement:
    """What a TOP does on an empty square (R-24, R-25); raises RuleError where it has a neighbour."""
    for near in neighbours(position.rows, square):
        letter = piece(position.rows, near)
        if letter != EMPTY:
            values = {"square": square.name, "house": A_HOUSE[NAME_OF[letter]], "near": near.name}
            raise RuleError(
                "R-24", Sentence("a TOP may not stand on {square}: {house} is next to it, on {near}", values)
            )
    return Placement(TOP, square, max(position.prices.values()), partial(position.with_top, square))


def is_choice(roll: Roll) -> bool:
    """Whether the mover chooses the colour (R-6; variant III)."""
    return roll.colour in CHOICE or roll.colour == FREE


def may_place_top(state: State, roll: Roll) -> bool:
    """Whether the dice and the supply let the mover place a TOP (R-24)."""
    return roll.colour in CHOICE and state.top_supply() > 0


def open_companies(state: State, roll: Roll) -> tuple[Company, ...]:
    """The colours that the mover may place a house of (R-6, R-7; black under ``black_fewest``: R-33)."""
    if not is_choice(roll):
        return tuple(company for company in COMPANIES if company == roll.colour)
    if roll.colour == "black" and state.options.black_fewest:
        return _fewest(state, roll)
    return COMPANIES


def _fewest(state: State, roll: Roll) -> tuple[Company, ...]:
    """R-33: the colours with the fewest houses on the board among those with a legal square, all if none has one."""

    def count(company: Company) -> int:
        return state.position.tallies[company].houses

    for _, equals in groupby(sorted(COMPANIES, key=count), key=count):
        possible = [company for company in equals if any(_houses(state, roll, company))]
        if possible:
            return tuple(company for company in COMPANIES if company in possible)
    return COMPANIES


def zone_squares(state: State, zone: str) -> tuple[Square, ...]:
    """The empty squares of a zone, by row, then column."""
    rows = state.rows
    return tuple([square for square in _zones(state.table.board.zones).get(zone, ()) if piece(rows, square) == EMPTY])


@lru_cache(maxsize=16)
def _zones(zones: tuple[str, ...]) -> Mapping[str, tuple[Square, ...]]:
    """The squares of each zone of a board."""
    found: dict[str, list[Square]] = {}
    for row, letters in enumerate(zones):
        for col, letter in enumerate(letters):
            found.setdefault(letter, []).append(Square(row, col))
    return {letter: tuple(squares) for letter, squares in found.items() if letter != EMPTY}


def _houses(state: State, roll: Roll, company: Company) -> Iterator[Placement]:
    """Every legal placement of a house of that colour in the rolled zone."""
    position = state.position
    for square in zone_squares(state, roll.zone):
        contact = _contact(position, company, square)
        if contact.is_legal:
            yield _effect(position, contact)


def _tops(state: State, roll: Roll) -> Iterator[Placement]:
    """Every legal placement of a TOP in the rolled zone."""
    for square in zone_squares(state, roll.zone):
        try:
            yield place_top(state.position, square)
        except RuleError:
            continue


def placements(state: State, roll: Roll) -> Iterator[Placement]:
    """Every legal placement after a roll: companies in order, then TOPs, each by row and column."""
    for company in open_companies(state, roll):
        yield from _houses(state, roll, company)
    if may_place_top(state, roll):
        yield from _tops(state, roll)


def placement(state: State, roll: Roll, company: str, square: Square) -> Placement:
    """The placement of a house or TOP after a roll; raises RuleError when it is not legal."""
    zone = state.table.board.zone(square)
    if zone != roll.zone:
        zones = {"square": square.name, "zone": zone or "–", "rolled": roll.zone}
        raise RuleError("R-7", Sentence("{square} is in zone {zone}, rolled was zone {rolled}", zones))
    found = piece(state.rows, square)
    if found != EMPTY:
        taken = {"square": square.name, "house": A_HOUSE[NAME_OF[found]]}
        raise RuleError("R-7", Sentence("{square} is not empty: {house} stands there", taken))
    if company == TOP:
        _check_top(state, roll)
        return place_top(state.position, square)
    colour = next(known for known in COMPANIES if known == company)
    if colour not in open_companies(state, roll):
        if is_choice(roll):
            fewest = Either(COLOURS[open_] for open_ in open_companies(state, roll))
            text = Sentence("black takes the colour with the fewest houses on the board: {fewest}", {"fewest": fewest})
            raise RuleError("R-33", text)
        values = {"house": A_HOUSE[company], "square": square.name, "colour": COLOURS.get(roll.colour, roll.colour)}
        raise RuleError("R-7", Sentence("{house} on {square}, rolled was {colour}", values))
    return place_house(state.position, colour, square)


def _check_top(state: State, roll: Roll) -> None:
    if not state.options.top_houses:
        raise RuleError("R-24", Sentence("TOP houses are not played in this game"))
    if roll.colour not in CHOICE:
        values = {"colour": COLOURS.get(roll.colour, roll.colour)}
        raise RuleError("R-24", Sentence("a TOP is placed with black or white only, rolled was {colour}", values))
    if state.top_supply() < 1:
        raise RuleError("R-24", Sentence("all TOP houses are on the board"))
