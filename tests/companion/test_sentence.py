"""Sentences one after the other, however many."""

from __future__ import annotations

import pytest

from companion.sentence import Sentence, in_turn
from companion.words import LANGUAGES, say


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("many", [1, 2, 3, 7, 5000])
def test_sentences_in_turn_are_said_in_their_order_however_many_they_are(many: int, language: str) -> None:
    names = [f"square{number}" for number in range(many)]
    told = in_turn([Sentence("{name}.", {"name": name}) for name in names])
    assert say(told, language) == " ".join(f"{name}." for name in names)
