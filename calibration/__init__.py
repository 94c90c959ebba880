"""Boards that the program knows, colour prototypes and thresholds with the pictures that justify them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from companion.board import Board, parse_board
from companion.cards import Deck, parse_deck
from companion.districts import parse_city
from companion.errors import FormatError
from companion.fields import parse_market_board
from companion.files import read_file
from companion.parsing import decode_object
from companion.quoting import quoted
from companion.sentence import Sentence


def board_names() -> tuple[str, ...]:
    """Names of the boards with a grid that come with the program."""
    return _names("boards")


def city_names() -> tuple[str, ...]:
    """Names of the boards of districts that come with the program."""
    return _names("districts")


def market_names() -> tuple[str, ...]:
    """Names of the market boards that come with the program."""
    return _names("markets")


def _names(folder: str) -> tuple[str, ...]:
    files = (resources.files(__name__) / folder).iterdir()
    return tuple(sorted(path.name.removesuffix(".json") for path in files if path.name.endswith(".json")))


def board_file(name: str) -> dict[str, Any]:
    """The decoded board file of that name: with a grid, of districts or of a market; else FormatError names them."""
    for folder in ("boards", "districts", "markets"):
        if name in _names(folder):
            content = (resources.files(__name__) / folder / f"{name}.json").read_bytes()
            return json.loads(content)  # type: ignore[no-any-return]
    known = ", ".join((*board_names(), *city_names(), *market_names()))
    raise FormatError(f"no board is called {quoted(name)}: there are {known}")


def deck(name: str) -> Deck:
    """The cards of that game, as a camera knows them."""
    return parse_deck((resources.files(__name__) / "cards" / f"{name}.json").read_bytes())


def read_board_file(path: Path) -> dict[str, Any]:
    """The decoded board file at ``path``, checked as `board_file` has them; raises FormatError naming the file."""
    try:
        raw = _decoded(read_file(path))
        if "districts" in raw:
            parse_city(raw)
        elif "fields" in raw:
            parse_market_board(raw)
        else:
            parse_board(raw)
    except OSError as error:
        raise FormatError(f"{path}: the board file cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    return raw


def _decoded(content: bytes) -> dict[str, Any]:
    try:
        return decode_object(content)
    except FormatError as error:
        raise FormatError(Sentence("not a board file: {reason}", {"reason": error.sentence})) from None


def board(name: str) -> Board:
    """The board with a grid of that name; raises FormatError naming those that there are."""
    return parse_board(board_file(name))
