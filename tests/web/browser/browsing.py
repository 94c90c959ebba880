"""What the browser tests share: screens, and every page with the states in which it is looked at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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

    yield opened
    for context in contexts:
        context.close()
    server.close()
    thread.join(timeout=20)
    assert faults == []
