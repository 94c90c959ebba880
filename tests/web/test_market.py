"""The figures of one's own copy of MASTER OF ECONOMY: entered on a page, kept, and offered at the set-up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import FormatError
from companion.own_markets import MarketCopies, parse_copy
from tests.web.conftest import FakeTable, scene
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
