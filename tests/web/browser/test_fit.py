"""The pages fit every screen, can be read, and can be hit by a finger.

With BANKHALTER_PICTURES=FOLDER the pictures of all pages are left there, to be looked at.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.web.browser.browsing import SIZES, VIEWS, Open, too_small

pytestmark = pytest.mark.browser


# cards and headings that stand closer to the screen's side than 8 pixels
AT_THE_EDGE = """
[...document.querySelectorAll("main h1:not(.visually-hidden), main .card")].filter((node) => node.checkVisibility())
  .filter((node) => { const box = node.getBoundingClientRect(); return box.left < 8 || box.right > innerWidth - 8; })
  .map((node) => node.id || node.textContent.trim().slice(0, 20))
"""


NAMELESS = """
[...document.querySelectorAll("button, a, input, select")].filter((node) =>
  node.checkVisibility() && !(node.getAttribute("aria-label") || node.textContent.trim() || node.title
    || node.closest("label")?.textContent.trim())).map((node) => node.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize("widths", [(360, 390), (1024, 1920)], ids=["finger", "mouse"])
def test_a_page_fits_its_screen_and_what_is_pressed_on_it_fits_a_finger(
    open_page: Open, set_scene: Any, table: Any, widths: tuple[int, ...], path: str
) -> None:
    folder = os.environ.get("BANKHALTER_PICTURES")
    page = open_page(path, widths[0])
    for number, name in enumerate(VIEWS[path]):
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for width in widths:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
            assert page.evaluate(AT_THE_EDGE) == [], (name, width)
            if folder:
                theme = "dark" if number % 2 else "light"
                page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                page.wait_for_timeout(300)
                page.screenshot(path=f"{folder}/{path or 'start'}-{name}-{width}.png", full_page=width < 1000)
            if width == 360:
                assert too_small(page) == [], name
                assert page.evaluate(NAMELESS) == [], name


@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_a_forced_sale_is_seen_without_scrolling(open_page: Open, set_scene: Any, table: Any, width: int) -> None:
    set_scene("debt")
    shown = table.snapshot()
    table.shown = {**shown, "todo": ["Andrea: take the blue houses on E1, F1, G1, H1, E2, F2 and G2 off the board"]}
    page = open_page("banker", width)
    first, bar = page.locator("#debt button").first.bounding_box(), page.locator(".undo-bar").bounding_box()
    assert first["y"] + first["height"] <= bar["y"]


CUT = """
[...document.querySelectorAll("#players .number, #players .share, #players .name")].filter((node) => {
  const text = document.createRange();
  text.selectNodeContents(node);
  const [inner, outer] = [text.getBoundingClientRect(), node.getBoundingClientRect()];
  const panel = document.getElementById("players").getBoundingClientRect();
  return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5 || outer.right > panel.right;
}).map((node) => `${node.className} ${node.textContent}`)
"""


def test_amounts_of_seven_digits_are_whole_on_a_phone(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("six")
    for player in table.shown["game"]["players"]:
        table.shown["view"]["cash"][player] = 2_888_000
        table.shown["wealth"][player] = 8_888_000
        table.shown["view"]["shares"][player] = dict.fromkeys(("red", "blue", "green", "yellow"), 28)
    table.shown["view"]["prices"] = dict.fromkeys(("red", "blue", "green", "yellow"), 15_000)
    page = open_page("banker", 360)
    assert page.inner_text("#players-body tr:first-child .cash") == "2,888,000"
    assert page.evaluate(CUT) == []


def test_squares_of_the_rolled_zone_are_large_enough_on_a_phone(open_page: Open, set_scene: Any) -> None:
    set_scene("place")
    box = open_page("banker", 360).locator("#board-grid [data-square=C4]").bounding_box()
    assert box["width"] >= 44


CONTRAST = """
(() => {
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest("svg, .cell, .lit, [aria-disabled=true], :disabled, noscript, .skip, .visually-hidden")) continue;
    const ink = rgba(getComputedStyle(node).color).slice(0, 3);
    const [light, dark] = [luminance(ink), luminance(ground(node))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < LEAST) found.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return found;
})()
"""


@pytest.mark.parametrize(
    ("path", "scenes"),
    [
        ("", ["trade"]),
        ("setup", ["trade"]),
        ("banker", ["after", "proposal", "debt"]),
        ("board", ["after"]),
        ("virtual", ["after"]),
        ("tv", ["trade"]),
    ],
)
def test_text_stands_out_from_its_ground(
    open_page: Open, set_scene: Any, table: Any, path: str, scenes: list[str]
) -> None:
    """WCAG 2: 4.5 to 1 (AA), and 7 to 1 (AAA) on the television."""
    page = open_page(path, 1920, reduced_motion="reduce")
    grounds = set()
    for name in scenes:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_selector(f"html[data-theme={theme}]")
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            assert page.evaluate(CONTRAST.replace("LEAST", "7" if path == "tv" else "4.5")) == [], (name, theme)
    assert len(grounds) == 2


@pytest.mark.parametrize("locale", ["de", "it", "fr"])
@pytest.mark.parametrize("path", ["", "setup", "banker", "board", "virtual", "tv"])
def test_longer_words_fit_every_screen_too(open_page: Open, set_scene: Any, table: Any, path: str, locale: str) -> None:
    page = open_page(path, 360, locale=locale)
    for name in VIEWS[path]:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for width in (360, 1024):
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)


@pytest.mark.parametrize("locale", ["de", "it", "fr"])
def test_longer_words_fit_a_phone_on_the_pages_beside_the_game_too(open_page: Open, locale: str) -> None:
    for path in ("settings", "states", "devices", "review", "chains"):
        page = open_page(path, 360, locale=locale)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


OUTSIDE = """
[...document.querySelectorAll(".tile-held")].filter((held) => {
  held.textContent = held.textContent.replace(/[0-9]+/u, "12");
  const [own, tile] = [held, held.closest("button")].map((node) => node.getBoundingClientRect());
  return own.left < tile.left || own.right > tile.right;
}).map((held) => held.textContent)
"""


@pytest.mark.parametrize("locale", ["it", "fr"])
def test_a_dozen_shares_fit_their_tile_on_a_small_phone(
    open_page: Open, set_scene: Any, table: Any, locale: str
) -> None:
    set_scene("trade")
    page = open_page("banker", 360, locale=locale)
    page.wait_for_selector(".tile-held")
    assert page.evaluate(OUTSIDE) == []
