"""Which dice lie in the reader, and what their faces mean in the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.errors import DeviceError
from companion.sentence import Sentence

NumberDie = Literal["1-6", "sharks", "pips"]
"""Numbers from 1 to 6; 1 to 4 and two sharks; a plain die with pips on which 5 and 6 mean shark."""
Wells = Literal["both", "num", "col"]
"""Which wells of the reader are in use: number die and colour die, or one of them."""

SHARK = "S"
_PLAIN = ("1", "2", "3", "4", "5", "6")
_SHARKS = ("1", "2", "3", "4", SHARK)


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice in the reader. ``number`` None: a number die with whatever faces the reader was taught.

    >>> DiceSet("pips").faces("6", "red")
    ('S', 'red')
    """

    number: NumberDie | None = None
    wells: Wells = "both"

    def learnt(self) -> tuple[str, ...]:
        """The faces that the reader may know of the number die, as it calls them."""
        if self.number is None:
            return (*_PLAIN, SHARK)
        return _SHARKS if self.number == "sharks" else _PLAIN

    def faces(self, number: str | None, colour: str | None) -> tuple[str, ...]:
        """What a throw means in the game; raises DeviceError when these dice cannot have fallen so."""
        if (number is None) == (self.wells != "col") or (colour is None) == (self.wells != "num"):
            seen = Sentence("both dice")
            if colour is None:
                seen = Sentence("a number die only")
            elif number is None:
                seen = Sentence("a colour die only")
            raise DeviceError(
                Sentence(
                    "The dice reader reports {seen}: say which dice lie in it ({option}), or let it learn them.",
                    {"seen": seen, "option": "--wells"},
                )
            )
        if number is not None and number not in self.learnt():
            raise DeviceError(
                Sentence(
                    "The dice reader reports a {number}, which is not on the die that is set: choose the right one "
                    "({option}), or let the reader learn this one.",
                    {"number": number, "option": "--number-die"},
                )
            )
        if self.number == "pips" and number in ("5", "6"):
            number = SHARK
        return tuple(face for face in (number, colour) if face is not None)
