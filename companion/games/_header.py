"""What the headers of all games have in common."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from companion.errors import FormatError
from companion.quoting import printable, quoted, shortened

Shape = TypeVar("Shape", bound=msgspec.Struct)


def read_header(header: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The header as the game's struct has it, other keys passed over; raises FormatError."""
    try:
        return msgspec.convert(dict(header), shape)
    except msgspec.ValidationError as error:
        raise FormatError(f"header: {printable(shortened(str(error), 200))}") from None


def read_options(raw: Mapping[str, Any], defaults: Shape) -> Shape:
    """The defaults with what a header changes in them, keys that begin with x_ passed over.

    Raises FormatError for an unknown option, the nearest known one named, and for a value that an option cannot have.
    """
    given = _ours(raw)
    shape = type(defaults)
    for name in given:
        if name not in shape.__struct_fields__:
            near = difflib.get_close_matches(name, shape.__struct_fields__, 1)
            known = ", ".join(shape.__struct_fields__) or "none"
            hint = f"did you mean {near[0]}?" if near else f"there are {known}"
            raise FormatError(f"no option is called {quoted(name)}: {hint}")
    try:
        return msgspec.convert({**msgspec.to_builtins(defaults), **given}, shape)
    except msgspec.ValidationError as error:
        raise FormatError(f"options: {printable(shortened(str(error), 200))}") from None


def _ours(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Without the keys that are free for anybody, however deep they lie."""
    given = {name: value for name, value in raw.items() if not name.startswith("x_")}
    return {name: _ours(value) if isinstance(value, Mapping) else value for name, value in given.items()}


def check_players(raw: Any, banker: Any = None) -> tuple[str, ...]:
    """The players of a header, in seat order; ``banker`` must be one of them where it is given.

    Raises FormatError when a name is missing, empty, cannot be shown, or equals another after Unicode NFC and trimming.

    >>> check_players(["Andrea", "Bernd"])
    ('Andrea', 'Bernd')
    """
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not all(isinstance(name, str) for name in raw):
        raise FormatError('"players" must be a list of names')
    seen: dict[str, str] = {}
    for name in raw:
        plain = unicodedata.normalize("NFC", name).strip()
        if not plain or any(unicodedata.category(letter) == "Cc" for letter in name):
            raise FormatError(f"{quoted(name)} is no name for a player")
        if plain in seen:
            raise FormatError(f"two players are called {quoted(plain)}: give them different names")
        seen[plain] = name
    if banker is not None and banker not in raw:
        raise FormatError(f"the banker {quoted(banker)} is not one of the players")
    return tuple(raw)
