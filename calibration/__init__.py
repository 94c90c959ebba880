"""Boards that the program knows, colour prototypes and thresholds with the pictures that justify them."""

from __future__ import annotations

from importlib import resources

from companion.board import Board, parse_board
from companion.errors import FormatError


def board_names() -> tuple[str, ...]:
    """Names of the boards that come with the program."""
    folder = resources.files(__name__) / "boards"
    return tuple(sorted(path.name.removesuffix(".json") for path in folder.iterdir() if path.name.endswith(".json")))


def board(name: str) -> Board:
    """The board of that name; raises FormatError naming those that there are."""
    if name not in board_names():
        raise FormatError(f"no board is called {name!r}: there are {', '.join(board_names())}")
    return parse_board((resources.files(__name__) / "boards" / f"{name}.json").read_bytes())
