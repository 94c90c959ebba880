"""What companies, goods and factories are called: whole phrases, for other languages bend an article with its noun."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.master_of_economy._material import Company, FactoryType, Good
from companion.sentence import Sentence, counted

COMPANY_NAMES: Mapping[Company, str] = {
    "blue": "Blue Eyes",
    "yellow": "Yellow Submarines",
    "green": "Green Grass",
    "red": "Red Socks",
}
"""As printed on the boards, the same in every language."""
GOOD_NAMES: Mapping[Good, Sentence] = {
    "building": Sentence("building material"),
    "coal": Sentence("coal"),
    "iron": Sentence("iron ore"),
    "power": Sentence("power"),
    "steel": Sentence("steel"),
    "ship": Sentence("ships"),
}
A_FACTORY: Mapping[FactoryType, Sentence] = {
    "quarry": Sentence("a quarry"),
    "coal_mine": Sentence("a coal mine"),
    "iron_mine": Sentence("an iron mine"),
    "power_station": Sentence("a power station"),
    "steel_mill": Sentence("a steel mill"),
    "shipyard": Sentence("a shipyard"),
}
_NUMBERS: Mapping[str, Callable[[int], Sentence]] = {
    "building": lambda count: Sentence("{count} building material", {"count": count}),
    "coal": lambda count: Sentence("{count} coal", {"count": count}),
    "iron": lambda count: Sentence("{count} iron ore", {"count": count}),
    "power": lambda count: Sentence("{count} power", {"count": count}),
    "steel": lambda count: Sentence("{count} steel", {"count": count}),
    "ship": lambda count: counted(count, "{count} ship", "{count} ships"),
    "quarry": lambda count: counted(count, "{count} quarry", "{count} quarries"),
    "coal_mine": lambda count: counted(count, "{count} coal mine", "{count} coal mines"),
    "iron_mine": lambda count: counted(count, "{count} iron mine", "{count} iron mines"),
    "power_station": lambda count: counted(count, "{count} power station", "{count} power stations"),
    "steel_mill": lambda count: counted(count, "{count} steel mill", "{count} steel mills"),
    "shipyard": lambda count: counted(count, "{count} shipyard", "{count} shipyards"),
}
_NOTHING = Sentence("nothing")


def company_name(name: str) -> str:
    """What a company is called; an event may name what is no company.

    >>> company_name("red"), company_name("pink")
    ('Red Socks', 'pink')
    """
    return next((called for company, called in COMPANY_NAMES.items() if company == name), name)


def good_name(name: str) -> Sentence | str:
    """What a good is called; an event may name what is none."""
    return next((called for good, called in GOOD_NAMES.items() if good == name), name)


def a_factory(name: str) -> Sentence | str:
    """A factory of that type with its article; an event may name what is none."""
    return next((called for plant, called in A_FACTORY.items() if plant == name), name)


def some_of(counts: Mapping[str, int]) -> Sentence | tuple[Sentence, ...]:
    """Goods or factories with their numbers; those of which there are none are left out.

    >>> [str(part) for part in some_of({"coal": 2, "iron": 0, "ship": 1, "quarry": 2})]
    ['2 coal', '1 ship', '2 quarries']
    """
    parts = tuple(number_of(count, name) for name, count in counts.items() if count)
    return parts or _NOTHING


def number_of(count: int, name: str) -> Sentence:
    """So many goods of that name, or factories; an event may name what is neither."""
    if name in _NUMBERS:
        return _NUMBERS[name](count)
    return Sentence("{number} {name}", {"number": count, "name": name})
