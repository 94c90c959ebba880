"""What the events of all games have in common: a tagged struct each, read from a decoded line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from companion.errors import FormatError
from companion.parsing import plainly
from companion.quoting import quoted
from companion.sentence import Sentence


class Amend(msgspec.Struct, frozen=True, tag_field="do", tag="amend"):
    """A remark in the log; it changes nothing."""

    note: str


@cache
def event_kinds(union: Any) -> Mapping[str, type[Any]]:
    """The events of a union by their "do".

    >>> list(event_kinds(Amend | Amend))
    ['amend']
    """
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union) or (union,)}


def read_event(raw: Mapping[str, Any], union: Any, game: str) -> Any:
    """The event of that union in a decoded line; unknown keys are passed over.

    Raises FormatError for an unknown or missing "do", a missing key, a wrong JSON type. Values that the game does
    not know are for `apply` to refuse.
    """
    if "do" not in raw:
        raise FormatError(Sentence("the key {key} is missing", {"key": quoted("do")}))
    do, known = raw["do"], event_kinds(union)
    if not isinstance(do, str) or do not in known:
        values = {"do": quoted(do), "game": game, "known": ", ".join(known)}
        raise FormatError(Sentence("“do” is {do}: {game} knows {known}", values))
    try:
        return msgspec.convert(raw if isinstance(raw, dict) else dict(raw), known[do])
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("{event}: {reason}", {"event": do, "reason": plainly(error)})) from None


def name_of(event: msgspec.Struct) -> str:
    """The event's "do".

    >>> name_of(Amend("a cat on the board"))
    'amend'
    """
    return str(event.__struct_config__.tag)
