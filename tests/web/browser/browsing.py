"""What the browser tests share: screens, and every page with the states in which it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SIZES = {360: 740, 390: 844, 1024: 768, 1920: 1080}
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
