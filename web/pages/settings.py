"""What may be set about the table, grouped by what people want to change, each with its effect and its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.sentence import Sentence, counted
from companion.settings import Settings
from companion.words import LANGUAGES, say
from web._house import house
from web._language import language
from web._ports import KeptSettings
from web._roles import for_the_banker
from web.pages.commands import json_object

pages = Blueprint("settings", __name__)


class Item(NamedTuple):
    """A setting: ``choices`` are its usual values with their words."""

    name: str
    title: Sentence
    effect: Sentence
    choices: Sequence[tuple[Any, Sentence | str]]


class Group(NamedTuple):
    title: Sentence
    items: Sequence[Item]


def _seconds(seconds: int) -> Sentence:
    return counted(seconds, "after {count} still second", "after {count} still seconds")


def _megabytes(size: int) -> Sentence:
    return Sentence("{size} MB", {"size": size})


def _minutes(minutes: int) -> Sentence:
    return counted(minutes, "after {count} minute", "after {count} minutes")


_SAID: Mapping[str, Callable[[int], Sentence]] = {
    "book_after_s": _seconds,
    "pictures_mb": _megabytes,
    "camera_setup_min": _minutes,
}
"""How a number is said that is none of a setting's usual values."""

YES, NO = Sentence("yes"), Sentence("no")

GROUPS = (
    Group(
        Sentence("Booking"),
        (
            Item(
                "book_after_s",
                Sentence("Book what the camera sees"),
                Sentence(
                    "Only what the rules explain is booked. After an undo or a correction it always waits for you."
                ),
                [
                    (None, Sentence("when somebody confirms it")),
                    *((seconds, _seconds(seconds)) for seconds in (2, 3, 5, 10)),
                    (0, Sentence("at once")),
                ],
            ),
            Item(
                "trades_at_once",
                Sentence("Players’ trades go through at once"),
                Sentence("What a player does on his own phone is booked without the banker; the rules still decide."),
                [(False, NO), (True, YES)],
            ),
        ),
    ),
    Group(
        Sentence("Camera"),
        (
            Item(
                "camera",
                Sentence("Watch the board"),
                Sentence("Without the camera squares are tapped on the banker’s page; what is booked stays."),
                [(True, YES), (False, NO)],
            ),
            Item(
                "camera_setup_min",
                Sentence("End a camera’s set-up that nobody touches"),
                Sentence(
                    "While a camera is set up nothing that it sees counts: forgotten, it would keep the game blind."
                ),
                [*((minutes, _minutes(minutes)) for minutes in (5, 15, 30, 60)), (0, Sentence("never by itself"))],
            ),
            Item(
                "pictures_mb",
                Sentence("Room for pictures that decided"),
                Sentence("What the camera saw when it was booked, to be looked at later. The oldest go first."),
                [(0, Sentence("keep none")), *((size, _megabytes(size)) for size in (50, 200, 1000, 5000))],
            ),
        ),
    ),
    Group(
        Sentence("New games"),
        (
            Item(
                "money",
                Sentence("Money"),
                Sentence("What the page New game begins with; a game that runs keeps what was agreed."),
                [("accounts", Sentence("Accounts")), ("paper", Sentence("Notes")), ("both", Sentence("Both"))],
            ),
            Item(
                "hidden_cash",
                Sentence("Hidden cash"),
                Sentence("On the pages everybody sees his own cash only; the banker sees all."),
                [(False, NO), (True, YES)],
            ),
        ),
    ),
    Group(
        Sentence("Language and voice"),
        (
            Item(
                "language",
                Sentence("Language of the table"),
                Sentence("For the voice, and for every device on which nobody has chosen another."),
                [("browser", Sentence("as each device prefers")), *LANGUAGES.items()],
            ),
            Item(
                "voice",
                Sentence("Say aloud what is booked"),
                Sentence("By the TV page (touch it once, so that it may speak), or by this computer’s loudspeaker."),
                [
                    ("off", Sentence("nobody")),
                    ("tv", Sentence("the TV page")),
                    ("table", Sentence("the table’s computer")),
                ],
            ),
        ),
    ),
)


@pages.get("/settings")
@for_the_banker
def show() -> ResponseReturnValue:
    settings = _settings()
    groups = [
        {"title": _said(group.title), "items": [_shown(item, settings) for item in group.items]} for group in GROUPS
    ]
    return render_template("settings.html", groups=groups, has_backups=house().backups is not None)


@pages.post("/settings")
@for_the_banker
def change() -> ResponseReturnValue:
    """Changes the settings that the body names; answers as a command does."""
    _settings().change(json_object())
    return jsonify(ok=True)


def _shown(item: Item, settings: KeptSettings) -> dict[str, Any]:
    """A setting for the template; a value that was written into the file by hand is a choice too."""
    value, default = getattr(settings.now, item.name), getattr(Settings(), item.name)
    choices = list(item.choices)
    if value not in [choice for choice, _ in choices]:
        choices.append((value, _SAID[item.name](value)))
    return {
        "name": item.name,
        "title": _said(item.title),
        "effect": _said(item.effect),
        "choices": [{"value": choice, "text": _said(text), "chosen": choice == value} for choice, text in choices],
        "default": next(_said(text) for choice, text in choices if choice == default),
        "fixed": settings.given.get(item.name),
    }


def _said(text: Sentence | str) -> str:
    return say(text, language())


def _settings() -> KeptSettings:
    settings = house().settings
    if settings is None:
        abort(404)
    return settings
