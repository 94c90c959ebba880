"""An owner's own figures: what his file changes, and what is said where it cannot be read."""

from __future__ import annotations

import pytest

import calibration
from companion.errors import FormatError
from companion.games.shark import COMPANIES, Shark, editions, freeze, parse_editions


def test_a_file_changes_what_it_names_and_leaves_the_rest():
    mine = parse_editions("""
        [2001.options]
        houses_per_colour = 20
        [2001.options.cards]
        fives = 9
        [2001.company_names]
        de = { red = "Adler", blue = "Bär", green = "Cobra", yellow = "Dachs" }
        [2001.notes]
        100000 = 5
    """)
    box, shipped = mine["2001"], editions()["2001"]
    assert (box.options.houses_per_colour, shipped.options.houses_per_colour) == (20, 18)
    assert (box.options.cards.ones, box.options.cards.fives) == (15, 9)
    assert box.notes == {1_000: 30, 5_000: 25, 10_000: 25, 50_000: 25, 100_000: 5}
    assert box.company_names["de"]["blue"] == "Bär"
    assert (box.zones, box.colours, box.options.top_count) == (shipped.zones, shipped.colours, 5)
    assert mine["1991"] == editions()["1991"]


def test_a_game_is_played_by_the_owners_edition(header):
    mine = parse_editions('[attic]\nlike = "1991"\nzones = ["1", "2", "3"]\noptions = { start_share = false }')
    shark = Shark(mine)
    state = shark.start({**header(), "edition": "attic"}, calibration.board_file).state
    assert shark.legal(state)["roll"]["zones"] == ["1", "2", "3"]
    assert list(mine) == ["1987", "1991", "2001", "attic"]
    assert mine["attic"].name == "attic"


def test_companies_bear_the_names_of_the_owners_edition(header):
    mine = parse_editions('[1991.company_names]\nde = { red = "Rot & Co" }')
    shark = Shark(mine)
    state = shark.start(header(), calibration.board_file).state
    assert shark.companies(state) == {"red": "Rot & Co", "blue": "Empire", "green": "NYSO", "yellow": "Wings"}


def test_a_copy_in_another_language_bears_the_names_of_its_own_cards(header):
    shark = Shark(parse_editions('[1991]\nlanguage = "it"'))
    state = shark.start(header(), calibration.board_file).state
    assert shark.companies(state) == {"red": "Wings", "blue": "Empire", "green": "Smith", "yellow": "NYSO"}


def test_every_edition_has_its_dice_and_can_be_played(header):
    for name, box in editions().items():
        assert name == box.name
        assert len(box.zones) == len(box.colours) == 6
        assert set(COMPANIES) < set(box.colours)
        Shark().start({**header(), "edition": name, "board": box.board}, calibration.board_file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[2001", "not TOML"),
        ("edition = 7", "must be a table"),
        ("[2010]\nhas_tops = true", 'say like = "..." with one of 1987, 1991, 2001'),
        ('[2010]\nlike = "2009"', 'no edition "2009"'),
        ("[2010]\nlike = 1991", "no edition 1991"),
        ("[2001.options]\nhouses = 20", "houses"),
        ("[2001.options]\nhouses_per_colour = 0", "options.houses_per_colour"),
        ("[2001.options]\nhouses_per_colour = 18.0", "options.houses_per_colour"),
        ("[2001.options.cards]\nones = -1", "options.cards.ones"),
        ("[2001]\ncards = { ones = 15 }", "cards"),
        ("[2001]\nzones = []", "zones"),
        ("[2001]\nzones = [1, 2]", "zones"),
        ('[2001]\ncolours = ["pink"]', "pink"),
        ("[2001.notes]\n1500 = 3", "no note is worth 1500"),
        ("[2001.notes]\n0 = 3", "no note is worth 0"),
        ("[2001.notes]\nlarge = 3", "notes"),
        ('[2001]\nname = "x"', "its name is that of its table"),
        ("[2001]\nhas_top = true", "has_top"),
        ('[1991.company_names]\nde = { pink = "Wings" }', "pink"),
        ('[1991.company_names]\nde = { red = "Wings" }', "two companies have the same name"),
        ('[1991.company_names]\nde = { red = "" }', "company_names"),
        ('[1991]\nlanguage = "fr"', 'no names in the language "fr": de, it'),
        ('[1991]\nbase = "2001"', "base"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_on_one_line(text, said):
    with pytest.raises(FormatError) as error:
        parse_editions(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


ATTIC = """
[attic]
like = "1991"
zones = ["1", "2", "2"]
language = "it"
[attic.options]
houses_per_colour = 20
start_share = false
cards = { ones = 6, fives = 3 }
[attic.notes]
1000 = 12
"""


def test_a_frozen_header_holds_all_figures_of_the_owners_copy(header):
    frozen = freeze({**header(debt_grace_turns=1), "edition": "attic"}, parse_editions(ATTIC))
    assert frozen["edition"] == "1991"
    assert frozen["options"] == {
        "houses_per_colour": 20,
        "start_share": False,
        "cards": {"ones": 6, "fives": 3},
        "debt_grace_turns": 1,
    }
    shark = Shark()  # which knows nothing of the owner's file
    state = shark.start(frozen, calibration.board_file).state
    assert shark.dice(state)[0] == ("1", "2", "2")
    assert shark.notes(state) == {1_000: 12, 5_000: 25, 10_000: 25, 50_000: 25}
    assert shark.companies(state)["red"] == "Wings"
    assert state.supply("red") == 20
    assert shark.view(state, "")["bank"]["red"] == [6, 3]
    assert freeze(frozen, parse_editions("[1991.options]\nhouses_per_colour = 7")) == frozen


def test_what_a_header_says_of_an_option_counts_more_than_the_owners_figure(header):
    frozen = freeze({**header(houses_per_colour=9), "edition": "attic"}, parse_editions(ATTIC))
    assert frozen["options"]["houses_per_colour"] == 9


def test_a_header_is_left_as_it_is_where_nothing_differs_or_nothing_can_be_read(header):
    for same in (header(), {**header(), "edition": "2010"}, {**header(), "options": None}, {"game": "big_shot"}, {}):
        assert freeze(same, parse_editions(ATTIC)) == same


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ("attic", "x_bankhalter_edition"),
        ({"zones": []}, "zones"),
        ({"name": "attic"}, "name"),
        ({"base": "2001"}, "base"),
        ({"language": "la"}, "de, it"),
        ({"pips": 6}, "pips"),
    ],
)
def test_frozen_figures_that_cannot_be_are_an_error_of_the_header(header, figures, said):
    with pytest.raises(FormatError, match=said):
        Shark().start({**header(), "x_bankhalter_edition": figures}, calibration.board_file)
