"""An attack on the hidden cards of REIBACH & CO (B-5): no answer of the pages tells one.

Two games are played that differ in nothing but the names of cards that people do not see. Whoever can tell one game's
answers from the other's knows a hidden card; so every answer must be the same to the byte, for everybody who may ask.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask

import calibration
from companion.journal import Journal
from companion.review import Clerk, Library
from companion.table import Policy, Table
from companion.words import LANGUAGES
from web import House, create_app
from web._roles import seat_link

HEADER = {
    "format": "bankhalter-game/1",
    "game": "reibach",
    "mode": "tracked",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "starter": "Andrea",
    "open": ["oil", "gold", "risk"],
}


def game(hidden: tuple[str, str, str]) -> list[dict[str, Any]]:
    """Cards come into both hands and lie face down; what lies face up is the same whatever is hidden."""
    drawn, dealt, replaced = hidden
    return [
        {"do": "draw", "player": "Andrea", "card": drawn},
        {"do": "dealmaker", "player": "Andrea", "card": drawn},
        {"do": "draw", "player": "Bernd", "card": "reibach"},
        {"do": "replace", "player": "Bernd", "card": replaced},
        {"do": "dealmaker", "player": "Bernd", "card": dealt},
        {"do": "dealmaker", "player": "Andrea", "card": dealt},
        {"do": "take_open", "player": "Andrea", "card": "oil", "replaced_by": "art"},
        {"do": "lay", "player": "Andrea", "row": 1, "card": "oil"},
        *[{"do": "dealmaker", "player": "Bernd", "card": card} for card in (replaced, dealt, dealt)],
        {"do": "draw", "player": "Andrea", "card": drawn},
        {"do": "dealmaker", "player": "Andrea", "card": drawn},
    ]


def whole_game(hidden: tuple[str, str, str]) -> list[dict[str, Any]]:
    """The same game to its end: the 10th Reibach card ends it at once (B-6). One was drawn before."""
    others = [{"do": "replace", "player": "Bernd", "card": "reibach"}] * 8
    return [*game(hidden), {"do": "draw", "player": "Bernd", "card": "reibach"}, *others]


SIGNED = (
    r'content="[^"]{40,}"|value="[^"]{60,}"|join/[\w.-]+|<path class="qrline"[^>]*>|<path[^>]* d="[^"]{2000,}"[^>]*>'
)
"""Keys and links that hold the time of day, also as a code to be scanned."""

RECORDS = ("games.record", "takeaway.record")
"""The banker's own: they name hidden cards (B-5)."""

ONE = ("gold", "jewellery", "stocks")
OTHER = ("multitalent", "risk", "antiques")


class Attacked:
    """A table with such a game on it, its pages, and everybody's browser."""

    def __init__(self, hidden: tuple[str, str, str], *, at_once: bool = True, over: bool = False) -> None:
        self.journal = Journal(None, lambda: "2026-01-02T03:04:05+00:00")
        self.journal.new_game(HEADER)
        self.table = Table(self.journal, calibration.board_file, policy=Policy(players=at_once))
        library = Library(self.journal, calibration.board_file)
        self.clerk = Clerk(library)
        self.app: Flask = create_app(
            House(self.table, addresses=["http://10.0.0.9:8000/"], library=library, clerk=self.clerk),
            secret_key=b"of the tests only",
        )
        self.app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
        self.app.extensions["bankhalter"].closing.set()  # a stream ends after its first snapshot
        self.client = self.app.test_client()
        self.requests = 0
        for event in whole_game(hidden) if over else game(hidden):
            assert self.send(do="event", event=event)[0] == 200, event

    def send(self, path: str = "/command", seat: int | None = None, **command: Any) -> tuple[int, str]:
        self.requests += 1
        now = self.table.snapshot()
        body = {"request": f"r{self.requests}", "game": now["game"]["id"], "version": now["version"], **command}
        headers = {"X-Bankhalter-As": "banker" if seat is None else f"seat-{seat}"}
        answer = self.client.post(path, json=body, headers=headers)
        return answer.status_code, answer.get_data(as_text=True)

    def answers(self, languages: Iterable[str] = LANGUAGES) -> Iterator[tuple[str, str]]:
        """Everything that can be looked at, but for the banker's own record and backup."""
        self.clerk.ask(1)
        self.clerk.catch_up()
        with self.app.test_request_context():
            word = seat_link("Andrea")
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or set()) or rule.endpoint in ("static", *RECORDS, "backup.download"):
                continue
            if rule.rule in ("/backup.zip", "/token"):
                continue
            path = re.sub(r"<int:[a-z]+>|<ref>", "1", rule.rule).replace("<word>", word).replace("<code>", "de")
            path = re.sub(r"<[a-z:]+>", "x", path)
            for language in languages:
                for viewer in ("banker", "seat-1", "seat-2", ""):
                    asked = f"{path}?lang={language}&as={viewer}"
                    text = self.client.get(asked, follow_redirects=True).get_data().decode(errors="surrogateescape")
                    yield asked, re.sub(SIGNED, "", text)

    def looked_back(self, ref: str) -> Iterator[tuple[str, int, bytes]]:
        """Every moment of a game and everything that may be taken away from it, but for the banker's own record."""
        moments = [f"moment/{n}" for n in range(len(whole_game(ONE)) + 1)]
        for path in (*moments, "ledger", "ledger.csv", "report.pdf", "board.svg", "analysis", "analysis.json", ""):
            for language in LANGUAGES:
                answer = self.client.get(f"/review/{ref}/{path}?lang={language}".replace("/?", "?"))
                told = re.sub(SIGNED.encode(), b"", answer.get_data())
                yield f"{path} {language}", answer.status_code, told.replace(ref.encode(), b"REF")

    def attempts(self) -> Iterator[tuple[str, Any]]:
        """What comes of commands that try the hidden cards out."""
        lines = self.table.snapshot()["log"]
        for line in lines:
            yield "undo", self.send("/ahead", do="undo", to=line["seq"])
            yield "never", self.send("/ahead", do="correct", seq=line["seq"], event=None)
            for event in (
                {"do": "draw", "player": "Andrea", "card": "reibach"},
                {"do": "draw", "player": "Andrea", "card": "property"},
                {"do": "lay", "player": "Andrea", "row": 1, "card": "oil"},
            ):
                yield "other", self.send("/ahead", do="correct", seq=line["seq"], event=event)
        for seat in (1, 2):
            for do in ("dealmaker", "lay", "draw"):
                for player in ("Andrea", "Bernd"):
                    event = {"do": do, "player": player, "card": "oil", "row": 2}
                    yield f"{player} {do} from seat {seat}", self.send(seat=seat, do="event", event=event)
        yield "stale", self.send(version=0, do="undo")
        yield "undo", self.send(do="undo", to=lines[5]["seq"])


@pytest.mark.parametrize("at_once", [True, False], ids=["booked at once", "asked for"])
def test_no_answer_tells_one_hidden_card_from_another(at_once: bool) -> None:
    one, other = Attacked(ONE, at_once=at_once), Attacked(OTHER, at_once=at_once)
    looked = 0
    for (path, text), (_, text_of_other) in zip(one.answers(), other.answers(), strict=True):
        assert text == text_of_other, path
        looked += len(text)
    assert looked > 100_000  # pages, snapshots and streams were there to be compared
    for attempt, attempt_at_other in zip(one.attempts(), other.attempts(), strict=True):
        assert attempt == attempt_at_other
    languages = ["en", "de"] if at_once else ["fr", "it"]  # each is seen with what came of the attempts
    for (path, text), (_, text_of_other) in zip(one.answers(languages), other.answers(languages), strict=True):
        assert text == text_of_other, path


def test_the_attack_would_find_a_card_that_is_told() -> None:
    """The comparison sees: a card that lies face up is told."""
    one, other = Attacked(ONE), Attacked(ONE)
    for table, card in ((one, "art"), (other, "gold")):
        event = {"do": "take_open", "player": "Bernd", "card": card, "replaced_by": "oil"}
        assert table.send(do="event", event=event)[0] == 200
    assert dict(one.answers(["de"])) != dict(other.answers(["de"]))


def test_no_moment_or_export_of_a_game_that_is_over_tells_a_hidden_card() -> None:
    """B-5 holds when the game is over, too: pages, CSV, PDF, SVG, of a kept game and of a record that was opened."""
    one, other = Attacked(ONE, over=True), Attacked(OTHER, over=True)
    assert all(table.table.snapshot()["view"]["phase"] == "over" for table in (one, other))
    refs = []
    for table in (one, other):
        table.clerk.ask(1)
        table.clerk.catch_up()
        record = table.client.get("/review/1/record.jsonl").get_data()
        opened = table.client.post("/review/open", data=record).get_json()
        refs.append(("1", opened["address"].removeprefix("/review/")))
    for ref, ref_of_other in zip(*refs, strict=True):
        statuses = {}
        for (path, status, told), at_other in zip(one.looked_back(ref), other.looked_back(ref_of_other), strict=True):
            assert (path, status, told) == at_other, path
            statuses[path] = status
        assert {statuses[f"{path} en"] for path in ("moment/9", "ledger", "ledger.csv", "report.pdf", "")} == {200}
        assert statuses["board.svg en"] == 404, "there is no board with squares to be drawn"


def test_the_bankers_own_record_names_them() -> None:
    """It is the one place: the record is the banker's file (B-5)."""
    for path in ("/games/1.game.jsonl", "/review/1/record.jsonl"):
        record = Attacked(ONE).client.get(path).get_data(as_text=True)
        assert [json.loads(line).get("card") for line in record.splitlines()][1:3] == ["gold", "gold"]
