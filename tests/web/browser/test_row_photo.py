"""Rows read from a photo on the score sheet's page: proposed, corrected by people, and only then reported."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.commands import _row_photos
from companion.commands._row_photos import RowPhotos
from tests.companion.table.conftest import At
from tests.web.browser.browsing import SIZES
from tests.web.browser.test_axe import violations
from tests.web.test_sheet import SHEET, photo_of
from web import House, create_app
from web.server import serve

pytestmark = pytest.mark.browser


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None, header=SHEET)
    yield made
    made.journal.close()


@pytest.fixture(params=[(390, "light"), (1024, "dark")], ids=["phone", "desk"])
def page(browser: Any, at: At, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The score sheet's page; errors of its scripts fail the test."""
    width, theme = request.param
    app = create_app(House(at.table, row_photos=RowPhotos()), secret_key=b"of the tests only")
    running = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run)
    thread.start()
    context = browser.new_context(
        viewport={"width": width, "height": SIZES.get(width, 768)}, color_scheme=theme, reduced_motion="reduce"
    )
    opened, faults = context.new_page(), []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto(f"http://127.0.0.1:{running.port}/sheet")
    opened.wait_for_selector("#rb-report-rows [data-key=art]")
    yield opened
    context.close()
    running.close()
    thread.join(timeout=20)
    assert not thread.is_alive()
    assert faults == []


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """The first photo is read until it is let go: waits until its reading has begun, and lets it go."""
    begun, go_on = threading.Event(), threading.Event()
    real = _row_photos.read_rows

    def read(*arguments: Any) -> Any:
        if not begun.is_set():
            begun.set()
            assert go_on.wait(60)
        return real(*arguments)

    monkeypatch.setattr(_row_photos, "read_rows", read)

    def wait() -> None:
        assert begun.wait(60)

    yield wait, go_on.set
    go_on.set()


@pytest.mark.parametrize(
    ("page", "way"),
    [((390, "light"), "chosen"), ((1024, "dark"), "stopped"), ((390, "light"), "too large")],
    indirect=["page"],
    ids=["chosen-phone", "stopped-desk", "too-large-phone"],
)
def test_of_two_photos_the_one_that_was_chosen_last_counts(
    page: Any, tmp_path: Path, slowly: tuple[Callable[[], None], Callable[[], None]], way: str
) -> None:
    """Also after the first one was stopped: the table still reads it. What it shows is never proposed."""
    first, last, large = tmp_path / "first.png", tmp_path / "last.png", tmp_path / "large.jpg"
    first.write_bytes(photo_of(["back", "oil", "oil", "oil"]))
    last.write_bytes(photo_of(["back", "gold", "gold"]))
    with large.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    wait, go_on = slowly
    file_, progress = page.locator("#rb-file"), page.locator("#rb-progress")
    file_.set_input_files(str(first))
    wait()
    if way == "stopped":
        page.click("#rb-stop")
        expect(progress).to_be_hidden()
    if way == "too large":
        file_.set_input_files(str(large))
        expect(page.locator("#notice")).to_contain_text("32 MB")
        expect(progress).to_be_hidden()
    else:
        with page.expect_response(lambda response: response.status == 409):
            file_.set_input_files(str(last))
        expect(progress).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()
    go_on()
    if way == "too large":
        file_.set_input_files(str(last))
    expect(page.locator("#rb-read")).to_contain_text("1 row is seen in the photo.", timeout=60_000)
    expect(progress).to_be_hidden()
    assert (number(page, "gold", "cards").input_value(), number(page, "oil", "cards").input_value()) == ("2", "0")


def number(page: Any, business: str, name: str) -> Any:
    return page.locator(f"#rb-report-rows [data-key={business}] [name={name}]")


def test_a_photo_is_proposed_corrected_and_only_then_reported(page: Any, at: At, tmp_path: Path) -> None:
    """Two rows of art cannot be: their numbers are asked for. Gold is clear; oil and a Multitalent are corrected."""
    content = photo_of(["back", "art", "art"], ["back", "gold", "gold", "risk"], ["back", "art"], ["back", "oil"])
    (tmp_path / "rows.png").write_bytes(content)
    page.fill("#rb-report-rows [data-key=luxury] [name=cards]", "7")  # what was there before is not in the photo
    page.set_input_files("#rb-file", str(tmp_path / "rows.png"))
    expect(page.locator("#rb-read")).to_contain_text("4 rows are seen in the photo.", timeout=60_000)
    expect(page.locator("#rb-progress")).to_be_hidden()
    assert [number(page, "gold", name).input_value() for name in ("cards", "multitalents", "risk")] == ["2", "0", "1"]
    assert number(page, "luxury", "cards").input_value() == "0"
    for name in ("cards", "multitalents", "risk"):
        assert number(page, "art", name).input_value() == ""
        assert number(page, "art", name).get_attribute("placeholder") == "?"
    book = page.locator("#rb-report-book")
    expect(book).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.check("#rb-compared")
    book.click(force=True)  # what is marked is still to be filled in
    expect(page.locator("#rb-wanting")).to_have_text("Fill in what is marked with ?.")
    assert at.version == 0
    number(page, "art", "cards").fill("2")
    number(page, "art", "multitalents").fill("1")
    number(page, "art", "risk").fill("0")
    page.uncheck("#rb-compared")
    book.click(force=True)
    expect(page.locator("#rb-wanting")).to_have_text("Compare the numbers first, then tick that you did.")
    assert at.version == 0, "nothing is booked before people have compared"
    page.check("#rb-compared")
    assert violations(page) == []
    with page.expect_response("**/command?*"):
        book.click()
    page.wait_for_selector("html[data-revision='{}']".format(at.now["revision"]))
    assert at.now["view"]["reports"]["Andrea"]["rows"] == [
        {"business": "gold", "cards": 2, "multitalents": 0, "risk": 1},
        {"business": "oil", "cards": 1, "multitalents": 0, "risk": 0},
        {"business": "art", "cards": 2, "multitalents": 1, "risk": 0},
    ]
    expect(page.locator("#rb-report-player")).to_have_value("Bernd")
    expect(page.locator("#rb-compared-field")).to_be_hidden()
    expect(book).not_to_have_attribute("aria-disabled", "true")
    assert page.locator("#rb-report-rows .unsure").count() == 0


def test_a_photo_that_is_dropped_is_read_and_one_without_cards_changes_nothing(page: Any, at: At) -> None:
    number(page, "oil", "cards").fill("3")
    drop = """([bytes]) => {
        const held = new DataTransfer();
        held.items.add(new File([new Uint8Array(bytes)], "rows.png", { type: "image/png" }));
        dispatchEvent(new DragEvent("drop", { dataTransfer: held, cancelable: true }));
    }"""
    wood = cv2.imencode(".png", np.full((200, 300, 3), (58, 88, 120), np.uint8))[1]
    page.evaluate(drop, [list(wood.tobytes())])
    expect(page.locator("#notice")).to_contain_text("No cards with white rims", timeout=60_000)
    assert number(page, "oil", "cards").input_value() == "3"
    expect(page.locator("#rb-report-book")).not_to_have_attribute("aria-disabled", "true")
    page.evaluate(drop, [list(photo_of(["back", "gold", "gold"]))])
    expect(page.locator("#rb-read")).to_contain_text("1 row is seen in the photo.", timeout=60_000)
    assert (number(page, "gold", "cards").input_value(), number(page, "oil", "cards").input_value()) == ("2", "0")
    page.select_option("#rb-report-player", "Bernd")
    expect(page.locator("#rb-read")).to_be_empty()
    assert number(page, "gold", "cards").input_value() == "0", "the photo was of Andrea's rows"
    assert at.version == 0
