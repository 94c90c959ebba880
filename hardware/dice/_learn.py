"""Teaching a dice reader its dice: what a person is to do, step by step, and what the reader says to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.dice._serial import ReaderRefused
from hardware.dice._set import SHARK, DiceSet

_SAVING_S = 1.5
"""To write what was learned takes the reader 1.3 seconds: 3.4 ms a byte."""
_PLACEMENTS = {"1-6": 4, "pips": 4, "sharks": 8}
"""The reader wants each picture twice: four quarter turns of pips, which look alike upside down; eight of a figure."""
_COLOUR_PLACEMENTS = 3

_SHARK_TOPS = (Sentence("the one shark"), Sentence("the other shark"))
COLOUR_WORDS = {
    "red": Sentence("red"),
    "blue": Sentence("blue"),
    "green": Sentence("green"),
    "yellow": Sentence("yellow"),
    "black": Sentence("black"),
    "white": Sentence("white"),
}

Well = Literal["num", "col"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: ``text`` for people; then the reader is to take what it sees for ``face``."""

    well: Well
    face: str
    text: Sentence


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

    def empty(self) -> Sentence | None:
        """Measures the empty wells; what is to be put right first, if anything."""
        return self._try("CAL")

    def steps(self) -> Iterator[Step]:
        """Everything that is to be shown to the reader."""
        if self._dice.wells != "col":
            count = _PLACEMENTS[self._dice.number or "sharks"]
            for face in self._dice.learnt():
                for top in _SHARK_TOPS if face == SHARK else (face,):
                    for turn in range(1, count + 1):
                        values = {"face": top, "turn": turn, "count": count}
                        text = Sentence("Put the number die into its well, on top: {face}.", values)
                        if turn > 1:
                            text = Sentence(
                                "Turn the number die a quarter, on top: {face} ({turn} of {count}).", values
                            )
                        yield Step("num", face, text)
        if self._dice.wells != "num":
            for colour, word in COLOUR_WORDS.items():
                for turn in range(1, _COLOUR_PLACEMENTS + 1):
                    values = {"face": word, "turn": turn, "count": _COLOUR_PLACEMENTS}
                    text = Sentence("Put the colour die into its well, on top: {face}.", values)
                    if turn > 1:
                        text = Sentence("Turn the colour die a little, on top: {face} ({turn} of {count}).", values)
                    yield Step("col", colour, text)

    def learn(self, step: Step) -> Sentence | None:
        """Has the reader learn a step; what is to be put right before it is tried again, if anything.

        Raises CannotLearn when the die cannot be told by its undersides.
        """
        try:
            return self._try("LEARN", step.well, step.face)
        except ReaderRefused as refusal:
            if refusal.code == "empty":
                return Sentence("The well looks empty: put the die in, and let go of it.")
            if refusal.code == "full":
                return None  # it knows this face well enough
            if refusal.code == "same" and refusal.faces:
                if self._doubted is not step:
                    self._doubted = step
                    seen = {"face": _word(refusal.faces[0]), "text": step.text}
                    return Sentence("The reader sees what it saw with this on top: {face}. {text}", seen)
                raise CannotLearn(_ambiguous(step.well, step.face, refusal.faces[0])) from None
            raise

    def save(self) -> None:
        """Has the reader keep what it has learned; raises CannotLearn when two faces are mixed up."""
        try:
            self._command("SAVE", patience_s=_SAVING_S)
        except ReaderRefused as refusal:
            if refusal.code == "mixed" and len(refusal.faces) == 2:
                well: Well = "col" if refusal.faces[0] in COLOUR_WORDS else "num"
                raise CannotLearn(_ambiguous(well, *refusal.faces)) from None
            raise

    def _try(self, kind: str, *fields: str) -> Sentence | None:
        try:
            self._command(kind, *fields)
        except ReaderRefused as refusal:
            if refusal.code == "busy":
                return Sentence("Something still moves: let go, and wait a second.")
            if refusal.code == "light":
                return Sentence("Too much light falls in: shade the reader from the sun or a lamp.")
            raise
        return None


class Lesson:
    """A whole lesson, one thing to do after the other: `text` says what, `go_on` when it has been done.

    Raises DeviceError when the reader is not heard, CannotLearn when its dice cannot be told apart; the lesson is then
    over, and what the reader knew before holds again with its next start.
    """

    def __init__(self, dice: DiceSet, command: Callable[..., tuple[str, ...]]) -> None:
        self._teacher = Teacher(dice, command)
        self._steps = tuple(self._teacher.steps())
        self.place = -1
        """Which of the steps is next, from 0; -1: the wells are to be emptied first."""
        self.text = Sentence("Take the dice out of both wells, and hold nothing above them.")
        self.done = False
        self._teacher.begin()

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    def go_on(self) -> None:
        """What `text` says has been done: the reader looks, and the next thing to do follows, or the same again."""
        if self.done:
            return
        trouble = self._teacher.empty() if self.place < 0 else self._teacher.learn(self._steps[self.place])
        if trouble is not None:
            self.text = trouble
            return
        self.place += 1
        if self.place < self.count:
            self.text = self._steps[self.place].text
            return
        self._teacher.save()
        self.done = True
        self.text = Sentence("Learned and saved. Take the dice out, and throw them to try it.")


def _word(face: str) -> Sentence | str:
    return COLOUR_WORDS.get(face, Sentence("shark") if face == SHARK else face)


def _ambiguous(well: Well, one: str, other: str) -> Sentence:
    values: dict[str, Sentence | str] = {"one": _word(one), "other": _word(other)}
    if other == "-":
        return Sentence(
            "with this on top: {one}, the die's underside looks like the empty well. Clean the reader, and learn again",
            values,
        )
    values["advice"] = Sentence(
        "Use a plain die on which 5 and 6 mean shark ({option}), or tap the throws by hand",
        {"option": "--number-die pips"},
    )
    if well == "col":
        values["advice"] = Sentence(
            "Use another colour die, mark one of the two faces, or use the number die alone ({option})",
            {"option": "--wells num"},
        )
    return Sentence(
        "from below the die looks the same with this on top: {one}, and with this: {other}, so one could be taken for "
        "the other. The reader sees only the face that the die lies on: two faces that look alike must lie opposite "
        "each other. {advice}",
        values,
    )
