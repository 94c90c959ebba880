"""What counted stones mean beside the books: proposed, to do, or a contradiction; never booked on a '?'."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.big_shot import COLOURS


@pytest.fixture
def placing(new_game):
    """The start player has four stones to place; nothing lies in any district."""
    play = new_game(4)
    play.roll()
    play.pass_all()
    return play


def counts(play, **seen: dict[str, int | None]) -> dict[str, dict[str, int | None]]:
    """As the books have it, but for these."""
    books: dict[str, dict[str, int | None]] = {
        name: {colour: place.stones.get(colour, 0) for colour in COLOURS} for name, place in play.state.places.items()
    }
    return {name: {**books[name], **seen.get(name, {})} for name in books}


def test_one_stone_that_was_put_down_is_proposed(placing):
    colour = next(iter(placing.state.hand))
    found = placing.game.sight_regions(placing.state, counts(placing, D2={colour: 1}))
    event = {"do": "place", "player": placing.state.turn, "colour": colour, "district": "D2"}
    assert (found.events, found.todo, found.problems, found.squares) == ((event,), (), (), ("D2",))


def test_what_the_books_have_means_nothing(placing):
    found = placing.game.sight_regions(placing.state, counts(placing))
    assert (found.events, found.todo, found.problems) == ((), (), ())


def test_a_number_that_is_not_known_says_nothing(placing):
    unknown: Any = dict.fromkeys(COLOURS, None)
    found = placing.game.sight_regions(placing.state, counts(placing, D2=unknown))
    assert (found.events, found.todo, found.problems) == ((), (), ())


def test_a_stone_that_nobody_has_to_place_contradicts_the_books(new_game):
    play = new_game(4)  # the die is to be thrown: nobody has stones in hand
    found = play.game.sight_regions(play.state, counts(play, D2={"red": 1}))
    assert found.events == ()
    assert [str(text) for text in found.problems] == ["D2, red: 0 in the books, 1 in the picture"]


def test_two_districts_with_a_new_stone_leave_the_order_to_people(placing):
    colour = next(colour for colour, count in placing.state.hand.items())
    other = next((c for c in placing.state.hand if c != colour), colour)
    found = placing.game.sight_regions(placing.state, counts(placing, D2={colour: 1}, D3={other: 1}))
    assert {event["district"] for event in found.events} == {"D2", "D3"}


def test_more_stones_than_there_are_in_hand_are_no_event(placing):
    colour, count = next(iter(placing.state.hand.items()))
    seen = {f"D{number}": {colour: 1} for number in range(2, 3 + count)}
    found = placing.game.sight_regions(placing.state, counts(placing, **seen))
    assert found.events == ()
    assert "more stones were put down" in str(found.problems[-1])


def test_stones_left_in_a_decided_district_are_to_be_taken_off(new_game):
    play = new_game(4).set_up(owners={"D1": "black"})
    found = play.game.sight_regions(play.state, counts(play, D1={"red": 2}))
    assert [str(text) for text in found.todo] == ["D1: take off what the decision left over, red 2"]
    assert found.problems == ()
