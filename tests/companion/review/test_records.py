"""Records across games, the list's summaries, and the clerk who works them out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.journal import Journal, NewLine
from companion.record import parse_record
from companion.review import Clerk, Library, Summary, analyse, story_of_record
from companion.review._records import records
from tests.companion.review.conftest import HEADER, SHARK, TAKE_OVER


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
    assert journal.derived("summary") == {}


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
