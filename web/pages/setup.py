"""Begins a game: edition, players in seat order, banker, board, house rules."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template

pages = Blueprint("setup", __name__)


class Edition(NamedTuple):
    """``rules``: the house rules that the edition has by itself."""

    year: str
    text: str
    board: str
    rules: tuple[str, ...]


class HouseRule(NamedTuple):
    """``name``: as in the header's options; ``only``: the edition that it belongs to; ``excludes``: others by name."""

    name: str
    title: str
    text: str
    only: str = ""
    excludes: tuple[str, ...] = ()


EDITIONS = (
    Edition("2001", "Shark zone in the middle, 22 shares a company, a start share", "shark-2001", ("start_share",)),
    Edition("1991", "Six zones of 20 squares, 40 shares a company, a start share", "shark-1991", ("start_share",)),
    Edition(
        "1987", "Six zones, 19 houses a colour, no start share, chains count 7 at most", "shark-1991", ("seven_cap",)
    ),
)

RULES = (
    HouseRule(
        "top_houses",
        "TOP houses",
        "With black or white a TOP may be placed; chains take it over.",
        "2001",
        ("seven_cap", "black_fewest", "no_colour_die"),
    ),
    HouseRule("start_share", "A start share", "Everybody picks a free share before the first turn."),
    HouseRule(
        "seven_cap",
        "Chains count 7 at most",
        "Towards the price; joining two chains can lower it.",
        "",
        ("top_houses",),
    ),
    HouseRule("black_fewest", "Black means the rarest colour", "White stays free.", "", ("top_houses",)),
    HouseRule("no_colour_die", "Without the colour die", "The colour is always free.", "", ("top_houses",)),
)

BOARDS = (
    ("shark-2001", "2001 board, 12 × 12"),
    ("shark-1991", "1991 board, 12 × 10"),
    ("shark-compact", "Compact board to print, 10 × 11"),
)


@pages.get("/setup")
def show() -> str:
    return render_template("setup.html", editions=EDITIONS, rules=RULES, boards=BOARDS)
