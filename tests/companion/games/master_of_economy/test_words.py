"""What the game says: whom it waits for, events in words, votes counted, rulings."""

from __future__ import annotations

import pytest

from companion.games import Sighting


def test_waiting_through_a_year(new_game):
    play = new_game(2, options={"shadow_company": "green"})
    said = {}
    while play.view["year"] == 1:
        kind, actor, words = play.waits()
        said.setdefault(kind, (actor, words))
        play.nothing()
    assert said == {
        "invest": ("Andrea", "Andrea: Red Socks builds and sells factories, year 1"),
        "supply": ("Andrea", "Andrea: supply the factories of Red Socks"),
        "produce": ("Andrea", "Andrea: what goes into the store of Red Socks?"),
        "success": ("Andrea", "Andrea: lay a success marker face down"),
        "offers": ("Andrea", "Andrea: put the offer markers of Red Socks on the market"),
        "shares": ("Andrea", "Andrea: Red Socks deals in packets, round 1"),
        "loan": ("Andrea", "Andrea: does Red Socks take a loan?"),
        "embezzle": ("Andrea", "Andrea: is anything embezzled from Red Socks?"),
        "motions": ("Andrea", "all: who moves a dividend of Red Socks?"),
        "buy_back": ("Andrea", "Andrea: does Red Socks buy packets back?"),
        "candidates": ("Andrea", "all: who stands for manager of Red Socks besides Andrea?"),
        "player_shares": ("Bernd", "Bernd: deal in packets, round 1"),
        "support": ("Andrea", "Andrea: lay relation markers for Red Socks, or none"),
    }


def test_waiting_for_cash_votes_and_repayments(new_game):
    start = {"year": 2, "phase": 5, "companies": {"red": {"cash": 1, "loans": 2, "factories": {"quarry": 1}}}}
    play = new_game(2, {**start, "players": {"Andrea": {"cash": 3}}})
    assert play.waits()[2] == "Andrea: 1 is missing in Red Socks for the interest; add your own cash?"
    play.do("top_up", amount=0)
    assert play.waits()[2] == "Andrea: 1 is missing in Red Socks for the interest; sell a factory for 2"
    play.do("forced_sale", type="quarry")
    assert play.waits()[2] == "Andrea: does Red Socks repay loans?"
    play = new_game(2, {"phase": 10})
    play.go_to("motions")
    play.do("motion", player="Bernd", per_share=2)
    play.do("done")
    assert play.waits()[2] == "Andrea: vote on a dividend of Red Socks, 2 a share"
    play.go_to("candidates")
    play.do("candidate", player="Bernd")
    play.do("done")
    assert play.waits()[2] == "Andrea: vote for Andrea or Bernd as manager of Red Socks"


@pytest.mark.parametrize(
    ("do", "keys", "words"),
    [
        ("build", {"type": "coal_mine"}, "Red Socks builds a coal mine"),
        ("build", {"company": "pink", "type": "windmill"}, "pink builds windmill"),
        ("sell_factory", {"type": "iron_mine"}, "Red Socks sells an iron mine"),
        ("done", {}, "Red Socks is through with investing"),
        ("supply", {"factories": {"quarry": 0}}, "Red Socks supplies its factories: nothing"),
        (
            "supply",
            {"factories": {"coal_mine": 1, "shipyard": 2}},
            "Red Socks supplies its factories: 1 coal mine and 2 shipyards",
        ),
        ("produce", {"goods": {"ship": 1, "coal": 2}}, "Red Socks stores what it makes: 1 ship and 2 coal"),
        ("offers", {"import": {}, "export": {}}, "Red Socks makes no offers"),
        ("offers", {"import": {"iron": 2}, "export": {"coal": []}}, "Red Socks wants 2 iron ore"),
        ("offers", {"import": {}, "export": {"coal": [3, 1]}}, "Red Socks offers coal on 1 and 3"),
        (
            "offers",
            {"import": {"power": 1}, "export": {"ship": [4]}},
            "Red Socks wants 1 power and offers ships on 4",
        ),
        ("top_up", {"amount": 0}, "the manager of Red Socks adds nothing"),
        ("top_up", {"amount": 1200}, "the manager of Red Socks adds 1,200"),
        ("forced_sale", {"type": "quarry"}, "Red Socks must sell a quarry"),
        ("repay", {"loans": 1}, "Red Socks repays 1 loan"),
        ("repay", {"loans": 2}, "Red Socks repays 2 loans"),
        ("loan", {}, "Red Socks takes a loan"),
        ("buy_packet", {"of": "blue", "packet": 3}, "Red Socks buys packet 3 of Blue Eyes"),
        ("sell_packet", {"player": "Bernd", "of": "blue", "packet": 3}, "Bernd sells packet 3 of Blue Eyes"),
        ("swap_packet", {"of": "blue", "give": 3, "take": 5}, "Red Socks changes packet 3 of Blue Eyes for packet 5"),
        ("embezzle", {"amount": 2}, "the manager of Red Socks embezzles 2"),
        ("motion", {"player": "Bernd", "per_share": 2}, "Bernd moves that Red Socks pays 2 a share"),
        ("vote", {"player": "Bernd", "yes": True}, "Bernd votes for the dividend"),
        ("buy_back", {"packet": 3, "keep": 0}, "Red Socks buys its packet 3 back"),
        ("buy_back", {"packet": 3, "keep": 1}, "Red Socks buys a part of its packet 3 back: packet 1 stays"),
        ("candidate", {"player": "Bernd"}, "Bernd stands for manager of Red Socks"),
        ("elect_vote", {"player": "Bernd", "for": "Emil"}, "Bernd votes for Emil as manager of Red Socks"),
        ("support", {"player": "Bernd", "markers": 1}, "Bernd lays 1 relation marker for Red Socks"),
        ("success", {"player": "Bernd", "value": 3}, "Bernd lays a success marker face down"),
        ("pass", {}, "Red Socks passes"),
        ("amend", {"note": "tea"}, "Remark: tea"),
    ],
)
def test_events_in_words(new_game, do, keys, words):
    """An event need not be legal to be told."""
    assert new_game(2).words(do, **keys) == words


def test_a_dividend_vote_is_counted(new_game):
    people = {"Andrea": {"packets": {"red": [7], "blue": [10]}}, "Bernd": {"packets": {"red": [3, 4]}}}
    play = new_game(2, {"phase": 10, "players": people})
    play.go_to("motions")
    play.do("motion", player="Bernd", per_share=1)
    play.do("done")
    assert play.words("vote", yes=True) == "Andrea votes for the dividend"
    play.do("vote", yes=True)
    assert play.words("vote", yes=False) == (
        "Bernd votes against the dividend – 7 of 14 votes for it, a tie: passed, as the manager voted"
    )
    assert play.words("vote", yes=True) == "Bernd votes for the dividend – 14 of 14 votes for it: passed"


def test_an_election_is_counted(new_game):
    play = new_game(2, {"phase": 10})
    play.go_to("candidates")
    play.do("candidate", player="Bernd")
    play.do("done")
    assert play.words("elect_vote", **{"for": "Bernd"}) == (
        "Andrea votes for Bernd as manager of Red Socks – votes: Andrea 0 and Bernd 10; Bernd is elected"
    )


def test_the_end_in_words(new_game):
    play = new_game(2, {"year": 4, "phase": 9})
    play.go_to("over")
    assert play.waits() == (
        "over",
        None,
        "The game is over. The last trade is over. Andrea and Bernd win with 35 each",
    )
    play = new_game(2, {"phase": 4, "companies": {"red": {"points": 25}}})
    play.go_to("over")
    assert play.waits()[2] == "The game is over. A company has 25 points. Andrea wins with 55"


def test_what_the_game_has_and_has_not(new_game):
    play = new_game(2, {"companies": {"blue": {"points": 9}}, "players": {"Bernd": {"cash": 4}}})
    game, state = play.game, play.state
    assert game.prices(state) == {"blue": 2, "red": 1}
    assert game.companies(state) == {"blue": "Blue Eyes", "red": "Red Socks"}
    assert game.purses(state) == {"Andrea": 0, "Bernd": 4}
    assert game.notes(state) == {1: 20, 2: 20, 5: 12, 10: 20, 50: 8}
    assert (game.board(state), game.pieces(state), game.dice(state)) == (None, "", ())
    assert game.sight(state, ["...."]) == Sighting()
    assert game.event_for_throw(state, ["1"]) is None
    assert game.turn_end(state) == {"do": "done", "company": "red"}
    play.go_to("supply")
    assert game.turn_end(play.state) is None


def test_what_the_pages_get_besides_the_view(new_game):
    play = new_game(2, {"companies": {"red": {"store": {"ship": 1, "coal": 2}, "factories": {"quarry": 2}}}})
    extras = play.game.extras(play.state)
    assert [str(part) for part in extras["boards"]["red"]["store"]] == ["2 coal", "1 ship"]
    assert [str(part) for part in extras["boards"]["red"]["factories"]] == ["2 quarries"]
    assert extras["rows"]["building"]["import"] == 3
    assert len(extras["rows"]["ship"]["export"]) == 11
