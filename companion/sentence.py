"""Sentences with their numbers and names apart, so that they can be said in any language (`companion.words`).

What can be said is known beforehand: every text stands whole in the code, as the text of a `Sentence(...)` or a
`counted(...)`, where the upkeep of the catalogues finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec


class Sentence(msgspec.Struct, frozen=True):
    """A sentence, or a part of one (a struct, since a replay makes several of them for each event).

    ``text`` is the English sentence with ``{names}``; ``values`` fills them: sums (`Amount`), numbers, words that are
    the same in every language (names, squares), further sentences, or a tuple of such, said as a list. ``ruling`` is
    the number that the sentence rests on. ``plural`` is the English text for a ``{count}`` that is not 1, where it
    differs.

    >>> str(Sentence("chain {chain} has {houses}", {"chain": "C4-C7", "houses": Sentence("four houses")}, "R-13"))
    'chain C4-C7 has four houses'
    >>> str(Sentence("{squares} are empty", {"squares": ("C4", "C5", "C6")}))
    'C4, C5 and C6 are empty'
    """

    text: str
    values: Mapping[str, Any] = msgspec.field(default_factory=dict)
    ruling: str = ""
    plural: str = ""

    @property
    def english(self) -> str:
        """The text or the plural, as the count asks for."""
        return self.plural if self.plural and self.values["count"] != 1 else self.text

    def __str__(self) -> str:
        return filled(self.english, self.values, str)


class Either(tuple[Any, ...]):
    """A tuple of values of which one is meant: "red or blue"."""

    __slots__ = ()


def counted(count: int, one: str, many: str, values: Mapping[str, Any] | None = None, ruling: str = "") -> Sentence:
    """A sentence about a number of things, ``{count}`` in both texts.

    >>> str(counted(1, "{count} share", "{count} shares")), str(counted(0, "{count} share", "{count} shares"))
    ('1 share', '0 shares')
    """
    return Sentence(one, {**(values or {}), "count": count}, ruling, many)


def as_it_is(text: str | Sentence) -> Sentence:
    """What cannot be said otherwise: a text from outside, or one that nobody has translated."""
    return text if isinstance(text, Sentence) else Sentence("{text}", {"text": text})


def in_turn(sentences: Sequence[Sentence]) -> Sentence:
    """One sentence after the other, at least one: halved again and again, so that a thousand of them nest ten deep.

    >>> str(in_turn([Sentence("It is kept."), Sentence("But it is not good."), Sentence("Go nearer.")]))
    'It is kept. But it is not good. Go nearer.'
    """
    if len(sentences) == 1:
        return sentences[0]
    half = len(sentences) // 2
    return Sentence("{one} {rest}", {"one": in_turn(sentences[:half]), "rest": in_turn(sentences[half:])})


AND = Sentence("{most} and {last}")
OR = Sentence("{most} or {last}")
_QUESTION = re.compile(r"[^\W\d]\s?[?!]$")
"""What ends as a question or a cry does; a mark that stands by itself is none."""


def filled(text: str, values: Mapping[str, Any], say: Callable[[Any], str]) -> str:
    """The text with its values said by ``say``; lists are joined in the language that ``say`` speaks.

    >>> filled("{why}. Try again", {"why": Sentence("is it on?")}, str)
    'is it on? Try again'
    """
    said = {name: _said(value, say) for name, value in values.items()}
    for name in (name for name, value in said.items() if _QUESTION.search(value)):
        text = re.sub(rf"(\{{{name}\}})\.(?!\.)", r"\1", text)
    return text.format(**said)


def _said(value: Any, say: Callable[[Any], str]) -> str:
    if not isinstance(value, tuple):
        return say(value)
    parts = [say(part) for part in value]
    if len(parts) < 2:
        return "".join(parts)
    joint = OR if isinstance(value, Either) else AND
    return say(Sentence(joint.text, {"most": ", ".join(parts[:-1]), "last": parts[-1]}))
