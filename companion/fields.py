"""Board files of a market: the import and export fields of MASTER OF ECONOMY as regions of its market board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.outlines import Outline, are_sizes
from companion.parsing import decode_object, plainly
from companion.regions import COMPANIES, RegionBoard

GOODS = ("building", "coal", "iron", "power", "steel", "ship")
"""The market's rows from the top."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    import_mm: Outline
    export_mm: tuple[Outline, ...]


class _MarketBoardFile(msgspec.Struct, frozen=True):
    name: str
    size_mm: tuple[float, float]
    marker_mm: float
    fields: dict[str, _Row]
    stand_in: bool = False


def parse_market_board(content: bytes | Mapping[str, Any]) -> RegionBoard:
    """The board that a file, or its decoded object, describes; raises FormatError.

    A row for each good, each field with three points or more, all of them on the board. Its regions are called as
    `name_of` says; an export field holds one marker.
    """
    try:
        given = dict(content) if isinstance(content, Mapping) else decode_object(content)
        raw = msgspec.convert(given, _MarketBoardFile)
    except msgspec.ValidationError as error:
        raise _refused(str(plainly(error))) from None
    width, height = raw.size_mm
    if not are_sizes(raw.size_mm, raw.marker_mm):
        raise _refused("size_mm and marker_mm are no size of a board and its markers")
    if set(raw.fields) != set(GOODS):
        raise _refused(f"fields must have a row for each of {', '.join(GOODS)}")
    outlines = {
        name_of(good, field): outline
        for good in GOODS
        for field, outline in enumerate((raw.fields[good].import_mm, *raw.fields[good].export_mm))
    }
    for name, outline in outlines.items():
        if len(outline) < 3 or not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
            raise _refused(f"{name} needs an outline of three points or more on the board")
    imports = {name_of(good, 0): good for good in GOODS}
    return RegionBoard(
        raw.name,
        raw.size_mm,
        outlines,
        "markers",
        COMPANIES,
        raw.marker_mm,
        0.0,
        single=frozenset(outlines) - imports.keys(),
        printed={name: (imports.get(name, name.split()[-1]),) for name in outlines},
        stand_in=raw.stand_in,
    )


def name_of(good: str, field: int) -> str:
    """What an export field of a good's row is called, counted from the left; 0: its import field.

    >>> name_of("coal", 0), name_of("coal", 3)
    ('coal import', 'coal 3')
    """
    return f"{good} {field or 'import'}"


def _refused(why: str) -> FormatError:
    return FormatError(f"not a board file of a market: {why}")
