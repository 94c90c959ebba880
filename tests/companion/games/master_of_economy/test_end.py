"""When the game ends, and who has won (M-16 to M-18, M-20)."""

from __future__ import annotations

import pytest


def last_trade(new_game, players=4, people=None, more=None, year=4, phase=9, **firms):
    start = {"year": year, "phase": phase, "companies": firms, "players": people or {}}
    play = new_game(players, start, **(more or {}))
    return play, play.go_to("over")


SOURCE = {
    "Andrea": {"packets": {"red": [2, 10]}},
    "Bernd": {"packets": {"red": [7], "blue": [10]}},
    "Chloé": {"packets": {"red": [1], "yellow": [10]}},
    "Dörte": {"packets": {"red": [6], "green": [10]}},
}
EMPTY = {"blue": {"cash": 0}, "yellow": {"cash": 0}, "green": {"cash": 0}}


def test_the_sources_example_of_68_among_26_shares_and_5_packets(new_game):
    play, entries = last_trade(new_game, people=SOURCE, red={"cash": 68, "points": 24}, **EMPTY)
    over = play.view["over"]
    assert over["reason"] == "years"
    assert over["split"]["red"] == {"cash": 68, "per_share": 2, "per_packet": 3, "rest": 1}
    assert play.cash("Andrea", "Bernd", "Chloé", "Dörte") == (30 + 1, 17, 5, 15)
    paid = [(e["kind"], e["player"], e["amount"]) for e in entries if "player" in e]
    assert paid == [
        ("split", "Andrea", 24),
        ("split", "Bernd", 14),
        ("split", "Chloé", 2),
        ("split", "Dörte", 12),
        ("split", "Andrea", 6),
        ("split", "Bernd", 3),
        ("split", "Chloé", 3),
        ("split", "Dörte", 3),
        ("rest", "Andrea", 1),
    ]


def test_the_sources_shares_of_a_company_with_27_points(new_game):
    """A share is worth 4: 48, 28, 4 and 24, and 10 more for each player's own packet; 16 for a company's 4 shares."""
    firms = {**EMPTY, "blue": {"cash": 0, "packets": {"red": [4]}}}
    play, entries = last_trade(new_game, people=SOURCE, red={"cash": 0, "points": 27}, **firms)
    conversion = {"kind": "conversion", "company": "blue", "amount": 16, "of": "red", "shares": 4}
    assert entries[0] == conversion
    assert play.view["over"]["reason"] == "points"
    assert play.view["over"]["result"] == {"Andrea": 48, "Bernd": 28 + 10 + 16, "Chloé": 14, "Dörte": 34}
    assert play.firm("blue")["packets"] == {}
    assert play.view["players"]["Andrea"]["packets"] == {"red": [2, 10]}, "packets stay with the players"


def test_loans_with_interest_are_paid_and_the_rest_forgiven(new_game):
    _, entries = last_trade(new_game, players=2, red={"cash": 13, "loans": 2}, blue={"cash": 8, "loans": 2})
    settled = [entry for entry in entries if entry["kind"] == "settlement"]
    assert settled == [
        {"kind": "settlement", "company": "red", "amount": -12, "loans": 2, "forgiven": 0},
        {"kind": "settlement", "company": "blue", "amount": -8, "loans": 2, "forgiven": 4},
    ]


def test_shares_turn_into_cash_before_the_loans_are_paid(new_game):
    play, entries = last_trade(new_game, players=2, red={"cash": 0, "loans": 1, "packets": {"blue": [7]}})
    kinds = [entry["kind"] for entry in entries if entry.get("company") == "red"]
    assert kinds == ["conversion", "settlement", "split"]
    assert play.view["over"]["split"]["red"] == {"cash": 1, "per_share": 0, "per_packet": 1, "rest": 0}


def test_25_points_end_the_game_after_the_trade_and_not_before(new_game):
    start = {"year": 2, "phase": 4, "companies": {"red": {"points": 23, "store": {"building": 2}}}}
    play = new_game(2, start)
    play.offer(red=({}, {"building": [1]}))
    assert play.view["phase"] == 5, "24 points"
    play.go_to("offers")
    play.offer(red=({}, {"building": [1]}))
    assert (play.view["over"]["reason"], play.view["phase"], play.view["turn"]) == ("points", 9, None)


def test_points_come_before_years(new_game):
    play, _ = last_trade(new_game, players=2, red={"points": 25})
    assert play.view["over"]["reason"] == "points"


def test_after_the_end_nothing_comes_but_a_remark(new_game):
    play, _ = last_trade(new_game, players=2)
    assert play.refused("done", company="red") == "M-16"
    assert play.do("amend", note="well played") == []
    assert dict(play.legal) == {"amend": {}}


def test_bids_come_off_and_a_result_may_fall_below_0(new_game):
    more = {"bids": {"Andrea": 40, "Bernd": 3}, "position": ["red", "blue", "yellow"]}
    empty = {"red": {"cash": 0}, "blue": {"cash": 0}, "yellow": {"cash": 0}}
    play, _ = last_trade(new_game, players=3, more=more, **empty)
    assert play.view["over"]["result"] == {"Andrea": -30, "Bernd": 7, "Chloé": 10}
    assert play.view["over"]["ranking"] == [["Chloé"], ["Bernd"], ["Andrea"]]


@pytest.mark.parametrize(
    ("results", "ranking"),
    [
        ((96, 89, 106, 77), [["Andrea"], ["Bernd"], ["Chloé"], ["Dörte"]]),
        ((90, 95, 106, 77), [["Bernd"], ["Andrea"], ["Chloé"], ["Dörte"]]),
        ((90, 90, 100, 79), [["Andrea", "Bernd"], ["Chloé"], ["Dörte"]]),
        ((90, 95, 105, 80), [["Chloé"], ["Bernd"], ["Andrea"], ["Dörte"]]),
        ((90, 95, 95, 90), [["Bernd", "Chloé"], ["Andrea", "Dörte"]]),
    ],
)
def test_two_against_two(new_game, results, ranking):
    """The first is the source's example. Everybody has 10 shares at 1 besides his cash."""
    players = ("Andrea", "Bernd", "Chloé", "Dörte")
    people = {player: {"cash": result - 10} for player, result in zip(players, results, strict=True)}
    more = {"options": {"two_against_two": [["Andrea", "Bernd"], ["Chloé", "Dörte"]]}}
    play, _ = last_trade(new_game, people=people, more=more, red={"cash": 0}, **EMPTY)
    assert tuple(play.view["over"]["result"].values()) == results
    assert play.view["over"]["ranking"] == ranking


def test_wealth_before_the_end_is_what_an_end_would_bring(new_game):
    start = {"year": 1, "phase": 5, "companies": {"red": {"cash": 25, "loans": 1}}}
    play = new_game(2, start, options={"open_cash": True}, bids={"Andrea": 4})
    assert play.game.wealth(play.state) == {"Andrea": 25 - 6 + 10 - 4, "Bernd": 25 + 10}
    secret = new_game(2, start)
    assert secret.game.wealth(secret.state) == {}
