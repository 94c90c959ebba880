"""What colours, stones and purses are called: whole phrases, since other languages bend a colour with its noun."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_shot._material import Stones
from companion.sentence import Sentence

COLOURS: Mapping[str, Sentence] = {
    "red": Sentence("red"),
    "yellow": Sentence("yellow"),
    "white": Sentence("white"),
    "black": Sentence("black"),
}
A_STONE: Mapping[str, Sentence] = {
    "red": Sentence("a red stone"),
    "yellow": Sentence("a yellow stone"),
    "white": Sentence("a white stone"),
    "black": Sentence("a black stone"),
}
THE_PURSE: Mapping[str, Sentence] = {
    "red": Sentence("the red purse"),
    "yellow": Sentence("the yellow purse"),
    "white": Sentence("the white purse"),
    "black": Sentence("the black purse"),
}


def a_stone(colour: str) -> Sentence | str:
    """A stone with its article; an event may name what is no colour.

    >>> str(a_stone("red")), a_stone("pink")
    ('a red stone', 'pink')
    """
    return A_STONE.get(colour, colour)


def the_purse(colour: str) -> Sentence | str:
    """The purse of that colour.

    >>> str(the_purse("black"))
    'the black purse'
    """
    return THE_PURSE.get(colour, colour)


def some_stones(stones: Stones) -> tuple[Sentence, ...]:
    """Stones by their counts, the most first, to be said as a list.

    >>> [str(part) for part in some_stones({"red": 1, "black": 3})]
    ['3 black', '1 red']
    """
    most_first = sorted(stones.items(), key=lambda item: -item[1])
    return tuple(
        Sentence("{number} {colour}", {"number": count, "colour": COLOURS[name]}) for name, count in most_first
    )
