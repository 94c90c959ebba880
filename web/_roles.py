"""Who is who: the banker by PIN, a player by the signed link of his seat, everybody else looks on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from urllib.parse import quote

from flask import abort, current_app, g, redirect, request, session
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.errors import TableDenied
from companion.games import BANKER, PUBLIC, Viewer
from companion.sentence import Sentence
from web._house import house

EVENING_S = 12 * 3600
"""How long a session and the link of a seat last, from when they were given."""

P = ParamSpec("P")
R = TypeVar("R")


def is_banker() -> bool:
    """Whether this browser may do what the banker may; where no PIN is asked for, everybody may."""
    pin = house().pin
    return pin is None or _lasts(session.get("banker"), pin.mark)


def become_banker() -> None:
    """Gives this browser the banker's rights for an evening; the right PIN was typed."""
    pin = house().pin
    assert pin is not None
    session.permanent = True
    session["banker"] = [pin.mark, int(time.time()) + EVENING_S]


def take_seat(player: str) -> None:
    """Gives this browser that player's seat for an evening."""
    session.permanent = True
    session["seats"] = {**_seats(), player: [_mark(), int(time.time()) + EVENING_S]}


def leave() -> None:
    """This browser looks on from now on."""
    session.pop("banker", None)
    session.pop("seats", None)


def may_sit(player: str) -> bool:
    """Whether this browser may see and do what that player may: he himself, or the banker."""
    return is_banker() or _lasts(_seats().get(player), _mark())


def own_seat() -> str | None:
    """The player whose seat this browser took last, where he plays in the running game."""
    seats = [player for player, right in _seats().items() if _lasts(right, _mark())]
    return next((player for player in reversed(seats) if player in players()), None) if seats else None


def running_game() -> Mapping[str, Any] | None:
    """What a snapshot's ``game`` says of the game on the table; None without one."""
    if "running_game" not in g:
        g.running_game = house().table.snapshot(PUBLIC)["game"]
    game: Mapping[str, Any] | None = g.running_game
    return game


def players() -> list[str]:
    """The players of the running game in seat order; none without a game."""
    game = running_game()
    return [] if game is None else list(game["players"])


def seat_of(player: str) -> int:
    """The number of a player's seat, from 1."""
    return players().index(player) + 1


def player_at(seat: int) -> str | None:
    """Who sits there in the running game."""
    playing = players()
    return playing[seat - 1] if 1 <= seat <= len(playing) else None


def seat_link(player: str) -> str:
    """The word in the address that gives a seat: signed, of this evening."""
    return _links().dumps([_mark(), player])


def player_of_link(word: str) -> str | None:
    """Whose seat a link gives; None for one that is forged, of another evening, or for nobody in this game."""
    try:
        mark, player = _links().loads(word, max_age=EVENING_S)
    except (BadSignature, ValueError, TypeError):
        return None
    return player if mark == _mark() and player in players() else None


def viewer() -> Viewer:
    """As whom the page that asks may look: what it asks for with ``as``, if that is allowed, else what all may see."""
    wanted = request.args.get("as", "")
    if wanted == "banker" and is_banker():
        return BANKER
    player = _asking_player(wanted)
    return player if player is not None and may_sit(player) else PUBLIC


def acting_player() -> str | None:
    """The player for whom a script's command is sent, None for the banker's own; raises TableDenied."""
    wanted = request.headers.get("X-Bankhalter-As", "banker")
    if wanted == "banker":
        if not is_banker():
            raise TableDenied(Sentence("that is for the banker: type the PIN first; nothing was booked"))
        return None
    player = _asking_player(wanted)
    if player is None or not may_sit(player):
        raise TableDenied(
            Sentence("this is not your seat, or the evening is over: scan its code again; nothing was booked")
        )
    return player


def for_the_banker(view: Callable[P, R]) -> Callable[P, R | ResponseReturnValue]:
    """A view that only the banker gets: others are asked for the PIN, scripts are refused."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | ResponseReturnValue:
        if is_banker():
            return view(*args, **kwargs)
        if request.method == "GET":
            return redirect(f"/pin?next={quote(request.path)}", 303)
        raise TableDenied(Sentence("that is for the banker: type the PIN first; nothing was done"))

    return guarded


def not_your_seat() -> None:
    """Ends a request for a seat that this browser has not taken."""
    abort(403, "This seat belongs to somebody else, or the evening is over. Scan the code of your own seat.")


def _asking_player(wanted: str) -> str | None:
    found = re.fullmatch("seat-([0-9]{1,2})", wanted)
    return player_at(int(found[1])) if found else None


def _seats() -> dict[str, Any]:
    seats = session.get("seats")
    return seats if isinstance(seats, dict) else {}


def _mark() -> str:
    pin = house().pin
    return "" if pin is None else pin.mark


def _lasts(right: Any, mark: str) -> bool:
    return isinstance(right, list) and len(right) == 2 and right[0] == mark and time.time() < right[1]


def _links() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or b"", salt="seat")
