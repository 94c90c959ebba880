"""The trade as people look at it: a step for each deal, with its reason and the market as it lay then (M-6, M-19)."""

from __future__ import annotations


def trading(new_game, players=2, **more):
    options = more.pop("options", {})
    return new_game(players, {"year": 1, "phase": 4, "companies": more}, options=options)


def steps(play):
    return play.game.extras(play.state)["trade"]["steps"]


def test_before_the_first_trade_there_is_nothing_to_look_at(new_game):
    play = trading(new_game)
    assert play.game.extras(play.state)["trade"] is None


def test_each_deal_is_a_step_with_the_market_after_it(new_game):
    play = trading(new_game)
    play.offer(red=({"building": 1, "coal": 1}, {"building": [5]}), blue=({}, {"building": [9]}))
    trade = play.game.extras(play.state)["trade"]
    assert trade["done"] is True
    assert trade["market"]["building"] == {"import": "r", "export": "....r...b..", "demand": 11}
    local, export, imported = trade["steps"]
    assert (local["good"], local["row"]) == ("building", {"import": "", "export": "....r......", "demand": 11})
    assert [(told["kind"], told["company"], told["amount"], told["field"]) for told in local["told"]] == [
        ("local", "red", -2, 9),
        ("local", "blue", 2, 9),
    ]
    assert local["companies"]["red"] == {"cash": 23, "points": 0, "store": 4}
    assert export["row"] == {"import": "", "export": "...........", "demand": 10}
    assert (export["from"], export["companies"]["red"]["points"]) == (11, 1)
    assert (imported["good"], imported["told"][0]["kind"], imported["told"][0]["field"]) == ("coal", "import", 0)
    assert str(imported["told"][0]["text"]) == "no other company sells coal: it comes from abroad for 4"


def test_what_was_done_to_find_the_cash_is_a_step_of_the_trade(new_game):
    """Of the 3 for the import red has nothing, its manager 1: that and a quarry at 2 will do (M-14)."""
    play = new_game(
        2,
        {
            "year": 1,
            "phase": 4,
            "companies": {"red": {"cash": 0, "factories": {"quarry": 1}}},
            "players": {"Andrea": {"cash": 1}},
        },
    )
    play.offer(red=({"building": 1}, {}))
    assert steps(play) == []
    assert play.game.extras(play.state)["trade"]["done"] is False
    play.do("top_up", amount=1)
    play.do("forced_sale", type="quarry")
    assert [[told["kind"] for told in step["told"]] for step in steps(play)] == [
        ["top_up", "top_up"],
        ["forced_sale", "import"],
    ]


def test_the_step_after_an_unpaid_purchase_says_so(new_game):
    play = trading(new_game, red={"cash": 0})
    play.offer(red=({"building": 1}, {}))
    assert [told["kind"] for step in steps(play) for told in step["told"]] == ["unpaid"]


def test_the_shadow_companys_marker_is_a_step_where_it_moves_the_demand(new_game):
    """Field 6 is the grey one; the demand of building material starts at 11."""
    play = trading(new_game, options={"shadow_company": "green"}, red={"store": {"building": 1}})
    play.go_to("offers")
    play.offer(red=({}, {"building": [5]}))
    first, shadow = steps(play)
    assert first["told"][0]["kind"] == "export"
    assert (shadow["told"][0]["kind"], shadow["told"][0]["field"], shadow["row"]["demand"]) == ("shadow", 6, 9)
    assert str(shadow["told"][0]["text"]) == (
        "building material: the marker of Green Grass on field 6 sells nothing, but the demand moves to field 9"
    )
    assert shadow["row"]["export"] == ".....g....."


def test_the_last_trade_can_be_looked_at_until_the_next_begins(new_game):
    play = trading(new_game)
    play.offer(red=({"building": 1}, {}))
    play.go_to("produce")
    assert len(steps(play)) == 1
    play.go_to("offers")
    assert play.game.extras(play.state)["trade"] is None
