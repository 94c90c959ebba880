"""Money is a whole number of the game's units, never a float."""

from __future__ import annotations

from typing import NewType

Money = NewType("Money", int)


def spell(amount: int, *, sign: bool = False) -> str:
    """An amount as a person writes it.

    >>> spell(12000), spell(4000, sign=True), spell(-4000, sign=True)
    ('12,000', '+4,000', '−4,000')
    """
    text = f"{abs(amount):,}"
    if amount < 0:
        return "−" + text
    return "+" + text if sign else text


class Amount(int):
    """A sum inside a `Sentence`: an int that writes itself as `spell` does.

    >>> f"{Amount(12000)}"
    '12,000'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return spell(self)

    def __format__(self, spec: str) -> str:
        return format(spell(self), spec)
