"""Phase 10 but for its elections: bonus, embezzlement, dividends, buying back (M-9 to M-12)."""

from __future__ import annotations

import pytest


def meeting(new_game, players=2, people=None, **firms):
    return new_game(players, {"year": 1, "phase": 10, "companies": firms, "players": people or {}})


@pytest.mark.parametrize(
    ("factories", "bonus"), [(0, 0), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3), (16, 5), (20, 5)]
)
def test_the_boards_bonus(new_game, factories, bonus):
    built = {"quarry": min(10, factories), "coal_mine": max(0, factories - 10)}
    play = meeting(new_game, red={"factories": built})
    assert play.cash("Andrea") == (bonus,)


def test_the_sources_example_of_embezzlement(new_game):
    """11 points, a share at 2, cash 5: at most 1, which costs 3 and a point."""
    play = meeting(new_game, red={"points": 11, "cash": 5})
    assert play.legal["embezzle"] == {"company": "red", "decides": "Andrea", "most": 1, "cost": 2}
    assert play.refused("embezzle", amount=2) == play.refused("embezzle", amount=0) == "M-10"
    assert play.do("embezzle", amount=1) == [
        {"kind": "embezzlement", "company": "red", "amount": -1, "of": "red"},
        {"kind": "embezzlement", "player": "Andrea", "amount": 1, "of": "red"},
        {"kind": "cover_up", "company": "red", "amount": -2, "of": "red"},
    ]
    assert (play.cash("red", "Andrea"), play.firm("red")["points"]) == ((2, 1), 10)


def test_nothing_is_embezzled_where_the_share_would_fall(new_game):
    """9 points are the first with a share at 2; with 11 there are two to lose."""
    play = meeting(new_game, red={"points": 9}, blue={"points": 11})
    assert "embezzle" not in play.legal
    assert play.refused("embezzle", amount=1) == "M-10"
    play.do("pass")
    assert play.legal["embezzle"]["most"] == 2


def test_no_points_no_embezzlement(new_game):
    assert meeting(new_game).refused("embezzle", amount=1) == "M-10"


DIVIDEND = {
    "Andrea": {"packets": {"red": [1, 10]}},
    "Bernd": {"packets": {"red": [2], "blue": [10]}},
}


def dividing(new_game, cash, loans=2):
    """The source's company: 18 shares out, the manager has 11, another player 2, another company 5."""
    firms = {"red": {"cash": cash, "loans": loans}, "blue": {"cash": 0, "packets": {"red": [5]}}}
    play = meeting(new_game, people=DIVIDEND, **firms)
    play.do("pass")
    play.do("pass")
    return play


def test_the_sources_example_18_shares_and_2_loans_need_30(new_game):
    assert dividing(new_game, 25).step[0] == "buy_back"
    assert dividing(new_game, 29).step[0] == "buy_back"
    play = dividing(new_game, 30)
    assert play.step == ("motions", "red", "Andrea")
    assert play.legal["motion"]["most"] == 1


def test_a_dividend_is_paid_to_players_and_companies(new_game):
    play = dividing(new_game, 48)
    play.do("motion", player="Bernd", per_share=2)
    play.do("done")
    assert play.step == ("dividend_vote", "red", "Andrea")
    play.do("vote", yes=True)
    tally = {key: play.legal["vote"][key] for key in ("votes", "yes", "no", "out")}
    assert tally == {"votes": 7, "yes": 11, "no": 0, "out": 18}, "Bernd votes with his 2 and the 5 of his company"
    entries = play.do("vote", yes=False)
    red = {"kind": "dividend", "of": "red", "per_share": 2}
    assert entries == [
        {**red, "company": "red", "amount": -22, "shares": 11},
        {**red, "player": "Andrea", "amount": 22, "shares": 11},
        {**red, "company": "red", "amount": -4, "shares": 2},
        {**red, "player": "Bernd", "amount": 4, "shares": 2},
        {**red, "company": "red", "amount": -10, "shares": 5},
        {**red, "company": "blue", "amount": 10, "shares": 5},
    ]
    assert play.reasons[0] == "dividend of Red Socks, with 11 of 18 votes: 11 shares × 2"
    assert play.cash("red", "blue") == (12, 10), "12 stay for the loans"


def test_the_highest_motion_comes_first_and_each_amount_once(new_game):
    play = dividing(new_game, 200, loans=0)
    play.do("motion", player="Bernd", per_share=1)
    play.do("motion", player="Andrea", per_share=3)
    assert play.view["motions"] == [3, 1]
    assert play.refused("motion", player="Bernd", per_share=3) == "M-11"
    assert play.refused("motion", player="Bernd", per_share=12) == "M-11", "200 are 11 for each of 18 shares"
    assert play.refused("motion", player="Bernd", per_share=0) == "M-11"
    play.do("done")
    play.do("vote", yes=False)
    assert play.do("vote", yes=True) == []
    assert (play.view["motions"], play.view["votes"]) == ([1], {})
    play.do("vote", yes=True)
    assert sum(entry["amount"] for entry in play.do("vote", yes=True) if entry.get("company") == "red") == -18
    assert play.view["motions"] == []


@pytest.mark.parametrize("manager_votes", [True, False])
def test_a_tie_goes_as_the_manager_voted(new_game, manager_votes):
    people = {"Andrea": {"packets": {"red": [7], "blue": [10]}}, "Bernd": {"packets": {"red": [3, 4]}}}
    play = meeting(new_game, people=people, red={"cash": 14}, blue={"cash": 0})
    play.do("pass")
    play.do("pass")
    play.do("motion", player="Bernd", per_share=1)
    play.do("done")
    play.do("vote", yes=manager_votes)
    play.do("vote", yes=not manager_votes)
    assert play.cash("red") == ((0,) if manager_votes else (14,))


def test_the_manager_votes_even_without_shares_and_breaks_a_tie(new_game):
    people = {
        "Andrea": {"packets": {"blue": [10]}},
        "Bernd": {"packets": {"red": [5]}},
        "Chloé": {"packets": {"red": [5 - 1, 1], "yellow": [10]}},
    }
    start = {"year": 1, "phase": 10, "companies": {"red": {"cash": 10}, "blue": {"cash": 0}, "yellow": {"cash": 0}}}
    play = new_game(3, {**start, "players": people})
    play.go_to("motions")
    play.do("motion", player="Chloé", per_share=1)
    play.do("done")
    assert play.step == ("dividend_vote", "red", "Andrea")
    play.do("vote", yes=True)
    play.do("vote", yes=False)
    play.do("vote", yes=True)
    assert play.cash("red", "Bernd", "Chloé") == (0, 5, 5)


def buying_back(new_game, people=None, players=2, **firms):
    play = meeting(new_game, players=players, people=people, **firms)
    play.go_to("buy_back")
    return play


def test_the_sources_example_of_buying_back(new_game):
    """15 points, a share at 2: a packet of 10 costs 22, one of 1 costs 4."""
    people = {"Andrea": {"packets": {"red": [1, 10]}}}
    play = buying_back(new_game, people, red={"points": 15, "cash": 26})
    assert play.do("buy_back", packet=10, keep=0) == [
        {"kind": "buy_back", "company": "red", "amount": -22, "of": "red", "packet": 10, "kept": 0},
        {"kind": "buy_back", "player": "Andrea", "amount": 22, "of": "red", "packet": 10, "kept": 0},
    ]
    play = buying_back(new_game, people, red={"points": 15, "cash": 4})
    assert play.do("buy_back", packet=1, keep=0)[0]["amount"] == -4
    assert play.view["bank"]["packets"]["red"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_part_is_bought_back_by_changing_the_packet(new_game):
    play = buying_back(new_game, red={"cash": 20})
    play.do("buy_back", packet=10, keep=4)
    assert play.view["players"]["Andrea"]["packets"] == {"red": [4]}
    assert play.cash("red", "Andrea") == (13, 7)
    assert play.step == ("buy_back", "red", "Andrea"), "until done"


@pytest.mark.parametrize(
    "keys",
    [
        {"packet": 10, "keep": 0},
        {"packet": 10, "keep": 10},
        {"packet": 10, "keep": 3},
        {"packet": 1, "keep": 0},
        {"packet": 11, "keep": 0},
        {"packet": 3, "keep": -1},
    ],
)
def test_packets_that_are_not_bought_back(new_game, keys):
    """10 is the last in players' hands, 3 is blue's, 1 lies at the bank."""
    play = buying_back(new_game, red={"cash": 25}, blue={"packets": {"red": [3]}})
    assert play.refused("buy_back", **keys) == "M-12"


def test_buying_back_needs_the_companys_own_cash(new_game):
    people = {"Andrea": {"cash": 50, "packets": {"red": [2, 10]}}}
    play = buying_back(new_game, people, red={"cash": 2, "factories": {"quarry": 1}})
    assert play.refused("buy_back", packet=2, keep=0) == "M-12"
    play.do("buy_back", packet=2, keep=1)
