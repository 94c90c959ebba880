"""What a game that begins at this table asks of the players' names besides: that people can tell them apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.errors import FormatError
from companion.quoting import quoted
from companion.sentence import Sentence

LONGEST = 24
"""Letters; as many as the set-up page takes."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by their category, and yet nothing to be seen."""


def check_names(players: Sequence[str]) -> None:
    """Raises FormatError for a name that is too long, shows nothing, or looks like another."""
    seen: dict[str, str] = {}
    for name in players:
        look = _look(name)
        values = {"name": quoted(name), "most": LONGEST}
        if not look:
            raise FormatError(Sentence("{name} shows nothing: give each player a name that can be read", values))
        if len(unicodedata.normalize("NFC", name)) > LONGEST:
            raise FormatError(Sentence("the name {name} is too long: {most} letters at most", values))
        if look in seen:
            values = {"name": quoted(name), "other": quoted(seen[look])}
            raise FormatError(Sentence("the names {other} and {name} look alike: give them different ones", values))
        seen[look] = name


def _look(name: str) -> str:
    """What can be seen of a name: without what is invisible, each gap one space.

    >>> _look(" An\\u200bna \\u00a0 B."), _look("\\u3164\\u2800")
    ('Anna B.', '')
    """
    visible = (
        " " if unicodedata.category(letter) in ("Zs", "Zl", "Zp", "Cc") or letter in _BLANK else letter
        for letter in unicodedata.normalize("NFC", name)
        if unicodedata.category(letter) not in ("Cf", "Mn") or unicodedata.combining(letter)
    )
    return " ".join("".join(visible).split())
