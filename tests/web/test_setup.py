"""The set-up page offers what the rules have: their editions, their options, and the boards that go with them."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from flask import Flask

from companion.errors import FormatError
from companion.games.shark import Options, Shark, editions, parse_editions
from tests.web.scenes import BOARDS, board_of
from web.pages.setup import board_choice, edition_choices, rule_choices

RULES = {rule.name: rule for rule in rule_choices(editions())}


def begins(edition: str, options: dict[str, bool]) -> bool:
    """Whether the rules begin a game with these options."""
    header = {"edition": edition, "board": "any", "players": ["A", "B"], "banker": "A", "options": options}
    board = {
        "name": "any",
        "size_mm": [100, 100],
        "grid": {"origin_mm": [0, 0], "pitch_mm": [10, 10], "cols": 7, "rows": 1},
        "zones": ["123456S"],
    }
    try:
        Shark().start(header, lambda _: board)
    except FormatError:
        return False
    return True


def test_every_edition_of_the_rules_is_offered_the_newest_first() -> None:
    assert [choice.name for choice in edition_choices(editions())] == ["2001", "1991", "1987"]
    assert {choice.name: choice.board for choice in edition_choices(editions())} == {
        "2001": "shark-2001",
        "1991": "shark-1991",
        "1987": "shark-1991",
    }


def test_an_edition_s_box_is_told_in_figures_of_the_rules() -> None:
    """2001: 22 cards a company, by the stand-in split 15 ones and 7 fives; 1991: 40 shares on 20 cards."""
    texts = {choice.name: choice.text for choice in edition_choices(editions())}
    assert "50 shares a company on 22 cards" in texts["2001"]
    assert "40 shares a company on 20 cards" in texts["1991"]
    assert "19 houses a colour" in texts["1987"]
    assert "no start share" in texts["1987"]
    assert "shark" in texts["2001"]
    assert "shark" not in texts["1991"]


@pytest.mark.parametrize("name", RULES)
def test_every_house_rule_is_an_option_to_be_set_or_not(name: str) -> None:
    assert Options.__annotations__[name] in (bool, "bool")


def test_an_edition_says_for_how_many_players_it_is() -> None:
    assert {choice.name: choice.players for choice in edition_choices(editions())} == {
        "1987": (3, 6),
        "1991": (2, 6),
        "2001": (2, 6),
    }
    assert all("3 to 6 players" in choice.text for choice in edition_choices(editions()) if choice.name == "1987")


@pytest.mark.parametrize("choice", edition_choices(editions()), ids=lambda choice: choice.name)
def test_the_ticks_of_an_edition_are_its_own_options(choice: object) -> None:
    own = {
        "2001": {"start_share", "end_when_all_shares_sold"},
        "1991": {"start_share", "no_trade_after_cannot_place"},
        "1987": {"seven_cap", "no_trade_after_cannot_place"},
    }
    assert set(choice.rules) == own[choice.name]  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", editions())
def test_what_can_be_ticked_can_be_begun_and_what_cannot_is_refused(edition: str) -> None:
    off = dict.fromkeys(RULES, False)
    for name, rule in RULES.items():
        assert begins(edition, {**off, name: True}) == (edition in rule.editions), name
    for one, other in combinations([name for name, rule in RULES.items() if edition in rule.editions], 2):
        apart = other in RULES[one].excludes
        assert apart == (one in RULES[other].excludes)
        assert begins(edition, {**off, one: True, other: True}) != apart, (one, other)


@pytest.mark.parametrize(
    ("zones", "names"),
    [
        (["111222", "333444", "555666"], ("1987", "1991")),
        (["12", "34", "SS"], ("2001",)),
        (["123456S"], ("1987", "1991", "2001")),
        (["1234.."], ()),
        (["12345S"], ("2001",)),
    ],
)
def test_a_board_goes_with_the_editions_whose_zones_it_has(zones: list[str], names: tuple[str, ...]) -> None:
    assert board_choice(board_of("some", *zones), editions()).editions == names


def test_the_page_offers_the_boards_that_it_was_given(app: Flask) -> None:
    text = app.test_client().get("/setup").get_data(as_text=True)
    options = re.search(r'<select id="s-board">(.*?)</select>', text, re.DOTALL)
    assert options is not None
    assert re.findall(r'value="([^"]*)"', options[1]) == [board.name for board in BOARDS]
    assert "own, 4 × 4 squares" in text


def test_an_owner_s_edition_is_offered_with_its_own_figures() -> None:
    mine = parse_editions(
        '[attic]\nlike = "1991"\nzones = ["1", "2", "3", "3"]\n[attic.options]\nhouses_per_colour = 20'
    )
    first, *_ = edition_choices(mine)
    assert (first.name, first.board, first.rules) == (
        "attic",
        "shark-1991",
        ("start_share", "no_trade_after_cannot_place"),
    )
    assert "3 zones" in first.text
    assert "20 houses a colour" in first.text
    assert board_choice(board_of("small", "112233"), mine).editions == ("attic",)
    assert "attic" not in {rule.name: rule for rule in rule_choices(mine)}["top_houses"].editions
