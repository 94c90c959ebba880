"""A player's own page, the codes that lead to it, and the door between the two."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from web._games import parts_of_running_game
from web._join import join, qr_code
from web._roles import (
    for_the_banker,
    may_sit,
    not_your_seat,
    player_at,
    player_of_link,
    players,
    seat_link,
    seat_of,
    take_seat,
)

pages = Blueprint("seat", __name__)


class SeatCode(NamedTuple):
    """``code``: the address that gives the seat, to be scanned."""

    seat: int
    player: str
    code: Markup


@pages.get("/seat/<int:number>")
def show(number: int) -> ResponseReturnValue:
    player = player_at(number)
    if player is None:
        abort(404, "Nobody sits there in the running game.")
    if not may_sit(player):
        not_your_seat()
    return render_template("seat.html", seat=number, player=player, **parts_of_running_game())


@pages.get("/join/<word>")
def knock(word: str) -> ResponseReturnValue:
    player = _invited(word)
    return render_template("join.html", seat=seat_of(player), player=player)


@pages.post("/join/<word>")
def sit_down(word: str) -> ResponseReturnValue:
    player = _invited(word)
    take_seat(player)
    return redirect(f"/seat/{seat_of(player)}", 303)


@pages.get("/seats")
@for_the_banker
def codes() -> ResponseReturnValue:
    """A code for each seat, to be scanned from the banker's screen or from a print."""
    way = join()
    base = f"http://{way.addresses[0]}/" if way.addresses else request.host_url
    seats = [
        SeatCode(number, player, qr_code(f"{base}join/{seat_link(player)}"))
        for number, player in enumerate(players(), start=1)
    ]
    return render_template("seats.html", seats=seats, reachable=bool(way.addresses))


def _invited(word: str) -> str:
    player = player_of_link(word)
    if player is None:
        abort(403, "This code is of another game or another evening. Ask the banker for the code of your seat.")
    return player
