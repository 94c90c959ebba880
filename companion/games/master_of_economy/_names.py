"""Names in events, looked up: what the game does not know is refused (M-22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.errors import RuleError
from companion.games.master_of_economy._material import FACTORIES, GOODS, Company, FactoryType, Good
from companion.games.master_of_economy._state import State
from companion.quoting import quoted
from companion.sentence import Sentence

Name = TypeVar("Name", bound=str)


def company_in(state: State, name: str) -> Company:
    """The company of that name in this game."""
    found = next((company for company in state.table.companies if company == name), None)
    if found is None:
        values = {"name": quoted(name), "companies": ", ".join(state.table.companies)}
        raise RuleError("M-22", Sentence("no company in this game is called {name}: there are {companies}", values))
    return found


def check_player(state: State, name: str) -> None:
    """Raises RuleError when nobody is called so."""
    if name not in state.people:
        raise RuleError("M-22", Sentence("no player is called {name}", {"name": quoted(name)}))


def factory_type(name: str) -> FactoryType:
    """The type of factory of that name."""
    found = next((plant for plant in FACTORIES if plant == name), None)
    if found is None:
        values = {"name": quoted(name), "known": ", ".join(FACTORIES)}
        raise RuleError("M-22", Sentence("no factory is called {name}: there are {known}", values))
    return found


def good_named(name: str) -> Good:
    """The good of that name."""
    found = next((good for good in GOODS if good == name), None)
    if found is None:
        values = {"name": quoted(name), "known": ", ".join(GOODS)}
        raise RuleError("M-22", Sentence("no good is called {name}: there are {known}", values))
    return found


def factory_counts(raw: Mapping[str, int]) -> dict[FactoryType, int]:
    """Numbers of factories, those that are 0 left out."""
    return _counted({factory_type(name): count for name, count in raw.items()})


def good_counts(raw: Mapping[str, int]) -> dict[Good, int]:
    """Numbers of goods, those that are 0 left out."""
    return _counted({good_named(name): count for name, count in raw.items()})


def _counted(counts: Mapping[Name, int]) -> dict[Name, int]:
    for name, count in counts.items():
        not_negative(count, name)
    return {name: count for name, count in counts.items() if count}


def not_negative(count: int, what: str) -> None:
    """Raises RuleError for a count below 0."""
    if count < 0:
        values = {"what": what, "count": quoted(count)}
        raise RuleError("M-22", Sentence("{what}: {count} is no number of things", values))
