"""What is in the box and printed on the boards (`market.toml`), and what a table may settle before a game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal, get_args

import msgspec

from companion.errors import FormatError
from companion.games._header import read_options
from companion.money import Money
from companion.quoting import quoted

Company = Literal["blue", "yellow", "green", "red"]
COMPANIES: tuple[Company, ...] = get_args(Company)
"""The order in which companies are always listed."""
Good = Literal["building", "coal", "iron", "power", "steel", "ship"]
GOODS: tuple[Good, ...] = get_args(Good)
"""The market's rows from the top."""
FactoryType = Literal["quarry", "coal_mine", "iron_mine", "power_station", "steel_mill", "shipyard"]
FACTORIES: tuple[FactoryType, ...] = get_args(FactoryType)

SEATS = (2, 4)
"""Fewest and most players."""
PACKETS = tuple(range(1, 11))
"""A company's packets by the number of their shares."""
OWN_PACKET = 10
"""The packet with which a player begins (M-1)."""
START_CASH = Money(25)
START_BUILDING = 3
BUILDS = 3
"""Factories that a company may build in one phase (M-3)."""
BUILDS_OF_A_TYPE = 2
SALES = 2
SALE_PRICE = Money(3)
FORCED_SALE_PRICE = Money(2)
"""For the one factory that goes when a company is short of cash (M-14)."""
STORE = 10
"""Goods that a store holds (M-5)."""
OFFERS = 6
"""Offer markers of a company; one more costs a relation marker (M-6)."""
FINE = Money(1)
LOAN = Money(5)
INTEREST = Money(1)
LOANS = 2
TOP_POINTS = 30
END_POINTS = 25
"""With so many points of a company the game ends (M-16)."""
YEARS = 4
LONGEST_ROW = 20
"""Export fields that a row of somebody's copy may have at most."""

_Figure = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
_Field = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_ROW)]
_Prices = Annotated[tuple[_Figure, ...], msgspec.Meta(min_length=1, max_length=LONGEST_ROW)]
_Values = Annotated[tuple[_Figure, ...], msgspec.Meta(min_length=TOP_POINTS + 1, max_length=TOP_POINTS + 1)]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A good's row of the market as it is printed: the import price, the export prices from the left (0: a field 0/1).

    ``demand``: the field where the foreign demand's marker starts.
    """

    import_: _Figure = msgspec.field(name="import")
    export: _Prices
    demand: _Field


class Plant(msgspec.Struct, frozen=True, kw_only=True):
    """A type of factory: what one costs, how many there are, what it needs and makes."""

    cash: _Figure
    building: _Figure
    pieces: _Figure
    needs: tuple[Good, ...]
    makes: Good
    volume: _Figure


class Market(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one copy. ``pieces``: of each good, the demand marker not counted.

    ``factory_fields``: how many factories of each type fit on a company's board; a type that is left out has no limit.
    """

    rows: Mapping[Good, Row]
    pieces: Mapping[Good, int]
    plants: Mapping[FactoryType, Plant]
    share_value: _Values
    grey_field: _Field
    factory_fields: Mapping[FactoryType, int]
    notes: Mapping[int, int]
    stand_ins: tuple[str, ...]

    def export_price(self, good: Good, field: int, *, local: bool) -> Money:
        """What an export field brings: a field 0/1 nothing abroad and 1 between companies (M-6)."""
        price = self.rows[good].export[field - 1]
        return Money(1 if local and price == 0 else price)


_Fields = _Figure | dict[FactoryType, _Figure] | None
"""One number for every type, a number for some, or none: no limit."""


class _GoodFile(Row, frozen=True, kw_only=True):
    pieces: _Figure


class _MarketFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    edition: str
    grey_field: _Field
    share_value: _Values
    factory_fields: _Fields = None
    stand_ins: tuple[str, ...]
    goods: Mapping[Good, _GoodFile]
    factories: Mapping[FactoryType, Plant]
    notes: Mapping[int, int]


@cache
def printed_market() -> Market:
    """The figures that come with the program; their file is read when they are first asked for."""
    text = (resources.files(__package__) / "market.toml").read_text(encoding="utf-8")
    read = msgspec.convert(tomllib.loads(text), _MarketFile, str_keys=True)
    return Market(
        rows={good: read.goods[good] for good in GOODS},
        pieces={good: read.goods[good].pieces - 1 for good in GOODS},
        plants={plant: read.factories[plant] for plant in FACTORIES},
        share_value=read.share_value,
        grey_field=read.grey_field,
        factory_fields=_limits(read.factory_fields),
        notes=read.notes,
        stand_ins=read.stand_ins,
    )


def _limits(fields: _Fields) -> dict[FactoryType, int]:
    if fields is None:
        return {}
    return dict.fromkeys(FACTORIES, fields) if isinstance(fields, int) else dict(fields)


class _Row(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row as a header gives it: whole."""


class _Changes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What differs in somebody's copy ("market" in a header's options)."""

    goods: Mapping[Good, _Row] = {}
    share_value: _Values | msgspec.UnsetType = msgspec.UNSET
    grey_field: _Field | msgspec.UnsetType = msgspec.UNSET
    factory_fields: _Fields | msgspec.UnsetType = msgspec.UNSET


def changed_market(raw: Mapping[str, Any]) -> Market:
    """The market with what a header says that differs in this copy; raises FormatError."""
    changes = read_options(raw, _Changes())
    market = printed_market()
    given = {name: getattr(changes, name) for name in ("share_value", "grey_field")}
    if not isinstance(changes.factory_fields, msgspec.UnsetType):
        given["factory_fields"] = _limits(changes.factory_fields)
    market = msgspec.structs.replace(
        market,
        stand_ins=tuple(figure for figure in market.stand_ins if not _is_given(figure, raw)),
        rows={good: changes.goods.get(good, market.rows[good]) for good in GOODS},
        **{name: value for name, value in given.items() if value is not msgspec.UNSET},
    )
    for good, row in market.rows.items():
        if row.export[0] != 0:
            raise FormatError(f"market: the first export field of {good} must be 0, the field 0/1")
        if list(row.export) != sorted(row.export):
            raise FormatError(f"market: the export prices of {good} fall: they are given from the left")
        if len(row.export) < market.grey_field:
            raise FormatError(f"market: {good} needs at least {market.grey_field} export fields, up to the grey one")
    if list(market.share_value) != sorted(market.share_value):
        raise FormatError("market: share_value falls, though it is given for 0 to 30 points")
    return market


def _is_given(figure: str, raw: Mapping[str, Any]) -> bool:
    """Whether a copy's figures have that stand-in's place; a row is given whole."""
    group, _, rest = figure.partition(".")
    return group in raw and (not rest or rest.partition(".")[0] in raw[group])


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may settle before a game; the names are those of the record's header."""

    open_cash: bool = False
    shadow_company: Company | msgspec.UnsetType = msgspec.UNSET
    two_against_two: tuple[tuple[str, ...], ...] = ()
    market: dict[str, Any] = msgspec.field(default_factory=dict)


def known_company(name: object) -> Company | None:
    """The company of that name, None where there is none."""
    return next((company for company in COMPANIES if company == name), None)


def company_named(name: str, where: str) -> Company:
    """The company of that name in a header; raises FormatError saying where it stands."""
    company = known_company(name)
    if company is None:
        raise FormatError(f"{where}: no company is called {quoted(name)}: there are {', '.join(COMPANIES)}")
    return company
