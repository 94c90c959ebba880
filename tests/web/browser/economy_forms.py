"""The forms of MASTER OF ECONOMY's pages, filled in as an event says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

BUTTONS = {
    "build": "type",
    "sell_factory": "type",
    "forced_sale": "type",
    "success": "value",
    "vote": "yes",
    "candidate": "player",
    "elect_vote": "for",
}
"""Kinds whose form has a button for each value of that key."""
NUMBERS = {"top_up": "amount", "repay": "loans", "embezzle": "amount", "support": "markers"}
"""Kinds that ask one number."""
OPTIONS = {
    "buy_packet": ("of", "packet"),
    "sell_packet": ("of", "packet"),
    "swap_packet": ("of", "give", "take"),
    "buy_back": ("packet", "keep"),
}
"""Kinds that are chosen from a list, and the keys that tell its lines apart."""


def by_finger(button: Any) -> None:
    """A tap; after one the page keeps still for a third of a second."""
    button.click()


def by_key(button: Any) -> None:
    """The same from the keyboard."""
    button.press("Enter")


def fill_in(
    page: Any, event: Mapping[str, Any], legal: Mapping[str, Any], press: Callable[[Any], None] = by_finger
) -> None:
    """Fills in the form of the event's kind and presses its button; ``legal`` is what the page's snapshot says."""
    kind = event["do"]
    form = page.locator(f"#me-acts [data-kind={kind}]")
    if kind in BUTTONS:
        value = event[BUTTONS[kind]]
        press(form.locator(f'button[value="{str(value).lower() if isinstance(value, bool) else value}"]'))
    elif kind == "top_up" and event["amount"] == 0:
        press(form.locator("button").last)
    elif kind in NUMBERS:
        form.locator("input").fill(str(event[NUMBERS[kind]]))
        press(form.locator("button").first)
    elif kind in OPTIONS:
        keys = OPTIONS[kind]
        wanted = [event[key] for key in keys]
        lines = [[option[key] for key in keys] for option in legal[kind]["options"]]
        form.locator("select").select_option(str(lines.index(wanted)))
        press(form.locator("button"))
    elif kind in ("supply", "produce"):
        counts = event["factories" if kind == "supply" else "goods"]
        for name in [box.get_attribute("name") for box in form.locator("input").all()]:
            form.locator(f"input[name={name}]").fill(str(counts.get(name, 0)))
        press(form.locator("button"))
    elif kind == "offers":
        for good, count in event["import"].items():
            form.locator(f"[data-good={good}] input[type=number]").fill(str(count))
        for good, fields in event["export"].items():
            for field in fields:
                form.locator(f"[data-good={good}] input[value='{field}']").check()
        press(form.locator("> button"))
    elif kind == "motion":
        form.locator("select").select_option(label=event["player"])
        form.locator("input").fill(str(event["per_share"]))
        press(form.locator("button"))
    else:
        assert kind in ("done", "pass", "loan"), f"no form for {kind}"
        press(form.locator("button"))
