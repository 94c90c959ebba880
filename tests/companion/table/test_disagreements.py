"""Every disagreement of board, dice and books has its own message and a way out by one tap, and books nothing.

The table of `conftest`: red A1-C1 and blue F3 in the books, Andrea to move. Zone 1 is A-D, rows 1-5.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import TableError
from companion.reading import Seen
from companion.sentence import Sentence
from tests.companion.table.conftest import HEADER, At, roll, seen


def ways(at: At) -> list[str]:
    return [way["text"] for way in at.now["ways"]]


def problems(at: At) -> list[str]:
    return [problem["text"] for problem in at.now["problems"]]


def tap(at: At, text: str) -> None:
    """Sends the command of a way out, as the page does."""
    (command,) = [way["command"] for way in at.now["ways"] if way["text"] == text]
    command = dict(command)
    at.ask(command.pop("do"), **command)


def test_wrong_colour_the_throw_was_another(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D4": "b"}))
    assert problems(at) == ["a blue house on D4, rolled was red"]
    assert ways(at) == ["the throw was 1, blue", "book a red house on D4", "D4 is empty"]
    assert at.version == 1, "nothing is booked by itself"
    tap(at, "the throw was 1, blue")
    assert at.now["proposal"]["event"]["company"] == "blue"
    assert problems(at) == []


def test_wrong_colour_the_camera_was_wrong(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D4": "b"}))
    tap(at, "book a red house on D4")
    assert at.now["log"][0]["event"] == {"do": "place", "player": "Andrea", "company": "red", "square": "D4"}
    # From now on the camera contradicts the books there, until somebody says that it is wrong.
    assert problems(at) == ["a blue house stands on D4 where the books have the red house"]
    tap(at, "the red house stands on D4")
    assert (problems(at), ways(at)) == ([], [])


def test_wrong_zone(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"F2": "r"}))
    assert problems(at) == ["F2 is in zone 2, rolled was zone 1"]
    # Blue F3 is next to it: a lone red house may not stand there on any throw (R-10).
    assert ways(at) == ["F2 is empty"]
    at.table.observe(seen({"H2": "r"}))
    assert ways(at) == ["the throw was 2, red", "H2 is empty"]
    tap(at, "the throw was 2, red")
    assert at.now["proposal"]["squares"] == ["H2"]


def test_two_houses_at_once(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D1": "r", "B4": "r"}))
    assert problems(at) == ["2 new houses, one is placed in a turn: a red house on D1 and a red house on B4"]
    assert ways(at) == ["book a red house on D1", "D1 is empty", "book a red house on B4", "B4 is empty"]
    tap(at, "book a red house on D1")
    assert problems(at) == ["a red house on B4 that nobody placed: take it off"]
    tap(at, "B4 is empty")
    assert problems(at) == []


def test_a_house_that_vanished(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"F3": "."}))
    assert problems(at) == ["the blue house on F3 is missing"]
    tap(at, "the blue house stands on F3")
    assert problems(at) == []
    at.table.observe(seen({"F3": ".", "D1": "r"}))
    assert at.now["proposal"] is not None, "the game goes on though the camera still does not see it"
    at.table.observe(seen({"D1": "r"}))
    at.table.observe(seen({"F3": ".", "D1": "r"}))
    assert "the blue house on F3 is missing" in problems(at), "it was seen in between: now it is gone anew"


def test_the_newest_house_vanished_and_was_never_meant(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D1": "r"}))
    at.ask("book", proposal=at.now["proposal"]["id"])
    at.table.observe(seen({}))
    assert ways(at) == ["the red house stands on D1", "take back: Andrea puts a red house on D1"]
    tap(at, "take back: Andrea puts a red house on D1")
    assert (problems(at), at.now["view"]["phase"]) == ([], "place")


def test_houses_not_taken_off() -> None:
    # A red chain of 3 on A1-C1, a lone blue house on D2; red to D1 makes 4 against 1 (R-11): blue goes.
    rows = ("rrr.........", "...b........", *["............"] * 8)
    at = At(None, header={**HEADER, "start": {**HEADER["start"], "board": list(rows)}})
    roll(at)
    at.event("place", company="red", square="D1")
    at.table.observe(seen({"D1": "r"}, rows))
    assert at.now["todo"] == ["Andrea: take the blue house on D2 off the board"]
    tap(at, "D2 is empty")
    assert (at.now["todo"], problems(at)) == ([], [])
    at.journal.close()


def test_a_square_that_cannot_be_told(at: At) -> None:
    roll(at, "1", "red")
    doubt = Sentence("{square} is not sure: {pieces}?", {"square": "D1", "pieces": "empty or red"})
    rows = seen({"D1": "?"}).squares
    at.table.observe(Seen("shark-1991", "f", rows, doubt, "unsure"))
    assert at.now["problems"] == [{"text": "D1 is not sure: empty or red?", "squares": ["D1"]}]
    assert ways(at) == ["book a red house on D1", "D1 is empty"]
    tap(at, "D1 is empty")
    assert (problems(at), ways(at)) == ([], [])
    at.table.observe(Seen("shark-1991", "g", seen({"D1": "r"}).squares))
    assert at.now["proposal"] is not None, "once the camera is sure it is heard again"


def test_a_square_that_looks_like_another_colour_may_mean_another_throw(at: At) -> None:
    roll(at, "1", "red")
    doubt = Sentence("{square} is not sure: {pieces}?", {"square": "D4", "pieces": "blue"})
    unsure = Seen("shark-1991", "f", seen({"D4": "?"}).squares, doubt, "unsure", {"D4": ("b", ".")})
    at.table.observe(unsure)
    assert ways(at) == ["book a red house on D4", "D4 is empty", "the throw was 1, blue"]
    assert at.now["proposal"] is None, "a guess proposes nothing"
    tap(at, "the throw was 1, blue")
    assert (at.now["proposal"], ways(at)) == (None, ["book a blue house on D4", "D4 is empty"])
    tap(at, "book a blue house on D4")
    assert at.now["log"][0]["event"] == {"do": "place", "player": "Andrea", "company": "blue", "square": "D4"}


def test_a_guess_never_outweighs_a_person(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(Seen("shark-1991", "f", seen({"D4": "?"}).squares, "", "unsure", {"D4": ("b",)}))
    assert "the throw was 1, blue" in ways(at)
    tap(at, "D4 is empty")
    assert ways(at) == []


def test_many_doubtful_squares_take_one_tap(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen(dict.fromkeys(("A1", "B1", "C1", "D5"), "?")))
    assert ways(at) == ["A1, B1, C1 and D5 are as in the books"]


def test_not_so_leaves_the_ways_out(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D1": "r"}))
    assert ways(at) == []
    at.ask("dismiss", proposal=at.now["proposal"]["id"])
    assert ways(at) == ["book a red house on D1", "D1 is empty"]


def test_a_house_before_the_throw(at: At) -> None:
    at.table.observe(seen({"D1": "r"}))
    assert problems(at) == ["a red house on D1 that nobody placed: take it off or throw first"]
    assert ways(at) == ["D1 is empty"]


def test_a_trust_ends_where_the_books_change(at: At) -> None:
    roll(at, "1", "red")
    at.table.observe(seen({"D1": "."}))
    at.ask("trust", squares=["D1"])
    at.event("place", company="red", square="D1")
    assert problems(at) == ["the red house on D1 is missing"]


@pytest.mark.parametrize("squares", [["Z9"], ["nonsense"]])
def test_no_square_no_trust(at: At, squares: list[str]) -> None:
    at.table.observe(seen({}))
    with pytest.raises(TableError, match="square"):
        at.ask("trust", squares=squares)
    with pytest.raises(TableError, match="no camera"):
        At(None).ask("trust", squares=["D1"])


def test_only_the_banker_is_offered_ways(at: At) -> None:
    at.table.observe(seen({"D1": "r"}))
    shown: list[Any] = [at.table.snapshot(viewer)["ways"] for viewer in ("Andrea", "\0public")]
    assert shown == [[], []]


def test_what_lies_over_the_board_is_marked_where_it_lies(at: At) -> None:
    rows = seen({"D4": "?"}).squares
    at.table.observe(Seen("shark-1991", "f", rows, "Something lies there.", "covered", about=("A1", "B1")))
    assert at.now["problems"] == [{"text": "Something lies there.", "squares": ["A1", "B1"]}]
