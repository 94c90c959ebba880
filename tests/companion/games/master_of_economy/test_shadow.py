"""The shadow company (M-19)."""

from __future__ import annotations


def shadowed(new_game, players=3, start=None, shadow="green"):
    return new_game(players, start or {"year": 1, "phase": 4}, options={"shadow_company": shadow})


def play_success(play, *values):
    for value in values:
        play.do("success", value=value)


def test_the_sources_example_of_success_markers(new_game):
    """2, 2 and 0 make 4 points; then 1, 1 and 1, for the first are not to be had; 7 in all."""
    play = shadowed(new_game)
    play_success(play, 2, 2, 0)
    assert play.firm("green")["points"] == 0, "shown after the trade"
    play.offer()
    assert play.firm("green")["points"] == 4
    assert play.view["success"]["Andrea"] == {"down": None, "lying": 2}
    play.go_to("success")
    assert play.refused("success", value=2) == "M-19"
    assert play.legal["success"] == {"player": "Andrea", "values": [0, 1]}
    play_success(play, 1, 1, 1)
    play.offer()
    assert (play.firm("green")["points"], play.firm("green")["value"]) == (7, 1)
    assert play.view["success"]["Andrea"] == {"down": None, "lying": 1}, "2 is back"


def test_two_players_have_markers_up_to_3_and_three_players_up_to_2(new_game):
    assert shadowed(new_game).refused("success", value=3) == "M-19"
    play = shadowed(new_game, players=2)
    play.do("success", value=3)
    assert play.refused("success", value=4) == "M-19"


def test_a_marker_that_lies_face_down_is_its_players_secret(new_game):
    play = shadowed(new_game)
    play_success(play, 2)
    assert play.game.view(play.state, "Andrea")["success"]["Andrea"]["down"] == 2
    assert play.game.view(play.state, "Bernd")["success"]["Andrea"]["down"] is None
    hidden = {"do": "success", "player": "Andrea", "value": None}
    assert play.game.public_event({"do": "success", "player": "Andrea", "value": 2}) == hidden
    assert play.words("success", value=1) == "Bernd lays a success marker face down"


def test_each_year_one_more_field_of_the_grey_column_is_blocked(new_game):
    for year, blocked in ((1, ["building"]), (3, ["building", "coal", "iron"])):
        play = shadowed(new_game, start={"year": year, "phase": 4})
        assert [good for good, row in play.view["market"].items() if row["export"] == ".....g....."] == blocked
    play_success(play, 0, 0, 0)
    assert play.refused("offers", **{"import": {}, "export": {"iron": [6]}}) == "M-6"


def test_imports_pass_over_its_marker_and_demand_counts_it(new_game):
    """Red's offers are on 5, 10 and 11: after 5 and the grey 6 the demand is at 9."""
    play = shadowed(new_game)
    play_success(play, 0, 0, 0)
    entries = play.offer(red=({}, {"building": [5, 10, 11]}), blue=({"building": 1}, {}))
    assert [(e["kind"], e.get("field")) for e in entries] == [
        ("local", 5),
        ("local", 5),
        ("export", 10),
        ("unsold", 11),
    ], "the grey marker moved the demand to 10"
    assert play.view["market"]["building"]["export"] == ".....g.....", "it stays"


def test_beyond_the_demand_its_marker_counts_for_nothing(new_game):
    market = {"goods": {"building": {"import": 3, "export": [0, 0, 0, 1, 1, 2], "demand": 5}}}
    play = new_game(2, {"phase": 4}, options={"shadow_company": "green", "market": market})
    play_success(play, 0, 0)
    entries = play.offer(red=({}, {"building": [4]}), blue=({}, {"building": [5]}))
    assert [(e["kind"], e.get("field")) for e in entries] == [("export", 4), ("unsold", 5)]


def test_its_shares_are_bought_without_a_bonus(new_game):
    start = {"phase": 5, "companies": {"green": {"points": 9}}}
    play = shadowed(new_game, start=start)
    assert play.do("buy_packet", of="green", packet=10) == [
        {"kind": "purchase", "company": "red", "amount": -20, "of": "green", "packet": 10}
    ]
    assert play.view["companies"]["green"]["manager"] is None


def test_a_player_may_sell_its_last_packet(new_game):
    start = {"phase": 10, "players": {"Chloé": {"packets": {"yellow": [10], "green": [3]}}}}
    play = shadowed(new_game, start=start)
    play.go_to("player_shares")
    assert play.do("sell_packet", of="green", packet=3)[0]["amount"] == 3


def test_its_points_do_not_end_the_game(new_game):
    play = shadowed(new_game, start={"phase": 4, "companies": {"green": {"points": 29}}})
    play_success(play, 2, 2, 2)
    play.offer()
    assert (play.firm("green")["points"], play.view["over"]) == (30, None)


def test_what_the_success_markers_showed_is_news(new_game):
    play = new_game(2, {"year": 1, "phase": 4}, options={"shadow_company": "green"})
    play.do("success", value=3)
    play.do("success", value=2)
    play.do("offers", **{"import": {}, "export": {}})
    before = play.state
    event = play.game.parse_event({"do": "offers", "company": "blue", "import": {}, "export": {}})
    after = play.game.apply(before, event)
    (news,) = play.game.news(before, event, after)
    assert str(news) == "the success markers show 3 and 2: Green Grass stands at 5 points, a share is worth 1"
    assert play.game.news(after.state, event, after) == ()
