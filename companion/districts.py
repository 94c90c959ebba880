"""Board files of districts: what each is worth and which lie side by side (the board of BIG SHOT)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.money import Money
from companion.outlines import Outline, are_sizes
from companion.parsing import decode_object, plainly
from companion.quoting import quoted
from companion.regions import COLOURS, RegionBoard

DISTRICTS = 13
PARKS = 2
"""Of the districts so many are parks: without a value, they double their neighbours'."""


class _District(msgspec.Struct, frozen=True):
    name: str
    neighbours: tuple[str, ...]
    park: bool = False
    value: int | msgspec.UnsetType = msgspec.UNSET
    outline_mm: Outline = ()


class _DistrictFile(msgspec.Struct, frozen=True):
    name: str
    districts: tuple[_District, ...]
    stand_in: bool = False
    size_mm: tuple[float, float] | None = None
    stone_mm: float = 10.0
    stone_height_mm: float = 10.0


@dataclass(frozen=True, slots=True)
class District:
    """A district as it is printed: ``value`` in millions, 0 for a park; ``neighbours`` by their names.

    ``outline``: the corners of its region in mm from the board's top left; () where nobody has measured it.
    """

    name: str
    value: Money
    park: bool
    neighbours: tuple[str, ...]
    outline: Outline = ()


@dataclass(frozen=True, slots=True)
class City:
    """A board of districts, by their names, in the order of the board file.

    ``stand_in``: the file says that its values and neighbours are no real copy's. ``size_mm``: width and height of the
    board, None where the regions are not measured; ``stone_mm``: the side of a stone, ``stone_height_mm`` its height.
    """

    name: str
    districts: Mapping[str, District]
    stand_in: bool = False
    size_mm: tuple[float, float] | None = None
    stone_mm: float = 10.0
    stone_height_mm: float = 10.0

    def regions(self) -> RegionBoard:
        """What a camera has to know of it."""
        return RegionBoard(
            self.name,
            self.size_mm,
            {name: district.outline for name, district in self.districts.items()},
            "stones",
            COLOURS,
            self.stone_mm,
            self.stone_height_mm,
            printed={name: (name, "x2" if each.park else str(each.value)) for name, each in self.districts.items()},
            stand_in=self.stand_in,
        )


def parse_city(content: bytes | str | Mapping[str, Any]) -> City:
    """The city that a board file (its text, or the decoded JSON object) describes; raises FormatError.

    Thirteen districts of different names, two of them parks without a value, the others with a value of at least 1;
    neighbours are named on both sides, none twice, and none is its own. Where regions are measured each district has an
    outline of three points or more on the board.
    """
    try:
        if isinstance(content, str):
            content = content.encode()
        given = dict(content) if isinstance(content, Mapping) else decode_object(content)
        raw = msgspec.convert(given, _DistrictFile)
    except msgspec.ValidationError as error:
        raise _refused(str(plainly(error))) from None
    if len(raw.districts) != DISTRICTS:
        raise _refused(f"there are {len(raw.districts)} districts, not {DISTRICTS}")
    _check_names(raw.districts)
    _check_values(raw.districts)
    _check_neighbours(raw.districts)
    _check_outlines(raw)
    districts = {district.name: _built(district) for district in raw.districts}
    return City(raw.name, districts, raw.stand_in, raw.size_mm, raw.stone_mm, raw.stone_height_mm)


def _refused(why: str) -> FormatError:
    return FormatError(f"not a board file of districts: {why}")


def _built(raw: _District) -> District:
    value = Money(0) if isinstance(raw.value, msgspec.UnsetType) else Money(raw.value)
    return District(raw.name, value, raw.park, raw.neighbours, raw.outline_mm)


def _check_names(districts: tuple[_District, ...]) -> None:
    seen: set[str] = set()
    for district in districts:
        plain = unicodedata.normalize("NFC", district.name).strip()
        if not plain or not district.name.isprintable():
            raise _refused(f"{quoted(district.name)} is no name for a district")
        if plain in seen:
            raise _refused(f"two districts are called {quoted(plain)}")
        seen.add(plain)


def _check_values(districts: tuple[_District, ...]) -> None:
    for district in districts:
        priced = not isinstance(district.value, msgspec.UnsetType)
        if district.park and priced:
            raise _refused(f"{quoted(district.name)} is a park, so it has no value")
        if not district.park and (isinstance(district.value, msgspec.UnsetType) or district.value < 1):
            raise _refused(f"{quoted(district.name)} needs a value of at least 1")
    parks = sum(district.park for district in districts)
    if parks != PARKS:
        raise _refused(f"there are {parks} parks, not {PARKS}")


def _check_neighbours(districts: tuple[_District, ...]) -> None:
    of = {district.name: district.neighbours for district in districts}
    for name, neighbours in of.items():
        for other in neighbours:
            if other not in of:
                raise _refused(f"{quoted(name)} has a neighbour {quoted(other)} that is no district")
            if other == name:
                raise _refused(f"{quoted(name)} cannot be its own neighbour")
            if neighbours.count(other) > 1:
                raise _refused(f"{quoted(name)} names its neighbour {quoted(other)} twice")
            if name not in of[other]:
                raise _refused(f"{quoted(name)} has the neighbour {quoted(other)}, which must name it too")


def _check_outlines(raw: _DistrictFile) -> None:
    if raw.size_mm is None:
        if any(district.outline_mm for district in raw.districts):
            raise _refused("outlines need the board's size_mm, width and height")
        return
    width, height = raw.size_mm
    if not are_sizes(raw.size_mm, raw.stone_mm, raw.stone_height_mm):
        raise _refused("size_mm, stone_mm and stone_height_mm are no size of a board and its stones")
    for district in raw.districts:
        if len(district.outline_mm) < 3:
            raise _refused(f"{quoted(district.name)} needs an outline of at least three points")
        if not all(0 <= x <= width and 0 <= y <= height for x, y in district.outline_mm):
            raise _refused(f"the outline of {quoted(district.name)} leaves the board")
