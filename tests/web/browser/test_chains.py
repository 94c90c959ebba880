"""A dispute settled on the page: counted, compared, supposed, and a phone's photo of a labelled board."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

import calibration
from companion.commands import _photos
from companion.commands._photos import Photos
from companion.pictures import read_picture
from tests.companion.commands.test_chains import burnt
from tests.companion.commands.test_first_corner import EVEN, laid
from tests.companion.table.conftest import At, seen
from tests.web.browser.browsing import SIZES, tap_square
from tests.web.browser.test_axe import violations
from tests.web.fakes import FakeEyes
from web import House, create_app
from web.server import serve

pytestmark = pytest.mark.browser

PHOTO = Path(__file__).parents[2] / "pictures" / "table" / "0005.jpg"
"""By its labels: a blue chain of 3 on F3, G2, G3, a red one of 4 on F7 to I7, a green one of 4 on B9, A10 to C10."""

TOLD = PHOTO.with_name("0012.jpg")
"""Each square is told: a lone blue house on A3, a red chain of 3 on G5, H5, H6, a green one of 2 on J7, J8; a TOP."""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """It half as large: where another board is looked for in it, that takes a third of the time."""
    picture = tmp_path / "small.png"
    cv2.imwrite(str(picture), cv2.resize(read_picture(PHOTO), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return picture


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None)
    yield made
    made.journal.close()


@pytest.fixture
def page(browser: Any, at: At) -> Iterator[Any]:
    """The page on a phone; errors of its scripts fail the test."""
    boards = (calibration.board("shark-1991"), calibration.board("shark-2001"), EVEN)
    app = create_app(House(at.table, FakeEyes(), boards=boards, photos=Photos(boards)), secret_key=b"of the tests")
    running = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run)
    thread.start()
    context = browser.new_context(viewport={"width": 390, "height": SIZES[390]}, has_touch=True)
    opened, faults = context.new_page(), []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto(f"http://127.0.0.1:{running.port}/chains")
    opened.wait_for_selector(".c-chains li")
    yield opened
    context.close()
    running.close()
    thread.join(timeout=20)
    assert not thread.is_alive()
    assert faults == []


def test_two_taps_say_who_is_larger_and_who_may_take_over(page: Any, at: At) -> None:
    tap_square(page, "#c-grid", "A1")
    tap_square(page, "#c-grid", "F3")
    page.get_by_text("The red chain A1-C1 (3) is larger than the blue house F3 (1)").wait_for()
    page.get_by_text("No empty square touches both").first.wait_for()
    chains = page.locator(".c-chains button[aria-pressed=true]")
    assert chains.count() == 2
    assert page.locator("#c-grid path.chosen").count() == 2
    assert at.now["version"] == 0


def test_a_page_from_before_a_restart_counts_on(page: Any) -> None:
    page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'of another day'")
    tap_square(page, "#c-grid", "A1")
    tap_square(page, "#c-grid", "F3")
    page.get_by_text("The red chain A1-C1 (3) is larger than the blue house F3 (1)").wait_for()


def test_a_supposed_house_pays_on_the_page_alone(page: Any, at: At) -> None:
    page.get_by_role("radio", name="What if").tap()
    page.locator("#c-company").get_by_role("radio", name="red").tap()
    tap_square(page, "#c-grid", "D1")
    # Red 3,000 -> 4,000: 4,000 of commission for Andrea and 2 × 1,000; Bernd 4 × 1,000.
    page.get_by_text("A red house may stand on D1 (zone 1): commission 4,000").wait_for()
    heads = page.locator("#c-result .amount-head").all_inner_texts()
    assert [head.split() for head in heads] == [["Andrea", "+6,000"], ["Bernd", "+4,000"]]
    page.locator("#c-clear").tap()
    expect(page.locator("#c-result .amount-head")).to_have_count(0)
    page.locator("#c-company").get_by_role("radio", name="green").tap()
    tap_square(page, "#c-grid", "D1")
    page.locator("#c-result .no").wait_for()
    assert "R-10" in page.locator("#c-result .no").inner_text()
    assert at.now["version"] == 0


def test_a_photo_of_a_table_without_the_program_is_counted(page: Any) -> None:
    page.locator("#c-file").set_input_files(str(TOLD))
    expect(page.locator(".c-chains li")).to_have_count(3, timeout=120_000)
    told = page.locator(".c-chains li").all_inner_texts()
    for chain, text in zip(("blue house A3 (1)", "red chain G5-H6 (3)", "green chain J7-J8 (2)"), told, strict=True):
        assert chain in text
    expect(page.locator("#c-image")).to_have_js_property("naturalWidth", 1280)
    assert page.get_by_role("radio", name="Photo").get_attribute("aria-checked") == "true"
    expect(page.locator("#c-unknown")).to_be_hidden()  # every square is told
    prices = page.locator("#c-prices li").all_inner_texts()
    assert [price.strip() for price in prices] == ["3,000", "1,000", "2,000", "0"]
    assert violations(page) == []


def test_a_house_is_supposed_with_the_squares_that_the_photo_does_not_tell(page: Any, tmp_path: Path) -> None:
    page.locator("#c-file").set_input_files(str(burnt(tmp_path)))
    expect(page.locator("#c-unknown")).to_contain_text("E7", timeout=120_000)
    prices = page.locator("#c-prices li").all_inner_texts()
    assert all("at least" in price for price in prices), prices  # whatever stands on E7
    page.get_by_role("radio", name="What if").tap()
    page.locator("#c-company").get_by_role("radio", name="red").tap()
    tap_square(page, "#c-grid", "J7")
    expect(page.locator("#c-result .c-unknown")).to_contain_text("Perhaps otherwise: what stands on E7")
    tap_square(page, "#c-grid", "E7")
    expect(page.locator("#c-result .no")).to_contain_text("What stands on E7 is not known: say what it is first")


def test_the_board_that_is_named_is_looked_for_in_the_photo_also_afterwards(page: Any, small: Path) -> None:
    """The table plays on shark-1991, and so does the photo; both times it is the choice on the page that counts."""
    board = page.locator("#c-board")
    expect(board).to_have_value("shark-1991")
    board.select_option("shark-2001")
    with page.expect_response("**/chains/photo?*", timeout=120_000) as answered:
        page.locator("#c-file").set_input_files(str(small))
    assert "board=shark-2001" in answered.value.url
    page.get_by_text("The board is not found").wait_for()
    board.select_option("shark-1991")
    expect(page.locator(".c-chains li")).to_have_count(3, timeout=120_000)
    assert "red chain F7-I7 (4)" in page.locator(".c-chains").inner_text()


def test_a_photo_that_is_not_read_leaves_an_earlier_one_and_its_board(page: Any, tmp_path: Path) -> None:
    """A file that is none, one that is too large, one that does not arrive, and one in which no board is found."""
    broken, large, grey = tmp_path / "broken.jpg", tmp_path / "large.jpg", tmp_path / "grey.png"
    broken.write_text("<html>not found</html>")
    with large.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    cv2.imwrite(str(grey), np.full((600, 800, 3), 128, np.uint8))
    board, notice = page.locator("#c-board"), page.locator("#notice")
    page.locator("#c-file").set_input_files(str(PHOTO))
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=120_000)
    shown = page.locator("#c-image").get_attribute("src")
    for bad, reason in ((broken, "no picture"), (large, "32 MB"), (grey, "stays"), (None, "does not answer")):
        if bad is None:
            page.route("**/chains/photo?*", lambda route: route.abort())
        with page.expect_request("**/chains/photo?*") if bad != large else nullcontext():
            board.evaluate("select => { select.value = 'shark-2001'; }")
            page.locator("#c-file").set_input_files(str(bad or PHOTO))
        expect(notice).to_contain_text(reason, timeout=120_000)
        expect(board).to_have_value("shark-1991")
        expect(page.get_by_role("radio", name="Photo", exact=True)).to_have_attribute("aria-checked", "true")
        expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)")
        expect(page.locator("#c-differences-title")).to_have_text("Books and photo")
        assert page.locator("#c-image").get_attribute("src") == shown


def test_the_photo_that_is_shown_is_named_whatever_became_of_a_later_one(page: Any, tmp_path: Path) -> None:
    """Its name is text, whatever stands in it; the books have none."""
    odd, broken, grey = (tmp_path / name for name in ("<b>table & all.jpg", "broken.jpg", "grey.png"))
    odd.write_bytes(PHOTO.read_bytes())
    broken.write_text("<html>not found</html>")
    cv2.imwrite(str(grey), np.full((600, 800, 3), 128, np.uint8))
    name, notice = page.locator("#c-name"), page.locator("#notice")
    expect(name).to_be_hidden()
    page.locator("#c-file").set_input_files(str(odd))
    expect(name).to_have_text("Photo: <b>table & all.jpg", timeout=120_000)
    for later, reason in ((broken, "no picture"), (grey, "stays")):
        page.locator("#c-file").set_input_files(str(later))
        expect(notice).to_contain_text(reason, timeout=120_000)
        expect(name).to_have_text("Photo: <b>table & all.jpg")
    page.get_by_role("radio", name="New photo").tap()
    expect(name).to_have_text("Photo: grey.png")
    page.get_by_role("radio", name="Books", exact=True).tap()
    expect(name).to_be_hidden()


def test_a_board_that_a_photo_does_not_show_leaves_the_one_that_was_read(page: Any, small: Path) -> None:
    """It may be shown by its corners all the same."""
    board = page.locator("#c-board")
    page.locator("#c-file").set_input_files(str(small))
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=120_000)
    board.select_option("shark-2001")
    expect(page.locator("#notice")).to_contain_text("The board is not found", timeout=120_000)
    expect(board).to_have_value("shark-1991")
    assert "red chain F7-I7 (4)" in page.locator(".c-chains").inner_text()
    page.get_by_role("radio", name="New photo").tap()
    expect(board).to_have_value("shark-2001")
    expect(page.locator("#c-lost")).to_contain_text("Tap the board's corners in the picture")
    page.get_by_role("radio", name="Photo", exact=True).tap()
    expect(board).to_have_value("shark-1991")
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)")


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """The first photo is read until it is let go: waits until its reading has begun, and lets it go."""
    begun, go_on = threading.Event(), threading.Event()
    real = _photos.read_photo

    def read(*arguments: Any) -> Any:
        if not begun.is_set():
            begun.set()
            assert go_on.wait(60)
        return real(*arguments)

    monkeypatch.setattr(_photos, "read_photo", read)

    def wait() -> None:
        assert begun.wait(60)

    yield wait, go_on.set
    go_on.set()


TITLES = """
window.titles = [];
new MutationObserver(() => titles.push(document.querySelector("main").innerText))
  .observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
"""


@pytest.mark.parametrize("way", ["chosen", "stopped", "too large"])
def test_of_two_photos_the_one_that_was_chosen_last_is_shown(
    page: Any, tmp_path: Path, slowly: tuple[Callable[[], None], Callable[[], None]], way: str
) -> None:
    """Also after the first one was stopped: the table still reads it. What it shows is never seen."""
    grey, large = tmp_path / "grey.png", tmp_path / "large.jpg"
    cv2.imwrite(str(grey), np.full((600, 800, 3), 128, np.uint8))
    with large.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    wait, go_on = slowly
    page.evaluate(TITLES)
    page.locator("#c-file").set_input_files(str(PHOTO))
    wait()
    if way == "stopped":
        page.locator("#c-stop").tap()
        expect(page.locator("#c-progress")).to_be_hidden()
    if way == "too large":
        page.locator("#c-file").set_input_files(str(large))
        expect(page.locator("#notice")).to_contain_text("32 MB")
    else:
        with page.expect_response(lambda response: response.status == 409):
            page.locator("#c-file").set_input_files(str(grey))
        expect(page.locator("#c-progress")).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()
    go_on()
    if way == "too large":
        page.locator("#c-file").set_input_files(str(grey))
    expect(page.locator("#c-title")).to_have_text("No board is found in the photo", timeout=60_000)
    expect(page.locator("#c-image")).to_have_js_property("naturalWidth", 800)
    expect(page.locator("#c-progress")).to_be_hidden()
    assert not any("F7-I7" in text for text in page.evaluate("titles"))


def test_a_board_that_is_named_while_a_photo_is_read_is_looked_for_in_it(
    page: Any, small: Path, slowly: tuple[Callable[[], None], Callable[[], None]]
) -> None:
    wait, go_on = slowly
    board = page.locator("#c-board")
    board.select_option("shark-2001")
    page.locator("#c-file").set_input_files(str(small))
    wait()
    board.select_option("shark-1991")
    go_on()
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=60_000)
    expect(board).to_have_value("shark-1991")


def test_a_photo_without_a_board_shows_nothing_of_the_books_or_of_an_earlier_one(page: Any, tmp_path: Path) -> None:
    """As the first photo, and after one that was read: no square is known, and what is to be done stays in sight.

    One that was read is still shown until the newer one is chosen.
    """
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((600, 800, 3), 128, np.uint8))
    lost, main, new = page.locator("#c-lost"), page.locator("main"), page.get_by_role("radio", name="New photo")
    for later in (False, True):
        page.locator("#c-file").set_input_files(str(grey))
        if later:
            new.tap(timeout=120_000)
        expect(page.locator("#c-title")).to_have_text("No board is found in the photo", timeout=120_000)
        expect(lost).to_contain_text("The board is not found: nothing in the picture looks like its grid")
        expect(lost).to_contain_text("Tap the board's corners in the picture")
        expect(page.locator("#notice")).to_be_hidden()
        squares = page.locator("#c-grid .cell[data-square]")
        expect(page.locator("#c-grid .cell[data-mark=unknown]")).to_have_count(squares.count())
        expect(page.locator("#c-grid path")).to_have_count(0)
        for left in ("F7-I7", "A1-C1", "take-over", "3,000", "Compare"):
            assert left not in main.inner_text()
        page.emulate_media(reduced_motion="reduce")
        assert violations(page) == []
        page.locator("#c-grid [data-square=A1]").dispatch_event("click")
        assert "A1" not in page.locator("#c-result").inner_text()
        page.locator("#c-file").set_input_files(str(PHOTO))
        expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=120_000)
        expect(lost).to_be_hidden()
        expect(page.locator("#c-prices")).to_be_visible()
    page.locator("#c-file").set_input_files(str(grey))
    new.tap(timeout=120_000)
    page.get_by_role("radio", name="Books", exact=True).tap()
    expect(lost).to_be_hidden()
    expect(page.locator(".c-chains")).to_contain_text("red chain A1-C1 (3)")
    new.tap()
    image = page.locator("#c-image")
    expect(image).to_have_js_property("naturalWidth", 800)
    box = image.bounding_box()
    for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        image.click(position={"x": x * box["width"], "y": y * box["height"]})
    expect(lost).to_be_hidden(timeout=120_000)
    expect(page.locator("#c-title")).to_have_text("0 chains on the board")


def test_that_the_first_corner_was_believed_is_said_as_long_as_that_photo_is_shown(page: Any, tmp_path: Path) -> None:
    """A grid in the middle of its board, without markers: nothing tells which way round it lies."""
    photo, table = tmp_path / "even.png", laid(False, tmp_path)
    cv2.imwrite(str(photo), table.houses)
    page.locator("#c-board").select_option(EVEN.name)
    page.locator("#c-file").set_input_files(str(photo))
    expect(page.locator("#c-title")).to_have_text("No board is found in the photo", timeout=120_000)
    remark, image = page.locator("#c-remark"), page.locator("#c-image")
    expect(remark).to_be_hidden()
    expect(image).to_have_js_property("complete", True)
    height, width = table.houses.shape[:2]
    for x, y in table.corners:
        box = image.bounding_box()
        image.click(position={"x": x / width * box["width"], "y": y / height * box["height"]})
    expect(remark).to_contain_text("The first of the four corners was believed", timeout=120_000, ignore_case=True)
    expect(remark).to_contain_text("If it is another one, choose the photo again and tap that corner first.")
    assert violations(page) == []
    page.get_by_role("radio", name="Books", exact=True).tap()
    expect(remark).to_be_hidden()
    page.get_by_role("radio", name="Photo", exact=True).tap()
    expect(remark).to_be_visible()
    page.locator("#c-board").select_option("shark-1991")
    expect(page.locator("#c-lost")).to_be_hidden()
    page.locator("#c-file").set_input_files(str(PHOTO))
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=120_000)
    expect(remark).to_be_hidden()


def test_a_photo_is_held_against_the_books(page: Any) -> None:
    """The books have red on A1, B1, C1 and blue on F3; the photo shows blue on F3 too, and none of the red ones."""
    page.locator("#c-file").set_input_files(str(PHOTO))
    expect(page.locator("#c-differences-title")).to_have_text("Books and photo", timeout=120_000)
    missing = page.locator("#c-differences li", has_text="C1 books red, photo empty")
    expect(missing).to_have_count(1)
    expect(missing.locator("figure img")).not_to_have_js_property("naturalWidth", 0)
    assert not any(text.startswith("F3") for text in page.locator("#c-differences li p b").all_inner_texts())
    page.get_by_role("radio", name="Books", exact=True).tap()
    expect(page.locator("#c-differences-card")).to_be_hidden()
    expect(page.locator("#c-image")).not_to_have_attribute("src", re.compile("/chains/photo/"))


def test_where_most_of_the_board_is_not_known_its_squares_are_not_listed(page: Any, at: At) -> None:
    """Six of ten rows of twelve squares: 72 of 120 are named by nothing but their number, 60 one by one."""
    hidden = {f"{col}{row}": "?" for row in range(5, 11) for col in "ABCDEFGHIJKL"}
    at.table.observe(seen(hidden))
    page.get_by_role("radio", name="Camera").tap()
    text = "72 of 120 squares are not known, and counted as empty: take a clearer picture."
    expect(page.locator("#c-unknown")).to_have_text(text)
    later = seen({name: what for name, what in hidden.items() if name[1:] != "5"})
    at.table.observe(replace(later, frame="g"))
    expect(page.locator("#c-unknown")).to_contain_text("A6, B6, C6")


ANSWERED = """() => {
const json = Response.prototype.json;
let answered = 0;
Response.prototype.json = async function () {
  const told = await json.call(this);
  if (this.url.includes("/chains/differences")) // after whoever has waited for it
    setTimeout(() => { document.documentElement.dataset.answered = answered += 1; });
  return told;
};
}"""


def test_of_two_comparisons_the_newer_one_is_told_whichever_is_answered_first(page: Any, at: At) -> None:
    """The first one, which agrees, is answered only when the second one, of another frame, has been."""
    asked: list[Any] = []

    def hold_the_first(route: Any) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.evaluate(ANSWERED)
    page.route("**/chains/differences?*", hold_the_first)
    with page.expect_request("**/chains/differences?*"):
        at.table.observe(seen({}))
    at.table.observe(replace(seen({"B1": "."}), frame="g"))
    expect(page.locator("#c-agree")).to_have_text("1 square differs.")
    asked[0].fulfill(json={"ok": True, "differences": [], "unknown": 0, "agree": True})
    page.wait_for_selector("html[data-answered='2']")
    assert page.locator("#c-agree").inner_text() == "1 square differs."


def test_a_photo_is_read_before_the_page_has_taken_what_the_table_tells(page: Any) -> None:
    """A finger lies on the page from the beginning: nothing moves under it, so the first message waits."""

    def press(route: Any) -> None:
        page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")
        route.continue_()

    page.route("**/events?*", press)
    page.goto(page.url)
    page.wait_for_selector("html[data-link=live]", timeout=20_000)
    page.locator("#c-file").set_input_files(str(PHOTO))
    expect(page.locator(".c-chains")).to_contain_text("red chain F7-I7 (4)", timeout=120_000)
    expect(page.locator("#c-differences-card")).to_be_hidden()


def test_camera_and_books_stand_side_by_side(page: Any, at: At) -> None:
    at.table.observe(seen({"B1": "."}))
    page.get_by_text("1 square differs.").wait_for()
    page.get_by_text("books red, camera empty").wait_for()
    expect(page.locator(".c-differences figure img")).to_have_js_property("naturalWidth", 160)
    assert violations(page) == []
