"""Records across games, the list's summaries, and the clerk who works them out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.journal import Journal, NewLine
from companion.record import parse_record
from companion.review import (
    Analysis,
    Clerk,
    Filter,
    Lead,
    Library,
    LotFigures,
    Story,
    Summary,
    TurnFigures,
    analyse,
    best_and_worst_turns,
    lead,
    ledger,
    story_of_record,
)
from companion.review._records import records
from tests.companion.review.conftest import HEADER, RECORDED, SHARK, TAKE_OVER
from tests.companion.review.test_story import record as record_of


def game(*ranking: str, box: str = "1991", **result: int) -> tuple[dict[str, Any], Summary]:
    """A finished game: each place a name, or several joined by + for a shared one."""
    ranks = tuple(tuple(place.split("+")) for place in ranking)
    header = {"game": "shark", "edition": box, "players": [name for rank in ranks for name in rank]}
    return header, Summary(turns=9, events=50, ranking=ranks, result=result)


def test_results_and_rivalries_are_counted_over_finished_games() -> None:
    found = records(
        [
            game("Andrea", "Bernd", "Chloé", Andrea=90000, Bernd=50000, Chloé=10000),
            game("Bernd+Andrea", Andrea=70000, Bernd=70000),
            game("Bernd", "Andrea", box="2001", Andrea=1000, Bernd=2000),
            ({"game": "shark", "players": ["Andrea", "Bernd"]}, Summary(turns=3, events=9)),
            game("N. N.", "Chloé"),
            ({"game": "shark", "players": ["Andrea", "Bernd"]}, None),
        ]
    )
    assert (found.finished, found.waiting) == (4, 1)
    told = [(player.name, player.games, player.won, player.shared, player.ranks) for player in found.players]
    # Ranks: Andrea 1 + 1 + 2, Bernd 2 + 1 + 1, Chloé 3 + 2. Both have won twice, once shared; then the name decides.
    assert told == [("Andrea", 3, 2, 1, 4), ("Bernd", 3, 2, 1, 4), ("Chloé", 2, 0, 0, 5)]
    assert found.players[0].best == {"SHARK 1991": 90000, "SHARK 2001": 1000}
    pair = found.rivalries[0]
    assert (pair.one, pair.other, pair.games, pair.one_ahead, pair.other_ahead) == ("Andrea", "Bernd", 3, 1, 1)


def test_a_summary_is_kept_and_grows_old_with_the_next_line(journal: Journal, library: Library) -> None:
    begun = journal.new_game(HEADER)
    assert [info.id for info in library.outdated()] == [begun]
    assert library.catch_up(begun)
    (listed,) = library.games()
    assert listed.summary is not None
    assert (listed.summary.turns, listed.summary.events, listed.summary.ranking) == (0, 0, ())
    journal.append(begun, 0, [NewLine("event", TAKE_OVER[0])], actor="banker")
    assert library.games()[0].summary is None
    journal.mark(begun, "archived")
    journal.delete(begun)
    assert library.games() == []
    assert journal.derived("summary 2") == {}


def test_the_clerk_works_out_what_is_missing_and_what_is_asked_for(journal: Journal, library: Library) -> None:
    record = parse_record(SHARK[0].read_bytes())
    played = journal.take_in(record.header, record.events, actor="banker")
    broken = journal.take_in({**HEADER, "edition": "1888"}, [], actor="banker")
    clerk = Clerk(library)
    assert clerk.progress(played) is None
    clerk.ask(played)
    clerk.ask(broken)
    clerk.catch_up()
    assert [info.id for info in library.outdated()] == [broken], "what cannot be resumed stays without a summary"
    for wanted, state in ((played, "done"), (broken, "failed")):
        progress = clerk.progress(wanted)
        assert progress is not None
        assert progress.state == state
    found = library.analysis(played)
    assert found is not None
    assert [player.name for player in found.players] == list(record.header["players"])
    rolls = sum(event["do"] == "roll" for event in record.events)
    assert sum(player.throws for player in found.players) == len(found.throws) == rolls
    journal.append(played, len(record.events), [NewLine("event", {"do": "amend", "note": "later"})], actor="banker")
    assert library.analysis(played) is None, "it was of fewer lines"


def test_a_game_that_is_no_longer_wanted_is_left_alone(journal: Journal, library: Library) -> None:
    record = parse_record(SHARK[0].read_bytes())
    played = journal.take_in(record.header, record.events, actor="banker")
    clerk = Clerk(library)
    clerk.ask(played)
    clerk.stop_work(played)
    clerk.catch_up()
    assert library.analysis(played) is None
    assert clerk.progress(played) is None


def test_the_turning_point_is_where_the_winner_was_behind_for_the_last_time() -> None:
    story = story_of_record(SHARK[2].read_bytes(), calibration.board_file)
    *_, found = analyse(story)
    assert found is not None
    turning = found.turning
    assert turning is not None
    lead = [
        own - max(line[place] for name, line in story.wealth.items() if name != turning.winner)
        for place, own in enumerate(story.wealth[turning.winner])
    ]
    place = story.places[turning.n]
    assert all(ahead >= 0 for ahead in lead[place:])
    assert place == 0 or lead[place - 1] < 0
    swing = story.places[turning.swing_n]
    assert abs(lead[swing] - lead[swing - 1]) == max(abs(b - a) for a, b in pairwise(lead))
    assert turning.swing == lead[swing] - lead[swing - 1]


@pytest.mark.parametrize("path", SHARK[1:3], ids=lambda path: path.name)
def test_nobody_ever_misses_less_than_nothing(path: Path) -> None:
    *_, found = analyse(story_of_record(path.read_bytes(), calibration.board_file))
    assert found is not None
    assert found.choices
    assert all(choice.best >= choice.value for choice in found.choices)


def analysed(content: bytes) -> Analysis:
    *_, found = analyse(story_of_record(content, calibration.board_file))
    assert found is not None
    return found


def test_a_small_game_s_analysis_worked_out_by_hand() -> None:
    """`TAKE_OVER`: Andrea buys a blue share for 1,000, throws zone 1 and red, and takes blue over on D1.

    Andrea has 5,000 and 2 red at 3,000: 11,000, and 18,000 after it. Bernd has 5,000, 1 red and 4 blue at 1,000:
    12,000; then 5,000 + 1,000 - 4,000 = 2,000 and a red share at 4,000: 6,000.
    """
    found = analysed(record_of(*TAKE_OVER))
    # Gain of Andrea: 4,000 commission, 2 x 1,000 dividend, red + 2 x 1,000, blue - 1 x 1,000: 7,000. Bernd: 1,000
    # dividend, red + 1,000, 4 x 1,000 paid, blue - 4 x 1,000: -6,000. Beside the chain without a take-over it is
    # 4,000 + 2,000 + 2,000 - (1,000 + 1,000) = 6,000, a lone house 1,000: D1 was the best one.
    (choice,) = found.choices
    assert (choice.n, choice.player, choice.value, choice.best) == (3, "Andrea", 13000, 13000)
    assert (choice.best_company, choice.best_square) == ("red", "D1")
    assert [(throw.n, throw.player, throw.value) for throw in found.throws] == [(2, "Andrea", 13000)]
    assert [(fall.player, fall.company, fall.shares, fall.paid, fall.worth) for fall in found.falls] == [
        ("Bernd", "blue", 4, 4000, 4000),
        ("Andrea", "blue", 1, 0, 1000),
    ]
    andrea, bernd = found.players
    assert (andrea.throws, andrea.placements, andrea.best, andrea.missed, andrea.falls) == (1, 1, 1, 0, 1000)
    assert (bernd.throws, bernd.placements, bernd.falls) == (0, 0, 8000)
    assert andrea.luck == 13000 - found.throws[0].mean
    assert [(each.n, each.player, each.change) for each in found.turns] == [(4, "Andrea", 7000), (4, "Bernd", -6000)]
    assert found.lead == Lead(1, {"Andrea": 1, "Bernd": 0})
    assert found.turning is None, "it is not over"


def test_a_lot_of_stones_is_what_was_paid_and_what_it_brought() -> None:
    """The first round of a recorded game of BIG SHOT: Andrea takes a loan (9 paid out, 10 owed: 10 + 9 - 10 = 9), pays
    10, and puts all four stones into a district that goes to black, which is Chloé: she is left with -1, 10 less."""
    path = next(path for path in RECORDED if path.parent.parent.name == "big_shot")
    found = analysed(path.read_bytes())
    assert found.lots[0] == LotFigures(9, "Andrea", 10, -10)
    assert found.players[0].throws == 0
    assert found.throws == []


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.parent.name} {path.name}")
def test_every_finished_game_has_a_lead_and_turns(path: Path) -> None:
    """Also one that hid its money: it is over."""
    story = story_of_record(path.read_bytes(), calibration.board_file)
    led = lead(story)
    assert led is not None
    assert 0 < sum(led.turns.values()) <= story.last.turn
    told = best_and_worst_turns(story)
    assert told
    assert all(each.change == story.wealth[each.player][story.places[each.n]] - before(story, each) for each in told)
    if story.rules.name == "big_shot":
        paid = sum(-int(row.entry.amount) for row in ledger(story, Filter(kind="payment")))
        assert sum(lot.paid for lot in analysed(path.read_bytes()).lots) == paid


def before(story: Story, told: TurnFigures) -> int:
    """What a player had before the first event of the turn that ended with the told one."""
    turn = story.moments[story.places[told.n]].turn
    first = next(place for place, moment in enumerate(story.moments) if moment.turn == turn)
    return story.wealth[told.player][max(first - 1, 0)]
