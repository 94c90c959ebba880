"""Phases that all companies may play at once: what those may decide who come later (M-24)."""

from __future__ import annotations


def ahead(play):
    return play.game.extras(play.state)["ahead"]


def test_who_comes_later_may_decide_as_though_it_were_his_turn(new_game):
    play = new_game(3, {"year": 1, "phase": 1, "companies": {"yellow": {"factories": {"quarry": 1}}}})
    assert list(ahead(play)) == ["blue", "yellow"]
    assert ahead(play)["yellow"]["sell_factory"] == {"company": "yellow", "decides": "Chloé", "types": {"quarry": 3}}
    assert ahead(play)["blue"]["done"] == {"company": "blue", "decides": "Bernd"}
    assert "amend" not in ahead(play)["blue"]


def test_what_the_first_has_built_is_not_counted_against_the_others(new_game):
    play = new_game(2)
    play.do("build", type="quarry")
    play.do("build", type="quarry")
    assert "quarry" not in play.legal["build"]["types"], "two of a type are the most"
    assert "quarry" in ahead(play)["blue"]["build"]["types"]


def test_only_investment_supply_and_production_are_played_at_once(new_game):
    play = new_game(2)
    seen = set()
    for _ in range(12):
        if ahead(play):
            seen.add(play.view["step"])
        play.nothing()
    assert seen == {"invest", "supply", "produce"}


def test_nothing_is_decided_ahead_while_somebody_is_short_of_cash(new_game):
    """A quarry costs 3, red has 2 and its manager 1."""
    play = new_game(2, {"year": 1, "phase": 1, "companies": {"red": {"cash": 2}}, "players": {"Andrea": {"cash": 1}}})
    play.do("build", type="quarry")
    assert play.view["step"] == "top_up"
    assert ahead(play) == {}
