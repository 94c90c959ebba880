"""Where a house may stand, and what its placement does (R-7, R-10 to R-13, R-24 to R-29, R-33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from companion.errors import RuleError
from companion.games.shark._chains import (
    Group,
    Rows,
    clear,
    groups,
    houses_on,
    neighbours,
    owners,
    piece,
    price,
    price_of,
    put,
)
from companion.games.shark._editions import (
    CHOICE,
    COMPANIES,
    EMPTY,
    FREE,
    LETTERS,
    STEP,
    TOP,
    Company,
)
from companion.games.shark._state import Roll, State
from companion.games.shark._words import A_HOUSE, COLOURS, NAME_OF, THE_CHAIN, THE_HOUSE
from companion.money import Money
from companion.sentence import Either, Sentence
from companion.squares import Square

_NO_MONEY = Money(0)


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement and all that it does.

    ``company``: a colour, or "top". ``rows``: the board after it. ``group``: what the house then belongs to (None
    for a TOP). ``old_price``, ``new_price``: of its company (None for a TOP). ``per_share``: dividend a share (R-15).
    ``removed``: squares that are cleared, by row, then column. ``falls``: (old, new) price of each company that falls.
    """

    company: str
    square: Square
    rows: Rows
    commission: Money
    group: Group | None = None
    old_price: Money | None = None
    new_price: Money | None = None
    per_share: Money = _NO_MONEY
    removed: tuple[Square, ...] = ()
    falls: Mapping[Company, tuple[Money, Money]] | None = None


@lru_cache(maxsize=2048)
def place_house(rows: Rows, company: Company, square: Square, *, seven_cap: bool) -> Placement:
    """What a house does on an empty square; raises RuleError where R-10 to R-12 or R-26 forbid it there."""
    owner = owners(rows)
    near = neighbours(rows, square)
    touching = {owner[other] for other in near if other in owner}
    own = [group for group in touching if group.company == company]
    rivals = [group for group in touching if group.company != company]
    tops = frozenset(other for other in near if piece(rows, other) == LETTERS[TOP])
    joined = Group(
        company,
        houses=frozenset({square}).union(*(group.houses for group in own)),
        # A free TOP counts in the size, one that this very move frees does not.
        tops=frozenset(top for top in tops if top not in owner).union(*(group.tops for group in own)),
    )
    _check_neighbours(joined, square, rivals)

    # a TOP that the removed chains leave free beside the new house is taken over in the same move.
    group = Group(company, joined.houses, joined.tops | tops)
    before = groups(rows)
    after = [other for other in before if other not in touching] + [group]
    old, new = (price_of(board, company, seven_cap=seven_cap) for board in (before, after))
    rise = max(new - old, 0)
    took_over = any(top not in owner or owner[top].company != company for top in tops)
    removed = tuple(sorted(house for rival in rivals for house in rival.houses))
    return Placement(
        company=company,
        square=square,
        rows=put(clear(rows, removed), square, LETTERS[company]),
        commission=commission(old, new, group),
        group=group,
        old_price=old,
        new_price=new,
        # with a take-over the dividend is 2,000 at least, also where the scale stops.
        per_share=Money(max(rise, 2 * STEP) if took_over else rise),
        removed=removed,
        falls=_falls(before, after, {company} | {rival.company for rival in rivals}, seven_cap),
    )


def _check_neighbours(joined: Group, square: Square, rivals: Iterable[Group]) -> None:
    """R-10 to R-12 and R-26 for a house on that square; ``joined``: the group that it would belong to."""
    company, size = joined.company, joined.size
    for rival in sorted(rivals, key=lambda group: (-group.size, group.label)):
        if joined.is_chain and size > rival.size:
            continue
        values = {
            "house": A_HOUSE[company],
            "square": square.name,
            "rival": THE_CHAIN[rival.company] if rival.is_chain else THE_HOUSE[rival.company],
            "where": rival.label,
            "size": size,
            "other": rival.size,
        }
        if not joined.is_chain:
            lone = Sentence("{house} may not stand alone on {square}: {rival} {where} is next to it", values)
            raise RuleError("R-10", lone)
        weak = Sentence(
            "{house} may not stand on {square}: its chain would have {size} houses, "
            "{rival} {where} next to it has {other}, and more than that are needed",
            values,
        )
        raise RuleError("R-11", weak)
    if not joined.is_chain and joined.tops:
        values = {"house": A_HOUSE[company], "square": square.name, "top": min(joined.tops).name}
        alone = Sentence("{house} may not stand alone on {square}: the TOP on {top} belongs to no chain", values)
        raise RuleError("R-26", alone)


def commission(old: Money, new: Money, group: Group) -> Money:
    """What the mover gets for a house: the new price when it rose, 1,000 for a lone house, otherwise nothing."""
    if new > old:
        return new
    return STEP if not group.is_chain else Money(0)


def _falls(
    before: Iterable[Group], after: Iterable[Group], companies: Iterable[Company], seven_cap: bool
) -> dict[Company, tuple[Money, Money]]:
    """Old and new price of those companies that fell (R-16, R-28)."""
    falls = {}
    for company in sorted(companies, key=COMPANIES.index):
        old, new = (price_of(board, company, seven_cap=seven_cap) for board in (before, after))
        if new < old:
            falls[company] = (old, new)
    return falls


def place_top(rows: Rows, square: Square) -> Placement:
    """What a TOP does on an empty square (R-24, R-25); raises RuleError where it has a neighbour."""
    for near in neighbours(rows, square):
        letter = piece(rows, near)
        if letter != EMPTY:
            values = {"square": square.name, "house": A_HOUSE[NAME_OF[letter]], "near": near.name}
            raise RuleError(
                "R-24", Sentence("a TOP may not stand on {square}: {house} is next to it, on {near}", values)
            )
    # TOPs and `seven_cap` exclude each other, so the plain price is the price.
    highest = max(price(rows, company) for company in COMPANIES)
    return Placement(TOP, square, put(rows, square, LETTERS[TOP]), commission=highest)


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
        return houses_on(state.rows, company)

    for _, equals in groupby(sorted(COMPANIES, key=count), key=count):
        possible = [company for company in equals if any(_houses(state, roll, company))]
        if possible:
            return tuple(company for company in COMPANIES if company in possible)
    return COMPANIES


def zone_squares(state: State, zone: str) -> tuple[Square, ...]:
    """The empty squares of a zone, by row, then column."""
    board = state.table.board
    return tuple(s for s in board.squares() if board.zone(s) == zone and piece(state.rows, s) == EMPTY)


def _houses(state: State, roll: Roll, company: Company) -> Iterator[Placement]:
    """Every legal placement of a house of that colour in the rolled zone."""
    for square in zone_squares(state, roll.zone):
        try:
            yield place_house(state.rows, company, square, seven_cap=state.options.seven_cap)
        except RuleError:
            continue


def _tops(state: State, roll: Roll) -> Iterator[Placement]:
    """Every legal placement of a TOP in the rolled zone."""
    for square in zone_squares(state, roll.zone):
        try:
            yield place_top(state.rows, square)
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
        return place_top(state.rows, square)
    colour = next(known for known in COMPANIES if known == company)
    if colour not in open_companies(state, roll):
        if is_choice(roll):
            fewest = Either(COLOURS[open_] for open_ in open_companies(state, roll))
            text = Sentence("black takes the colour with the fewest houses on the board: {fewest}", {"fewest": fewest})
            raise RuleError("R-33", text)
        values = {"house": A_HOUSE[company], "square": square.name, "colour": COLOURS.get(roll.colour, roll.colour)}
        raise RuleError("R-7", Sentence("{house} on {square}, rolled was {colour}", values))
    return place_house(state.rows, colour, square, seven_cap=state.options.seven_cap)


def _check_top(state: State, roll: Roll) -> None:
    if not state.options.top_houses:
        raise RuleError("R-24", Sentence("TOP houses are not played in this game"))
    if roll.colour not in CHOICE:
        values = {"colour": COLOURS.get(roll.colour, roll.colour)}
        raise RuleError("R-24", Sentence("a TOP is placed with black or white only, rolled was {colour}", values))
    if state.top_supply() < 1:
        raise RuleError("R-24", Sentence("all TOP houses are on the board"))
