"""The outlines of one's own board, drawn on a picture of it: by touch on a small screen, and by keys alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import calibration
from companion.commands._photos import flatten
from companion.own_boards import DistrictBoards
from tests.web.browser.browsing import Open, violations, visiting
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from web import House, create_app

pytestmark = pytest.mark.browser

BOARD = calibration.board_file("big-shot")
WIDTH_MM, HEIGHT_MM = BOARD["size_mm"]
CORNERS = [(90.0, 60.0), (710.0, 90.0), (760.0, 560.0), (40.0, 530.0)]
"""Where the board's corners are in the picture, clockwise from its own top left."""
HOUSE = [(15.0, 15.0), (110.0, 15.0), (90.0, 60.0), (121.0, 101.0), (15.0, 104.0)]
"""What D1 is to be: within the stand-in's D1, so over none of its neighbours; it has a corner in common with D2."""
TAPPED = [*HOUSE[:3], (119.0, 100.0), HOUSE[4]]
"""Where its corners are tapped: that corner is missed by two millimetres."""


def picture(path: Path) -> Path:
    """The board with a dark D1, seen askew."""
    sheet = np.full((round(2 * HEIGHT_MM), round(2 * WIDTH_MM), 3), (190, 205, 214), np.uint8)
    cv2.fillPoly(sheet, [(np.array(HOUSE) * 2).round().astype(np.int32)], (60, 70, 90))
    height, width = sheet.shape[:2]
    ends = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to = cv2.getPerspectiveTransform(ends, np.array(CORNERS, np.float32))
    cv2.imwrite(str(path), cv2.warpPerspective(sheet, to, (800, 600), borderValue=(40, 60, 50)))
    return path


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    cities = DistrictBoards(tmp_path / "boards")
    table = FakeTable(scene("trade"))
    app = create_app(House(table, cities=cities, flatten=flatten), secret_key=b"of the tests only")
    with visiting(browser, app) as open_page:
        yield open_page


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at(page: Page, place_mm: tuple[float, float]) -> tuple[float, float]:
    """Where a place on the board is on the screen, scrolled to where no bar covers it."""
    for _ in range(2):
        box = page.locator("#d-flat").bounding_box()
        assert box is not None
        x = box["x"] + place_mm[0] / WIDTH_MM * box["width"]
        y = box["y"] + place_mm[1] / HEIGHT_MM * box["height"]
        page.evaluate("by => scrollBy(0, by)", y - 300)
    return x, y


def lay_flat(page: Page, path: Path) -> None:
    """The picture chosen, its corners brought to their places with the keys, and laid flat."""
    page.set_input_files("#d-file", str(path))
    page.locator("#d-at-corners").wait_for()
    for number, (x, y) in enumerate(CORNERS):
        corner = page.locator(f'[data-corner="{number}"]')
        corner.focus()
        label = corner.get_attribute("aria-label") or ""
        at_x, at_y = (int(word) for word in label.replace(",", "").split()[-2:])
        for way, (less, more) in ((x - at_x, ("ArrowLeft", "ArrowRight")), (y - at_y, ("ArrowUp", "ArrowDown"))):
            key = more if way > 0 else less
            for _ in range(int(abs(way)) // 10):
                page.keyboard.press(f"Shift+{key}")
            for _ in range(int(abs(way)) % 10):
                page.keyboard.press(key)
    page.locator("#d-lay").click()
    page.locator("#d-at-draw").wait_for()


def outline(page: Page, district: str) -> list[list[float]]:
    words = page.locator(f'[data-was="{district}"] [name=outline]').input_value().split()
    return [[float(part) for part in word.split(",")] for word in words]


def test_outline_is_drawn_by_touch_and_kept_as_a_board_file(opened: Open, tmp_path: Path) -> None:
    page: Any = opened("/districts", 360, has_touch=True)
    page.fill("#d-name", "ours")
    lay_flat(page, picture(tmp_path / "mine.png"))
    # The picture is flat: D1's dark ground is where it lies on the board, the pale ground beside it is not.
    shades = page.evaluate(
        """([dark, pale]) => { const canvas = document.getElementById("d-flat"), pen = canvas.getContext("2d");
             return [dark, pale].map(([x, y]) => pen.getImageData(x * canvas.width, y * canvas.height,
               1, 1).data[0]); }""",
        [[50 / WIDTH_MM, 50 / HEIGHT_MM], [112 / WIDTH_MM, 60 / HEIGHT_MM]],
    )
    assert shades[0] < 120 < 180 < shades[1]

    page.locator("#d-chosen button").first.click()
    page.locator("#d-clear").click()
    for place in TAPPED:
        page.touchscreen.tap(*at(page, place))
    expect(page.locator("#d-missing")).to_contain_text("The outline of D1 is not closed")
    at(page, HOUSE[0])
    page.touchscreen.tap(*middle_of(page, ".d-point >> nth=0"))
    expect(page.locator("#d-hint")).to_contain_text("D1 is closed")
    assert outline(page, "D1")[3] == [121, 101]
    np.testing.assert_allclose(outline(page, "D1"), HOUSE, atol=1.5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []

    # Enlarged, a point is dragged under the glass, which stays on the screen and away from it; that is taken back.
    page.locator("#d-nearer").click()
    at(page, HOUSE[2])
    before = outline(page, "D1")
    x, y = middle_of(page, ".d-point >> nth=2")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 10 / HEIGHT_MM * page.locator("#d-flat").bounding_box()["height"], steps=3)
    glass, handle = (page.locator(each).bounding_box() for each in ("#d-glass", ".d-point >> nth=2"))
    assert 0 <= glass["y"] < glass["y"] + glass["height"] <= 740
    assert glass["x"] + glass["width"] <= handle["x"] or handle["x"] + handle["width"] <= glass["x"]
    page.mouse.up()
    expect(page.locator("#d-glass")).to_be_hidden()
    np.testing.assert_allclose(outline(page, "D1")[2], (90, 70), atol=1.5)
    page.locator("#d-undo").click()
    assert outline(page, "D1") == before
    page.locator("#d-farther").click()

    # A point in the line between two, taken back; then over a neighbour: refused with both names.
    at(page, (15.0, 60.0))
    page.touchscreen.tap(*at(page, (15.0, 60.0)))
    assert len(outline(page, "D1")) == 6
    page.locator("#d-undo").click()
    np.testing.assert_allclose(outline(page, "D1"), HOUSE, atol=1.5)
    typed = page.locator('[data-was="D1"] [name=outline]')
    whole = typed.input_value()
    typed.fill("15,15 180,15 15,113")
    expect(page.locator("#d-missing")).to_have_text("The outlines of D1 and D2 lie over one another.")
    expect(page.locator("#d-keep")).to_have_attribute("aria-disabled", "true")
    typed.fill(whole)
    expect(page.locator("#d-missing")).to_be_empty()
    page.locator("#d-keep").click()
    page.wait_for_url("**/setup?game=big_shot")
    kept = json.loads((tmp_path / "boards" / "ours.json").read_text("utf-8"))
    assert kept["size_mm"] == [WIDTH_MM, HEIGHT_MM]
    drawn, *others = kept["districts"]
    np.testing.assert_allclose(drawn["outline_mm"], HOUSE, atol=1.5)
    assert others == BOARD["districts"][1:]


def test_outline_is_drawn_by_keys_alone(opened: Open, tmp_path: Path) -> None:
    page: Any = opened("/districts", 1280)
    lay_flat(page, picture(tmp_path / "mine.png"))
    page.locator("#d-chosen button").nth(1).focus()
    page.keyboard.press("Enter")
    page.locator("#d-clear").focus()
    page.keyboard.press("Enter")
    assert outline(page, "D2") == []
    page.locator("#d-add").focus()
    page.keyboard.press("Enter")  # in the middle of the board, and touched
    for key, times in (("Shift+ArrowUp", 20), ("Shift+ArrowLeft", 10), ("ArrowRight", 3)):
        for _ in range(times):
            page.keyboard.press(key)
    # 20 times 5 mm up, 10 times 5 mm to the left, 3 times half a millimetre back.
    first = [WIDTH_MM / 2 - 48.5, HEIGHT_MM / 2 - 100]
    assert outline(page, "D2") == [first]
    for way in (("Shift+ArrowRight", 4), ("Shift+ArrowUp", 5)):
        page.locator("#d-add").focus()
        page.keyboard.press("Enter")
        for _ in range(way[1]):
            page.keyboard.press(way[0])
    # Each new point stands 15 mm to the right of the last.
    second = [first[0] + 15 + 20, first[1]]
    third = [second[0] + 15, second[1] - 25]
    assert outline(page, "D2") == [first, second, third]
    page.locator(".d-point").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#d-hint")).to_contain_text("D2 is closed")
    page.locator(".d-point").nth(1).focus()
    page.keyboard.press("Delete")
    assert outline(page, "D2") == [first, third]
    page.keyboard.press("Control+z")
    assert outline(page, "D2") == [first, second, third]


def test_a_size_that_no_board_has_is_asked_for(opened: Open) -> None:
    page = opened("districts", 360)
    page.fill("#d-name", "Ours")
    for size in ("#d-width", "#d-height", "#d-stone", "#d-stone-height"):
        right = page.input_value(size)
        for wrong in ("-5", "0", ""):
            page.fill(size, wrong)
            expect(page.locator("#d-missing")).to_have_text("The board and a stone need their sizes in millimetres.")
            expect(page.locator("#d-keep")).to_have_attribute("aria-disabled", "true")
        page.fill(size, right)
        expect(page.locator("#d-missing")).not_to_contain_text("sizes")
