"""The board of one's own copy: entered on a page, kept, offered at the set-up, and never changed under a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import calibration
from companion.errors import FormatError
from companion.own_boards import DistrictBoards
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from web import House, create_app


def entered(name: str = "ours", **changes: Any) -> dict[str, Any]:
    """The stand-in with another name and the first district worth 12, as the page sends it."""
    raw = calibration.board_file("big-shot")
    asked = ("name", "value", "park", "neighbours")  # the page knows no outlines
    districts = [{key: district[key] for key in asked if key in district} for district in raw["districts"]]
    districts[0]["value"] = 12
    return {"name": name, "districts": districts, **changes}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    app = create_app(
        House(
            FakeTable(scene("trade")), addresses=["http://10.0.0.9:8000/"], cities=DistrictBoards(tmp_path / "boards")
        ),
        secret_key=b"of the tests only",
    )
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    return app.test_client()


def test_the_stand_in_is_marked_where_boards_are_chosen(client: FlaskClient) -> None:
    assert "stand-in: values and neighbours are invented" in client.get("/districts").get_data(as_text=True)
    assert 'value="big-shot" data-stand-in="1"' in client.get("/setup?game=big_shot").get_data(as_text=True)


def test_a_board_that_was_entered_is_kept_and_offered_without_the_mark(client: FlaskClient, tmp_path: Path) -> None:
    assert client.post("/districts/keep", json=entered()).get_json() == {"ok": True}
    kept = json.loads((tmp_path / "boards" / "ours.json").read_text("utf-8"))
    assert kept["districts"][0] == {"name": "D1", "value": 12, "neighbours": ["D2", "D5"]}
    assert 'value="ours" data-stand-in="0"' in client.get("/setup?game=big_shot").get_data(as_text=True)
    assert 'name="value" type="number" inputmode="numeric" min="1" value="12"' in client.get(
        "/districts?from=ours"
    ).get_data(as_text=True)


def one_sided(raw: dict[str, Any]) -> dict[str, Any]:
    raw["districts"][0]["neighbours"] = ["D2"]  # D5 still names D1
    return raw


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (one_sided, "must name it too"),
        (lambda raw: {**raw, "districts": raw["districts"][:12]}, "12 districts"),
        (lambda raw: {**raw, "name": "../../etc"}, "letters, digits"),
        (lambda raw: {**raw, "name": "big-shot"}, "choose a new name"),
        (lambda raw: {**raw, "name": "shark-1991"}, "choose a new name"),
        (lambda raw: {"name": "x"}, "districts"),
    ],
    ids=["one-sided", "too few", "path", "the program's", "a grid's", "none"],
)
def test_what_is_no_board_is_refused_with_the_reason_and_not_kept(
    client: FlaskClient, tmp_path: Path, spoil: Callable[[dict[str, Any]], dict[str, Any]], why: str
) -> None:
    answer = client.post("/districts/keep", json=spoil(entered()))
    assert answer.status_code == 400
    assert why in answer.get_json()["error"]
    assert list(tmp_path.glob("**/*.json")) == []


def test_a_kept_board_is_never_changed(tmp_path: Path) -> None:
    boards = DistrictBoards(tmp_path)
    boards.keep(entered())
    before = (tmp_path / "ours.json").read_bytes()
    boards.keep(entered())  # the same once more is no change
    other = entered()
    other["districts"][0]["value"] = 13
    with pytest.raises(FormatError, match="another board is called"):
        boards.keep(other)
    assert (tmp_path / "ours.json").read_bytes() == before
    assert [city.name for city in boards.cities()] == ["big-shot", "ours"]


def test_a_file_that_is_no_board_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", "utf-8")
    DistrictBoards(tmp_path).keep(entered())
    assert [city.name for city in DistrictBoards(tmp_path).cities()] == ["big-shot", "ours"]


def test_without_a_place_to_keep_boards_the_page_says_so() -> None:
    app = create_app(
        House(FakeTable(scene("trade")), addresses=["http://10.0.0.9:8000/"]), secret_key=b"of the tests only"
    )
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    assert "no board of districts" in app.test_client().get("/districts").get_data(as_text=True)
    assert app.test_client().post("/districts/keep", json=entered()).status_code == 422
