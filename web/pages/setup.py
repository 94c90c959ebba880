"""Begins a game: edition, players in seat order, banker, board, house rules."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.board import Board
from companion.games import shark
from web._house import house
from web._roles import for_the_banker

pages = Blueprint("setup", __name__)


class EditionChoice(NamedTuple):
    """``rules``: names of the house rules below that the edition has by itself."""

    name: str
    text: str
    board: str
    rules: tuple[str, ...]


class RuleChoice(NamedTuple):
    """``name``: as in the header's options; ``editions``: those that may have it; ``excludes``: others by name."""

    name: str
    title: str
    text: str
    editions: tuple[str, ...]
    excludes: tuple[str, ...]


class BoardChoice(NamedTuple):
    """``editions``: those whose number die names no zone that the board lacks."""

    name: str
    text: str
    editions: tuple[str, ...]


TEXTS = {
    "top_houses": ("TOP houses", "With black or white a TOP may be placed; chains take it over."),
    "start_share": ("A start share", "Everybody picks a free share before the first turn."),
    "seven_cap": ("Chains count 7 at most", "Towards the price; joining two chains can lower it."),
    "black_fewest": ("Black means the rarest colour", "White stays free."),
    "no_colour_die": ("Without the colour die", "The colour is always free."),
}
"""The house rules that the page offers: the option's name, its title, what it means."""


@pages.get("/setup")
@for_the_banker
def show() -> ResponseReturnValue:
    boards = tuple(board_choice(board) for board in house().boards)
    return render_template("setup.html", editions=edition_choices(), rules=rule_choices(), boards=boards)


def edition_choices() -> tuple[EditionChoice, ...]:
    """The editions, the newest first."""
    return tuple(
        EditionChoice(
            edition.name,
            _box(edition),
            edition.board,
            tuple(name for name in TEXTS if getattr(edition.options, name)),
        )
        for edition in reversed(tuple(shark.editions().values()))
    )


def rule_choices() -> tuple[RuleChoice, ...]:
    """The house rules, with the editions that may have them."""
    return tuple(RuleChoice(name, *texts, _editions_with(name), _excluded_by(name)) for name, texts in TEXTS.items())


def board_choice(board: Board) -> BoardChoice:
    """A board, with the editions that can be played on it."""
    zones = set("".join(board.zones))
    editions = tuple(name for name, edition in shark.editions().items() if zones.issuperset(edition.zones))
    return BoardChoice(board.name, f"{board.name}, {board.grid.cols} × {board.grid.rows} squares", editions)


def _box(edition: shark.Edition) -> str:
    """What tells an edition from the others, in words."""
    options = edition.options
    zones = f"{len(set(edition.zones))} zones"
    if "S" in edition.zones:
        zones += ", one of them the shark's"
    cards = options.cards.ones + options.cards.fives
    shares = options.cards.ones + 5 * options.cards.fives
    parts = [
        zones,
        f"{options.houses_per_colour} houses a colour",
        f"{shares} shares a company on {cards} cards",
        "a start share" if options.start_share else "no start share",
    ]
    if options.seven_cap:
        parts.append("chains count 7 at most")
    return " · ".join(parts)


def _editions_with(option: str) -> tuple[str, ...]:
    return tuple(name for name, edition in shark.editions().items() if option != "top_houses" or edition.has_tops)


def _excluded_by(option: str) -> tuple[str, ...]:
    """The options that cannot be set together with this one, whichever of the two the rules name first."""
    others = [name for name, excluded in shark.EXCLUDED.items() if option in excluded]
    return (*shark.EXCLUDED.get(option, ()), *others)
