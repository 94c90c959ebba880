"""A game along readings made by hand: when the throw may say what a picture does not show."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import calibration
from companion.commands import _play_along
from companion.commands._play_along import GameAlong
from companion.errors import FormatError, JournalError
from companion.journal import Journal
from companion.reading import Change, Reading
from companion.record import parse_record
from companion.squares import Square, parse_square, with_letter
from hardware.dice import FileDice
from tests.running import time_limit

BOARD = calibration.board("shark-1991")
NOTHING = ("." * BOARD.grid.cols,) * BOARD.grid.rows
PICTURES = Path(__file__).parents[2] / "pictures"
HEADER = json.loads((PICTURES / "seq02" / "header.json").read_text())
"""A game of SHARK 1991 that begins with an empty board."""
F2 = parse_square("F2")
"""A square of zone 2."""


@pytest.fixture
def along(tmp_path: Path, throw: tuple[str, str]) -> Iterator[GameAlong]:
    dice = tmp_path / "dice.jsonl"
    dice.write_text(json.dumps({"zone": throw[0], "colour": throw[1]}) + "\n")
    with FileDice(dice) as throws, GameAlong(HEADER, BOARD, throws, tmp_path / "out.jsonl") as along:
        list(along.take("1", [], Reading(BOARD.name, NOTHING)))
        yield along


def unsure(along: GameAlong, may_be: str, *, a_piece: bool) -> list[Any]:
    """What is booked when F2, empty before, reads '?' with these candidates."""
    reading = Reading(BOARD.name, with_letter(NOTHING, F2, "?"), uncertain=((F2.name, tuple(may_be)),))
    pieces_on = [F2] if a_piece else []
    return [told.event for told in along.take("2", [], reading, pieces_on) if told.event is not None]


def booked(folder: Path, *frames: tuple[str, ...]) -> tuple[list[Any], tuple[str, ...]]:
    """What is booked of a sequence's game by readings made by hand, and what the books cannot explain."""
    header = json.loads((folder / "header.json").read_text())
    events: list[Any] = []
    with (
        TemporaryDirectory() as kept,
        FileDice(folder / "dice.jsonl") as throws,
        GameAlong(header, BOARD, throws, Path(kept) / "out.jsonl") as along,
    ):
        before = frames[0]
        for number, rows in enumerate(frames):
            new = [(name, letter) for name, letter in _letters(rows) if dict(_letters(before))[name] != letter]
            news = [Change(str(number), tuple(new), (), rows)] if new else []
            told = along.take(str(number), news, Reading(BOARD.name, rows))
            events += [each.event for each in told if each.event is not None]
            before = rows
        return events, along.unexplained()


def _letters(rows: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(Square(row, col).name, each) for row, line in enumerate(rows) for col, each in enumerate(line)]


def test_a_house_on_a_square_that_was_never_told_does_not_give_its_throw_to_the_next() -> None:
    """K4 reads '?' from the first picture on; Andrea puts her house there, then Bernd his on K3."""
    hidden = with_letter(NOTHING, parse_square("K4"), "?")
    events, unexplained = booked(PICTURES / "seq02", hidden, hidden, with_letter(hidden, parse_square("K3"), "y"))
    assert events == []
    assert "what stands on K4 is not sure" in unexplained[-1]


def test_a_house_that_stood_there_when_the_game_began_keeps_nobody_waiting_when_it_cannot_be_told() -> None:
    start = tuple(json.loads((PICTURES / "seq00" / "header.json").read_text())["start"]["board"])
    hidden = with_letter(start, parse_square("F1"), "?")
    events, unexplained = booked(PICTURES / "seq00", hidden, with_letter(hidden, parse_square("B10"), "b"))
    assert [event["do"] for event in events] == ["roll", "place", "end_turn"]
    assert (events[1]["company"], events[1]["square"]) == ("blue", "B10")
    assert unexplained == ()


@pytest.mark.parametrize("throw", [("2", "red")])
def test_a_piece_gets_the_only_colour_that_the_throw_allows(along: GameAlong) -> None:
    events = unsure(along, "rbgy", a_piece=True)
    assert [event["do"] for event in events] == ["roll", "place", "end_turn"]
    assert (events[1]["company"], events[1]["square"]) == ("red", "F2")
    assert unsure(along, "rbgy", a_piece=True) == []
    assert along.unexplained() == ()


TWO_THROWS = [{"zone": "2", "colour": "red"}, {"zone": "3", "colour": "blue"}]


@pytest.mark.parametrize("how", ["by its throw", "put back"])
def test_a_piece_that_the_books_have_takes_no_further_throw_when_it_is_seen(how: str, tmp_path: Path) -> None:
    """Its colour shows once a hand has gone, or it was lifted and put back: the next player's throw is not his yet."""
    dice = tmp_path / "dice.jsonl"
    dice.write_text("".join(json.dumps(throw) + "\n" for throw in TWO_THROWS))
    red = with_letter(NOTHING, F2, "r")
    came, gone = (Change("2", (("F2", "r"),), (), red), Change("3", (), (("F2", "r"),), NOTHING))
    with FileDice(dice) as throws, GameAlong(HEADER, BOARD, throws, tmp_path / "out.jsonl") as along:
        list(along.take("1", [], Reading(BOARD.name, NOTHING)))
        if how == "by its throw":
            assert [event["do"] for event in unsure(along, "rbgy", a_piece=True)] == ["roll", "place", "end_turn"]
        else:
            told = [*along.take("2", [came], Reading(BOARD.name, red))]
            assert [each.event["do"] for each in told if each.event] == ["roll", "place", "end_turn"]
            list(along.take("3", [gone], Reading(BOARD.name, NOTHING)))
        told = [*along.take("4", [came], Reading(BOARD.name, red))]
        assert [each.event for each in told if each.event] == []
        assert along.unexplained() == ()
    kept = parse_record((tmp_path / "out.jsonl").read_bytes())
    assert [event["do"] for event in kept.events] == ["roll", "place", "end_turn"]


@pytest.mark.parametrize("throw", [("2", "red")])
def test_what_may_be_no_house_at_all_is_not_booked_though_the_throw_would_fit(along: GameAlong) -> None:
    """A coin of copper: most likely none of the pieces, and if any, then a red house."""
    assert unsure(along, "r", a_piece=False) == []
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "white"), ("2", "black")])
def test_a_throw_that_leaves_the_colour_open_tells_none(along: GameAlong) -> None:
    """With either face the player chooses: what the picture takes the house for is not sure enough to be paid for."""
    assert "place" not in [event["do"] for event in unsure(along, "r", a_piece=True)]
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "red"), ("5", "blue")], ids=["another colour", "another zone"])
def test_a_throw_that_the_picture_speaks_against_tells_nothing(along: GameAlong, throw: tuple[str, str]) -> None:
    assert "place" not in [event["do"] for event in unsure(along, "bg", a_piece=True)]
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "red")])
@pytest.mark.parametrize("likelier", ["br", "bgyr"])
def test_a_throw_does_not_overrule_a_picture_that_shows_rather_another_colour(along: GameAlong, likelier: str) -> None:
    """A blue house where a red one was thrown is a mistake of the table's: it is not booked as a red one."""
    assert "place" not in [event["do"] for event in unsure(along, likelier, a_piece=True)]
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "red")])
def test_while_the_books_cannot_explain_a_house_no_throw_tells_the_colour_of_another(along: GameAlong) -> None:
    """A blue house came where a red one was thrown, and is less sure later: the next one is no house of that throw."""
    wrong = with_letter(NOTHING, parse_square("G2"), "b")
    list(along.take("2", [Change("2", (("G2", "b"),), (), wrong)], Reading(BOARD.name, wrong)))
    assert "G2" in along.unexplained()[-1]
    unsure_now = with_letter(wrong, parse_square("G2"), "?")
    next_one = Reading(BOARD.name, with_letter(unsure_now, F2, "?"), uncertain=((F2.name, ("r",)), ("G2", ("b",))))
    assert [told.event for told in along.take("3", [], next_one, [F2]) if told.event is not None] == []


@pytest.mark.parametrize("throw", [("2", "red")])
def test_what_is_not_in_the_game_is_no_other_colour(along: GameAlong) -> None:
    """A house in its own shade looks most like a TOP, and TOPs are an option that this game does without."""
    assert [event["do"] for event in unsure(along, "tr", a_piece=True)] == ["roll", "place", "end_turn"]


@pytest.mark.parametrize("throw", [("2", "red")])
def test_a_record_that_another_program_wrote_meanwhile_is_left_as_it_is(along: GameAlong) -> None:
    """A person who copies files into the folder, say."""
    other_game = {**HEADER, "players": HEADER["players"][::-1]}
    with TemporaryDirectory() as kept, FileDice(PICTURES / "seq02" / "dice.jsonl") as throws:
        other = Path(kept) / "out.jsonl"
        with GameAlong(other_game, BOARD, throws, other):
            other.replace(along.record)
    theirs = along.record.read_bytes()
    with pytest.raises(FormatError, match="something else wrote this record"):
        unsure(along, "rbgy", a_piece=True)
    assert along.record.read_bytes() == theirs


@pytest.mark.parametrize("throw", [("2", "red")])
def test_a_record_that_was_taken_away_is_written_again_whole(along: GameAlong) -> None:
    along.record.unlink()
    assert len(unsure(along, "rbgy", a_piece=True)) == 3
    assert [event["do"] for event in parse_record(along.record.read_bytes()).events] == ["roll", "place", "end_turn"]


@pytest.mark.parametrize("players", ["the same", "others"])
def test_a_game_begins_where_one_was_killed_before_it_booked_anything(tmp_path: Path, players: str) -> None:
    """Its record is a header alone; of another game it is left as it is."""
    record, others = tmp_path / "out.jsonl", {**HEADER, "players": HEADER["players"][::-1]}
    with FileDice(PICTURES / "seq02" / "dice.jsonl") as throws:
        with GameAlong(HEADER if players == "the same" else others, BOARD, throws, record):
            pass
        left = record.read_bytes()
        if players == "the same":
            with GameAlong(HEADER, BOARD, throws, record):
                pass
        else:
            with pytest.raises(FormatError, match=r"out\.jsonl is there already"):
                GameAlong(HEADER, BOARD, throws, record)
    assert record.read_bytes() == left
    assert parse_record(left).events == ()


@pytest.mark.parametrize("throw", [("2", "red")])
def test_the_same_record_in_another_file_is_no_other_record(along: GameAlong) -> None:
    """Some file systems tell other numbers and times of a file after a while; a person may copy it back."""
    content = along.record.read_bytes()
    along.record.unlink()
    along.record.write_bytes(content)
    os.utime(along.record, (1, 1))
    assert len(unsure(along, "rbgy", a_piece=True)) == 3


@pytest.mark.parametrize("throw", [("2", "red")])
@pytest.mark.parametrize("other_name", ["out.jsonl", "link"])
def test_a_second_one_does_not_begin_on_a_record_that_the_first_writes(
    along: GameAlong, tmp_path: Path, other_name: str
) -> None:
    """Two that are started at once both find no record there; so it is while the first one's is away."""
    (tmp_path / "link").symlink_to("out.jsonl")
    along.record.unlink()
    with pytest.raises(FormatError, match=f"{other_name}: another bankhalter writes this record"):
        GameAlong(HEADER, BOARD, FileDice(tmp_path / "dice.jsonl"), tmp_path / other_name)
    assert len(unsure(along, "rbgy", a_piece=True)) == 3
    assert len(parse_record(along.record.read_bytes()).events) == 3


@pytest.mark.parametrize("name", ["out.jsonl", "x" * 255, "ä" * 127])
def test_a_game_leaves_its_record_alone_behind(tmp_path: Path, name: str) -> None:
    """Also where a program that was killed has left its lock; and every name that a file may have is a record's."""
    for again in (True, False):
        with (
            FileDice(PICTURES / "seq02" / "dice.jsonl") as throws,
            GameAlong(HEADER, BOARD, throws, tmp_path / name),
        ):
            beside = [path for path in tmp_path.iterdir() if path.name != name]
        assert [path.name for path in tmp_path.iterdir()] == [name]
        if again:
            (tmp_path / name).unlink()
            (lock,) = beside
            lock.touch()


@pytest.mark.parametrize("throw", [("2", "red")])
def test_a_pipe_in_the_record_s_place_is_told_and_not_waited_for(along: GameAlong) -> None:
    along.record.unlink()
    os.mkfifo(along.record)
    with time_limit(20), pytest.raises(FormatError, match="the record cannot be written: it is no ordinary file"):
        unsure(along, "rbgy", a_piece=True)


def test_a_game_that_cannot_begin_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills up between the look at the record's place and its first writing."""
    journals: list[Journal] = []

    class Noted(Journal):
        def __init__(self, *how: Any) -> None:
            super().__init__(*how)
            journals.append(self)

    def full(path: Path, record: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(_play_along, "Journal", Noted)
    monkeypatch.setattr(_play_along, "write_record", full)
    with FileDice(PICTURES / "seq02" / "dice.jsonl") as throws:
        with pytest.raises(FormatError, match="the record cannot be written: No space left"):
            GameAlong(HEADER, BOARD, throws, tmp_path / "out.jsonl")
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(JournalError, match="closed database"):
            journals[0].open_game()
        monkeypatch.undo()
        GameAlong(HEADER, BOARD, throws, tmp_path / "out.jsonl").__exit__()
