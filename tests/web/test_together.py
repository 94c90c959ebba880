"""Many at one table, over HTTP with the real server: one wins, the others are told, nothing is booked twice."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

import calibration
from companion.journal import Journal
from companion.table import Policy, Table
from web import House, create_app
from web._roles import seat_link
from web.pin import Pin, hash_pin
from web.server import serve

PIN = "482913"
HASHED = hash_pin(PIN)
SCREENS = 30
HEADER: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "start": {
        # A red chain of 3: red 3,000. Andrea may buy one share and has 2,000 then.
        "board": ["rrr.........", *["............"] * 9],
        "cash": {"Andrea": 5000, "Bernd": 5000},
        "shares": {"Andrea": {"red": 2}},
        "turn": "Andrea",
    },
}
BUY = {"do": "buy", "player": "Andrea", "company": "red", "shares": 1}
SELL = {"do": "sell", "player": "Andrea", "company": "red", "shares": 1}


@dataclass
class Device:
    """A browser as far as it matters here: keeps its cookie, sends its key, says as whom it looks."""

    port: int
    as_whom: str = "banker"
    cookie: str = ""

    def ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request(method, path, body or None, {"Cookie": self.cookie, **(headers or {})})
        answer = line.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        text = answer.read().decode()
        line.close()
        return answer.status, text

    def token(self) -> str:
        return str(json.loads(self.ask("GET", "/token")[1])["token"])

    def form(self, path: str, **fields: str) -> int:
        body = "&".join(f"{key}={value}" for key, value in {**fields, "csrf_token": self.token()}.items())
        return self.ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})[0]

    def snapshot(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.ask("GET", f"/snapshot?as={self.as_whom}")[1])
        return shown

    def command(self, event: dict[str, Any], shown: dict[str, Any], request: str) -> dict[str, Any]:
        return {"do": "event", "event": event, "request": request} | {
            "game": shown["game"]["id"],
            "version": shown["version"],
        }

    def send(self, command: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        headers = {"X-CSRFToken": self.token(), "X-Bankhalter-As": self.as_whom, "Content-Type": "application/json"}
        status, text = self.ask("POST", "/command", json.dumps(command), headers)
        return status, json.loads(text)


@dataclass
class Room:
    port: int
    table: Table
    journal: Journal
    andreas_code: str

    def banker(self) -> Device:
        device = Device(self.port)
        assert device.form("/pin", pin=PIN, next="/banker") == 303
        return device

    def andrea(self) -> Device:
        device = Device(self.port, "seat-1")
        assert device.form(f"/join/{self.andreas_code}") == 303
        return device

    def booked(self) -> list[str]:
        return [line.event["do"] for line in self.journal.lines(1) if line.event is not None]


@pytest.fixture
def room() -> Iterator[Room]:
    journal = Journal(None, lambda: "2026-01-02T03:04:05+00:00")
    journal.new_game(HEADER)
    table = Table(journal, calibration.board_file, policy=Policy(players=True))
    app = create_app(House(table, pin=Pin(HASHED)), secret_key=b"of the tests")
    with app.test_request_context():
        code = seat_link("Andrea")
    server = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield Room(server.port, table, journal, code)
    server.close()
    thread.join(timeout=30)
    assert not thread.is_alive()
    journal.close()


def at_once(*tasks: Any) -> list[tuple[int, dict[str, Any]]]:
    """The answers to commands that are let go at the same moment."""
    start = threading.Barrier(len(tasks))

    def run(task: Any) -> tuple[int, dict[str, Any]]:
        start.wait(timeout=30)
        answer: tuple[int, dict[str, Any]] = task()
        return answer

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_of_two_bankers_at_once_one_wins_and_the_other_is_told_what_was_booked(room: Room) -> None:
    one, two = room.banker(), room.banker()
    commands = [
        one.command(BUY, one.snapshot(), "one"),
        two.command(SELL, two.snapshot(), "two"),
    ]
    answers = at_once(lambda: one.send(commands[0]), lambda: two.send(commands[1]))
    assert sorted(status for status, _ in answers) == [200, 409]
    assert len(room.booked()) == 1
    (refusal,) = [answer for status, answer in answers if status == 409]
    assert (
        "Andrea buys 1 Smith & Smith share" in refusal["error"]
        or "Andrea sells 1 Smith & Smith share" in refusal["error"]
    )
    assert refusal["version"] == 1


def test_a_double_tap_of_two_requests_is_booked_once(room: Room) -> None:
    banker = room.banker()
    shown = banker.snapshot()
    taps = [banker.command(BUY, shown, f"tap {number}") for number in range(2)]
    answers = at_once(*(lambda tap=tap: banker.send(tap) for tap in taps))
    assert sorted(status for status, _ in answers) == [200, 409]
    assert room.booked() == ["buy"]


def test_a_lost_answer_that_is_asked_for_again_ten_times_at_once_is_booked_once(room: Room) -> None:
    banker = room.banker()
    tap = banker.command(BUY, banker.snapshot(), "the same")
    answers = at_once(*(lambda: banker.send(tap) for _ in range(10)))
    assert [status for status, _ in answers] == [200] * 10
    assert room.booked() == ["buy"]
    assert banker.snapshot()["view"]["cash"]["Andrea"] == 2000


def test_banker_and_player_do_the_same_and_it_is_booked_once(room: Room) -> None:
    banker, andrea = room.banker(), room.andrea()
    commands = [
        banker.command(BUY, banker.snapshot(), "b"),
        andrea.command(BUY, andrea.snapshot(), "a"),
    ]
    answers = at_once(lambda: banker.send(commands[0]), lambda: andrea.send(commands[1]))
    assert sorted(status for status, _ in answers) == [200, 409]
    assert room.booked() == ["buy"]


def test_a_phone_that_wakes_with_an_old_page_books_nothing(room: Room) -> None:
    andrea, banker = room.andrea(), room.banker()
    asleep = andrea.command(BUY, andrea.snapshot(), "from the evening before")
    for request, do in (("x", BUY), ("y", SELL)):
        assert banker.send(banker.command(do, banker.snapshot(), request))[0] == 200
    status, answer = andrea.send(asleep)
    assert (status, room.booked()) == (409, ["buy", "sell"])
    assert "Andrea sells 1 Smith & Smith share" in answer["error"]
    assert answer["version"] == 2


def test_a_page_of_the_game_before_books_nothing_in_the_next(room: Room) -> None:
    banker = room.banker()
    old = banker.command(BUY, banker.snapshot(), "old")
    new = {"do": "new_game", "header": HEADER, "request": "n", "game": 1, "version": 0}
    assert banker.send(new)[0] == 200
    assert banker.send(old)[0] == 409
    assert room.journal.lines(2) == ()


def read_event(stream: http.client.HTTPResponse) -> dict[str, Any]:
    """The next snapshot of a stream."""
    while True:
        line = stream.readline().decode()
        assert line, "the stream has ended"
        if line.startswith("data: {"):
            shown: dict[str, Any] = json.loads(line.removeprefix("data: "))
            return shown


def test_thirty_screens_all_hear_of_a_tap_each_with_what_is_its_own(room: Room) -> None:
    banker, andrea = room.banker(), room.andrea()
    lines = []
    for number in range(SCREENS):
        device = (banker, andrea, Device(room.port, ""))[number % 3]
        line = http.client.HTTPConnection("127.0.0.1", room.port, timeout=30)
        line.request("GET", f"/events?as={device.as_whom}", headers={"Cookie": device.cookie})
        lines.append((line, line.getresponse()))
    assert {read_event(stream)["version"] for _, stream in lines} == {0}
    assert andrea.send(andrea.command(BUY, andrea.snapshot(), "a"))[0] == 200
    heard = [read_event(stream) for _, stream in lines]
    assert [shown["version"] for shown in heard] == [1] * SCREENS
    roles = [shown["viewer"]["role"] for shown in heard]
    assert roles == ["banker", "player", "public"] * (SCREENS // 3)
    for line, stream in lines:
        stream.close()
        line.close()
