"""Each catalogue has every text of the code, with its placeholders, and nothing besides."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from companion.words import ENGLISH, LANGUAGES
from companion.words.upkeep import placeholders, read_catalogue, texts_in_use, update

ROOT = Path(__file__).parents[3]
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@cache
def in_use():
    """Every text of the code; to look through all of it takes seconds."""
    return tuple(texts_in_use(ROOT))


def messages(language: str):
    return [message for message in read_catalogue(language) if message.id]


def pairs(message):
    """Each English form with each form of the language that may stand for it."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return list(zip(message.id, message.string, strict=True))


def test_there_are_texts_of_every_room():
    assert "{player} ends the turn" in in_use()  # the rules
    assert ("{count} share", "{count} shares") in in_use()
    assert "the catalogue of no language" not in in_use()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_in_the_catalogue_and_no_other(language):
    known = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages(language)}
    assert sorted(map(str, set(in_use()) - known)) == [], "run make words, then translate what is empty"
    assert sorted(map(str, known - set(in_use()))) == [], "run make words: nobody says this any more"


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_its_placeholders(language):
    wrong = [
        (english, said)
        for message in messages(language)
        for english, said in pairs(message)
        if not said or placeholders(english) != placeholders(said) or message.fuzzy
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_upkeep_changes_nothing_where_nothing_has_changed(language, tmp_path, monkeypatch):
    kept = tmp_path / f"{language}.po"
    now = (ROOT / "companion" / "words" / f"{language}.po").read_bytes()
    kept.write_bytes(now)
    monkeypatch.setattr("companion.words.upkeep.catalogue_file", lambda _: kept)
    assert update(language, list(in_use())) == 0
    assert kept.read_bytes() == now


def test_upkeep_asks_for_new_texts_and_drops_old_ones(tmp_path, monkeypatch):
    kept = tmp_path / "de.po"
    kept.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "old"\nmsgstr "alt"\n\nmsgid "kept"\nmsgstr "geblieben"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr("companion.words.upkeep.catalogue_file", lambda _: kept)
    assert update("de", ["kept", "new", ("{count} tree", "{count} trees")]) == 2
    found = {message.id: message.string for message in read_catalogue("de") if message.id}
    assert found == {"kept": "geblieben", "new": "", ("{count} tree", "{count} trees"): ("", "")}


def test_french_puts_a_no_break_space_before_colons_and_the_like():
    wrong = [
        said
        for message in messages("fr")
        for _, said in pairs(message)
        if re.search(r"[^\u00a0\u202f][:;!?»](?=[\s.,)]|$)|«[^\u00a0\u202f]", said)
    ]
    assert wrong == []


def test_french_names_a_company_without_an_article_that_its_first_letter_would_change():
    # "le cours de Empire" is wrong, and so would be "d'NYSO": names come behind a noun or in brackets.
    assert [
        said for message in messages("fr") for _, said in pairs(message) if re.search(r"\bde {company}", said)
    ] == []


def test_english_puts_no_article_before_a_company():
    # "a Empire share"
    assert [english for m in messages("fr") for english, _ in pairs(m) if re.search(r"\ban? {company}", english)] == []
