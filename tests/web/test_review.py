"""Looking back on a recorded game of 80 turns: what the pages say is what came with the record."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pypdfium2
import pytest
from flask.testing import FlaskClient

from companion.record import parse_record, render_line
from tests.web.looking_back import EXPECTED, GAME, GAMES, ON_TABLE, RECORD, LookingBack
from web.pin import Pin, hash_pin


@pytest.fixture(scope="module")
def back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LookingBack]:
    made = LookingBack(tmp_path_factory.mktemp("back"))
    made.clerk.catch_up()
    yield made
    made.close()


@pytest.fixture
def client(back: LookingBack) -> FlaskClient:
    return back.app.test_client()


def text(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.get_data(as_text=True)


def post(client: FlaskClient, path: str, status: int = 200, **body: object) -> dict[str, object]:
    key = client.get("/token").get_json()["token"]
    answer = client.post(path, json=body, headers={"X-CSRFToken": key})
    assert answer.status_code == status, answer.get_data(as_text=True)
    told: dict[str, object] = answer.get_json()
    return told


def test_the_list_tells_players_winner_and_turns(client: FlaskClient) -> None:
    page = text(client, "/review")
    assert "Bernd, Andrea" in page
    over = EXPECTED[-1]["over"]
    winner = over["ranking"][0][0]
    assert re.search(rf"{winner} <b>{over['result'][winner]:,}</b>", page)
    assert 'class="spark"' in page
    assert "on the table" in page
    assert "Bernd, Andrea" not in text(client, "/review?player=Chlo%C3%A9")


@pytest.mark.parametrize("n", [0, 1, 40, 100, 163, 206, 279])
def test_each_moment_shows_the_prices_cash_and_board_of_the_record(client: FlaskClient, n: int) -> None:
    page = text(client, f"/review/1/moment/{n}")
    state = EXPECTED[n]
    shown = re.findall(r"co-(\w+) co-inline[^>]*><use[^>]*/></svg> ([\d,]+)</li>", page)
    assert {company: int(price.replace(",", "")) for company, price in shown} == state["prices"]
    for player, cash in state["cash"].items():
        assert re.search(rf'<th scope="row">{player}</th><td class="number">{cash:,}</td>', page)
    for letter in "RBGY":
        drawn = len(re.findall(rf'font-weight="700">{letter}</text>', page))
        assert drawn == sum(row.count(letter.lower()) for row in state["board"]), letter
    for entry in state["entries"]:
        sign = "+" if entry["amount"] > 0 else "−" if entry["amount"] < 0 else ""
        assert f"{sign}{abs(entry['amount']):,}" in page


def test_a_link_opens_at_its_moment_and_an_odd_one_at_a_near_one(client: FlaskClient) -> None:
    assert 'id="r-moment" data-n="100"' in text(client, "/review/1?at=100")
    assert 'id="r-moment" data-n="279"' in text(client, "/review/1?at=99999")
    assert 'id="r-moment" data-n="279"' in text(client, "/review/1?at=<script>")
    for path in (
        "/review/99",
        "/review/99/ledger",
        "/review/99/record.jsonl",
        "/review/r0123",
        "/review/0",
        "/review/1x",
    ):
        assert client.get(path).status_code == 404, path


def test_the_picture_of_a_placement_stands_beside_it(client: FlaskClient, back: LookingBack) -> None:
    first = next(n for n, event in enumerate(RECORD.events, start=1) if event["do"] == "place")
    page = text(client, f"/review/1/moment/{first}")
    (address,) = re.findall(r'<img src="(/picture/1/[0-9a-f]{16}\.jpg)"', page)
    assert client.get(address).get_data() == next(iter(back.eyes.pictures.values()))
    assert "as it was" not in page
    assert "<img" not in text(client, f"/review/1/moment/{first - 1}")
    later = text(client, f"/review/1/moment/{first + 1}")  # nothing was placed since: the picture is still that one
    assert address in later
    assert "as it was: Bernd puts" in later or "as it was: Andrea puts" in later


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", lambda entry: True),
        ("?kind=loss", lambda entry: entry["kind"] == "loss"),
        ("?player=Andrea&kind=dividend", lambda entry: (entry["player"], entry["kind"]) == ("Andrea", "dividend")),
        ("?company=green", lambda entry: entry.get("company") == "green"),
        ("?player=nobody", lambda entry: False),
    ],
)
def test_the_ledger_has_the_entries_of_the_record(client: FlaskClient, query: str, wanted: object) -> None:
    entries = [entry for line in EXPECTED for entry in line["entries"] if wanted(entry)]  # type: ignore[operator]
    page = text(client, f"/review/1/ledger{query}")
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    amounts = re.findall(r'<td class="number"><b>([+−]?[\d,]+)</b></td>', body)
    assert [int(a.replace(",", "").replace("−", "-")) for a in amounts] == [entry["amount"] for entry in entries]


def test_what_is_taken_away_is_whole(client: FlaskClient, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/review/1/ledger.csv").get_data().decode("utf-8-sig"))))
    assert len(rows) == sum(len(line["entries"]) for line in EXPECTED)
    assert sum(int(row["amount"]) for row in rows) == sum(e["amount"] for line in EXPECTED for e in line["entries"])
    assert parse_record(client.get("/review/1/record.jsonl").get_data()) == RECORD
    document = pypdfium2.PdfDocument(client.get("/review/1/report.pdf").get_data())
    assert len(document) == 2
    document.close()
    assert client.get("/review/1/board.svg").get_data().startswith(b"<svg")
    for path in ("ledger.csv", "record.jsonl", "report.pdf", "board.svg"):
        assert "attachment" in client.get(f"/review/1/{path}").headers["Content-Disposition"]


def test_a_film_is_asked_for_made_in_the_background_and_taken_away(
    client: FlaskClient, back: LookingBack, tmp_path: Path
) -> None:
    assert client.get("/review/1/time-lapse.avi").status_code == 404
    assert client.get("/review/1/film.json").get_json() == {"ok": True, "state": "none"}
    assert post(client, "/review/film", game=1)["ok"]
    assert client.get("/review/1/film.json").get_json()["state"] == "waiting"
    assert post(client, "/review/film", game=1, stop=True)["ok"]
    back.clerk.catch_up()
    assert client.get("/review/1/film.json").get_json()["state"] == "none"
    assert post(client, "/review/film", game=1)["ok"]
    back.clerk.catch_up()
    assert client.get("/review/1/film.json").get_json()["state"] == "done"
    answer = client.get("/review/1/time-lapse.avi")
    assert "attachment" in answer.headers["Content-Disposition"]
    film = tmp_path / "film.avi"
    film.write_bytes(answer.get_data())
    answer.close()
    capture = cv2.VideoCapture(str(film))
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == sum(event["do"] == "place" for event in RECORD.events)
    capture.release()


def test_only_a_game_with_pictures_offers_a_film(client: FlaskClient) -> None:
    assert 'id="r-film"' in text(client, "/review/1")
    assert 'id="r-film"' not in text(client, "/review/2")
    assert post(client, "/review/film", game=2)["ok"]


def test_a_record_from_elsewhere_is_shown_up_to_its_error_and_kept_only_when_whole(client: FlaskClient) -> None:
    key = client.get("/token").get_json()["token"]
    lines = GAME.read_bytes().splitlines(keepends=True)
    broken = b"".join(lines[:50]) + b'{"do": "roll", "player": "Andrea", "zone": "9", "colour": "red"}\n' + lines[50]
    answer = client.post("/review/open", data=broken, headers={"X-CSRFToken": key}).get_json()
    assert (answer["ok"], answer["whole"]) == (True, False)
    page = text(client, answer["address"])
    assert 'role="alert">Line 51 of the record breaks a rule' in page
    assert 'id="r-moment" data-n="49"' in page
    assert "r-keep" not in page
    assert post(client, "/review/keep", 400, key=answer["address"].rsplit("/")[-1])["ok"] is False
    for content, status in ((b"hello", 400), (b"", 400), (bytes(5 * 2**20), 413)):
        assert client.post("/review/open", data=content, headers={"X-CSRFToken": key}).status_code == status
    assert client.post("/review/open", data=broken).status_code == 400
    small = (render_line(ON_TABLE) + "\n").encode()
    answer = client.post("/review/open", data=small, headers={"X-CSRFToken": key}).get_json()
    assert 'id="r-keep"' in text(client, answer["address"])
    kept = post(client, "/review/keep", key=answer["address"].rsplit("/")[-1])
    assert "Chloé, Dörte" in text(client, str(kept["address"]))


def test_names_from_a_record_are_escaped(client: FlaskClient) -> None:
    key = client.get("/token").get_json()["token"]
    header = {**ON_TABLE, "players": ["<script>alert(1)</script>", "B"], "banker": "B"}
    answer = client.post("/review/open", data=(render_line(header) + "\n").encode(), headers={"X-CSRFToken": key})
    page = text(client, answer.get_json()["address"])
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_an_analysis_is_asked_for_worked_out_and_told(client: FlaskClient, back: LookingBack) -> None:
    assert "Not worked out yet" in text(client, "/review/1/analysis")
    assert client.get("/review/1/analysis.json").get_json() == {"ok": True, "state": "none"}
    assert post(client, "/review/analyse", game=1)["ok"]
    assert client.get("/review/1/analysis.json").get_json()["state"] == "waiting"
    back.clerk.catch_up()
    assert client.get("/review/1/analysis.json").get_json()["state"] == "done"
    page = text(client, "/review/1/analysis")
    assert "Turning point" in page
    assert "Luck of the dice" in page
    for game in ("1", None, True, 99):
        assert post(client, "/review/analyse", 404 if game == 99 else 400, game=game)["ok"] is False


@pytest.mark.parametrize(
    ("game", "told", "not_told"),
    [
        ("big_shot", ["The lead", "What was paid for stones", "the luck of the die"], ["Luck and skill"]),
        ("reibach", ["The lead", "The turns that changed most", "luck of the cards"], ["Luck and skill", "stones"]),
        ("master_of_economy", ["The lead", "the best offer, factory or vote"], ["Luck and skill", "stones"]),
    ],
)
def test_what_is_not_worked_out_of_a_game_is_said(
    client: FlaskClient, back: LookingBack, game: str, told: list[str], not_told: list[str]
) -> None:
    path = sorted((GAMES / game / "legal").glob("*.game.jsonl"))[0]
    taken = parse_record(path.read_bytes())
    number = back.journal.take_in(taken.header, taken.events, actor="banker")
    post(client, "/review/analyse", game=number)
    back.clerk.catch_up()
    page = text(client, f"/review/{number}/analysis").lower()
    assert "not worked out" in page
    assert all(words.lower() in page for words in told)
    assert not any(words.lower() in page for words in not_told)
    back.journal.mark(number, "archived")
    back.journal.delete(number)


def test_records_count_the_finished_game(client: FlaskClient) -> None:
    page = text(client, "/records")
    assert "Finished games: 1." in page
    assert re.search(r"Andrea</a></th><td class=\"number\">1</td>", page)
    assert "games together: 1" in page


def test_who_is_not_the_banker_keeps_and_forgets_nothing(tmp_path: Path) -> None:
    back = LookingBack(tmp_path, Pin(hash_pin("482913")))
    client = back.app.test_client()
    assert "Forget a player" not in text(client, "/records")
    assert post(client, "/review/forget", 403, name="Andrea", confirm="Andrea")["ok"] is False
    assert post(client, "/review/keep", 403, key="r0")["ok"] is False
    assert client.get("/review/2/record.jsonl").status_code == 403, "what is not over is for the banker"
    assert client.get("/review/1/record.jsonl").status_code == 200
    back.close()


def test_a_record_that_names_hidden_cards_is_the_bankers_also_after_the_game(tmp_path: Path) -> None:
    """B-5: hands and dealmakers are never shown by name."""
    tracked = next(
        path for path in (GAMES / "reibach" / "legal").glob("*.game.jsonl") if b'"dealmaker"' in path.read_bytes()
    )
    sheet = next(path for path in (GAMES / "reibach" / "legal").glob("*.game.jsonl") if b'"sheet"' in path.read_bytes())
    back = LookingBack(tmp_path, Pin(hash_pin("482913")))
    for path, status in ((tracked, 403), (sheet, 200)):
        taken = parse_record(path.read_bytes())
        game = back.journal.take_in(taken.header, taken.events, actor="banker")
        client = back.app.test_client()
        page = text(client, f"/review/{game}")
        assert "not over" not in page
        assert (f"/review/{game}/record.jsonl" in page) is (status == 200)
        assert client.get(f"/review/{game}/record.jsonl").status_code == status
    back.close()


def test_a_game_with_hidden_cash_is_looked_back_on_when_it_is_over(tmp_path: Path) -> None:
    back = LookingBack(tmp_path, Pin(hash_pin("482913")))
    hidden = back.journal.take_in({**ON_TABLE, "x_hidden_cash": True}, [], actor="banker")
    client = back.app.test_client()
    for path in ("", "/moment/0", "/ledger", "/ledger.csv", "/report.pdf", "/analysis", "/analysis.json", "/board.svg"):
        assert client.get(f"/review/{hidden}{path}").status_code == 403, path
    back.close()


def test_a_player_is_forgotten_when_his_name_is_typed_twice(tmp_path: Path) -> None:
    back = LookingBack(tmp_path)
    client = back.app.test_client()
    assert post(client, "/review/forget", 400, name="Andrea", confirm="andrea")["ok"] is False
    assert "Andrea" in text(client, "/review/1")
    assert post(client, "/review/forget", 422, name="Dörte", confirm="Dörte")["ok"] is False, "plays on the table"
    assert post(client, "/review/forget", name="Andrea", confirm="Andrea") == {"ok": True, "games": 1}
    for path in ("/review", "/review/1", "/review/1/ledger", "/records", "/review/1/record.jsonl"):
        assert "Andrea" not in text(client, path), path
    assert "N. N." in text(client, "/review/1")
    back.close()
