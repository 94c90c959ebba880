"""The scoring, by score sheets (B-7 to B-14)."""

from __future__ import annotations

import pytest


def amounts(entries):
    return [(entry["kind"], entry["player"], entry["amount"]) for entry in entries]


def scored(play, **rows):
    """All players report their rows, and they are scored."""
    for player, own in rows.items():
        play.report(player, own)
    return play.do("score")


def test_worked_example_of_the_second_scoring(sheet):
    """The rules' example with rows that fit it: A 11, B 12, C 13."""
    play = sheet(3)
    scored(play, Andrea={}, Bernd={}, Chloé={})
    a = {"oil": 4, "property": 3, "gambling": 1, "antiques": (2, 0, 1)}
    b = {"oil": 2, "property": 2, "luxury": (2, 0, 1), "art": 2}
    c = {"oil": 2, "property": 3, "antiques": 4, "jewellery": 1, "gold": 3}
    entries = scored(play, Andrea=a, Bernd=b, Chloé=c)
    assert amounts(entries) == [
        ("monopoly", "Chloé", 4),
        ("shared", "Andrea", 2),
        ("shared", "Chloé", 2),
        ("monopoly", "Bernd", 4),
        ("risk", "Bernd", 4),
        ("monopoly", "Andrea", 4),
        ("second", "Andrea", 1),
        ("risk", "Andrea", 1),
        ("longest", "Chloé", 3),
        ("longest", "Andrea", 3),
        ("monopoly", "Chloé", 4),
        ("monopoly", "Bernd", 4),
    ]
    assert play.view["scores"] == {"Andrea": [0, 11], "Bernd": [0, 12], "Chloé": [0, 13]}
    assert play.view["totals"] == {"Andrea": 11, "Bernd": 12, "Chloé": 13}


def test_b7_a_monopoly_is_four_whatever_its_length(sheet):
    play = sheet(2)
    entries = scored(play, Andrea={"oil": 1}, Bernd={"art": (2, 3, 0)})
    assert entries == [
        {"kind": "monopoly", "player": "Andrea", "amount": 4, "business": "oil", "length": 1},
        {"kind": "monopoly", "player": "Bernd", "amount": 4, "business": "art", "length": 5},
    ]
    assert play.reasons == ["oil: the only row, 1 card", "art: the only row, 5 cards, 3 Multitalents among them"]
    assert play.rulings == ["B-7", "B-7"]


def test_b8_longest_and_second_longest_a_multitalent_counts(sheet):
    play = sheet(3)
    entries = scored(play, Andrea={"gold": 3}, Bernd={"gold": (2, 2, 0)}, Chloé={"gold": 1})
    assert amounts(entries) == [("second", "Andrea", 1), ("longest", "Bernd", 3)]
    assert play.reasons == [
        "gold: the second longest row, 3 cards",
        "gold: the longest row, 4 cards, 2 Multitalents among them",
    ]


@pytest.mark.parametrize(("among", "each"), [(2, 2), (3, 1), (4, 1)])
def test_b9_a_tie_for_the_longest_shares_four_and_no_second_place_is_paid(sheet, among, each):
    play = sheet(5)
    rows = {name: {"gold": 2 if at < among else 1} for at, name in enumerate(play.view["totals"])}
    rows["Emil"] = {"gold": 1}
    entries = scored(play, **rows)
    assert [entry["amount"] for entry in entries] == [each] * among
    assert entries[0] == {
        "kind": "shared",
        "player": "Andrea",
        "amount": each,
        "business": "gold",
        "length": 2,
        "among": among,
    }
    assert play.reasons[0] == f"gold: {among} rows share 4{', rounded down' if among == 3 else ''} (2 cards)"


def test_b9_b11_five_share_to_nothing_and_a_risk_card_doubles_nothing(sheet):
    play = sheet(5)
    assert scored(play, **{name: {"gold": (1, 0, 1)} for name in play.view["totals"]}) == []
    assert play.view["totals"]["Andrea"] == 0


def test_b10_a_tie_for_the_second_place_pays_nobody(sheet):
    play = sheet(4)
    entries = scored(play, Andrea={"gold": 3}, Bernd={"gold": 2}, Chloé={"gold": 2}, Dörte={"gold": 1})
    assert amounts(entries) == [("longest", "Andrea", 3)]


def test_b11_a_risk_card_doubles_after_the_rounding_and_directly_after_its_entry(sheet):
    play = sheet(3)
    entries = scored(play, Andrea={"gold": (2, 0, 1)}, Bernd={"gold": 2}, Chloé={"gold": (1, 1, 1)})
    shared = {"kind": "shared", "player": "Andrea", "amount": 1, "business": "gold", "length": 2, "among": 3}
    assert entries[:2] == [shared, {**shared, "kind": "risk"}]
    assert amounts(entries)[2:] == [("shared", "Bernd", 1), ("shared", "Chloé", 1), ("risk", "Chloé", 1)]
    assert play.rulings == ["B-9", "B-11", "B-9", "B-9", "B-11"]
    assert play.reasons[1] == "gold: the Risk card doubles it"
    assert play.view["totals"] == {"Andrea": 2, "Bernd": 1, "Chloé": 2}


def test_b11_a_risk_card_doubles_at_every_later_scoring_too(sheet):
    play = sheet(2)
    for _ in range(2):
        scored(play, Andrea={"oil": (1, 0, 1)}, Bernd={})
    assert play.view["scores"]["Andrea"] == [8, 8]


def to_the_third(play):
    for _ in range(2):
        for player in play.view["totals"]:
            play.report(player, {}, empty=3, hand=3)
        assert play.do("score") == []


def test_b12_only_the_third_scoring_costs_empty_dealmakers_and_hand_cards(sheet):
    play = sheet(2)
    to_the_third(play)
    play.report("Andrea", {"oil": 1}, empty=2, hand=3)
    play.report("Bernd", {}, empty=0, hand=1)
    assert play.do("score") == [
        {"kind": "monopoly", "player": "Andrea", "amount": 4, "business": "oil", "length": 1},
        {"kind": "penalty", "player": "Andrea", "amount": -4, "for": "dealmaker", "count": 2},
        {"kind": "penalty", "player": "Andrea", "amount": -3, "for": "hand", "count": 3},
        {"kind": "penalty", "player": "Bernd", "amount": -1, "for": "hand", "count": 1},
    ]
    assert play.reasons[1:] == ["2 dealmakers without a card, 2 each", "3 hand cards, 1 each", "1 hand card, 1 each"]
    assert play.rulings == ["B-7", "B-12", "B-12", "B-12"]
    view = play.view
    assert view["over"] == {
        "reason": "third_scoring",
        "ranking": [["Bernd"], ["Andrea"]],
        "result": {"Andrea": -3, "Bernd": -1},
    }
    assert view["reports"]["Andrea"]["empty"] == 2
    assert play.refused("score") == "B-15"
    assert play.refused("rows", player="Andrea", rows=[]) == "B-15"
    assert play.do("amend", note="a good game") == []


@pytest.mark.parametrize("counts", [{}, {"empty": 0}, {"hand": 0}])
def test_b12_the_third_report_needs_both_counts(sheet, counts):
    play = sheet(2)
    to_the_third(play)
    assert play.legal["rows"]["counts_needed"] is True
    assert play.refused("rows", player="Andrea", rows=[], **counts) == "B-12"


def test_b13_equal_totals_share_the_win(sheet):
    play = sheet(3)
    to_the_third(play)
    for player, hand in [("Andrea", 2), ("Bernd", 1), ("Chloé", 1)]:
        play.report(player, {}, empty=0, hand=hand)
    play.do("score")
    assert play.view["over"]["ranking"] == [["Bernd", "Chloé"], ["Andrea"]]
    assert play.waits() == ("over", None, "The game is over. Bernd and Chloé win with −1 million each")


def test_reports_stand_in_score_sheet_order_without_rows_of_nothing(sheet):
    play = sheet(2)
    play.report("Bernd", {"art": 1, "stocks": (2, 1, 1), "oil": 0}, hand=2)
    assert play.view["reports"] == {
        "Andrea": None,
        "Bernd": {
            "rows": [
                {"business": "stocks", "cards": 2, "multitalents": 1, "risk": 1},
                {"business": "art", "cards": 1, "multitalents": 0, "risk": 0},
            ],
            "empty": None,
            "hand": 2,
        },
    }
    assert "score" not in play.legal
    assert play.refused("score") == "B-15"
    play.report("Andrea", {})
    play.do("score")
    assert play.view["reports"] == {"Andrea": None, "Bernd": None}


def test_b14_the_reports_of_a_scoring_hold_no_more_cards_than_there_are(sheet):
    play = sheet(3)
    play.report("Andrea", {"oil": 5, "gold": (1, 3, 1)})
    assert play.refused("rows", player="Bernd", rows=[{"business": "oil", "cards": 5}]) == "B-14"
    assert play.refused("rows", player="Bernd", rows=[{"business": "art", "cards": 1, "multitalents": 3}]) == "B-14"
    assert play.refused("rows", player="Bernd", rows=[{"business": "art", "cards": 1, "risk": 2}]) == "B-14"
    five = [{"business": name, "cards": 1, "risk": 1} for name in ("stocks", "gold", "property", "luxury", "art")]
    assert play.refused("rows", player="Bernd", rows=five) == "B-14"
    assert play.refused("rows", player="Bernd", rows=[{"business": "oil", "cards": 10}]) == "B-14"
    play.report("Bernd", {"oil": 4, "art": (1, 2, 1)})


def test_b14_a_new_report_replaces_the_old_one_and_earlier_scorings_are_not_compared(sheet):
    play = sheet(2)
    play.report("Andrea", {"oil": 9})
    play.report("Andrea", {"oil": 2})
    play.report("Bernd", {"oil": 7})
    play.do("score")
    play.report("Andrea", {"oil": 9})
    assert play.view["reports"]["Andrea"]["rows"][0]["cards"] == 9


def test_b4_one_row_a_business_and_ten_dealmakers_at_most(sheet):
    play = sheet(2)
    twice = [{"business": "oil", "cards": 1}, {"business": "oil", "cards": 2}]
    assert play.refused("rows", player="Andrea", rows=twice) == "B-4"
    assert play.refused("rows", player="Andrea", rows=[{"business": "oil", "cards": 1}], empty=10) == "B-4"
    play.report("Andrea", {"oil": 1, "art": 0}, empty=9)


@pytest.mark.parametrize(
    "keys",
    [
        {"player": "Zoë", "rows": []},
        {"rows": [{"business": "silver", "cards": 1}]},
        {"rows": [{"business": "risk", "cards": 1}]},
        {"rows": [{"business": "oil", "cards": -1}]},
        {"rows": [{"business": "oil", "cards": 0, "risk": -1}]},
        {"rows": [{"business": "oil", "cards": 1, "multitalents": -1}]},
        {"rows": [], "empty": -1},
        {"rows": [], "hand": -1},
    ],
)
def test_b16_values_that_the_game_does_not_know(sheet, keys):
    assert sheet(2).refused("rows", **keys) == "B-16"


def test_b15_events_of_tracked_play_do_not_belong_on_a_sheet(sheet):
    play = sheet(2)
    for keys in [{"do": "draw", "card": None}, {"do": "dealmaker", "card": "oil"}]:
        assert play.refused(**keys) == "B-15"


def test_waiting_and_words_of_a_sheet(sheet):
    play = sheet(2)
    assert play.waits() == ("report", "Andrea", "Andrea: report the rows for scoring 1")
    rows = [{"business": "oil", "cards": 2, "multitalents": 1}, {"business": "art", "cards": 0}]
    assert play.words("rows", rows=rows) == "Andrea reports: oil 3"
    assert play.words("rows", rows=[]) == "Andrea reports no rows"
    play.report("Andrea", {})
    assert play.waits()[1] == "Bernd"
    play.report("Bernd", {})
    assert play.waits() == ("report", "Bernd", "Bernd: all have reported, score them (scoring 1)")
    assert play.words("score") == "Scoring 1"
    assert play.game.wealth(play.state) == {"Andrea": 0, "Bernd": 0}
