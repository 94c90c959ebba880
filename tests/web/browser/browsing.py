"""What the browser tests share: screens, and every page with the states in which it is looked at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask

from web.server import serve

SIZES = {360: 740, 390: 844, 1024: 768, 1280: 844, 1920: 1080}
VIEWS = {
    "": ("none", "trade"),
    "setup": ("none", "trade"),
    "games": ("none", "trade"),
    "settings": ("trade",),
    "states": ("trade",),
    "banker": ("none", "pick", "trade", "place", "free", "proposal", "after", "debt", "over", "six", "asked"),
    "board": ("trade", "after"),
    "chains": ("none", "trade", "after"),
    "seat/1": ("debt", "after"),
    "seat/2": ("trade", "after", "asked", "over"),
    "seats": ("trade",),
    "virtual": ("place", "proposal", "after"),
    "devices": ("trade",),
    "devices/dice": ("trade",),
    "calibrate": ("trade",),
    "tv": ("none", "trade", "over", "six"),
    "nothing-here": ("trade",),
}

Open = Callable[..., Any]

# What a finger cannot hit: all that can be pressed, scrolled to the middle, must be met 21 pixels to each side.
SMALL = """
(async () => {
  const found = [];
  const guards = document.getAnimations().filter((each) => each.animationName === "guard");
  await Promise.all(guards.map((each) => each.finished));
  const shut = [...document.querySelectorAll("details:not([open])")];
  for (const details of shut) details.open = true;
  const pressed = ["a[href]", "button", "input", "select", "summary", "textarea", "[role=button]", "[tabindex='0']"];
  for (const node of document.querySelectorAll(pressed.join())) {
    if (node.matches(".skip, main, .visually-hidden") || node.closest("[inert]") || node.disabled) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const label = node.closest("label") ?? node;
    label.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = label.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const met = [[-21, 0], [21, 0], [0, -21], [0, 21]].map(([right, down]) =>
      document.elementFromPoint(x + right, y + down));
    const over = met.find((hit) => hit !== null && !label.contains(hit) && !hit.closest(".notice")); // it goes away
    if (width >= 43.5 && height >= 43.5 && !over) continue;
    const size = `${Math.round(width)} x ${Math.round(height)}`;
    found.push(`${size} ${node.outerHTML.slice(0, 120)}${over ? ` under ${over.outerHTML.slice(0, 80)}` : ""}`);
  }
  for (const details of shut) details.open = false;
  return found;
})()
"""


def too_small(page: Any) -> list[str]:
    """What a finger cannot hit on a page, the squares of a board once it is made larger among it."""
    found = list(page.evaluate(SMALL))
    glass = page.locator(".lens-glass:visible")
    if glass.count():
        glass.click()
        found += page.evaluate(SMALL)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.click(".lens-whole")
    return found


def tap_square(page: Any, board: str, square: str) -> None:
    """Taps a square as a finger does: where the whole board is too small for one it is made larger first."""
    glass, cell = page.locator(f"{board} .lens-glass"), page.locator(f"{board} [data-square={square}]")
    if glass.is_visible():
        at, whole = cell.bounding_box(), glass.bounding_box()
        glass.click(
            position={"x": at["x"] + at["width"] / 2 - whole["x"], "y": at["y"] + at["height"] / 2 - whole["y"]}
        )
    cell.click()


# What axe objects to, and how many of its rules have found something to look at. What else it tells fills megabytes.
OBJECTIONS = """
axe.run({ resultTypes: ["violations"] }).then(({ violations, passes }) => ({
  looked: passes.length,
  found: violations.map((each) => [each.id, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 120))]),
}))
"""


def violations(page: Any) -> list[tuple[str, list[str]]]:
    """What axe objects to: the rule, and some of the places."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    told = page.evaluate(OBJECTIONS)
    assert told["looked"], "axe has looked at something"
    return [(rule, places) for rule, places in told["found"]]


@contextmanager
def visiting(browser: Any, app: Flask) -> Iterator[Open]:
    """Serves an app and opens pages of it, each as on a device of its own; no script of theirs may fail.

    Keywords are those of playwright's `Browser.new_context`; a page's `goto` takes a path.
    """
    server = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    contexts, address = [], f"http://127.0.0.1:{server.port}/"
    faults: list[str] = []

    def opened(path: str, width: int = 390, **more: Any) -> Any:
        size = {"width": width, "height": SIZES[width]}
        context = browser.new_context(base_url=address, viewport=size, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        page.wait_for_selector("html[data-link=live]")
        return page

    try:
        yield opened
    finally:  # a server that goes on would keep the whole run from ending
        for context in contexts:
            context.close()
        server.close()
        thread.join(timeout=20)
    assert faults == []
