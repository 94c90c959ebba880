"""Commission, dividends, losses, forced sales and bankrupts (R-14 to R-20)."""

from __future__ import annotations

import itertools

import pytest

from companion.errors import RuleError

THREE = ("Andrea", "Bernd", "Chloé")

# Red A1-E1 are 5; Andrea's red house on F1 makes 6 and removes what touches it there.
BLUE_FALLS_BY_2 = ("rrrrr", ".....b", ".....b")


def falls(position, *rows, **kwargs):
    """Andrea's red house on F1 in that position."""
    play = position(*rows, **kwargs)
    return play, play.place("red", "F1")


def test_r14_r15_commission_then_dividends_from_the_mover_clockwise(position, paid):
    play = position("rr", players=THREE, shares={name: {"red": 1} for name in THREE})
    play.end_turns(("blue", "L10"))  # Bernd's turn now
    assert play.place("red", "C1") == [
        paid("commission", "Bernd", 3000),
        paid("dividend", "Bernd", 1000, "red", 1, 1000),
        paid("dividend", "Chloé", 1000, "red", 1, 1000),
        paid("dividend", "Andrea", 1000, "red", 1, 1000),
    ]


def test_r16_everybody_but_the_mover_pays_the_fall_from_his_left_clockwise(position, paid):
    _, entries = falls(
        position,
        *BLUE_FALLS_BY_2,
        players=THREE,
        shares={name: {"blue": 2} for name in THREE},
        cash={"Bernd": 4000, "Chloé": 5000},
    )
    assert entries == [
        paid("commission", "Andrea", 6000),
        paid("loss", "Bernd", -4000, "blue", 2, 2000),
        paid("loss", "Chloé", -4000, "blue", 2, 2000),
    ]


def test_r16_losses_within_a_player_come_in_the_order_of_the_companies(position, paid):
    # F1 touches green G1 (chain G1, H1) and blue F2 (chain F2, F3).
    play, entries = falls(
        position,
        "rrrrr.gg",
        ".....b",
        ".....b",
        shares={"Bernd": {"green": 1, "blue": 1}},
        cash={"Bernd": 9000},
    )
    assert entries[1:] == [
        paid("loss", "Bernd", -2000, "blue", 1, 2000),
        paid("loss", "Bernd", -2000, "green", 1, 2000),
    ]
    assert play.view["cash"]["Bernd"] == 5000


def test_r17_dividends_help_to_pay_the_losses(position):
    play, _ = falls(position, *BLUE_FALLS_BY_2, shares={"Bernd": {"red": 2, "blue": 1}})
    assert play.view["phase"] == "trade_after"
    assert play.view["cash"]["Bernd"] == 0


def green_debtor(position, paid, **options):
    """Bernd owes 3,000 with 3 blue at 1,000 (fallen by 1,000) and 4 green at 3,000."""
    play, entries = falls(
        position,
        "rrrrr......b",
        ".....b",
        ".....b",
        "",
        "",
        "",
        "",
        "ggg",
        shares={"Bernd": {"blue": 3, "green": 4}},
        **options,
    )
    assert entries[1:] == [paid("loss", "Bernd", -3000, "blue", 3, 1000)]
    return play


def test_r18_the_debtor_is_paid_down_to_0_and_owes_the_rest(position, paid):
    play = green_debtor(position, paid, cash={"Bernd": 1000})
    assert play.view["phase"] == "debt"
    assert play.view["owes"] == {"Bernd": 2000}
    assert play.view["cash"] == {"Andrea": 6000, "Bernd": 0}
    assert play.view["turn"] == "Andrea"
    assert play.game.waiting(play.state).actor == "Bernd"


def test_r18_sets_that_cover_with_no_share_too_many_the_cheapest_first(position, paid):
    play = green_debtor(position, paid)
    # 3,000 is missing: a value of 6,000. 2 green, or 1 green and 3 blue; 3 blue and no green are only 3,000.
    assert play.legal["forced_sale"] == {
        "player": "Bernd",
        "missing": 3000,
        "sets": [
            {"shares": {"green": 2}, "proceeds": 3000},
            {"shares": {"blue": 3, "green": 1}, "proceeds": 3000},
        ],
    }


@pytest.mark.parametrize(
    "shares",
    [
        {},
        {"green": 1},
        {"green": 3},
        {"green": 2, "blue": 1},
        {"green": 5},
        {"red": 1, "green": 2},
        {"green": 2, "blue": 4},
    ],
    ids=["none", "too few", "one too many", "another too many", "not held", "not held at all", "more than held"],
)
def test_r18_other_sets_are_refused(position, paid, shares):
    assert green_debtor(position, paid).refused("forced_sale", shares=shares) == "R-18"


def test_r18_of_sets_that_lose_alike_the_one_of_fewest_shares_comes_first(position):
    # Red rises to 8,000, which brings Bernd 1,000 of the 4,000 that he loses; green at 3,000, yellow at 2,000. Half of
    # 7,000 is 3,000 and loses 4,000, half of 8,000 loses 4,000 too.
    play, _ = falls(
        position,
        *BLUE_FALLS_BY_2,
        "",
        "rr",
        "",
        "",
        "ggg.yy",
        shares={"Bernd": {"blue": 2, "red": 1, "green": 1, "yellow": 2}},
    )
    assert play.legal["forced_sale"]["sets"] == [
        {"shares": {"red": 1}, "proceeds": 4000},
        {"shares": {"green": 1, "yellow": 2}, "proceeds": 3000},
    ]


def test_r18_the_set_that_loses_least_is_found_among_hundreds_of_shares(position):
    # 300,000 lost, 150,000 of it paid by the dividend of red. 300,000 of value are needed: 50 red shares at 6,000 are
    # the fewest, then 49 of them with 2 green at 3,000.
    play, _ = falls(
        position,
        *BLUE_FALLS_BY_2,
        "",
        "",
        "",
        "",
        "ggg.y",
        shares={"Bernd": dict.fromkeys(["red", "blue", "green", "yellow"], 150)},
        cards={"ones": 0, "fives": 30},
    )
    sets = play.legal["forced_sale"]["sets"]
    assert [offered["shares"] for offered in sets[:2]] == [{"red": 50}, {"red": 49, "green": 2}]
    assert len(sets) == 50


@pytest.mark.parametrize("owed", [1000, 2000, 3000, 5000, 7000])
def test_r18_the_sets_offered_are_all_that_are_accepted(position, owed):
    # Blue falls by 2,000 to 0 and is worth nothing; red 6,000, green 3,000, yellow 1,000.
    play, _ = falls(
        position,
        *BLUE_FALLS_BY_2,
        "",
        "",
        "",
        "",
        "ggg.y",
        shares={"Bernd": {"blue": 10, "red": 1, "green": 2, "yellow": 3}},
        cash={"Bernd": 20000 - 1000 - owed},  # the red share brings a dividend of 1,000
    )
    assert play.view["owes"] == {"Bernd": owed}
    accepted = []
    for counts in itertools.product(range(2), range(2), range(3), range(4)):
        shares = {name: n for name, n in zip(("red", "blue", "green", "yellow"), counts, strict=True) if n}
        try:
            play.game.apply(play.state, play.game.parse_event(play.raw("forced_sale", {"shares": shares})))
        except RuleError:
            continue
        accepted.append(shares)
    offered = [shares["shares"] for shares in play.legal["forced_sale"]["sets"]]
    assert sorted(map(str, offered)) == sorted(map(str, accepted))
    assert offered


def test_r18_forced_sale_pays_and_keeps_the_surplus(position, paid):
    # 2,000 missing: 2 green bring half of 6,000, one (half of 3,000, rounded down to 1,000) is not enough.
    play = green_debtor(position, paid, cash={"Bernd": 1000})
    assert play.refused("forced_sale", shares={"green": 1}) == "R-18"
    assert play.do("forced_sale", shares={"green": 2, "red": 0}) == [paid("forced_sale", "Bernd", 3000)]
    assert play.view["cash"]["Bernd"] == 1000
    assert play.view["shares"]["Bernd"] == {"red": 0, "blue": 3, "green": 2, "yellow": 0}
    assert (play.view["phase"], play.view["owes"]) == ("trade_after", {})
    assert play.view["bank"]["green"] == [13, 5]


@pytest.mark.parametrize(("shares", "proceeds"), [(1, 1000), (2, 3000), (3, 4000)])
def test_r18_half_is_rounded_down_once_for_the_whole_set(position, paid, shares, proceeds):
    # 1,000 (2,000, 4,000) missing, green at 3,000.
    owed = {1: 1000, 2: 3000, 3: 4000}[shares]
    play, _ = falls(
        position,
        *BLUE_FALLS_BY_2,
        "",
        "",
        "",
        "",
        "ggg",
        shares={"Bernd": {"blue": 2, "green": 3}},
        cash={"Bernd": 4000 - owed},
    )
    assert play.do("forced_sale", shares={"green": shares}) == [paid("forced_sale", "Bernd", proceeds)]
    assert play.view["cash"]["Bernd"] == proceeds - owed


def test_r18_sale_goes_through_where_the_bank_has_no_change_and_later_trades_do_not(position, paid):
    # Cards of green: 0 ones, 2 fives. Bernd holds both fives and must sell 2 of 10: he keeps one five and 3 ones
    # on paper, the bank has the other five and 3 ones less than none.
    play, _ = falls(
        position,
        *BLUE_FALLS_BY_2,
        "",
        "",
        "",
        "",
        "ggg",
        shares={"Bernd": {"blue": 5, "green": 10}},
        cash={"Bernd": 7000},
        cards={"ones": 0, "fives": 2},
    )
    assert play.view["owes"] == {"Bernd": 3000}
    play.do("forced_sale", shares={"green": 2})
    assert play.view["bank"]["green"] == [-3, 1]
    assert play.view["shares"]["Bernd"]["green"] == 8
    play.do("end_turn")
    # The two hold 0 ones and 2 fives together. With 7, 6, 5 left the bank comes to -2, -1, 0 ones; with 4 left, all in
    # ones, to -4, fewer than the -3 it has now; with 3 or fewer left it does not sink below that again.
    assert play.legal["sell"]["companies"]["green"]["counts"] == [1, 2, 3, 5, 6, 7, 8]


def test_r19_bankrupt_sells_all_and_is_out(position, paid):
    play, entries = falls(
        position, *BLUE_FALLS_BY_2, "", "", "", "", "ggg", players=THREE, shares={"Bernd": {"blue": 4, "green": 1}}
    )
    # 8,000 lost; green alone has a price: half of 3,000, rounded down.
    assert entries[1:] == [
        paid("loss", "Bernd", -8000, "blue", 4, 2000),
        paid("forced_sale", "Bernd", 1000),
        {"kind": "write_off", "player": "Bernd", "amount": 0, "forgiven": 7000},
    ]
    assert play.view["out"] == ["Bernd"]
    assert play.view["cash"]["Bernd"] == 0
    assert set(play.view["shares"]["Bernd"].values()) == {0}
    assert play.view["bank"]["blue"] == [15, 5]
    play.do("end_turn")
    assert play.view["turn"] == "Chloé"


def test_r19_one_who_can_just_pay_with_everything_stays_in(position, paid):
    play, _ = falls(
        position, *BLUE_FALLS_BY_2, "", "", "", "", "ggg", shares={"Bernd": {"blue": 1, "green": 2}}, cash={"Bernd": 0}
    )
    assert play.view["owes"] == {"Bernd": 2000}
    play.do("forced_sale", shares={"green": 2})
    assert play.view["out"] == []


def test_r20_debtors_settle_in_seat_order_and_a_bankrupt_when_his_turn_comes(position, paid):
    play = position(
        *BLUE_FALLS_BY_2,
        "",
        "",
        "",
        "",
        "ggg",
        players=("Andrea", "Bernd", "Chloé", "Dörte"),
        shares={"Bernd": {"blue": 1, "green": 2}, "Chloé": {"blue": 1}, "Dörte": {"blue": 1, "green": 2}},
    )
    entries = play.place("red", "F1")
    assert [entry["kind"] for entry in entries] == ["commission", "loss", "loss", "loss"]
    assert play.view["owes"] == {"Bernd": 2000, "Chloé": 2000, "Dörte": 2000}
    assert play.refused("forced_sale", player="Dörte", shares={"green": 2}) == "R-20"
    assert play.refused("forced_sale", player="Chloé", shares={}) == "R-20"
    for do, keys in {
        "end_turn": {},
        "buy": {"company": "green", "shares": 1},
        "sell": {"company": "green", "shares": 1},
        "roll": {"zone": "1", "colour": "red"},
    }.items():
        assert play.refused(do, player="Andrea", **keys) == "R-20"
    # Bernd pays; then Chloé, who has nothing, is out in the same line; Dörte is awaited.
    assert play.do("forced_sale", shares={"green": 2}) == [
        paid("forced_sale", "Bernd", 3000),
        {"kind": "write_off", "player": "Chloé", "amount": 0, "forgiven": 2000},
    ]
    assert play.view["owes"] == {"Dörte": 2000}
    assert play.game.waiting(play.state).actor == "Dörte"
    play.do("forced_sale", shares={"green": 2})
    assert play.view["phase"] == "trade_after"
    assert play.view["turn"] == "Andrea"


def test_r18_forced_sale_only_by_a_debtor(position):
    play = position("rr", shares={"Andrea": {"red": 1}})
    assert play.refused("forced_sale", shares={"red": 1}) == "R-18"


def in_debt(position, turns):
    """Bernd with a grace debt of 2,000 and Andrea at the end of her turn."""
    play, _ = falls(position, *BLUE_FALLS_BY_2, shares={"Bernd": {"blue": 1}}, debt_grace_turns=turns)
    return play


def test_r19_grace_keeps_the_rest_as_a_debt(position):
    play = in_debt(position, 1)
    assert (play.view["debts"], play.view["out"], play.view["owes"]) == ({"Bernd": 2000}, [], {})
    assert play.view["phase"] == "trade_after"


def test_r19_all_that_a_debtor_receives_goes_to_the_debt_and_he_may_not_buy(position, paid):
    play = in_debt(position, 1)
    play.do("end_turn")
    assert "buy" not in play.legal
    assert play.place("green", "L10") == [paid("commission", "Bernd", 1000), paid("grace_payment", "Bernd", -1000)]
    assert (play.view["debts"], play.view["cash"]["Bernd"]) == ({"Bernd": 1000}, 0)
    assert play.refused("buy", company="green", shares=1) == "R-19"


def test_r19_what_is_more_than_the_debt_stays_with_him(position, paid):
    play = in_debt(position, 1)
    play.do("end_turn")
    # Red A1-F1 are 6 and a seventh brings 7,000.
    assert play.place("red", "G1") == [paid("commission", "Bernd", 7000), paid("grace_payment", "Bernd", -2000)]
    assert (play.view["debts"], play.view["cash"]["Bernd"]) == ({}, 5000)
    play.do("end_turn")
    assert play.view["out"] == []


def test_r19_debt_left_at_the_end_of_his_first_turn_puts_him_out(position):
    play = in_debt(position, 1)
    play.do("end_turn")
    play.place("green", "A10")  # 1,000 for Bernd, who owes 2,000
    assert play.do("end_turn") == [{"kind": "write_off", "player": "Bernd", "amount": 0, "forgiven": 1000}]
    assert play.view["out"] == ["Bernd"]
    assert play.view["over"]["reason"] == "last_player"
    assert play.view["turn"] == "Bernd"


def test_r19_two_turns_of_grace_end_with_the_second(position):
    play, _ = falls(position, *BLUE_FALLS_BY_2, shares={"Bernd": {"blue": 2}}, debt_grace_turns=2)
    play.do("end_turn")
    play.place("green", "A10")
    assert play.do("end_turn") == []
    assert play.view["debts"] == {"Bernd": 3000}
    play.end_turns(("green", "C10"))
    play.place("green", "E10")
    assert play.do("end_turn") == [{"kind": "write_off", "player": "Bernd", "amount": 0, "forgiven": 2000}]


def test_r16_mover_does_not_pay_for_the_fall_of_his_own_company_under_seven_cap(position):
    play = position("rrrr.rrrrr", seven_cap=True, shares={"Andrea": {"red": 3}})
    assert play.place("red", "E1") == []
    assert play.view["prices"]["red"] == 7000


def test_seven_cap_price_that_does_not_change_brings_nothing(position):
    play = position("rrrrrrr", seven_cap=True, shares={"Bernd": {"red": 2}})
    assert play.place("red", "H1") == []
    assert play.view["prices"]["red"] == 7000


def test_seven_cap_removing_a_chain_of_8_lowers_the_price_by_7(position, paid):
    play = position("bbbbbbbb", "", "rrrrrrrr", seven_cap=True, shares={"Bernd": {"blue": 1}}, cash={"Bernd": 7000})
    # A2 joins red to 9, more than blue's 8; red counts 7 before and after.
    assert play.place("red", "A2") == [paid("loss", "Bernd", -7000, "blue", 1, 7000)]
