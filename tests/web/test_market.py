"""The figures of one's own copy of MASTER OF ECONOMY: entered on a page, kept, and offered at the set-up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.commands._market_photos import MarketPhotos
from companion.errors import FormatError
from companion.own_markets import MarketCopies, parse_copy
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At
from tests.vision.test_offers import BOARD, RED, RED_LIES, Marker, draw
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from web import House, create_app

COAL = {"import": 5, "export": [0, 1, 1, 2, 2, 3, 3], "demand": 7}


def entered(**changes: Any) -> dict[str, Any]:
    """As the page sends it: only coal has been read off the board."""
    return {"name": "ours", "grey_field": 6, "goods": {"coal": COAL}, **changes}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    house = House(
        FakeTable(scene("trade")), addresses=["http://10.0.0.9:8000/"], markets=MarketCopies(tmp_path / "boards")
    )
    app = create_app(house, secret_key=b"of the tests only")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    return app.test_client()


def test_figures_that_were_entered_are_kept_and_offered(client: FlaskClient, tmp_path: Path) -> None:
    assert client.post("/market/keep", json=entered()).get_json() == {"ok": True}
    kept = json.loads((tmp_path / "boards" / "ours.json").read_text("utf-8"))
    assert kept == {"format": "bankhalter-market/1", **entered()}
    page = client.get("/setup?game=master_of_economy").get_data(as_text=True)
    assert "&#34;demand&#34;: 7" in page
    assert ">ours</option>" in page


def test_what_was_not_read_off_stays_a_stand_in(client: FlaskClient) -> None:
    copy = parse_copy({"format": "bankhalter-market/1", **entered()})
    assert copy.market.rows["coal"].import_ == 5
    assert not [figure for figure in copy.market.stand_ins if figure.startswith("goods.coal.")]
    assert "goods.iron.export" in copy.market.stand_ins
    assert "share_value" in copy.market.stand_ins
    client.post("/market/keep", json=entered())
    page = client.get("/market?from=ours").get_data(as_text=True)
    # iron, power, steel, ship, building, share values and factories' fields are left of the eight groups
    assert page.count('<span class="d-stand-in" >') == 7


def test_figures_of_that_name_are_corrected(client: FlaskClient, tmp_path: Path) -> None:
    client.post("/market/keep", json=entered())
    assert client.post("/market/keep", json=entered(grey_field=7)).status_code == 200
    (copy,) = MarketCopies(tmp_path / "boards").copies()
    assert copy.market.grey_field == 7


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": "../x"}, "letters, digits"),
        ({"goods": {"coal": {**COAL, "export": [1, 2, 3, 3, 3, 3]}}}, "the first export field of coal"),
        ({"goods": {"coal": {**COAL, "export": [0, 2, 1, 3, 3, 3]}}}, "fall"),
        ({"goods": {"coal": {**COAL, "export": [0, 1]}}}, "at least 6 export fields"),
        ({"goods": {"gold": COAL}}, "gold"),
        ({"share_value": [1, 2]}, "share_value"),
        ({"colour": "red"}, "colour"),
    ],
    ids=["path", "no 0/1", "falls", "short", "no good", "few values", "unknown"],
)
def test_what_are_no_figures_is_refused_with_the_reason_and_not_kept(
    client: FlaskClient, tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    answer = client.post("/market/keep", json=entered(**changes))
    assert answer.status_code == 400
    assert why in answer.get_json()["error"]
    assert list(tmp_path.glob("**/*.json")) == []


def test_a_boards_name_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "ours.json").write_text('{"name": "ours"}', "utf-8")
    with pytest.raises(FormatError, match="choose another name"):
        MarketCopies(tmp_path).keep(entered())
    assert (tmp_path / "ours.json").read_text("utf-8") == '{"name": "ours"}'


def test_without_a_place_to_keep_figures_the_page_says_so() -> None:
    house = House(FakeTable(scene("trade")), addresses=["http://10.0.0.9:8000/"])
    app = create_app(house, secret_key=b"of the tests only")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    assert app.test_client().post("/market/keep", json=entered()).status_code == 422


@pytest.fixture
def camera() -> Iterator[tuple[FlaskClient, At]]:
    """A table where red makes its offers, with what reads pictures of the market."""
    at = At(None, header=header_of(2, {"year": 1, "phase": 4}))
    app = create_app(House(at.table, market_photos=MarketPhotos(lambda: BOARD)), secret_key=b"of the tests only")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    yield app.test_client(), at
    at.journal.close()


def picture(markers: Sequence[Marker], seed: int = 1) -> tuple[bytes, str]:
    """A picture file, and the board's corners in it as the page sends them."""
    image, corners = draw(markers, seed=seed)
    return cv2.imencode(".png", image)[1].tobytes(), ",".join(f"{x},{y}" for x, y in corners)


def test_a_picture_is_compared_with_the_offers_and_nothing_is_booked(camera: tuple[FlaskClient, At]) -> None:
    client, at = camera
    empty, corners = picture([], seed=9)
    lying, _ = picture(RED_LIES)
    assert client.post("/market/empty", data=empty).get_json() == {"ok": True}
    told = client.post(f"/market/compare?corners={corners}", data=lying).get_json()
    assert (told["problems"], told["event"]) == ([], RED)
    assert told["seen"] == "Red Socks wants 2 coal and offers building material on 3"
    assert at.version == 0
    at.ask("event", event={**RED, "import": {"coal": 1}})
    told = client.post(f"/market/compare?corners={corners}", data=lying).get_json()
    assert (told["problems"], told["event"]) == (["coal, import: 2 of Red Socks seen, 1 entered"], None)
    assert at.version == 1


@pytest.mark.parametrize(
    ("empty", "corners", "why"),
    [
        (False, "", "four corners"),
        (True, "0,0,9,0,nan,inf,0,9", "four corners"),
        (True, "0,0,9,0,9,1e300,0,9", "four corners"),
        (False, "1,1,2,1,2,2,1,2", "empty market first"),
        (True, "1,1,1,2,2,2,2,1", "clockwise"),
    ],
    ids=["no corners", "no number", "far away", "no empty board", "the wrong way round"],
)
def test_what_cannot_be_compared_says_why(camera: tuple[FlaskClient, At], empty: bool, corners: str, why: str) -> None:
    client, _ = camera
    content, _ = picture([])
    if empty:
        client.post("/market/empty", data=content)
    answer = client.post(f"/market/compare?corners={corners}", data=content)
    assert answer.status_code in (400, 422)
    assert why in answer.get_json()["error"]


def test_why_is_said_in_the_readers_language(camera: tuple[FlaskClient, At]) -> None:
    client, _ = camera
    content, corners = picture([])
    other = cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1].tobytes()
    client.post("/market/empty", data=content)
    told = client.post(f"/market/compare?corners={corners}&lang=de", data=other).get_json()["error"]
    assert told == "das Bild des leeren Bretts hat eine andere Größe: von derselben Stelle aus aufnehmen"


def test_what_is_no_picture_is_refused(camera: tuple[FlaskClient, At]) -> None:
    assert camera[0].post("/market/empty", data=b"no picture").status_code == 400
