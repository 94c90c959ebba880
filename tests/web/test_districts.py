"""The board of one's own copy: entered on a page, kept, offered at the set-up, and never changed under a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

import calibration
from companion.commands._photos import flatten
from companion.errors import FormatError
from companion.own_boards import DistrictBoards
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from web import House, create_app
from web.pin import Pin, hash_pin


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


def over_one_another(raw: dict[str, Any]) -> dict[str, Any]:
    """The stand-in as it is measured, but D2 has D1's outline."""
    measured = {**calibration.board_file("big-shot"), "name": "ours"}
    first, second, *others = measured["districts"]
    return {**measured, "districts": [first, {**second, "outline_mm": first["outline_mm"]}, *others]}


def test_outlines_over_one_another_are_refused_in_the_readers_language(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.post("/districts/keep?lang=de", json=over_one_another({}))
    assert (answer.status_code, answer.get_json()["error"]) == (400, "die Umrisse von D1 und D2 liegen übereinander")
    assert list(tmp_path.glob("**/*.json")) == []


def test_outlines_are_judged_while_they_are_drawn(client: FlaskClient) -> None:
    drawn = {
        "size_mm": [420, 400],
        "stone_mm": 10,
        "outlines": {
            "Nord": [[0, 0], [100, 0], [100, 100], [0, 100]],
            "Süd": [[0, 60], [100, 60], [100, 160], [0, 160]],
            "Ost": [[200, 200], [300, 300], [300, 200], [200, 300]],
        },
    }
    answer = client.post("/districts/check", json=drawn).get_json()
    assert [(fault["names"], fault["text"]) for fault in answer["faults"]] == [
        (["Ost"], "the outline of Ost crosses or touches itself"),
        (["Nord", "Süd"], "the outlines of Nord and Süd lie over one another"),
    ]


@pytest.mark.parametrize(
    "spoil",
    [
        {"outlines": {"Nord": [[0, 0], [1]]}},
        {"outlines": {"Nord": [[0, 0]] * 201}},
        {"outlines": {str(number): [] for number in range(14)}},
        {"size_mm": [420]},
        {"size_mm": [1e300, 1e300], "outlines": {"Nord": [[0, 0], [1e200, 0], [1e200, 1e200]]}},
        {"size_mm": [420, 0]},
        {"stone_mm": 1e200, "outlines": {"Nord": [[0, 0], [1, 0], [1, 1]]}},
        {"stone_mm": "ten"},
    ],
)
def test_what_are_no_outlines_is_refused(client: FlaskClient, spoil: dict[str, Any]) -> None:
    assert (
        client.post("/districts/check", json={"size_mm": [1, 1], "stone_mm": 1, "outlines": {}, **spoil}).status_code
        == 400
    )


CORNERS = "40,30,600,60,620,420,20,440"


def drawing_client() -> FlaskClient:
    app = create_app(House(FakeTable(scene("trade")), flatten=flatten), secret_key=b"of the tests only")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    return app.test_client()


def test_picture_of_the_board_is_laid_flat_whole_and_alone() -> None:
    """A red board on green, its top left quarter blue: flat there is no green, and the blue is a quarter of it."""
    x0, y0, x1, y1, x2, y2, x3, y3 = (float(part) for part in CORNERS.split(","))
    sheet = np.full((300, 400, 3), (0, 0, 255), np.uint8)
    sheet[:150, :200] = (255, 0, 0)
    ends = np.array([[0, 0], [400, 0], [400, 300], [0, 300]], np.float32)
    to = cv2.getPerspectiveTransform(ends, np.array([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], np.float32))
    image = cv2.warpPerspective(sheet, to, (640, 480), borderValue=(0, 255, 0))
    content = cv2.imencode(".png", image)[1].tobytes()
    answer = drawing_client().post(f"/districts/flat?corners={CORNERS}&size=400,300", data=content)
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    flat = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    height, width = flat.shape[:2]
    assert width / height == pytest.approx(4 / 3, abs=0.01)
    inner = flat[4:-4, 4:-4].astype(int)
    assert (inner[..., 1] > 128).mean() < 0.001
    assert (inner[..., 0] > 128).mean() == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize(
    ("asked", "content", "status", "why"),
    [
        (f"corners={CORNERS}&size=400,300", b"GIF89a", 400, "picture"),
        (f"corners={CORNERS}&size=400", b"", 400, "width and height"),
        (f"corners={CORNERS}&size=0,300", b"", 400, "width and height"),
        (f"corners={CORNERS}&size=nan,300", b"", 400, "width and height"),
        ("corners=1,2,3&size=400,300", b"", 400, "four corners"),
        ("corners=20,440,620,420,600,60,40,30&size=400,300", None, 422, "clockwise"),
    ],
)
def test_what_cannot_be_laid_flat_says_why(asked: str, content: bytes | None, status: int, why: str) -> None:
    if content is None:
        content = cv2.imencode(".png", np.full((480, 640, 3), (9, 90, 200), np.uint8))[1].tobytes()
    answer = drawing_client().post(f"/districts/flat?{asked}", data=content)
    assert (answer.status_code, why in answer.get_json()["error"]) == (status, True), answer.get_json()


def test_drawing_is_for_the_banker(tmp_path: Path) -> None:
    house = House(FakeTable(scene("trade")), flatten=flatten, pin=Pin(hash_pin("482913")))
    app = create_app(house, secret_key=b"of the tests only")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    for path in ("/districts/flat", "/districts/check", "/districts/keep"):
        assert app.test_client().post(path, json={}).status_code == 403, path
