"""The success markers that move the shadow company (M-19)."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._state import State, Success, Table
from companion.games.master_of_economy._words import company_name
from companion.money import Amount
from companion.quoting import quoted
from companion.sentence import Sentence


def markers_of(table: Table) -> tuple[int, ...]:
    """The values of each player's success markers: 0 to 3 with two players, 0 to 2 with three."""
    return (0, 1, 2, 3) if len(table.players) == 2 else (0, 1, 2)


def markers_free(state: State, player: str) -> tuple[int, ...]:
    """The markers that the player can lay now: the one from the last trade still lies open."""
    return tuple(value for value in markers_of(state.table) if value != state.success[player].lying)


def play(books: Books, event: events.PlaySuccess) -> None:
    """A marker face down."""
    values = {"player": event.player, "value": quoted(event.value), "all": markers_of(books.state.table)}
    if event.value not in markers_of(books.state.table):
        raise RuleError("M-19", Sentence("there is no success marker {value}: there are {all}", values))
    if event.value not in markers_free(books.state, event.player):
        raise RuleError(
            "M-19",
            Sentence(
                "the success marker {value} of {player} lies open since the last trade and cannot be laid again", values
            ),
        )
    success = books.state.success
    books.set(success={**success, event.player: replace(success[event.player], down=event.value)})
    books.answered()


def show(books: Books) -> None:
    """The markers are turned up: their sum moves the shadow company."""
    success, shadow = books.state.success, books.state.table.shadow
    assert shadow is not None
    books.move_points(shadow, sum(markers.down or 0 for markers in success.values()))
    books.set(success={player: Success(lying=markers.down) for player, markers in success.items()})


def news_of(before: State, after: State) -> Sentence | None:
    """What the markers showed, where they have just been turned up."""
    shadow = before.table.shadow
    turned = {player: markers.down for player, markers in before.success.items()}
    if shadow is None or None in turned.values() or any(m.down is not None for m in after.success.values()):
        return None
    values = {
        "company": company_name(shadow),
        "markers": tuple(str(value) for value in turned.values()),
        "points": after.firms[shadow].points,
        "value": Amount(after.value(shadow)),
    }
    return Sentence(
        "the success markers show {markers}: {company} stands at {points} points, a share is worth {value}",
        values,
        "M-19",
    )
