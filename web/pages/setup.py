"""Begins a game: which one, players in seat order, banker, and what else the game asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.board import Board
from companion.games import game, shark
from companion.games.reibach import CARDS, REIBACH
from companion.sentence import Sentence
from companion.settings import Settings
from companion.words import say
from web._games import parts_for
from web._house import house
from web._language import language
from web._roles import for_the_banker, running_game

pages = Blueprint("setup", __name__)


Editions = Mapping[str, shark.Edition]
"""By their names."""


class EditionChoice(NamedTuple):
    """``rules``: names of the house rules below that the edition has by itself; ``players``: fewest and most."""

    name: str
    text: str
    board: str
    rules: tuple[str, ...]
    players: tuple[int, int]


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
    "top_houses": (Sentence("TOP houses"), Sentence("With black or white a TOP may be placed; chains take it over.")),
    "start_share": (Sentence("A start share"), Sentence("Everybody picks a free share before the first turn.")),
    "seven_cap": (
        Sentence("Chains count 7 at most"),
        Sentence("Towards the price; joining two chains can lower it."),
    ),
    "black_fewest": (Sentence("Black means the rarest colour"), Sentence("White stays free.")),
    "no_colour_die": (Sentence("Without the colour die"), Sentence("The colour is always free.")),
    "no_trade_after_cannot_place": (
        Sentence("No trading without a house"),
        Sentence("Who cannot place his house ends the turn without trading."),
    ),
    "end_when_all_shares_sold": (
        Sentence("All shares sold is the end"),
        Sentence("The game ends when the bank has no share left."),
    ),
}
"""The house rules that the page offers: the option's name, its title, what it means."""


PLAYERS_HINT = {
    "shark": Sentence("The dot marks the banker; the player to the left of the banker begins."),
    "big_shot": Sentence("The dot marks the banker. Two to four play."),
    "reibach": Sentence("The dot marks the banker. Two to five play."),
    "master_of_economy": Sentence("The dot marks the banker. Two to four play."),
}
"""What to know about the players, for each game that can be begun here."""


@pages.get("/setup")
@for_the_banker
def show() -> ResponseReturnValue:
    """The set-up of the game that ``?game=`` names, else of the one that is on the table."""
    running = running_game()
    asked = request.args.get("game", "shark" if running is None else str(running["name"]))
    name = asked if asked in PLAYERS_HINT else "shark"
    editions = house().editions
    settings = house().settings
    titles = {each: game(each).title for each in PLAYERS_HINT}
    return render_template(
        "setup.html",
        titles=titles,
        game_title=titles[name],
        players_hint=_said(PLAYERS_HINT[name]),
        editions=edition_choices(editions),
        rules=rule_choices(editions),
        boards=tuple(board_choice(board, editions) for board in house().boards),
        cities=() if (known := house().cities) is None else known.cities(),
        markets=() if (kept := house().markets) is None else kept.copies(),
        cards={card: _said(text) for card, text in CARDS.items() if card != REIBACH},
        wanted=Settings() if settings is None else settings.now,
        **parts_for(name),
    )


def edition_choices(editions: Editions) -> tuple[EditionChoice, ...]:
    """The editions, the newest first."""
    return tuple(
        EditionChoice(
            edition.name,
            _box(edition),
            edition.board,
            tuple(name for name in TEXTS if getattr(edition.options, name)),
            edition.players,
        )
        for edition in reversed(tuple(editions.values()))
    )


def rule_choices(editions: Editions) -> tuple[RuleChoice, ...]:
    """The house rules, with the editions that may have them."""
    return tuple(
        RuleChoice(name, _said(title), _said(text), _editions_with(name, editions), _excluded_by(name))
        for name, (title, text) in TEXTS.items()
    )


def board_choice(board: Board, editions: Editions) -> BoardChoice:
    """A board, with the editions that can be played on it."""
    zones = set("".join(board.zones))
    fitting = tuple(name for name, edition in editions.items() if zones.issuperset(edition.zones))
    size = {"board": board.name, "cols": board.grid.cols, "rows": board.grid.rows}
    return BoardChoice(board.name, _said(Sentence("{board}, {cols} × {rows} squares", size)), fitting)


def _box(edition: shark.Edition) -> str:
    """What tells an edition from the others, in words."""
    options = edition.options
    zones = {"zones": len(set(edition.zones))}
    shares = options.cards.ones + 5 * options.cards.fives
    cards = {"shares": shares, "cards": options.cards.ones + options.cards.fives}
    least, most = edition.players
    parts = [
        Sentence("{least} to {most} players", {"least": least, "most": most}),
        Sentence("{zones} zones, one of them the shark's", zones)
        if "S" in edition.zones
        else Sentence("{zones} zones", zones),
        Sentence("{houses} houses a colour", {"houses": options.houses_per_colour}),
        Sentence("{shares} shares a company on {cards} cards", cards),
        Sentence("a start share") if options.start_share else Sentence("no start share"),
    ]
    if options.seven_cap:
        parts.append(Sentence("chains count 7 at most"))
    return " · ".join(_said(part) for part in parts)


def _said(sentence: Sentence) -> str:
    return say(sentence, language())


def _editions_with(option: str, editions: Editions) -> tuple[str, ...]:
    return tuple(name for name, edition in editions.items() if option != "top_houses" or edition.has_tops)


def _excluded_by(option: str) -> tuple[str, ...]:
    """The options that cannot be set together with this one, whichever of the two the rules name first."""
    others = [name for name, excluded in shark.EXCLUDED.items() if option in excluded]
    return (*shark.EXCLUDED.get(option, ()), *others)
