"""Disputes: the chains counted, who may take over whom, what a house would do, and camera against books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.board import Board
from companion.errors import FormatError, RuleError
from companion.games import Sentence, shark
from companion.parsing import plainly
from companion.quoting import quoted
from companion.reading import Point, Reading
from companion.review import Moment
from companion.squares import Square, parse_square
from companion.table import entry_json
from companion.words import spoken
from web._house import house
from web._language import language
from web._ports import Photos
from web._roles import is_banker, viewer
from web.pages.commands import json_object
from web.pages.pictures import jpeg_response

pages = Blueprint("chains", __name__)

OF_SHARES = ("commission", "dividend", "loss")
"""Payments that follow from what lies open on the table, shares and prices; the others tell somebody's cash."""
MOST_HOUSES = 40
"""Houses that one may suppose one after the other."""


class _Supposed(msgspec.Struct, frozen=True):
    """A house that somebody might place. ``mover`` empty: whose turn it is."""

    company: str
    square: str
    mover: str = ""


class _Asked(msgspec.Struct, frozen=True):
    """What a page asks about a board.

    ``board``: its name. ``rows``: what stands on it, where people have said so or a photo shows it; else the books'.
    ``players``: reckon with the players of the game on the table.
    """

    board: str = ""
    rows: tuple[str, ...] = ()
    players: bool = True
    seven_cap: bool = False
    pair: tuple[str, ...] = ()
    placed: tuple[_Supposed, ...] = ()


class _Corners(msgspec.Struct, frozen=True):
    key: str
    corners: tuple[Point, ...]


@pages.get("/chains")
def show() -> str:
    return render_template(
        "chains.html", boards=[board.name for board in house().boards], has_photos=house().photos is not None
    )


@pages.post("/chains/ask")
def ask() -> ResponseReturnValue:
    """Counts, compares and supposes; nothing is booked by it."""
    try:
        asked = msgspec.convert(json_object(), _Asked)
    except msgspec.ValidationError as error:
        raise FormatError(f"not a question about a board: {error}") from None
    board, state, hidden = _on_table(asked)
    rows = _rows(board, asked.rows, state)
    cap = asked.seven_cap if state is None else state.options.seven_cap
    squares = [_square(board, name) for name in asked.pair]
    steps, after = _suppose(board, rows, state, cap, asked.placed[:MOST_HOUSES], hidden)
    answer = {
        "ok": True,
        "board": board.name,
        "grid": {"cols": board.grid.cols, "rows": board.grid.rows, "zones": list(board.zones)},
        "rows": list(after),
        "players": [] if state is None else list(state.in_game()),
        "turn": None if state is None else state.turn,
        "steps": steps,
        "compare": [_told(text) for text in shark.compare(after, *squares)] if len(squares) == 2 else [],
        **shark.dispute(after, seven_cap=cap),
    }
    return jsonify(spoken(answer, language()))


@pages.post("/chains/photo")
def photo() -> ResponseReturnValue:
    """The body is a picture file; ``?board=`` names the board on it."""
    content, board = request.get_data(), request.args.get("board", "")
    return _read(*_photos().read(content, board))


@pages.post("/chains/corners")
def corners() -> ResponseReturnValue:
    """Where the board's corners are in a photo in which it was not found."""
    try:
        shown = msgspec.convert(json_object(), _Corners)
    except msgspec.ValidationError as error:
        raise FormatError(f"not the corners of a board: {plainly(error)}") from None
    return _read(*_photos().find(shown.key, shown.corners))


def _read(key: str, reading: Reading) -> ResponseReturnValue:
    """What was read of a photo, and what is to be known of that."""
    told = {**reading.to_json(), "remark": _photos().remark(key)}
    return jsonify(ok=True, key=key, **spoken(told, language()))


@pages.get("/chains/photo/<key>/<kind>.jpg")
def photo_picture(key: str, kind: str) -> Response:
    return jpeg_response(_photos().picture(key, kind))


@pages.get("/chains/photo/<key>/crop/<square>.jpg")
def photo_crop(key: str, square: str) -> Response:
    return jpeg_response(_photos().crop(key, square))


@pages.get("/chains/differences")
def differences() -> ResponseReturnValue:
    """Where the books differ from the camera, or from a photo (``?photo=``), with what decided the square in them."""
    shown = house().table.snapshot(viewer(), language=language())
    view, game, photo = shown["view"], shown["game"], request.args.get("photo", "")
    seen = _of_photo(photo, game) if photo else _of_camera(shown["board_seen"])
    if game is None or view is None or seen is None or "board" not in view:
        return jsonify(ok=True, differences=[], unknown=0, agree=False)
    found: list[dict[str, Any]] = []
    unknown = 0
    history = _history(game["id"])
    for row, (books, squares) in enumerate(zip(view["board"], seen, strict=True)):
        for col, (booked, read) in enumerate(zip(books, squares, strict=True)):
            unknown += read == "?"
            if read not in ("?", booked):
                square = Square(row, col).name
                now = f"/chains/photo/{photo}/crop/{square}.jpg" if photo else None
                of = {"square": square, "books": booked, "seen": read, "now": now}
                found.append(of | _then(game["id"], history, row, col))
    return jsonify(spoken({"ok": True, "differences": found, "unknown": unknown, "agree": not found}, language()))


def _of_camera(seen: Mapping[str, Any] | None) -> Sequence[str] | None:
    """The rows that the camera sees; None where it finds no board."""
    return seen["squares"] if seen is not None and seen["found"] else None


def _of_photo(key: str, game: Mapping[str, Any] | None) -> Sequence[str] | None:
    """The rows that a photo shows; None where it is not of the board of the game on the table."""
    reading = _photos().reading(key)
    if reading is None or not reading.found or game is None or reading.board != game["board"]:
        return None
    return reading.squares


@pages.get("/chains/then/<int:game>/<key>/<square>.jpg")
def then(game: int, key: str, square: str) -> Response:
    eyes, board = house().eyes, _board_of(game)
    return jpeg_response(None if eyes is None or board is None else eyes.kept_crop(game, key, square, board))


def _board_of(game: int) -> Board | None:
    """The board of a kept game; where there is no looking back, that of the game on the table."""
    library = house().library
    if library is not None:
        return library.story(game).board
    on_table = house().table.snapshot(viewer(), language=language())["game"] or {}
    return next(
        (board for board in house().boards if on_table.get("id") == game and board.name == on_table["board"]), None
    )


def _history(game: int) -> list[tuple[Moment, tuple[str, ...]]]:
    """The moments of the game on the table, each with the board after it; empty where there is no looking back."""
    library = house().library
    if library is None:
        return []
    story = library.story(game)
    return [(moment, story.rows(place) or ()) for place, moment in enumerate(story.moments)]


def _then(game: int, history: Sequence[tuple[Moment, tuple[str, ...]]], row: int, col: int) -> dict[str, Any]:
    """The event that last changed a square in the books, and the first picture that was kept since."""
    letters = [rows[row][col] for _, rows in history]
    changed = max((place for place in range(1, len(letters)) if letters[place] != letters[place - 1]), default=0)
    if not changed:
        return {"then": None, "event": None}
    eyes = house().eyes
    keys = frozenset() if eyes is None else eyes.kept_keys(game)
    kept = next((moment for moment, _ in history[changed:] if moment.picture in keys), None)
    moment, _ = history[changed]
    return {
        "event": moment.sentence,
        "time": moment.time,
        "then": None if kept is None else f"/chains/then/{game}/{kept.picture}/{Square(row, col).name}.jpg",
    }


def _photos() -> Photos:
    photos = house().photos
    if photos is None:
        abort(404)
    return photos


def _on_table(asked: _Asked) -> tuple[Board, shark.State | None, bool]:
    """The board that is asked about, and the game of SHARK on the table where its players are meant.

    The last says whether somebody's cash is hidden from who asks.
    """
    peek = house().table.peek()
    state = peek.state if peek is not None and isinstance(peek.state, shark.State) else None
    if state is not None and asked.players and asked.board in ("", state.table.board.name):
        return state.table.board, state, peek is not None and peek.hides_cash and not is_banker()
    for board in house().boards:
        if board.name == asked.board:
            return board, None, False
    if not asked.board:
        raise FormatError(Sentence("no game with chains is on the table: choose a board, or a photo of one"))
    names = ", ".join(board.name for board in house().boards)
    raise FormatError(
        Sentence("no board is called {board}: there are {boards}", {"board": quoted(asked.board), "boards": names})
    )


def _rows(board: Board, given: Sequence[str], state: shark.State | None) -> tuple[str, ...]:
    if not given:
        empty = ("." * board.grid.cols,) * board.grid.rows
        return empty if state is None else state.rows
    fits = len(given) == board.grid.rows and all(len(row) == board.grid.cols for row in given)
    if not fits or set("".join(given)) - set(".rbgyt?"):
        size = {"cols": board.grid.cols, "rows": board.grid.rows}
        raise FormatError(Sentence("the reading is not of this board: {cols} × {rows} squares", size))
    return tuple(given)


def _square(board: Board, name: str) -> Square:
    try:
        square = parse_square(name)
    except ValueError:
        raise FormatError(Sentence("{name} is no name of a square: write it as C4", {"name": quoted(name)})) from None
    if board.zone(square) is None:
        raise FormatError(Sentence("{square} is no square of this board", {"square": square.name}))
    return square


def _suppose(
    board: Board,
    rows: tuple[str, ...],
    state: shark.State | None,
    cap: bool,
    placed: Sequence[_Supposed],
    hidden: bool,
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """What each house would do, one after the other up to the first that may not stand, and the board after them."""
    on, unknown = shark.position(shark.known(rows), seven_cap=cap), shark.not_known(rows)
    if state is not None:
        state = msgspec.structs.replace(state, position=on)
    steps: list[dict[str, Any]] = []
    for house_ in placed:
        unsure = shark.hangs_on(on, house_.company, _square(board, house_.square), unknown)
        doubt = {"unsure": [near.name for near in unsure]}
        try:
            step, on, state = _one(board, on, state, house_, unknown, hidden)
        except RuleError as error:
            steps.append({"legal": False, "text": error.sentence, "ruling": error.ruling, **doubt})
            break
        steps.append(step | doubt)
    after = tuple(
        "".join("?" if Square(r, c) in unknown else letter for c, letter in enumerate(row))
        for r, row in enumerate(on.rows)
    )
    return steps, after


def _one(
    board: Board,
    on: shark.Position,
    state: shark.State | None,
    supposed: _Supposed,
    unknown: Sequence[Square],
    hidden: bool,
) -> tuple[dict[str, Any], shark.Position, shark.State | None]:
    if state is not None and state.phase == "debt" and state.owes:
        debtor = {"player": next(iter(state.owes))}
        raise RuleError("R-20", Sentence("{player} would have to sell shares first", debtor))
    placed = shark.would_place(on, supposed.company, _square(board, supposed.square), unknown)
    after = placed.after()
    step: dict[str, Any] = {
        "legal": True,
        "company": placed.company,
        "square": placed.square.name,
        "zone": board.zone(placed.square),
        "commission": placed.commission,
        "per_share": placed.per_share,
        "removes": [gone.name for gone in placed.removed],
        "before": dict(on.prices),
        "after": dict(after.prices),
        "falls": {company: list(pair) for company, pair in placed.falls.items()},
        "mover": None,
        "entries": [],
        "owes": {},
    }
    if state is None:
        return step, after, None
    mover = supposed.mover or state.turn
    if mover not in state.in_game():
        raise RuleError("R-32", Sentence("no player is called {name}", {"name": quoted(mover)}))
    led_to = shark.suppose(state, mover, placed)
    entries = [entry for entry in led_to.entries if not hidden or entry.kind in OF_SHARES]
    step["mover"] = mover
    step["entries"] = [entry_json(entry) for entry in entries]
    if hidden:  # what somebody cannot pay would tell his cash: the next house is reckoned as if everybody could
        return step, after, msgspec.structs.replace(state, position=after)
    step["owes"] = dict(led_to.state.owes)
    return step, after, led_to.state


def _told(sentence: Sentence) -> Mapping[str, Any]:
    return {"text": sentence, "ruling": sentence.ruling}
