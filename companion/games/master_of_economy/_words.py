"""What companies, goods and factories are called: whole phrases, for other languages bend an article with its noun."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.master_of_economy._material import Company, FactoryType, Good
from companion.sentence import Sentence

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
FACTORIES_CALLED: Mapping[FactoryType, Sentence] = {
    "quarry": Sentence("quarries"),
    "coal_mine": Sentence("coal mines"),
    "iron_mine": Sentence("iron mines"),
    "power_station": Sentence("power stations"),
    "steel_mill": Sentence("steel mills"),
    "shipyard": Sentence("shipyards"),
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


def some_goods(counts: Mapping[str, int]) -> Sentence | tuple[Sentence, ...]:
    """Goods with their numbers; those of which there are none are left out.

    >>> [str(part) for part in some_goods({"coal": 2, "iron": 0, "power": 1})]
    ['2 coal', '1 power']
    """
    parts = [_number_of(count, good_name(good)) for good, count in counts.items() if count]
    return tuple(parts) or _NOTHING


def some_factories(counts: Mapping[str, int]) -> Sentence | tuple[Sentence, ...]:
    """Factories with their numbers; types of which there are none are left out."""
    called = {str(plant): name for plant, name in FACTORIES_CALLED.items()}
    parts = [_number_of(count, called.get(plant, plant)) for plant, count in counts.items() if count]
    return tuple(parts) or _NOTHING


def _number_of(count: int, name: Sentence | str) -> Sentence:
    return Sentence("{number} {name}", {"number": count, "name": name})
