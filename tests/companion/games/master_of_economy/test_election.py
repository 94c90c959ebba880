"""Who manages which company (M-13)."""

from __future__ import annotations


def electing(new_game, players, people, **firms):
    play = new_game(players, {"year": 1, "phase": 10, "companies": firms, "players": people})
    play.go_to("candidates", "red")
    return play


SOURCE = {
    "Andrea": {"packets": {"red": [2, 10]}},
    "Bernd": {"packets": {"red": [7], "blue": [10]}},
    "Chloé": {"packets": {"red": [1], "yellow": [10]}},
    "Dörte": {"packets": {"red": [6], "green": [10]}},
}


def test_the_sources_example_26_to_26(new_game):
    """Company A is red, B yellow (managed by Dörte), C green (by Andrea), D blue (by Bernd)."""
    firms = {
        "yellow": {"manager": "Dörte", "packets": {"red": [4]}},
        "green": {"manager": "Andrea", "packets": {"red": [5, 8]}},
        "blue": {"packets": {"red": [9]}},
    }
    play = electing(new_game, 4, SOURCE, **firms)
    assert play.view["candidates"] == ["Andrea"]
    play.do("candidate", player="Bernd")
    play.do("done")
    order = []
    for candidate in ("Andrea", "Bernd", "Andrea"):
        order.append(play.step[2])
        play.do("elect_vote", **{"for": candidate})
    assert play.legal["elect_vote"]["tally"] == {"Andrea": 26, "Bernd": 16}
    assert play.words("elect_vote", **{"for": "Bernd"}) == (
        "Dörte votes for Bernd as manager of Red Socks – votes: Andrea 26 and Bernd 26, a tie; "
        "Green Grass decides with 13 shares: Andrea is elected"
    )
    play.do("elect_vote", **{"for": "Bernd"})
    assert order == ["Andrea", "Bernd", "Chloé"]
    assert play.view["elected"] == {"red": "Andrea"}


def test_the_largest_single_packet_decides_among_equal_holders(new_game):
    """The source's: 10 and 2 shares against 9 and 3 of a company."""
    people = {
        "Andrea": {"packets": {"red": [2, 10]}},
        "Bernd": {"packets": {"blue": [10]}},
    }
    play = electing(new_game, 2, people, blue={"packets": {"red": [3, 9]}})
    play.do("candidate", player="Bernd")
    play.do("done")
    play.do("elect_vote", **{"for": "Andrea"})
    play.do("elect_vote", **{"for": "Bernd"})
    assert play.view["elected"]["red"] == "Andrea"


def test_a_holder_who_voted_for_none_of_the_equals_lets_the_next_decide(new_game):
    """Dörte has most shares, 10, for herself; Andrea 9 + 2, Bernd 8 + 3 of the company that he manages."""
    people = {
        "Andrea": {"packets": {"red": [9]}},
        "Bernd": {"packets": {"red": [8], "blue": [10]}},
        "Chloé": {"packets": {"red": [2], "yellow": [10]}},
        "Dörte": {"packets": {"red": [10], "green": [10]}},
    }
    play = electing(new_game, 4, people, yellow={"manager": "Bernd", "packets": {"red": [3]}})
    assert play.view["candidates"] == ["Dörte"]
    play.do("candidate", player="Andrea")
    play.do("candidate", player="Bernd")
    play.do("done")
    for candidate in ("Andrea", "Bernd", "Andrea", "Dörte"):
        play.do("elect_vote", **{"for": candidate})
    assert play.view["elected"]["red"] == "Andrea"


def test_a_single_candidate_is_elected_without_a_vote(new_game):
    play = electing(new_game, 2, {})
    play.do("done")
    assert play.view["elected"] == {"red": "Andrea"}
    assert play.step == ("candidates", "blue", "Bernd")


def test_all_with_equally_many_shares_stand(new_game):
    people = {"Andrea": {"packets": {"red": [5], "blue": [10]}}, "Bernd": {"packets": {"red": [2, 3]}}}
    play = electing(new_game, 2, people)
    assert play.view["candidates"] == ["Andrea", "Bernd"]
    assert play.refused("candidate", player="Bernd") == "M-13"
    play.do("done")
    assert play.refused("elect_vote", **{"for": "Emil"}) == "M-22"


def test_a_player_without_shares_may_stand_and_votes_only_with_shares(new_game):
    people = {"Chloé": {"packets": {"yellow": [10]}}}
    play = electing(new_game, 3, people)
    assert play.refused("candidate", player="Emil") == "M-22"
    play.do("candidate", player="Chloé")
    assert play.view["candidates"] == ["Andrea", "Chloé"]
    play.do("done")
    assert play.step == ("election", "red", "Andrea")
    assert play.refused("elect_vote", **{"for": "Bernd"}) == "M-13"
    play.do("elect_vote", **{"for": "Chloé"})
    assert play.step == ("candidates", "blue", "Bernd"), "only Andrea has votes"
    assert play.view["elected"] == {"red": "Chloé"}
    assert play.firm("red")["manager"] == "Andrea", "until the phase is over"
