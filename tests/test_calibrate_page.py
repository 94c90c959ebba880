"""The camera of a running table is set up on its page: corners dragged and moved by keys, checked, kept, used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import calibration
from companion.commands._calibration import load_view
from hardware.virtual import VirtualTable
from tests.running import RunningTable
from tests.test_camera_off import wait_for
from tests.web.browser.browsing import violations

BOARD = calibration.board("shark-2001")
TRUTH = np.array(VirtualTable(BOARD, None, seed=1).view.corners_px)
"""Where the virtual camera sees the board's corners, by the geometry that draws its picture."""
STEP_MS = 60_000
"""How long a step may take on a slow machine with other tests beside it."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    running = RunningTable(tmp_path, "--seed", "1", "--auto")
    yield running
    running.close()


def place_of(page: Page, corner: int) -> tuple[int, int]:
    """Where a corner is, by what those are told who do not see it."""
    label = page.locator(f'[data-corner="{corner}"]').get_attribute("aria-label") or ""
    x, y = re.findall(r"\d+", label)[-2:]
    return int(x), int(y)


def press(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def move_by_keys(page: Page, corner: int, target: Any) -> None:
    """Brings a corner to within half a pixel of its target, by ten pixels and by one."""
    page.locator(f'[data-corner="{corner}"]').focus()
    for axis, (back, on) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))):
        way = round(float(target[axis])) - place_of(page, corner)[axis]
        key = on if way > 0 else back
        press(page, f"Shift+{key}", abs(way) // 10)
        press(page, key, abs(way) % 10)


def drag(page: Page, corner: int, target: Any) -> None:
    """Drags a corner to a place in the picture with the mouse."""
    handle = page.locator(f'[data-corner="{corner}"]').bounding_box()
    image = page.locator("#k-image").bounding_box()
    size = page.locator("#k-image").evaluate("image => [image.naturalWidth, image.naturalHeight]")
    assert handle is not None
    assert image is not None
    assert min(handle["width"], handle["height"]) >= 44
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    expect(page.locator("#k-glass")).to_be_visible()
    x, y = (
        image[side] + (float(target[n]) + 0.5) / size[n] * image[length]
        for n, (side, length) in enumerate((("x", "width"), ("y", "height")))
    )
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    expect(page.locator("#k-glass")).to_be_hidden()


def check_page(page: Page) -> None:
    """axe finds nothing, light or dark, and nothing stands out to the side."""
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_selector(f"html[data-theme={theme}][data-link=live]")
        assert violations(page) == [], theme
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1024])
def test_camera_is_set_up_by_mouse_and_keys_while_a_game_runs(
    browser: Browser, table: RunningTable, tmp_path: Path, width: int
) -> None:
    before = wait_for(table, lambda shown: shown["standing"] == "agrees")
    page = browser.new_page(viewport={"width": width, "height": 900})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    page.goto(f"{table.address}/calibrate")
    check_page(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("#k-layer").wait_for(timeout=STEP_MS)
    blind = table.snapshot()
    assert blind["board_seen"] is None
    assert "camera set-up" in [device["name"] for device in blind["devices"]]

    # Three corners where they belong, the first a square aside: refused. With the keys it is brought where it belongs.
    for corner in (1, 2, 3):
        drag(page, corner, TRUTH[corner])
    drag(page, 0, TRUTH[0] + (70, 50))
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator("#notice")).to_contain_text("look at them again", timeout=STEP_MS)
    expect(page.locator("#k-found")).to_be_hidden()
    for corner in range(4):
        move_by_keys(page, corner, TRUTH[corner])
        assert place_of(page, corner) == tuple(round(float(value)) for value in TRUTH[corner])
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator("#k-found")).to_be_visible(timeout=STEP_MS)

    page.get_by_role("button", name="Take its picture").click()
    expect(page.locator("#k-findings li")).to_have_count(6, timeout=STEP_MS)
    page.get_by_role("button", name="Read the board").click()
    expect(page.locator("#k-score")).to_contain_text("Score 100 of 100.", timeout=STEP_MS)
    page.locator("#k-learn-more summary").click()
    check_page(page)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#notice")).to_contain_text("the table uses it from now on", timeout=STEP_MS)
    expect(page.locator("#k-kept")).to_contain_text("Camera virtual over the board shark-2001, score 100 of 100.")
    kept = load_view(tmp_path / "calibration.json")
    np.testing.assert_allclose(kept.empty_pose.corners_px, TRUTH, atol=1.0)

    page.get_by_role("button", name="End the set-up").click()
    page.locator("#k-begin").wait_for(timeout=STEP_MS)
    after = wait_for(table, lambda shown: shown["standing"] == "agrees")
    assert (after["version"], after["log"]) == (before["version"], before["log"]), "nothing was booked"
    assert "camera set-up" not in [device["name"] for device in after["devices"]]
    assert faults == []
    page.close()


@pytest.mark.browser
def test_house_that_is_put_meanwhile_is_booked_when_the_set_up_has_ended(browser: Browser, table: RunningTable) -> None:
    """With --auto, too: while the camera is set up a legal placement is no placement yet."""
    page = browser.new_page(viewport={"width": 1024, "height": 900})
    page.goto(f"{table.address}/virtual")
    shown = wait_for(table, lambda shown: shown["standing"] == "agrees")
    for _ in range(3):
        turn = shown["waiting"]["actor"]
        send(
            page,
            "/command",
            {
                "do": "event",
                "request": f"pick-{turn}",
                "version": shown["version"],
                "game": shown["game"]["id"],
                "event": {"do": "pick", "player": turn, "company": "red"},
            },
        )
        shown = table.snapshot()
    page.get_by_role("button", name="Throw").click()
    shown = wait_for(table, lambda shown: shown["view"]["phase"] == "place")
    option = shown["legal"]["place"]["options"][0]

    page.goto(f"{table.address}/calibrate")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("#k-layer").wait_for(timeout=STEP_MS)
    letter = {"red": "r", "blue": "b", "green": "g", "yellow": "y"}[option["company"]]
    send(page, "/simulator", {"do": "put", "square": option["square"], "letter": letter})
    # The camera has seen the house by the time that the board read as empty is found not to be.
    page.get_by_role("button", name="Find the board").click()
    expect(page.locator("#k-found")).to_be_visible(timeout=STEP_MS)
    page.wait_for_function("address => fetch(address).then((answer) => answer.ok)", arg=f"/crop/{option['square']}.jpg")
    assert table.snapshot()["version"] == shown["version"]
    page.get_by_role("button", name="End the set-up").click()
    booked = wait_for(table, lambda now: now["version"] > shown["version"])
    assert booked["log"][0]["event"]["square"] == option["square"]
    page.close()


def send(page: Page, path: str, body: dict[str, Any]) -> None:
    """Posts as the pages do."""
    done = page.evaluate(
        """async ([path, body]) => {
          const { token } = await (await fetch("/token")).json();
          const headers = { "Content-Type": "application/json", "X-CSRFToken": token, "X-Bankhalter-As": "banker" };
          return (await (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json()).ok;
        }""",
        [path, body],
    )
    assert done, body
