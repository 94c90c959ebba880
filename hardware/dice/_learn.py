"""Teaching a dice reader its dice: what a person is to do, step by step, and what the reader says to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.errors import DeviceError
from hardware.dice._serial import ReaderRefused
from hardware.dice._set import COLOURS, SHARK, DiceSet

_SAVING_S = 1.5
"""To write what was learned takes the reader 1.3 seconds: 3.4 ms a byte."""
_PLACEMENTS = {"1-6": 4, "pips": 4, "sharks": 8}
"""The reader wants each picture twice: four quarter turns of pips, which look alike upside down; eight of a figure."""
_COLOUR_PLACEMENTS = 3

Well = Literal["num", "col"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: ``text`` for people; then the reader is to take what it sees for ``face``."""

    well: Well
    face: str
    text: str


class CannotLearn(DeviceError):
    """These dice cannot be told by the reader; the message says why and what to do."""


class Teacher:
    """Gives a reader the commands to learn ``dice``; ``command`` sends one (`SerialDice.command`).

    `begin`, then `empty` with both wells empty, `learn` for each of `steps`, and `save`.
    """

    def __init__(self, dice: DiceSet, command: Callable[..., tuple[str, ...]]) -> None:
        self._dice = dice
        self._command = command
        self._doubted: Step | None = None

    def begin(self) -> None:
        """Forgets what was learned, in the reader's memory; what it has saved stays until `save`."""
        self._command("SET", "wells", self._dice.wells)
        for well in ("num", "col"):
            self._command("CLEAR", well)

    def empty(self) -> str | None:
        """Measures the empty wells; what is to be put right first, if anything."""
        return self._try("CAL")

    def steps(self) -> Iterator[Step]:
        """Everything that is to be shown to the reader."""
        if self._dice.wells != "col":
            count = _PLACEMENTS[self._dice.number or "sharks"]
            for face in self._dice.learnt():
                tops = ("the one shark", "the other shark") if face == SHARK else (face,)
                for top in tops:
                    for turn in range(count):
                        how = "" if turn == 0 else f", turned by a quarter ({turn + 1} of {count})"
                        yield Step("num", face, f"Put the number die into its well with {top} on top{how}.")
        if self._dice.wells != "num":
            for colour in COLOURS:
                for turn in range(_COLOUR_PLACEMENTS):
                    how = "" if turn == 0 else f", turned a little ({turn + 1} of {_COLOUR_PLACEMENTS})"
                    yield Step("col", colour, f"Put the colour die into its well with {colour} on top{how}.")

    def learn(self, step: Step) -> str | None:
        """Has the reader learn a step; what is to be put right before it is tried again, if anything.

        Raises CannotLearn when the die cannot be told by its undersides.
        """
        try:
            return self._try("LEARN", step.well, step.face)
        except ReaderRefused as refusal:
            if refusal.code == "empty":
                return "The well looks empty: put the die in, and let go of it."
            if refusal.code == "full":
                return None  # it knows this face well enough
            if refusal.code == "same" and refusal.faces:
                if self._doubted is not step:
                    self._doubted = step
                    return f"The reader sees what it saw with {refusal.faces[0]} on top. {step.text}"
                raise CannotLearn(_ambiguous(step.well, step.face, refusal.faces[0])) from None
            raise

    def save(self) -> None:
        """Has the reader keep what it has learned; raises CannotLearn when two faces are mixed up."""
        try:
            self._command("SAVE", patience_s=_SAVING_S)
        except ReaderRefused as refusal:
            if refusal.code == "mixed" and len(refusal.faces) == 2:
                well: Well = "col" if refusal.faces[0] in COLOURS else "num"
                raise CannotLearn(_ambiguous(well, *refusal.faces)) from None
            raise

    def _try(self, kind: str, *fields: str) -> str | None:
        try:
            self._command(kind, *fields)
        except ReaderRefused as refusal:
            if refusal.code == "busy":
                return "Something still moves: let go, and wait a second."
            if refusal.code == "light":
                return "Too much light falls in: shade the reader from the sun or a lamp."
            raise
        return None


def _ambiguous(well: Well, one: str, other: str) -> str:
    if other == "-":
        return (
            f"the underside of the die with {one} on top looks like the empty well: clean the reader, and learn again"
        )
    text = (
        f"with {one} on top the die looks from below as with {other} on top, so one could be taken for the other. "
        "The reader sees only the face that the die lies on: two faces that look alike must lie opposite each other. "
    )
    if well == "col":
        return (
            text
            + "Use another colour die, put a mark on one of the two faces, or use the number die alone (--wells num)"
        )
    return text + "Use a plain die on which 5 and 6 mean shark (--number-die pips), or tap the throws by hand"
