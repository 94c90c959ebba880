"""A reading of the board beside the books. A '?' is no evidence for anything."""

from __future__ import annotations

import pytest


def seen(play, **squares):
    """The board of the books with other letters on those squares."""
    rows = [list(row) for row in play.view["board"]]
    for name, letter in squares.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = letter
    return play.game.sight(play.state, ["".join(row) for row in rows])


def said(sentences):
    return [str(sentence) for sentence in sentences]


@pytest.fixture
def placing(position):
    """Andrea rolled red, zone 1; red A1, A2; blue D1."""
    play = position("r..b", "r")
    play.do("roll", zone="1", colour="red")
    return play


def test_board_as_in_the_books_means_nothing(placing, position):
    for play in (placing, position("rr")):
        sighting = seen(play)
        assert (sighting.events, sighting.todo, sighting.problems, sighting.squares) == ((), (), (), ())


def test_one_new_legal_house_is_a_placement(placing):
    sighting = seen(placing, B1="r")
    assert sighting.events == ({"do": "place", "player": "Andrea", "company": "red", "square": "B1"},)
    assert (sighting.problems, sighting.squares) == ((), ("B1",))
    placing.game.apply(placing.state, placing.game.parse_event(sighting.events[0]))


def test_removed_houses_may_stand_still_or_be_gone(placing):
    # Red A1, A2, B1 in the books; the next red house, on C1, is stronger than the blue one on D1.
    placing.do("place", company="red", square="B1")
    placing.do("end_turn")
    placing.do("roll", zone="1", colour="red")
    place = ({"do": "place", "player": "Bernd", "company": "red", "square": "C1"},)
    assert seen(placing, C1="r").events == place
    gone = seen(placing, C1="r", D1=".")
    assert gone.events == place
    assert gone.squares == ("C1", "D1")
    assert seen(placing, C1="r", D1="?").events == place


@pytest.mark.parametrize(
    ("squares", "problem"),
    [
        ({"E5": "r"}, "E5 is in zone 2, rolled was zone 1"),
        ({"B4": "b"}, "a blue house on B4, rolled was red"),
        ({"C1": "r"}, "a red house may not stand alone on C1: the blue house D1 is next to it"),
        ({"B4": "t"}, "TOP houses are not played in this game"),
    ],
)
def test_illegal_house_is_a_problem_that_says_why(placing, squares, problem):
    sighting = seen(placing, **squares)
    assert said(sighting.problems) == [problem]
    assert (sighting.events, sighting.squares) == ((), tuple(squares))


def test_house_beside_a_larger_chain_is_a_problem(position):
    play = position("r.bb")
    play.do("roll", zone="1", colour="red")
    [problem] = seen(play, B1="r").problems
    assert problem.ruling == "R-11"
    assert "the blue chain C1-D1 next to it has 2" in str(problem)


def test_two_new_houses_are_a_problem(placing):
    sighting = seen(placing, B1="r", B4="r")
    assert sighting.events == ()
    assert said(sighting.problems) == ["2 new houses, one is placed in a turn: a red house on B1 and a red house on B4"]
    assert sighting.squares == ("B1", "B4")


def test_unknown_squares_neither_propose_nor_forbid(placing):
    assert seen(placing, B1="?").events == ()
    assert seen(placing, B1="?").problems == ()
    assert len(seen(placing, B1="r", B4="?", A2="?", D1="?").events) == 1


WAITS = "a red house may stand on B1 and is proposed once the rest of the board is as in the books"


def test_anything_else_gone_or_changed_forbids_the_proposal(placing):
    gone = seen(placing, B1="r", D1=".")
    assert gone.events == ()
    assert said(gone.problems) == ["the blue house on D1 is missing", WAITS]
    changed = seen(placing, B1="r", D1="g")
    assert changed.events == ()
    assert said(changed.problems) == ["a green house stands on D1 where the books have the blue house", WAITS]
    assert changed.squares == ("B1", "D1")


def test_missing_house_without_a_new_one_is_a_problem(placing):
    assert said(seen(placing, A1=".").problems) == ["the red house on A1 is missing"]


def test_top_is_proposed_with_black(position):
    play = position("rr", edition="2001", top_houses=True)
    play.do("roll", zone="1", colour="black")
    assert seen(play, A3="t").events == ({"do": "place", "player": "Andrea", "company": "top", "square": "A3"},)
    assert said(seen(play, A2="t").problems) == ["a TOP may not stand on A2: a red house is next to it, on A1"]


def test_new_house_before_the_throw_is_a_problem(position):
    play = position("rr")
    sighting = seen(play, C4="r")
    assert said(sighting.problems) == ["a red house on C4 that nobody placed: take it off or throw first"]
    assert (sighting.events, sighting.squares) == ((), ("C4",))


def test_new_house_before_all_have_picked_a_share_says_so(new_game):
    """Taken off, it would be put there again: what is missing are the picks."""
    play = new_game()
    assert said(seen(play, C4="r").problems) == [
        "a red house on C4, but each player picks a share first: pick them, then throw"
    ]


def test_new_house_after_the_placement_is_a_problem(placing):
    placing.do("place", company="red", square="B1")
    assert said(seen(placing, C4="g").problems) == ["a green house on C4 that nobody placed: take it off"]


def test_removed_houses_that_still_stand_are_to_be_taken_off(position):
    play = position("rr.b", "...b")
    play.place("red", "C1")
    sighting = seen(play, D1="b", D2="b")
    assert said(sighting.todo) == ["Andrea: take the blue houses on D1 and D2 off the board"]
    assert (sighting.problems, sighting.squares) == ((), ("D1", "D2"))
    assert said(seen(play, D1="b").todo) == ["Andrea: take the blue house on D1 off the board"]
    assert seen(play, D1="?", D2="?").todo == ()
    # still so in the next turn, until the next house is placed
    play.do("end_turn")
    assert said(seen(play, D2="b").todo) == ["Andrea: take the blue house on D2 off the board"]
    play.do("roll", zone="1", colour="red")
    both = seen(play, D2="b", B2="r")
    assert said(both.todo) == ["Andrea: take the blue house on D2 off the board"]
    assert [event["square"] for event in both.events] == ["B2"]


def test_another_colour_on_a_cleared_square_is_new(position):
    play = position("rr.b")
    play.place("red", "C1")
    assert said(seen(play, D1="g").problems) == ["a green house on D1 that nobody placed: take it off"]


def test_reading_of_another_board_is_a_problem(position):
    play = position()
    [problem] = play.game.sight(play.state, ["...."]).problems
    assert "12 × 10" in str(problem)
