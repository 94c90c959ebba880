"""What the rulings say: each that a game cites has words, numbered through."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import game, game_names, rulings

NUMBERS = {"shark": ("R", 33), "big_shot": ("G", 14), "reibach": ("B", 17), "master_of_economy": ("M", 24)}
"""How the rulings of each game are numbered, and how many there are."""


@pytest.mark.parametrize("name", game_names())
def test_every_ruling_says_something(name: str) -> None:
    letter, last = NUMBERS[name]
    assert list(rulings(name)) == [f"{letter}-{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("name", game_names())
def test_every_ruling_that_is_cited_has_words(name: str) -> None:
    module = import_module(type(game(name)).__module__)
    assert module.__file__ is not None
    sources = [path.read_text("utf-8") for path in Path(module.__file__).parent.glob("*.py")]
    cited = {number for source in sources for number in re.findall(r'"([A-Z]-[0-9]+)"', source)}
    assert len(cited) > 5
    assert cited <= set(rulings(name))


def test_a_game_that_there_is_not_has_no_rulings() -> None:
    assert rulings("moon") == {}
