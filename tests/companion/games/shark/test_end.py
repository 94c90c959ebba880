"""The end of the game and the ranking (R-22, R-23)."""

from __future__ import annotations

FOUR = ("Andrea", "Bernd", "Chloé", "Dörte")


def test_r22_a_price_of_15000_ends_the_game_after_the_settlement(position, paid):
    play = position("rrrrrrrrrrrr", "rr", shares={"Bernd": {"red": 2}})
    assert play.place("red", "C2") == [
        paid("commission", "Andrea", 15000),
        paid("dividend", "Bernd", 2000, "red", 2, 1000),
    ]
    assert play.view["over"] == {
        "reason": "price",
        "ranking": [["Bernd"], ["Andrea"]],
        "result": {"Andrea": 15000, "Bernd": 32000},
    }
    assert (play.view["phase"], play.view["turn"]) == ("over", "Andrea")


def test_r22_after_the_end_nothing_may_happen_but_a_remark(position):
    play = position("rrrrrrrrrrrr", "rr")
    play.place("red", "C2")
    assert play.game.waiting(play.state).actor is None
    assert play.refused("end_turn", player="Andrea") == "R-22"
    assert play.refused("buy", player="Andrea", company="red", shares=1) == "R-22"
    assert dict(play.legal) == {"amend": {}}
    play.do("amend", note="well played")


def test_r22_debts_are_settled_before_the_end(position):
    # Red A1-L1, A2, B2 are 14; C2 makes 15 and removes blue C3-C4.
    play = position("rrrrrrrrrrrr", "rr", "..b", "..b", "", "ggg", shares={"Bernd": {"blue": 1, "green": 2}})
    assert [entry["kind"] for entry in play.place("red", "C2")] == ["commission", "loss"]
    assert (play.view["phase"], play.view["over"]) == ("debt", None)
    play.do("forced_sale", shares={"green": 2})
    assert play.view["over"]["reason"] == "price"


def test_r22_used_up_houses_of_a_company_end_the_game(position):
    play = position("r", houses_per_colour=5, removed={"red": 3})
    play.place("red", "C1")
    assert play.view["over"]["reason"] == "houses"


def test_r22_used_up_tops_do_not_end_it(position):
    play = position(edition="2001", top_houses=True, top_count=1)
    play.place("top", "A1", colour="black")
    assert play.view["over"] is None


def buys_the_last_card(position, edition, **options):
    """Andrea before her roll; the bank's last card is the 1-share card of red, at 1,000."""
    shares = {"Bernd": {"blue": 1, "green": 1, "yellow": 1}}
    play = position(
        "r", edition=edition, cards={"ones": 1, "fives": 0}, shares=shares, cash={"Andrea": 1000}, **options
    )
    play.do("buy", company="red", shares=1)
    return play


def test_r22_2001_ends_when_the_bank_has_no_share_card_even_before_the_roll(position):
    assert buys_the_last_card(position, "2001").view["over"]["reason"] == "shares"
    assert buys_the_last_card(position, "2001", end_when_all_shares_sold=False).view["over"] is None


def test_r22_1991_goes_on_when_all_shares_are_sold_unless_the_option_is_set(position):
    assert buys_the_last_card(position, "1991").view["over"] is None
    assert buys_the_last_card(position, "1991", end_when_all_shares_sold=True).view["over"]["reason"] == "shares"


def test_r22_a_bank_that_owes_ones_on_paper_holds_no_card(position):
    # A one and a five of each company; at first the green one alone is left. Bernd sells 2 of his 5 green and keeps 3
    # ones, of which 2 are on paper; the five that the bank then has, its last card, goes to Andrea for 15,000: her
    # 3,000, the commission of 6,000 and the dividend of 6,000.
    play = position(
        "rrrrr",
        ".....b",
        ".....b",
        "",
        "",
        "",
        "",
        "ggg",
        edition="2001",
        cards={"ones": 1, "fives": 1},
        shares={"Andrea": {"red": 6, "blue": 1, "yellow": 6}, "Bernd": {"blue": 5, "green": 5}},
        cash={"Andrea": 3000, "Bernd": 7000},
    )
    play.place("red", "F1")
    play.do("forced_sale", shares={"green": 2})
    assert play.view["bank"]["green"] == [-2, 1]
    play.do("buy", company="green", shares=5)
    assert play.view["over"]["reason"] == "shares"


def test_r22_one_player_left_ends_it(position):
    play = position("rrrrr", ".....b", ".....b", shares={"Bernd": {"blue": 1}})
    play.place("red", "F1")
    assert play.view["over"] == {
        "reason": "last_player",
        "ranking": [["Andrea"], ["Bernd"]],
        "result": {"Andrea": 6000, "Bernd": 0},
    }


def test_r22_several_reasons_at_once_the_first_counts(position):
    play = position("rrrrrrrrrrrr", "rr", houses_per_colour=15)
    play.place("red", "C2")
    assert play.view["over"]["reason"] == "price"
    play = position("rrrrr", ".....b", ".....b", houses_per_colour=6, shares={"Bernd": {"blue": 1}})
    play.place("red", "F1")
    assert play.view["over"]["reason"] == "houses"


def test_r23_cash_and_shares_at_their_prices_equals_share_a_rank(position):
    # Red at 15,000 in the end, blue at 1,000 (lone house L10).
    play = position(
        "rrrrrrrrrrrr",
        "rr",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "...........b",
        players=FOUR,
        cash={"Dörte": 14000, "Bernd": 13000},
        shares={"Dörte": {"blue": 1}, "Bernd": {"blue": 2}, "Chloé": {"yellow": 5}},
    )
    play.place("red", "C2")
    assert play.view["over"]["ranking"] == [["Andrea", "Bernd", "Dörte"], ["Chloé"]]
    assert play.view["over"]["result"] == {"Andrea": 15000, "Bernd": 15000, "Chloé": 0, "Dörte": 15000}
    assert play.game.result(play.state) == play.view["over"]


def test_r23_eliminated_rank_last_the_one_settled_later_better(position):
    shares = {"Bernd": {"blue": 1}, "Chloé": {"blue": 1}, "Dörte": {"blue": 1}}
    play = position("rrrrr", ".....b", ".....b", players=FOUR, shares=shares)
    play.place("red", "F1")
    assert play.view["out"] == ["Bernd", "Chloé", "Dörte"]
    assert play.view["over"]["ranking"] == [["Andrea"], ["Dörte"], ["Chloé"], ["Bernd"]]


def test_r19_open_debt_ranks_with_cash_0_before_the_eliminated(position):
    play = position(
        "rrrrr",
        ".....b",
        ".....b",
        houses_per_colour=6,
        debt_grace_turns=1,
        players=("Andrea", "Bernd", "Chloé"),
        shares={"Bernd": {"blue": 1}},
    )
    play.place("red", "F1")
    assert play.view["over"]["ranking"] == [["Andrea"], ["Bernd", "Chloé"]]
    assert play.view["debts"] == {"Bernd": 2000}


def test_wealth_is_the_result_if_the_game_ended_now(position):
    play = position("rrr", shares={"Bernd": {"red": 2, "blue": 1}}, cash={"Andrea": 4000, "Bernd": 1000})
    assert play.game.wealth(play.state) == {"Andrea": 4000, "Bernd": 7000}
    assert play.game.result(play.state) is None
