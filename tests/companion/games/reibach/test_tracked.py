"""Tracked play (B-1 to B-6, B-15 to B-17)."""

from __future__ import annotations

import json

from companion.games import BANKER, PUBLIC


def test_b2_an_open_card_costs_one_point_and_is_replaced_at_once(tracked):
    play = tracked()
    assert play.do("take_open", card="gold", replaced_by="art") == []
    view = play.view
    assert (view["open"], view["points"], view["turn"]) == (["oil", "art", "risk"], 2, "Andrea")
    assert (view["hands"], view["pile"]) == ({"Andrea": 5, "Bernd": 4}, 98)
    assert play.refused("take_open", card="gold", replaced_by="art") == "B-2"
    assert play.refused("take_open", card="reibach", replaced_by="art") == "B-2"


def test_of_equal_open_cards_the_leftmost_is_taken(tracked):
    play = tracked(open=["oil", "gold", "oil"])
    play.do("take_open", card="oil", replaced_by="art")
    assert play.view["open"] == ["art", "gold", "oil"]


def test_b2_a_card_of_the_pile_costs_two_points(tracked):
    play = tracked()
    play.do("draw", card=None)
    assert (play.view["points"], play.view["hands"]["Andrea"], play.view["pile"]) == (1, 5, 98)
    assert "draw" not in play.legal
    assert play.refused("draw", card=None) == "B-2"


def test_b2_the_turn_passes_with_the_third_point(tracked):
    play = tracked(3)
    play.do("draw", card=None)
    play.do("dealmaker", card="oil")
    assert (play.view["turn"], play.view["points"]) == ("Bernd", 3)
    assert play.refused("draw", player="Andrea", card=None) == "B-15"
    for player in ("Bernd", "Chloé"):
        assert play.view["turn"] == player
        for _ in range(3):
            play.do("dealmaker", card="stocks")
    assert play.view["turn"] == "Andrea"


def test_b3_a_row_is_of_the_business_of_its_first_card(tracked):
    play = tracked()
    play.do("dealmaker", card="multitalent")
    empty = {"business": None, "cards": 0, "multitalents": 0, "risk": 0}
    assert play.view["rows"]["Andrea"] == [empty]
    assert play.refused("lay", row=1, card="risk") == "B-3"
    assert play.refused("lay", row=1, card="multitalent") == "B-3"
    play.do("lay", row=1, card="oil")
    assert play.refused("lay", row=1, card="gold") == "B-3"
    assert play.legal["lay"]["rows"] == [{"row": 1, "cards": ["oil", "multitalent", "risk"]}]
    play.do("lay", row=1, card="multitalent")
    assert play.view["rows"]["Andrea"] == [{"business": "oil", "cards": 1, "multitalents": 1, "risk": 0}]


def test_b3_a_risk_card_closes_the_row(tracked):
    play = tracked()
    for do, keys in [("dealmaker", {}), ("lay", {"row": 1}), ("lay", {"row": 1})]:
        play.do(do, card={"dealmaker": "art"}.get(do, "oil"), **keys)
    for _ in range(3):
        play.do("dealmaker", card="stocks")
    play.do("lay", row=1, card="risk")
    assert play.view["rows"]["Andrea"] == [{"business": "oil", "cards": 2, "multitalents": 0, "risk": 1}]
    # His hand is empty now: he takes what lies open.
    play.do("take_open", card="oil", replaced_by="multitalent")
    assert play.refused("lay", row=1, card="oil") == "B-3"
    assert play.refused("lay", row=1, card="risk") == "B-3"
    assert "lay" not in play.legal


def test_b4_one_row_a_business_and_player(tracked):
    play = tracked()
    play.do("dealmaker", card="art")
    play.do("lay", row=1, card="oil")
    play.do("dealmaker", card="art")
    for _ in range(3):
        play.do("dealmaker", card="stocks")
    assert play.refused("lay", row=2, card="oil") == "B-4"
    assert "oil" not in play.legal["lay"]["rows"][1]["cards"]
    play.do("lay", row=2, card="gold")
    assert play.view["rows"]["Andrea"][1]["business"] == "gold"


def test_b4_ten_dealmakers_at_most(tracked):
    play = tracked()
    while len(play.view["rows"]["Andrea"]) < 10:
        if play.view["turn"] == "Bernd":
            play.do("take_open", card=play.view["open"][0], replaced_by=next_open(play))
        elif "dealmaker" in play.legal:
            play.do("dealmaker", card=held_by_andrea(play))
        else:
            play.do("take_open", card=play.view["open"][0], replaced_by=next_open(play))
    while play.view["turn"] == "Bernd" or not play.view["hands"]["Andrea"]:
        play.do("take_open", card=play.view["open"][0], replaced_by=next_open(play))
    assert len(play.view["rows"]["Andrea"]) == 10
    assert play.refused("dealmaker", card=held_by_andrea(play)) == "B-4"
    assert "dealmaker" not in play.legal


def test_b16_rows_and_cards_are_those_of_the_game(tracked):
    play = tracked()
    assert play.refused("lay", row=1, card="oil") == "B-16"
    play.do("dealmaker", card="art")
    for row in (0, 2, -1):
        assert play.refused("lay", row=row, card="oil") == "B-16"
    assert play.refused("lay", row=1, card="silver") == "B-16"
    assert play.refused("dealmaker", card="silver") == "B-16"
    assert play.refused("draw", card="silver") == "B-16"
    assert play.refused("take_open", card="silver", replaced_by="art") == "B-16"
    assert play.refused("take_open", card="oil", replaced_by="silver") == "B-16"
    assert play.refused("draw", player="Zoë", card="oil") == "B-16"


def test_b17_a_card_out_of_the_hand_must_be_one_that_it_can_hold(tracked):
    play = tracked()
    for _ in range(3):
        play.do("dealmaker", card="art")
    for _ in range(3):
        play.do("dealmaker", card="stocks")
    play.do("dealmaker", card="art")
    # All four that were dealt are laid; what he takes now has a name.
    assert "dealmaker" not in play.legal
    assert play.refused("dealmaker", card="art") == "B-17"
    play.do("take_open", card="gold", replaced_by="property")
    assert play.refused("dealmaker", card="oil") == "B-17"
    assert play.refused("dealmaker", card="reibach") == "B-17"
    play.do("dealmaker", card="gold")
    assert play.view["hands"]["Andrea"] == 0


def test_b17_a_named_card_is_used_before_an_unnamed_one(tracked):
    play = tracked(open=["gold", "gold", "gold"])
    for _ in range(3):
        play.do("take_open", card="gold", replaced_by="gold")
    for _ in range(3):
        play.do("take_open", card="gold", replaced_by="gold")
    # All nine gold cards are known, and three of them Andrea took: she can lay these three, no fourth.
    for _ in range(3):
        play.do("dealmaker", card="gold")
    for _ in range(3):
        play.do("dealmaker", card="gold")
    assert play.refused("dealmaker", card="gold") == "B-17"
    play.do("dealmaker", card="stocks")


def test_b17_known_cards_of_a_kind_are_no_more_than_there_are(tracked):
    play = tracked(open=["risk", "risk", "risk"])
    play.do("dealmaker", card="risk")
    play.do("dealmaker", card="risk")
    assert play.refused("dealmaker", card="risk") == "B-17"
    assert play.refused("take_open", card="risk", replaced_by="risk") == "B-17"
    play.do("take_open", card="risk", replaced_by="multitalent")
    assert play.refused("draw", card="risk") == "B-17"
    play.do("draw", card=None)


def test_b6_a_reibach_card_is_put_aside_and_replaced_before_anything_else(tracked):
    play = tracked()
    play.do("take_open", card="gold", replaced_by="reibach")
    view = play.view
    assert (view["phase"], view["open"], view["reibach"], view["pile"]) == ("replace", ["oil", None, "risk"], 1, 98)
    assert play.refused("take_open", card="oil", replaced_by="art") == "B-15"
    assert play.refused("dealmaker", card="oil") == "B-15"
    assert play.refused("replace", player="Bernd", card="oil") == "B-15"
    assert play.refused("replace", card=None) == "B-16"
    assert None not in play.legal["replace"]["cards"]
    play.do("amend", note="a cat on the table")
    play.do("replace", card="reibach")
    assert (play.view["phase"], play.view["reibach"]) == ("replace", 2)
    play.do("replace", card="art")
    assert (play.view["phase"], play.view["open"], play.view["points"]) == ("act", ["oil", "art", "risk"], 2)
    assert play.refused("replace", card="art") == "B-15"


def test_b6_the_turn_passes_after_the_replacement_and_a_drawn_one_may_be_unnamed(tracked):
    play = tracked()
    play.do("dealmaker", card="art")
    play.do("draw", card="reibach")
    assert (play.view["turn"], play.view["points"], play.view["hands"]["Andrea"]) == ("Andrea", 0, 3)
    assert None in play.legal["replace"]["cards"]
    play.do("replace", card=None)
    assert (play.view["turn"], play.view["points"], play.view["hands"]["Andrea"]) == ("Bernd", 3, 4)


def test_b6_the_fourth_and_seventh_interrupt_the_turn_and_the_tenth_ends_the_game(tracked):
    play = tracked()
    play.do("dealmaker", card="art")
    play.do("lay", row=1, card="oil")
    play.do("take_open", card="gold", replaced_by="art")
    assert play.reibach_cards(3) == []
    monopoly = {"kind": "monopoly", "player": "Andrea", "amount": 4, "business": "oil", "length": 1}
    assert play.do("replace", card="reibach") == [monopoly]
    view = play.view
    assert (view["scorings"], view["phase"], view["turn"], view["points"]) == (1, "replace", "Bernd", 1)
    assert view["scores"] == {"Andrea": [4], "Bernd": [0]}
    assert play.do("replace", card="reibach") == []
    play.do("replace", card="reibach")
    assert play.do("replace", card="reibach") == [monopoly]
    play.do("replace", card="currency")
    assert (play.view["phase"], play.view["points"], play.view["turn"]) == ("act", 1, "Bernd")
    play.do("dealmaker", card="stocks")
    play.do("draw", card="reibach")
    play.do("replace", card="reibach")
    assert play.do("replace", card="reibach") == [
        monopoly,
        {"kind": "penalty", "player": "Andrea", "amount": -3, "for": "hand", "count": 3},
        {"kind": "penalty", "player": "Bernd", "amount": -2, "for": "dealmaker", "count": 1},
        {"kind": "penalty", "player": "Bernd", "amount": -4, "for": "hand", "count": 4},
    ]
    view = play.view
    assert (view["phase"], view["turn"], view["points"], view["reibach"]) == ("over", "Andrea", 1, 10)
    assert view["scores"] == {"Andrea": [4, 4, 1], "Bernd": [0, 0, -6]}
    assert view["over"]["ranking"] == [["Andrea"], ["Bernd"]]
    assert play.legal == {"amend": {}}
    assert play.refused("draw", player="Andrea", card=None) == "B-15"


def test_the_tenth_card_leaves_its_place_empty(tracked):
    play = tracked()
    play.reibach_cards(9)
    play.do("replace", card="art")
    play.do("take_open", card="oil", replaced_by="reibach")
    assert (play.view["phase"], play.view["open"], play.view["points"]) == ("over", [None, "gold", "risk"], 0)


def test_b17_when_only_reibach_cards_are_left_the_next_card_is_one(tracked):
    play = tracked(5)
    # 87 cards in the pile, 10 of them Reibach cards: 77 others are drawn or turned up.
    for _ in range(77):
        if "draw" in play.legal and play.view["points"] == 2:
            play.do("draw", card=None)
        else:
            play.do("take_open", card=play.view["open"][-1], replaced_by=next_open(play))
    assert play.view["pile"] == 10
    assert play.legal["take_open"]["replaced_by"] == ["reibach"]
    card = play.view["open"][0]
    assert play.refused("take_open", card=card, replaced_by=next_open(play)) == "B-17"
    if play.view["points"] < 2:
        play.do("take_open", card=card, replaced_by="reibach")
        assert play.refused("replace", card=next_open(play)) == "B-17"
    else:
        assert play.refused("draw", card=None) == "B-17"
        play.do("draw", card="reibach")


def held_by_andrea(play):
    """A card that Andrea can lay: one with a name, or else any that an unnamed one may be."""
    named = [card for card, count in play.state.play.hands["Andrea"].named.items() if count]
    return named[0] if named else next_open(play)


def next_open(play):
    """A business of which not all cards are known."""
    known = play.state.play.known
    return min(("stocks", "gold", "property", "currency", "luxury", "gambling", "antiques", "art", "oil"), key=known)


def test_b15_sheets_do_not_belong_into_tracked_play(tracked):
    play = tracked()
    assert play.refused("rows", rows=[]) == "B-15"
    assert play.refused("score") == "B-15"


def test_b5_no_name_of_a_hidden_card_is_shown_to_anybody(tracked):
    play = tracked()
    play.do("draw", card="jewellery")
    play.do("dealmaker", card="antiques")
    told = [play.words("draw", card="jewellery"), play.words("dealmaker", card="antiques"), play.waits()[2]]
    for viewer in ("Andrea", "Bernd", PUBLIC, BANKER):
        told.append(json.dumps(play.game.view(play.state, viewer)))
    assert not any("jewellery" in text or "antiques" in text for text in told)
    before = play.legal
    other = tracked()
    other.do("draw", card=None)
    other.do("dealmaker", card="luxury")
    assert other.legal == before


def test_words_of_tracked_play(tracked):
    play = tracked()
    assert play.waits() == ("act", "Andrea", "Andrea: use 3 action points")
    taken = "Andrea takes an open card; turned up in its place: art"
    assert play.words("take_open", card="oil", replaced_by="art") == taken
    assert play.words("draw", card=None) == "Andrea draws a card"
    assert play.words("lay", row=2, card="oil") == "Andrea lays on row 2: oil"
    assert play.words("dealmaker", card="oil") == "Andrea lays a dealmaker"
    assert play.words("amend", note="{a} cat") == "Remark: {a} cat"
    reibach = "Andrea takes an open card, a Reibach card is turned up"
    assert play.words("take_open", card="oil", replaced_by="reibach") == reibach
    play.do("take_open", card="oil", replaced_by="reibach")
    assert play.waits() == ("replace", "Andrea", "Andrea: turn up the next card in place of the Reibach card")
    assert play.words("replace", card="art") == "turned up in place of the Reibach card: art"
    play.do("replace", card="art")
    play.do("draw", card="reibach")
    assert play.waits()[2] == "Andrea: draw the next card in place of the Reibach card"
    assert play.words("replace", card="art") == "Andrea draws the next card"
    play.do("replace", card="reibach")
    assert play.words("replace", card="reibach") == "another Reibach card, no. 4: scoring 1"


def test_what_the_game_has_not(tracked):
    play = tracked()
    assert play.game.board(play.state) is None
    assert play.game.sight(play.state, ["...."]).problems == ()
    assert (play.game.pieces(play.state), play.game.prices(play.state), play.game.companies(play.state)) == ("", {}, {})
    assert play.game.turn_end(play.state) is None
    assert play.game.dice(play.state) == ()
    assert play.game.event_for_throw(play.state, ["3"]) is None
