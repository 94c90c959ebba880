"""Pictures are asked for where they are: what is known not to be there would be an error in the browser's console."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.browsing import Open, visiting
from tests.web.browser.test_calibrate import CHECKED
from tests.web.fakes import FakeDesk, FakeEyes, FakeSimulator, FakeTable, app_of
from tests.web.scenes import scene

pytestmark = pytest.mark.browser

PICTURES = ("/picture/", "/crop/", "/calibrate/picture/")


def asked_of(page: Any) -> list[str]:
    """The paths of the pictures that the page asks for from now on."""
    asked: list[str] = []

    def note(request: Any) -> None:
        path = "/" + request.url.split("/", 3)[3]
        if path.startswith(PICTURES) and not path.endswith(".json"):
            asked.append(path)

    page.on("request", note)
    return asked


@pytest.mark.parametrize(
    ("path", "image"),
    [("banker", "#strip-picture"), ("board", "#b-image"), ("chains", "#c-image"), ("virtual", "#v-picture")],
)
def test_the_camera_s_picture_is_asked_for_from_when_there_is_one(
    open_page: Open, table: FakeTable, path: str, image: str
) -> None:
    with_one = table.shown
    table.shown = {**with_one, "revision": 100, "pictures": False, "board_seen": None}
    page = open_page(path, 1280)
    asked = asked_of(page)
    page.reload()
    page.wait_for_selector("html[data-revision='100']")
    table.shown = {**with_one, "revision": 101}
    expect(page.locator(image)).to_be_visible()
    assert asked, "there is one now"
    assert all("at=101" in each for each in asked), "and was none before"
    table.shown = {**with_one, "revision": 102, "pictures": False, "board_seen": None}
    expect(page.locator(image)).to_be_hidden()
    assert all("at=101" in each for each in asked)


def test_no_picture_is_asked_for_while_the_table_is_not_heard(open_page: Open, table: FakeTable) -> None:
    """It may have been started again, and its camera not have a picture yet: the next message says whether it has."""
    page = open_page("board", 1280)
    streams: list[Any] = []

    def stream() -> Any:
        """The next one that the page asks for."""
        while not streams:
            page.evaluate("0")
        return streams.pop()

    page.route("**/events?*", lambda route: streams.append(route))
    asked = asked_of(page)
    page.clock.install()
    page.reload()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)  # from here time goes on as the test says
    now = json.dumps({**table.shown, "revision": 100})
    told = f"retry: 10\n\nevent: snapshot\ndata: {now}\n\n"
    stream().fulfill(content_type="text/event-stream", body=told)
    page.get_by_role("radio", name="Live").dispatch_event("click")
    expect(page.locator("#b-image")).to_have_attribute("src", re.compile("/picture/live.jpg"))
    later = stream()  # the first one has ended
    before = len(asked)
    page.clock.run_for(2_000)
    table.shown = {**table.shown, "revision": 101}
    later.continue_()
    page.wait_for_selector("html[data-revision='101']")
    with page.expect_request("**/picture/live.jpg?*"):
        page.clock.run_for(1_000)
    assert all("at=101" in each for each in asked[before:])


def test_of_a_placement_without_a_kept_picture_none_is_asked_for(
    open_page: Open, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of them in the log: of one the picture was kept, the other was tapped by hand."""
    place = next(line for line in scene("after")["log"] if line["event"]["do"] == "place")
    log = [{**place, "seq": 9, "picture": "by-hand"}, {**place, "seq": 8, "picture": "by-camera"}]
    table.shown = {**table.shown, "revision": 100, "log": log}
    monkeypatch.setattr(FakeEyes, "kept_keys", lambda self, game: {"by-camera"})
    page = open_page("banker", 1280)
    asked = asked_of(page)
    for number in (0, 1):
        with page.expect_response("**/keys.json"):
            page.locator("#log-lines details").nth(number).locator("summary").click()
    expect(page.locator("#log-lines .log-picture").nth(1)).to_be_visible()
    assert [each for each in asked if "/read.jpg" not in each] == [
        f"/picture/{table.shown['game']['id']}/by-camera.jpg"
    ]


def test_the_set_up_asks_for_the_pictures_that_it_has_taken(browser: Any) -> None:
    app = app_of(FakeTable(scene("trade")), FakeSimulator())
    desk = app.extensions["bankhalter"].desk
    assert isinstance(desk, FakeDesk)
    desk.shown = {**CHECKED, "corners": None, "empty": False, "score": None}
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        asked = asked_of(page)
        expect(page.locator("#k-image")).to_be_visible()
        page.get_by_role("radio", name="Lines").click()
        expect(page.locator("#k-missing")).to_be_visible()
        page.get_by_role("radio", name="Empty board").click()
        desk.shown = CHECKED
        with page.expect_request("**/calibrate/picture/empty.jpg?*"):
            pass  # the page looks again by itself
        assert not any("grid.jpg" in each for each in asked)
