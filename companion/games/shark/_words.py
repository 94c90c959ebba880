"""What houses, colours and companies are called: whole phrases, since other languages bend a colour with its house."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.shark._editions import COMPANIES, LETTERS, TOP
from companion.games.shark._state import Table
from companion.sentence import Sentence

NAME_OF: Mapping[str, str] = {letter: company for company, letter in LETTERS.items()}
"""What a letter on the board is the house of: a company, or "top"."""

COLOURS: Mapping[str, Sentence] = {
    "red": Sentence("red"),
    "blue": Sentence("blue"),
    "green": Sentence("green"),
    "yellow": Sentence("yellow"),
    "black": Sentence("black"),
    "white": Sentence("white"),
}
"""Faces of the colour die, and the colours of houses."""

A_HOUSE: Mapping[str, Sentence] = {
    "red": Sentence("a red house"),
    "blue": Sentence("a blue house"),
    "green": Sentence("a green house"),
    "yellow": Sentence("a yellow house"),
    TOP: Sentence("a TOP"),
}
THE_HOUSE: Mapping[str, Sentence] = {
    "red": Sentence("the red house"),
    "blue": Sentence("the blue house"),
    "green": Sentence("the green house"),
    "yellow": Sentence("the yellow house"),
    TOP: Sentence("the TOP"),
}
THE_CHAIN: Mapping[str, Sentence] = {
    "red": Sentence("the red chain"),
    "blue": Sentence("the blue chain"),
    "green": Sentence("the green chain"),
    "yellow": Sentence("the yellow chain"),
}
THE_HOUSES: Mapping[str, Sentence] = {
    "red": Sentence("the red houses"),
    "blue": Sentence("the blue houses"),
    "green": Sentence("the green houses"),
    "yellow": Sentence("the yellow houses"),
}
_NAMES: Mapping[str, Sentence] = {
    "red": Sentence("Red"),
    "blue": Sentence("Blue"),
    "green": Sentence("Green"),
    "yellow": Sentence("Yellow"),
    TOP: Sentence("TOP"),
}


def company_name(table: Table, company: str) -> Sentence | str:
    """What a company is called in this copy of the game; where that is not known its colour, capitalised.

    A name is printed on the table's cards and is the same whoever reads it; a colour is a word of the language.
    """
    printed = table.edition.company_names.get(table.edition.language, {})
    for known in COMPANIES:
        if known == company and known in printed:
            return printed[known]
    return _NAMES.get(company, company)


def a_house(company: str) -> Sentence | str:
    """What is placed, with its article; an event may name what is no company.

    >>> str(a_house("red")), a_house("pink")
    ('a red house', 'pink')
    """
    return A_HOUSE.get(company, company)
