"""Which notes to move: worked examples by hand, and every small case against trying all exchanges."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.notes import Notes, Settlement, settle, worth

BOX = {1_000: 30, 5_000: 25, 10_000: 25, 50_000: 25}


def of(bank: Notes, hands: Mapping[str, Notes], targets: Mapping[str, int]) -> Settlement:
    return settle(bank, hands, targets)


@pytest.mark.parametrize(
    ("hand", "target", "moved"),
    [
        ({}, 8_000, {5_000: 1, 1_000: 3}),
        ({}, 67_000, {50_000: 1, 10_000: 1, 5_000: 1, 1_000: 2}),
        # 4,000 more: one 5,000 for one 1,000 back (2 notes) rather than four 1,000s.
        ({1_000: 2}, 6_000, {5_000: 1, 1_000: -1}),
        ({}, 4_000, {1_000: 4}),  # without a 1,000 in hand there is nothing to give back
        # 1,000 less, only a 5,000 in hand: it is changed.
        ({5_000: 1}, 4_000, {5_000: -1, 1_000: 4}),
        # 9,000 less out of 10,000 and 1,000: the 10,000 for a 1,000 back.
        ({10_000: 1, 1_000: 1}, 2_000, {10_000: -1, 1_000: 1}),
        # 40,000 more with a 10,000 in hand: a 50,000 for it.
        ({10_000: 1}, 50_000, {50_000: 1, 10_000: -1}),
        ({10_000: 1}, 10_000, {}),
    ],
)
def test_a_hand_comes_to_its_sum_with_the_fewest_notes(hand: Notes, target: int, moved: Notes) -> None:
    expected = {"Andrea": moved} if moved else {}
    assert of(BOX, {"Andrea": hand}, {"Andrea": target}) == Settlement(expected)


def test_a_note_that_one_gives_is_there_for_another() -> None:
    settled = of({}, {"Andrea": {1_000: 3}, "Bernd": {}}, {"Andrea": 1_000, "Bernd": 2_000})
    assert settled == Settlement({"Andrea": {1_000: -2}, "Bernd": {1_000: 2}})


def test_the_few_small_notes_go_where_nothing_else_will_do() -> None:
    # Two players get 4,000; the bank has five 1,000s and 5,000s. Andrea could give a 1,000 back for a 5,000, Bernd not.
    hands = {"Andrea": {1_000: 1}, "Bernd": {}}
    settled = of({1_000: 5, 5_000: 3}, hands, {"Andrea": 5_000, "Bernd": 4_000})
    assert settled.moves == {"Andrea": {5_000: 1, 1_000: -1}, "Bernd": {1_000: 4}}


def test_where_the_bank_has_run_out_somebody_changes() -> None:
    # 2,000 for Andrea, no 1,000s in the bank: Chloé has five and takes a 5,000 for them.
    hands = {"Andrea": {}, "Chloé": {1_000: 5}}
    settled = of({5_000: 2}, hands, {"Andrea": 2_000})
    assert settled == Settlement({"Andrea": {1_000: 2}, "Chloé": {5_000: 1, 1_000: -5}}, ("Chloé",))


def test_who_needs_not_change_is_left_alone() -> None:
    settled = of({1_000: 2, 5_000: 2}, {"Andrea": {}, "Chloé": {1_000: 5}}, {"Andrea": 2_000})
    assert settled == Settlement({"Andrea": {1_000: 2}})


def test_what_cannot_be_paid_stays_open() -> None:
    # No 1,000s anywhere: of 7,000 a 5,000 can be handed out.
    assert of({5_000: 2}, {"Andrea": {}}, {"Andrea": 7_000}) == Settlement(
        {"Andrea": {5_000: 1}}, open={"Andrea": 2_000}
    )
    # Who owes 1,000 and has but a 5,000 keeps it and owes the 1,000.
    assert of({5_000: 2}, {"Bernd": {5_000: 1}}, {"Bernd": 4_000}) == Settlement({}, open={"Bernd": -1_000})


def test_a_bank_that_is_empty_owes_all_of_it() -> None:
    assert of({}, {"Andrea": {}, "Bernd": {50_000: 1}}, {"Andrea": 300_000}) == Settlement({}, open={"Andrea": 300_000})


def test_a_sum_for_which_no_note_is_small_enough_stays_open() -> None:
    assert of(BOX, {"Andrea": {}}, {"Andrea": 6_500}) == Settlement(
        {"Andrea": {5_000: 1, 1_000: 1}}, open={"Andrea": 500}
    )


def test_a_box_that_falls_far_short_is_paid_out_and_the_rest_stays_open() -> None:
    # 2 x 1,000 and one 5,000 for six players of whom each is to have 100,000: 593,000 stay open.
    hands: dict[str, Notes] = {name: {} for name in "ABCDEF"}
    settled = of({1_000: 2, 5_000: 1}, hands, dict.fromkeys(hands, 100_000))
    assert sum(settled.open.values()) == 593_000
    assert sum(worth(moved) for moved in settled.moves.values()) == 7_000
    # No 1,000 is there for anybody: of six sums of 7,000 each 5,000 can be handed out.
    settled = of({5_000: 9}, hands, dict.fromkeys(hands, 7_000))
    assert settled.open == dict.fromkeys(hands, 2_000)


def test_without_any_notes_all_stays_open() -> None:
    assert of({}, {"Andrea": {}}, {"Andrea": 3_000}) == Settlement({}, open={"Andrea": 3_000})


def test_several_odd_sums_stay_open_each_by_itself() -> None:
    settled = of({1_000: 1}, {"Andrea": {}, "Bernd": {}}, {"Andrea": 1_200, "Bernd": 1_300})
    assert sorted(settled.open.values()) in ([200, 1_300], [300, 1_200])  # the one 1,000 goes to either


@pytest.mark.parametrize(
    ("bank", "targets"), [({2: 5, 5: 5}, {"Andrea": 7}), ({1: 5, 0: 1}, {"Andrea": 1}), ({1: 5}, {"Andrea": -1})]
)
def test_what_makes_no_sense_is_refused(bank: Notes, targets: Mapping[str, int]) -> None:
    with pytest.raises(ValueError, match="note"):
        settle(bank, {"Andrea": {}}, targets)


SMALL = (1, 5, 10)
counts = st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 2))


def by_trying(bank: tuple[int, ...], hands: list[tuple[int, ...]], targets: list[int]) -> tuple[int, int]:
    """The smallest open sum and then the fewest moved notes, over all ways to share the notes out.

    Who gets is never given more than the sum, who pays never pays more, as the settlement is defined.
    """
    pool = [sum(column) for column in zip(bank, *hands, strict=True)]
    best = (10**9, 10**9)

    def share(at: int, left: list[int], claim: int, moved: int) -> None:
        nonlocal best
        if at == len(hands):
            best = min(best, (claim, moved))
            return
        held = sum(note * n for note, n in zip(SMALL, hands[at], strict=True))
        low, high = sorted((held, targets[at]))
        for row in product(*(range(n + 1) for n in left)):
            value = sum(note * n for note, n in zip(SMALL, row, strict=True))
            if low <= value <= high:
                moves = sum(abs(n - own) for n, own in zip(row, hands[at], strict=True))
                rest = [n - taken for n, taken in zip(left, row, strict=True)]
                share(at + 1, rest, claim + abs(targets[at] - value), moved + moves)

    share(0, pool, 0, 0)
    return best


@settings(max_examples=150, deadline=None)
@given(counts, st.lists(st.tuples(counts, st.integers(0, 30)), min_size=1, max_size=2))
def test_no_exchange_moves_fewer_notes_or_leaves_less_open(
    bank: tuple[int, ...], players: list[tuple[tuple[int, ...], int]]
) -> None:
    names = [f"P{n}" for n in range(len(players))]
    hands = {name: dict(zip(SMALL, held, strict=True)) for name, (held, _) in zip(names, players, strict=True)}
    targets = {name: target for name, (_, target) in zip(names, players, strict=True)}
    settled = settle(dict(zip(SMALL, bank, strict=True)), hands, targets)
    claim, moved = by_trying(bank, [held for held, _ in players], list(targets.values()))
    assert sum(abs(part) for part in settled.open.values()) == claim
    done = sum(abs(n) for notes in settled.moves.values() for n in notes.values())
    assert done == moved if claim == 0 else done >= moved
    left = dict(zip(SMALL, bank, strict=True))
    for name, target in targets.items():
        after = {note: hands[name][note] + settled.moves.get(name, {}).get(note, 0) for note in SMALL}
        assert min(after.values()) >= 0
        assert worth(after) + settled.open.get(name, 0) == target
        left = {note: left[note] - settled.moves.get(name, {}).get(note, 0) for note in SMALL}
    assert min(left.values()) >= 0


@settings(max_examples=80, deadline=None)
@given(counts, counts, counts, st.integers(0, 15))
def test_whoever_changes_keeps_what_he_has(
    bank: tuple[int, ...], held: tuple[int, ...], other: tuple[int, ...], target: int
) -> None:
    hands = {"Andrea": dict(zip(SMALL, held, strict=True)), "Chloé": dict(zip(SMALL, other, strict=True))}
    settled = settle(dict(zip(SMALL, bank, strict=True)), hands, {"Andrea": target})
    moved = settled.moves.get("Chloé", {})
    assert worth(moved) == 0
    assert all(hands["Chloé"][note] + n >= 0 for note, n in moved.items())
    alone = settle(dict(zip(SMALL, bank, strict=True)), {"Andrea": hands["Andrea"]}, {"Andrea": target})
    if not alone.open:
        assert settled == alone
    else:
        assert abs(settled.open.get("Andrea", 0)) <= abs(alone.open["Andrea"])
