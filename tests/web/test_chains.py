"""Questions about a board: counted, compared, supposed, against a real table; photos; camera against books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import calibration
from companion.commands._remarks import FIRST_BELIEVED
from companion.errors import TableBusy
from companion.reading import Point, Reading
from companion.review import Library
from companion.sentence import Sentence
from tests.companion.table.conftest import HEADER, At, roll, seen
from tests.web.fakes import NOT_FOUND, FakePhotos, FakeSimulator, app_of
from tests.web.scenes import BOARD


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None)
    yield made
    made.journal.close()


@pytest.fixture
def client(at: At) -> FlaskClient:
    return app_of(at.table, FakeSimulator()).test_client()


def ask(client: FlaskClient, status: int = 200, **question: Any) -> dict[str, Any]:
    key = client.get("/token").get_json()["token"]
    answer = client.post("/chains/ask", json=question, headers={"X-CSRFToken": key})
    assert answer.status_code == status, answer.get_data(as_text=True)
    told: dict[str, Any] = answer.get_json()
    return told


def test_the_books_are_counted_with_their_prices(client: FlaskClient) -> None:
    told = ask(client)
    assert [(chain["number"], chain["company"], chain["size"]) for chain in told["chains"]] == [
        (1, "red", 3),
        (2, "blue", 1),
    ]
    assert told["prices"] == {"red": 3000, "blue": 1000, "green": 0, "yellow": 0}
    assert (told["players"], told["turn"]) == (["Andrea", "Bernd"], "Andrea")
    assert told["rows"] == list(HEADER["start"]["board"])


def test_supposed_houses_pay_in_turn_and_book_nothing(client: FlaskClient, at: At) -> None:
    before = at.now
    placed = [
        {"company": "red", "square": "D1", "mover": "Andrea"},
        {"company": "red", "square": "F3", "mover": "Bernd"},
        {"company": "blue", "square": "F4", "mover": ""},
    ]
    told = ask(client, placed=placed)
    first, second = told["steps"]
    # Red 3,000 -> 4,000: 4,000 of commission, 2 and 4 shares × 1,000.
    assert [(e["kind"], e["account"], e["amount"]) for e in first["entries"]] == [
        ("commission", "Andrea", 4000),
        ("dividend", "Andrea", 2000),
        ("dividend", "Bernd", 4000),
    ]
    assert (first["before"]["red"], first["after"]["red"], first["entries"][1]["ruling"]) == (3000, 4000, "R-15")
    # What cannot stand ends the row: the third is not tried.
    taken = {"legal": False, "text": "F3 is not empty: a blue house stands there", "ruling": "R-7", "unsure": []}
    assert second == taken
    assert at.now == before


def test_two_squares_are_compared_in_the_reader_s_language(client: FlaskClient) -> None:
    told = ask(client, pair=["A1", "F3"])
    assert told["compare"][0] == {
        "text": "the red chain A1-C1 (3) is larger than the blue house F3 (1)",
        "ruling": "R-11",
    }
    key = client.get("/token").get_json()["token"]
    german = client.post("/chains/ask?lang=de", json={"pair": ["A1", "F3"]}, headers={"X-CSRFToken": key}).get_json()
    assert german["compare"][0]["text"] == "die rote Kette A1-C1 (3) ist größer als das blaue Haus F3 (1)"


def test_a_board_without_the_game_s_players_tells_what_each_share_brings(client: FlaskClient) -> None:
    rows = ["." * 12] * 12
    rows[0] = "rr?bb......."
    told = ask(client, board="shark-2001", players=False, rows=rows, placed=[{"company": "green", "square": "A3"}])
    assert told["players"] == []
    assert told["unknown"] == ["C1"]
    assert told["rows"][0] == "rr?bb......."
    (step,) = told["steps"]
    assert (step["commission"], step["per_share"], step["entries"], step["mover"]) == (1000, 1000, [], None)


def test_what_is_not_known_is_told_with_what_is_supposed_and_nothing_is_supposed_on_it(client: FlaskClient) -> None:
    rows = ["." * 12] * 12
    rows[0] = "rr.?bb?....."
    red, unknown = ({"company": "red", "square": square} for square in ("C1", "D1"))
    first, second = ask(client, board="shark-2001", players=False, rows=rows, placed=[red, unknown, red])["steps"]
    # Red C1 makes 3: 3,000 of commission. D1 beside it may be anything.
    assert (first["legal"], first["commission"], first["unsure"]) == (True, 3000, ["D1"])
    text = "what stands on D1 is not known: say what it is first"
    assert second == {"legal": False, "text": text, "ruling": "R-7", "unsure": []}
    after = ask(client, board="shark-2001", players=False, rows=rows, placed=[red])
    assert (after["rows"][0], after["take_overs"]) == ("rrr?bb?.....", [])


@pytest.mark.parametrize(
    "question",
    [
        {"pair": ["A1", "Z99"]},
        {"pair": ["A1", "<b>"]},
        {"rows": ["rr", "bb"]},
        {"rows": ["x" * 12] * 10},
        {"board": "moon", "players": False},
        {"placed": "all"},
        {"placed": [{"company": "red", "square": "?"}]},
        {"rows": 7},
    ],
)
def test_what_is_no_question_is_refused(client: FlaskClient, question: dict[str, Any]) -> None:
    assert ask(client, 400, **question)["ok"] is False


def test_a_question_needs_the_page_s_key(client: FlaskClient) -> None:
    assert client.post("/chains/ask", json={}).status_code == 400
    assert client.get("/chains/ask").status_code == 405


def test_hidden_cash_stays_hidden_in_what_is_supposed() -> None:
    start = {
        **HEADER["start"],
        "cash": {"Andrea": 0, "Bernd": 0},
        "shares": {"Andrea": {"red": 1}, "Bernd": {"blue": 4}},
    }
    start["board"] = ["rrr.b.......", *["............"] * 9]
    at = At(None, header={**HEADER, "start": start, "x_hidden_cash": True})
    take_over = [{"company": "red", "square": "D1", "mover": "Andrea"}]
    app = app_of(at.table, FakeSimulator())
    (banker,) = ask(app.test_client(), placed=take_over)["steps"]
    assert [entry["kind"] for entry in banker["entries"]] == ["commission", "dividend", "loss", "write_off"]
    _with_pin(app)
    (public,) = ask(app.test_client(), placed=take_over)["steps"]
    assert [(e["kind"], e["account"], e["amount"]) for e in public["entries"]] == [
        ("commission", "Andrea", 4000),
        ("dividend", "Andrea", 1000),
        ("loss", "Bernd", -4000),
    ]
    assert public["owes"] == {}
    at.journal.close()


def _with_pin(app: Flask) -> None:
    """From now on a PIN is asked for, so that who comes is not the banker."""
    from web.pin import Pin, hash_pin

    app.extensions["bankhalter"] = replace(app.extensions["bankhalter"], pin=Pin(hash_pin("482913")))


def test_camera_and_books_are_compared_square_by_square(client: FlaskClient, at: At) -> None:
    assert client.get("/chains/differences").get_json() == {"ok": True, "differences": [], "unknown": 0, "agree": False}
    roll(at)
    at.table.observe(seen({"B1": ".", "F3": "?", "H8": "g"}))
    told = client.get("/chains/differences").get_json()
    assert [(found["square"], found["books"], found["seen"]) for found in told["differences"]] == [
        ("B1", "r", "."),
        ("H8", ".", "g"),
    ]
    assert (told["unknown"], told["agree"]) == (1, False)
    at.table.observe(seen({}))
    assert client.get("/chains/differences").get_json()["agree"] is True


class OnePhoto(FakePhotos):
    """One photo, of the game on the table: a red house is missing, a green one too many, one square not told."""

    def reading(self, key: str) -> Reading | None:
        if key != "seen":
            return None
        corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        return Reading("shark-1991", seen({"B1": ".", "H8": "g", "F3": "?"}).squares or (), corners)


def test_a_photo_is_held_against_the_books_of_the_game_on_the_table(at: At) -> None:
    """Without a camera: with the event that decided a square, and the picture that was kept of it."""
    library = Library(at.journal, calibration.board_file)
    app = app_of(at.table, FakeSimulator())
    app.extensions["bankhalter"] = replace(app.extensions["bankhalter"], photos=OnePhoto(), library=library)
    client = app.test_client()
    told = client.get("/chains/differences?photo=seen").get_json()
    assert [(found["square"], found["books"], found["seen"], found["now"]) for found in told["differences"]] == [
        ("B1", "r", ".", "/chains/photo/seen/crop/B1.jpg"),
        ("H8", ".", "g", "/chains/photo/seen/crop/H8.jpg"),
    ]
    assert (told["unknown"], told["agree"]) == (1, False)
    assert client.get(told["differences"][0]["now"]).mimetype == "image/jpeg"
    for gone in ("other", "<b>"):
        assert client.get("/chains/differences", query_string={"photo": gone}).get_json()["differences"] == []


class OtherPhoto(FakePhotos):
    """Another photo is being read."""

    def read(self, content: bytes, board: str) -> tuple[str, Reading]:
        raise TableBusy(Sentence("another photo is being read: try again in a moment"))

    def find(self, key: str, corners: Sequence[Point]) -> tuple[str, Reading]:
        return self.read(b"", key)


def test_the_page_is_told_that_another_photo_is_being_read(at: At) -> None:
    app = app_of(at.table, FakeSimulator())
    app.extensions["bankhalter"] = replace(app.extensions["bankhalter"], photos=OtherPhoto())
    client = app.test_client()
    key = {"X-CSRFToken": client.get("/token").get_json()["token"]}
    corners = {"key": "seen", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}
    for answer in (
        client.post("/chains/photo?board=shark-2001&lang=de", data=b"\xff\xd8", headers=key),
        client.post("/chains/corners?lang=de", json=corners, headers=key),
    ):
        told = answer.get_json()
        assert (answer.status_code, told["ok"], told["busy"]) == (409, False, True)
        assert told["error"].startswith("ein anderes Foto wird gerade gelesen")


class BelievedPhoto(FakePhotos):
    """A photo in which the board is not found; by its corners it is, and the first of them had to be believed."""

    def __init__(self) -> None:
        self.shown = False

    def find(self, key: str, corners: Sequence[Point]) -> tuple[str, Reading]:
        self.shown = True
        return key, super().find(key, corners)[1]

    def remark(self, key: str) -> Sentence | None:
        return FIRST_BELIEVED if self.shown and key == "dark" else None


def test_the_page_is_told_that_the_first_corner_had_to_be_believed(at: At) -> None:
    app = app_of(at.table, FakeSimulator())
    app.extensions["bankhalter"] = replace(app.extensions["bankhalter"], photos=BelievedPhoto())
    client = app.test_client()
    key = {"X-CSRFToken": client.get("/token").get_json()["token"]}
    dark = client.post("/chains/photo?board=shark-2001", data=b"\xff\xd8dark", headers=key).get_json()
    assert (dark["found"], dark["remark"]) == (False, None)
    corners = {"key": "dark", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}
    told = client.post("/chains/corners?lang=de", json=corners, headers=key).get_json()
    assert (told["key"], told["found"]) == ("dark", True)
    assert told["remark"].endswith("wurde für seine eigene linke obere gehalten, neben Feld A1")


def test_a_photo_is_read_and_its_corners_can_be_shown(client: FlaskClient) -> None:
    key = {"X-CSRFToken": client.get("/token").get_json()["token"]}
    told = client.post("/chains/photo?board=shark-2001", data=b"\xff\xd8" + bytes(200_000), headers=key).get_json()
    assert (told["ok"], told["found"], told["squares"]) == (True, True, BOARD)
    assert client.get(f"/chains/photo/{told['key']}/taken.jpg").mimetype == "image/jpeg"
    dark = client.post("/chains/photo?board=shark-2001", data=b"\xff\xd8dark", headers=key).get_json()
    assert (dark["found"], dark["reason"]) == (False, str(NOT_FOUND))
    german = client.post("/chains/photo?board=shark-2001&lang=de", data=b"\xff\xd8dark", headers=key).get_json()
    assert "das Brett ist nicht zu finden" in german["reason"]
    for corners, status in (
        ([[0, 0], [9, 0], [9, 9], [0, 9]], 200),
        ([[0, 0]], 400),
        ("all", 400),
        ([[0, 0], [9, 0], [9, 1e300], [0, 9]], 400),
    ):
        answer = client.post("/chains/corners", json={"key": dark["key"], "corners": corners}, headers=key)
        assert answer.status_code == status
    assert client.post("/chains/photo?board=shark-2001", data=b"a letter", headers=key).status_code == 400
    assert client.post("/chains/photo?board=shark-2001", data=b"\xff\xd8").status_code == 400  # without the key
    huge = client.post("/chains/photo?board=shark-2001", data=bytes(33 * 1024 * 1024), headers=key)
    assert huge.status_code == 413
