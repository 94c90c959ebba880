"""Saying: the catalogue's text with its values, sums as the language writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion import money
from companion.sentence import Sentence, filled

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "de": "Deutsch", "it": "Italiano", "fr": "Français"}
"""The languages by their codes, each by its own name."""

_FOLDER = Path(__file__).parent


def say(value: Any, language: str) -> str:
    """A sentence, a sum or a plain word in that language.

    >>> say(Sentence("{player} ends the turn", {"player": "Chloé"}), "de")
    'Chloé beendet den Zug'
    """
    if language == ENGLISH:
        return str(value)
    if isinstance(value, Sentence):
        count = value.values["count"] if value.plural else 1
        text = _catalogue(language).text(value.text, value.plural, count)
        return filled(text or value.english, value.values, lambda part: say(part, language))
    return spell(value, language) if isinstance(value, money.Amount) else str(value)


def spoken(value: Any, language: str) -> Any:
    """Data for JSON with the sentences in it said, however deep they lie.

    >>> spoken({"text": Sentence("buying"), "squares": ["C4"]}, "fr")
    {'text': 'acheter', 'squares': ['C4']}
    """
    if value is None or isinstance(value, str | int):  # nearly all, and the quickest to tell
        return value
    if isinstance(value, Mapping):
        return {key: spoken(part, language) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [spoken(part, language) for part in value]
    return say(value, language) if isinstance(value, Sentence) else value


def spell(amount: int, language: str, *, sign: bool = False) -> str:
    """An amount as people of that language write it.

    >>> spell(12000, "de"), spell(-4000, "it", sign=True), spell(4000, "en", sign=True)
    ('12.000', '−4.000', '+4,000')
    """
    text = money.spell(amount, sign=sign)
    return text if language == ENGLISH else text.replace(",", _catalogue(language).group)


def translated(text: str, language: str) -> str:
    """A fixed text of a page in that language; what stands in braces stays to be filled in."""
    return text if language == ENGLISH else _catalogue(language).text(text, "", 1) or text


@lru_cache
def page_texts(language: str) -> Mapping[str, str | tuple[str, ...]]:
    """The whole catalogue for a page's scripts: texts by their English ones, a pair where the count decides."""
    return {} if language == ENGLISH else _catalogue(language).texts


def nearest(language: str) -> str:
    """The code of a language as a system or a browser names it; English where it is none of ours.

    >>> nearest("de_AT.UTF-8"), nearest("fr-CH"), nearest("C")
    ('de', 'fr', 'en')
    """
    code = language[:2].lower()
    return code if code in LANGUAGES and language[2:3] in ("", "-", "_", ".") else ENGLISH


class _Catalogue:
    """One language. ``group`` stands between the thousands of a number."""

    def __init__(self, texts: Mapping[str, str | tuple[str, ...]], plural: Callable[[int], int], group: str) -> None:
        self.texts = texts
        self.group = group
        self._plural = plural

    def text(self, english: str, plural: str, count: int) -> str:
        """The text for that count, empty where there is none."""
        found = self.texts.get(english, "")
        if isinstance(found, str):
            return "" if plural else found
        return found[self._plural(count)]


@lru_cache
def _catalogue(language: str) -> _Catalogue:
    # Babel is loaded when the first language but English is spoken: most commands never need it.
    from gettext import c2py

    from babel import Locale
    from babel.messages.pofile import read_po

    with (_FOLDER / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    texts: dict[str, str | tuple[str, ...]] = {}
    for message in catalogue:
        one = message.id if isinstance(message.id, str) else message.id[0]
        said = message.string if isinstance(message.string, str) else tuple(message.string or ())
        if one and said and all(said) and not message.fuzzy:
            texts[one] = said
    group = Locale.parse(language).number_symbols["latn"]["group"]
    return _Catalogue(texts, c2py(catalogue.plural_expr), group)
