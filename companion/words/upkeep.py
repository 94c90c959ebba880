"""Upkeep of the catalogues: ``make words`` puts every text of the code into each, and takes out what nobody says.

What is looked at: `Sentence`, `counted` and `abort` in Python, `_` in templates, `t` and `tn` in the pages' scripts. A
text must stand there whole, in quotes.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.words import ENGLISH, LANGUAGES

Text = str | tuple[str, str]
"""An English text, or the pair for one and for many."""

_FOLDERS = ("companion", "vision", "hardware", "web")
_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract"), ("**.js", "javascript")]
_KEYWORDS = {"Sentence": (1,), "counted": (2, 3), "_": (1,), "abort": (2,), "t": (1,), "tn": (2, 3)}
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""
_PLURALS = {
    "de": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
}
"""One and many; the forms for millions that newer tables add no game needs."""


def texts_in_use(root: Path) -> Iterator[Text]:
    """Every text of the code under a checkout's root that can be said in another language, the first time it comes."""
    seen: set[Text] = set()
    for folder in _FOLDERS:
        found = extract_from_dir(root / folder, _METHODS, _OPTIONS, _KEYWORDS)
        for _, _, message, _, _ in sorted(found, key=lambda message: (message[0], message[1])):
            text: Text = message if isinstance(message, str) else (message[0], message[1])
            if text not in seen and has_words(text):
                seen.add(text)
                yield text


def has_words(text: Text) -> bool:
    """Whether there is anything to translate: "{text}" alone has nothing, a colon has (French puts a space before it).

    >>> has_words("{player} ends the turn"), has_words("{shares} {company} × {price}"), has_words("{event}: {why}")
    (True, False, True)
    """
    parts = string.Formatter().parse(text if isinstance(text, str) else text[0])
    return any(letter.isalpha() or letter in ":;!?" for literal, *_ in parts for letter in literal)


def placeholders(text: str) -> set[str]:
    """The names in braces.

    >>> sorted(placeholders("{player} owes {missing}"))
    ['missing', 'player']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def catalogue_file(language: str) -> Path:
    """Where that language's texts are."""
    return Path(__file__).with_name(f"{language}.po")


def read_catalogue(language: str) -> Catalog:
    """The language's catalogue as it stands in its file."""
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, texts: list[Text]) -> int:
    """Brings a catalogue up to date with the texts in use; gives how many lack a translation."""
    catalogue = read_catalogue(language)
    fresh = Catalog(locale=language)
    fresh.mime_headers = [("Plural-Forms", _PLURALS[language])]
    for text in texts:
        known = catalogue.get(text if isinstance(text, str) else text[0])
        fresh.add(text, known.string if known is not None and known.id == text else None)
    with catalogue_file(language).open("wb") as file:
        file.write(_HEADER.format(language=language, plural=_PLURALS[language]).encode())
        write_po(file, fresh, width=120, no_location=True, omit_header=True)
    return sum(not (all(m.string) if isinstance(m.string, tuple) else m.string) for m in fresh if m.id)


def main() -> None:
    """Brings all catalogues up to date."""
    texts = list(texts_in_use(Path(__file__).parents[2]))
    for language in LANGUAGES:
        if language != ENGLISH:
            print(f"{language}: {len(texts)} texts, {update(language, texts)} without a translation")


if __name__ == "__main__":
    main()
