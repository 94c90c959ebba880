"""Headers of REIBACH & CO (B-1), and what cannot be read."""

from __future__ import annotations

import pytest

import calibration
from companion.errors import FormatError
from companion.games import game


def start(header):
    return game("reibach").start(header, calibration.board_file).state


@pytest.mark.parametrize(("players", "pile"), [(2, 99), (3, 95), (4, 91), (5, 87)])
def test_b1_four_cards_each_three_open_and_the_rest_in_the_pile(tracked, players, pile):
    play = tracked(players)
    view = play.view
    assert (view["pile"], view["reibach"], view["open"]) == (pile, 0, ["oil", "gold", "risk"])
    assert list(view["hands"].values()) == [4] * players
    assert (view["turn"], view["points"], view["phase"], view["scorings"]) == ("Andrea", 3, "act", 0)
    # 90 business cards, 5 Multitalents, 5 Risk cards and 10 Reibach cards are all somewhere.
    assert pile + 3 + 4 * players == 110


def test_a_sheet_begins_with_nobodys_report(sheet):
    view = sheet(2).view
    assert (view["phase"], view["reports"]) == ("report", {"Andrea": None, "Bernd": None})
    assert (view["scores"], view["totals"]) == ({"Andrea": [], "Bernd": []}, {"Andrea": 0, "Bernd": 0})


def changed(**changes):
    return lambda raw: {**raw, **changes}


def without(key):
    return lambda raw: {name: value for name, value in raw.items() if name != key}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("mode"), "mode"),
        (changed(mode="cards"), "mode"),
        (without("banker"), "banker"),
        (changed(players=["Andrea"], banker="Andrea"), "1 players"),
        (changed(players=list("ABCDEF"), banker="A", starter="A"), "6 players"),
        (changed(options={"hard": True}), "no option"),
        (changed(options=None), "options"),
        (without("starter"), "starter"),
        (changed(starter="Zoë"), "Zoë"),
        (without("open"), "open"),
        (changed(open=["oil", "gold"]), "3 cards lie open, 2"),
        (changed(open=["oil", "gold", "reibach"]), "reibach"),
        (changed(open=["oil", "gold", "silver"]), "silver"),
        (changed(open=["oil", "gold", None]), "open"),
    ],
)
def test_a_header_that_is_wrong_is_refused_with_the_reason(raw_header, change, says):
    with pytest.raises(FormatError) as error:
        start(change(raw_header("tracked")))
    assert says in str(error.value)


def test_a_sheet_needs_neither_starter_nor_open_cards(raw_header):
    assert start(without("starter")(raw_header("sheet"))).phase == "report"
    assert start(changed(open=["silver"], options={"x_room": "kitchen"})(raw_header("sheet"))).phase == "report"


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "buy"},
        {"do": "take_open", "player": "Andrea", "card": "oil"},
        {"do": "take_open", "player": "Andrea", "card": "oil", "replaced_by": None},
        {"do": "draw", "player": "Andrea"},
        {"do": "replace", "player": "Andrea"},
        {"do": "dealmaker", "player": "Andrea", "card": None},
        {"do": "lay", "player": "Andrea", "row": "1", "card": "oil"},
        {"do": "lay", "player": "Andrea", "row": True, "card": "oil"},
        {"do": "rows", "player": "Andrea", "rows": {}},
        {"do": "rows", "player": "Andrea", "rows": ["oil"]},
        {"do": "rows", "player": "Andrea", "rows": [{"business": "oil"}]},
        {"do": "rows", "player": "Andrea", "rows": [{"cards": 1}]},
        {"do": "rows", "player": "Andrea", "rows": [{"business": "oil", "cards": 2.0}]},
        {"do": "rows", "player": "Andrea", "rows": [{"business": "oil", "cards": 1, "risk": True}]},
        {"do": "rows", "player": "Andrea", "rows": [], "hand": 1.5},
        {"do": "rows", "rows": []},
        {"do": "amend"},
    ],
)
def test_what_cannot_be_read_as_an_event(tracked, raw):
    with pytest.raises(FormatError):
        tracked().game.parse_event(raw)
