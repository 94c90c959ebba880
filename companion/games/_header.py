"""What the headers of all games have in common."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from companion.errors import FormatError
from companion.parsing import plainly
from companion.quoting import quoted
from companion.sentence import Either, Sentence

Shape = TypeVar("Shape", bound=msgspec.Struct)


def read_header(header: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The header as the game's struct has it, other keys passed over; raises FormatError."""
    try:
        return msgspec.convert(dict(header), shape)
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("header: {reason}", {"reason": plainly(error)})) from None


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
        raise FormatError(Sentence("options: {reason}", {"reason": plainly(error)})) from None


COMMON = ("format", "game", "edition", "board", "players", "banker", "options", "start")
"""Keys that the headers of games have in common, be it that a game has no use for one of them."""
_LIKE = 0.75
"""From this likeness on an unknown key is taken for a slip of the pen."""


def slip_in_header(header: Mapping[str, Any], known: Sequence[str]) -> Sentence | None:
    """The first key of a header that is none of ``known`` but like one of them; None where there is none such."""
    for key in _ours(header):
        near = difflib.get_close_matches(key.casefold(), known, 1, _LIKE)
        if key not in known and near:
            values = {"key": quoted(key), "near": quoted(near[0])}
            return Sentence("nobody knows the header's key {key}: did you mean {near}?", values)
    return None


def slip_in_start(start: Any, known: Sequence[str]) -> Sentence | None:
    """The first key of a header's ``start`` that is none of ``known``; None where there is none such."""
    for key in _ours(start) if isinstance(start, Mapping) else ():
        if key not in known:
            near = difflib.get_close_matches(key.casefold(), known, 1)
            values = {"key": quoted(key), "near": quoted(near[0]) if near else Either(quoted(name) for name in known)}
            return Sentence("nobody knows the key {key} in the header's start: did you mean {near}?", values)
    return None


def _ours(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Without the keys that are free for anybody, however deep they lie."""
    given = {name: value for name, value in raw.items() if not name.startswith("x_")}
    return {name: _ours(value) if isinstance(value, Mapping) else value for name, value in given.items()}


def check_players(raw: Any, banker: Any = None) -> tuple[str, ...]:
    """The players of a header, in seat order; ``banker`` must be one of them where it is given.

    Raises FormatError when there is none, or a name is empty, cannot be shown, or equals another after Unicode NFC and
    trimming.

    >>> check_players(["Andrea", "Bernd"])
    ('Andrea', 'Bernd')
    """
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not all(isinstance(name, str) for name in raw):
        raise FormatError('"players" must be a list of names')
    if not raw:
        raise FormatError('"players" is empty: name those who play, in seat order')
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
