"""Boards that the program knows, colour prototypes and thresholds with the pictures that justify them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from companion.board import Board, parse_board
from companion.errors import FormatError


def board_names() -> tuple[str, ...]:
    """Names of the boards that come with the program."""
    folder = resources.files(__name__) / "boards"
    return tuple(sorted(path.name.removesuffix(".json") for path in folder.iterdir() if path.name.endswith(".json")))


def board_file(name: str) -> dict[str, Any]:
    """The decoded board file of that name; raises FormatError naming those that there are."""
    if name not in board_names():
        raise FormatError(f"no board is called {name!r}: there are {', '.join(board_names())}")
    content = (resources.files(__name__) / "boards" / f"{name}.json").read_bytes()
    return json.loads(content)  # type: ignore[no-any-return]


def read_board_file(path: Path) -> dict[str, Any]:
    """The decoded board file at ``path``, checked; raises FormatError naming the file."""
    try:
        content = path.read_bytes()
        parse_board(content)
    except OSError as error:
        raise FormatError(f"{path}: the board file cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    return json.loads(content)  # type: ignore[no-any-return]


def board(name: str) -> Board:
    """The board with a grid of that name; raises FormatError naming those that there are."""
    return parse_board(board_file(name))
