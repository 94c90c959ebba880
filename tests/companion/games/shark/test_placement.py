"""Where houses and TOPs may stand, and what they do (R-7, R-10 to R-13, R-24 to R-29, R-33)."""

from __future__ import annotations

import pytest

TOPS = {"edition": "2001", "top_houses": True}


def test_r7_house_goes_on_an_empty_square_of_the_rolled_zone_in_the_rolled_colour(position):
    play = position("r")
    play.do("roll", zone="1", colour="red")
    assert play.refused("place", company="red", square="A1") == "R-7"
    assert play.refused("place", company="red", square="E1") == "R-7"
    assert play.refused("place", company="blue", square="C1") == "R-7"
    assert "place" in play.legal
    play.do("place", company="red", square="B1")


@pytest.mark.parametrize("colour", ["black", "white"])
def test_r6_black_and_white_leave_the_colour_free(position, colour):
    for company in ("red", "blue", "green", "yellow"):
        play = position()
        play.place(company, "A1", colour=colour)
        assert play.view["prices"][company] == 1000


def test_r10_lone_house_may_not_stand_beside_another_colour(position):
    play = position("b")
    play.roll("red", "A1")
    assert play.refused("place", company="red", square="B1") == "R-10"
    assert play.refused("place", company="red", square="A2") == "R-10"
    play.do("place", company="red", square="B2")  # diagonal neighbours do not touch


@pytest.mark.parametrize(
    ("red", "blue", "ruling"),
    [("rr", "bb", None), ("rr", "bbb", "R-11"), ("rr", "bbbb", "R-11"), ("r", "b", None), ("r", "bb", "R-11")],
)
def test_r11_strictly_more_houses_than_the_neighbouring_chain(position, red, blue, ruling):
    # The gap between the two is where the new red house goes: it makes one red more.
    play = position(red + "." + blue)
    square = "ABCDEFGH"[len(red)] + "1"
    play.roll("red", square)
    if ruling is None:
        play.do("place", company="red", square=square)
        assert play.view["board"][0] == (red + "r").ljust(12, ".")
    else:
        assert play.refused("place", company="red", square=square) == ruling


def test_r11_each_neighbouring_group_is_compared_by_itself_never_added_up(position):
    # C3 touches blue of 2 above, green of 2 below: a red chain of 3 beats each, though not both together.
    play = position("..b", "..b", "rr.", "..g", "..g")
    play.place("red", "C3")
    assert play.view["board"][:5] == ["............", "............", "rrr.........", "............", "............"]
    assert play.view["removed"] == ["C1", "C2", "C4", "C5"]


def test_r11_one_neighbour_that_is_not_smaller_forbids_it(position):
    play = position("..b", "..b", "rr.", "..g", "..g", "..g")
    play.roll("red", "C3")
    assert play.refused("place", company="red", square="C3") == "R-11"


def test_r11_under_seven_cap_the_real_number_of_houses_counts(position):
    # Red 8 against blue 8 is no majority, red 9 against blue 8 is, although each counts 7 for the price.
    play = position("rrrrrrr", "", "bbbbbbbb", seven_cap=True)
    play.roll("red", "A2")
    assert play.refused("place", company="red", square="A2") == "R-11"
    play = position("rrrrrrrr", "", "bbbbbbbb", seven_cap=True)
    play.place("red", "A2")
    assert play.view["prices"] == {"red": 7000, "blue": 0, "green": 0, "yellow": 0}


def test_r12_lone_house_displaces_nothing_not_even_a_lone_house(position):
    play = position("b")
    play.roll("red", "B1")
    assert play.refused("place", company="red", square="B1") == "R-10"


def test_step_5_price_falls_to_1000_while_a_lone_house_is_left(position):
    play = position("rr.bb", "", "...b")
    play.place("red", "C1")
    assert play.view["prices"] == {"red": 3000, "blue": 1000, "green": 0, "yellow": 0}


def test_step_5_removing_a_lone_house_changes_nothing_unless_it_was_the_last(position):
    play = position("rr.b", "", ".bb", shares={"Bernd": {"blue": 1}})
    entries = play.place("red", "C1")
    assert play.view["removed"] == ["D1"]
    assert play.view["prices"]["blue"] == 2000
    assert [entry["kind"] for entry in entries] == ["commission"]
    play = position("rr.b")
    play.place("red", "C1")
    assert play.view["prices"]["blue"] == 0


def test_removed_houses_do_not_return_to_the_supply(position):
    play = position("rr.bb", houses_per_colour=4)
    play.place("red", "C1")
    play.do("end_turn")
    play.end_turns(("blue", "L1"))
    play.place("blue", "L3")
    assert play.view["over"]["reason"] == "houses"


@pytest.mark.parametrize("colour", ["black", "white"])
def test_r24_top_with_black_or_white_on_a_square_without_neighbours(position, paid, colour):
    play = position("rrr", **TOPS)
    play.roll(colour, "A1")
    assert play.refused("place", company="top", square="D1") == "R-24"
    assert play.refused("place", company="top", square="A2") == "R-24"
    assert play.do("place", company="top", square="D2") == [paid("commission", "Andrea", 3000)]
    assert play.view["prices"]["red"] == 3000


def test_r24_top_not_beside_a_top_not_on_a_colour_and_not_more_than_there_are(position):
    play = position("t", top_count=2, **TOPS)
    play.roll("black", "A1")
    assert play.refused("place", company="top", square="B1") == "R-24"
    play.do("place", company="top", square="B2")
    play.do("end_turn")
    play.roll("black", "A1")
    assert play.refused("place", company="top", square="D1") == "R-24"
    assert {option["company"] for option in play.legal["place"]["options"]} == {"red", "blue", "green", "yellow"}
    play = position(**TOPS)
    play.roll("red", "A1")
    assert play.refused("place", company="top", square="A1") == "R-24"


def test_r24_without_the_option_there_are_no_tops(position):
    play = position(edition="2001")
    play.roll("white", "A1")
    assert play.refused("place", company="top", square="A1") == "R-24"


def test_r25_top_brings_nothing_while_all_prices_are_0(position):
    play = position(**TOPS)
    assert play.place("top", "A1", colour="white") == []


def test_r26_lone_house_may_not_stand_beside_a_free_top(position):
    play = position("t", "", "r", **TOPS)
    play.roll("red", "B1")
    assert play.refused("place", company="red", square="B1") == "R-26"
    # On A2 the house makes a chain with A3 and takes the TOP over: 2 houses and the TOP.
    play.do("place", company="red", square="A2")
    assert play.view["prices"]["red"] == 3000


def test_r26_house_that_touches_only_the_chains_top_belongs_to_the_chain(position, paid):
    play = position("rrt", **TOPS)
    assert play.place("red", "D1") == [paid("commission", "Andrea", 4000)]
    assert play.view["prices"]["red"] == 4000


def test_r26_dividend_of_a_take_over_is_2000_a_share_where_the_scale_stops(position, paid):
    # A chain of 14 (A1-L1, A2, B2); C2 joins it to the TOP on C3: 16, the scale stops at 15,000.
    play = position("rrrrrrrrrrrr", "rr", "..t", shares={"Bernd": {"red": 3}}, **TOPS)
    assert play.view["prices"]["red"] == 14000
    assert play.place("red", "C2") == [
        paid("commission", "Andrea", 15000),
        paid("dividend", "Bernd", 6000, "red", 3, 2000),
    ]
    assert play.rulings[1] == "R-26"
    assert play.view["over"]["reason"] == "price"


def test_r27_winning_chain_takes_over_the_top_it_frees_in_the_same_move(position, paid):
    # Blue F1-H1 and E1 are 4 against red 3 (B1, C1 and the TOP on D1); the TOP then makes blue 5.
    play = position(".rrt.bbb", shares={"Bernd": {"red": 1, "blue": 1}}, cash={"Bernd": 5000}, **TOPS)
    assert play.place("blue", "E1") == [
        paid("commission", "Andrea", 5000),
        paid("dividend", "Bernd", 2000, "blue", 1, 2000),
        paid("loss", "Bernd", -3000, "red", 1, 3000),
    ]
    assert play.view["board"][0] == "...tbbbb...."
    assert play.view["removed"] == ["B1", "C1"]


def test_r11_top_freed_by_the_move_does_not_count_in_the_size(position):
    # Blue would have 3, with the freed TOP 4, against red 3: refused.
    play = position(".rrt.bb", **TOPS)
    play.roll("blue", "E1")
    assert play.refused("place", company="blue", square="E1") == "R-11"


def test_r11_free_top_that_is_taken_over_counts_in_the_size(position):
    # Blue F1, G1, E1 and the TOP on E2 are 4 against red 3.
    play = position(".rrr.bb", "....t", **TOPS)
    play.place("blue", "E1")
    assert play.view["prices"] == {"red": 0, "blue": 4000, "green": 0, "yellow": 0}


def test_r29_top_of_a_chain_counts_in_its_size_and_as_a_neighbour(position):
    # C1 is a TOP of red (A1, B1): 3. Blue D1 beside the TOP would have 3: refused, with one house more allowed.
    play = position("rrt.bb", **TOPS)
    play.roll("blue", "D1")
    assert play.refused("place", company="blue", square="D1") == "R-11"
    play = position("rrt.bbb", **TOPS)
    play.place("blue", "D1")
    assert play.view["board"][0] == "..tbbbb....."
    assert play.view["prices"]["blue"] == 5000


def test_r28_fall_of_a_chain_with_tops_stops_at_1000_while_a_lone_house_is_left(position):
    play = position("rrrr.bbbbb", "...t", "", "r", **TOPS)
    play.place("blue", "E1")
    assert play.view["prices"]["red"] == 1000


def test_r33_black_takes_the_colour_with_the_fewest_houses(position):
    play = position("rr.b", "", "g.g", black_fewest=True)
    play.roll("black", "A6")
    for company in ("red", "blue", "green"):
        assert play.refused("place", company=company, square="A10") == "R-33"
    play.do("place", company="yellow", square="A10")


def test_r33_equals_are_free_among_each_other_and_white_stays_free(position):
    play = position("rr.b", black_fewest=True)
    play.roll("black", "A6")
    assert {option["company"] for option in play.legal["place"]["options"]} == {"green", "yellow"}
    play = position("rr.b", black_fewest=True)
    play.roll("white", "A6")
    assert {option["company"] for option in play.legal["place"]["options"]} == {"red", "blue", "green", "yellow"}


def test_r33_next_fewest_when_the_fewest_have_no_legal_square(position):
    # Zone 1 (A1-D5) is full of red but for A1, whose neighbours are red: only a red house can stand there.
    play = position(".rrr", "rrrr", "rrrr", "rrrr", "rrrr", black_fewest=True, seven_cap=True, houses_per_colour=30)
    play.roll("black", "A1")
    assert {option["company"] for option in play.legal["place"]["options"]} == {"red"}
    play.do("place", company="red", square="A1")


def test_r33_under_variant_iii_black_never_comes(position):
    play = position(black_fewest=True, no_colour_die=True)
    assert play.refused("roll", zone="1", colour="black") == "R-6"
    play.do("roll", zone="1", colour="free")
    assert {option["company"] for option in play.legal["place"]["options"]} == {"red", "blue", "green", "yellow"}
