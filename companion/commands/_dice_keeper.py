"""The dice of a running game: set up as it needs them, and heard."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from random import Random, SystemRandom

from companion.devices import DeviceHealth, Dice, Throw
from companion.errors import BankhalterError, DeviceError
from companion.sentence import Sentence
from companion.table import Table
from hardware.dice import SHARK, DiceSet, FileDice, NumberDie, SerialDice, VirtualDice
from hardware.wiring import DiceWiring


class DiceKeeper:
    """Holds the dice that ``wiring`` names, and throws at the table what they show.

    ``seed`` makes virtual dice repeatable; None lets chance reign.
    """

    def __init__(self, wiring: DiceWiring, seed: int | None) -> None:
        self._wiring = wiring
        self._seed = seed
        self._trouble: Sentence | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.dice: Dice | None = None
        self.thrown: Throw | None = None
        """The newest throw, booked or not."""
        self.deaf = False
        """While it is, dice that fall are not thrown at the table: the reader is being taught."""

    def start(self, table: Table) -> None:
        self._thread = threading.Thread(target=self._hear, args=(table,), name="dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=3)
        self.take_down()

    def take_down(self) -> None:
        """Ends the dice that were set up; pages see them gone at once."""
        dice, self.dice = self.dice, None
        if dice is not None:
            dice.close()

    def set_up(self, faces: tuple[tuple[str, ...], ...]) -> None:
        """Dice for a game whose dice have these faces. Raises DeviceError where they cannot be had."""
        match self._wiring.source:
            case None | "by-hand":
                return
            case "virtual":
                chance = SystemRandom() if self._seed is None else Random(self._seed)  # noqa: S311 (to repeat)
                self.dice = VirtualDice(faces, chance)
            case name if Path(name).suffix == ".jsonl":
                self.dice = FileDice(Path(name))
            case "serial":
                self.dice = SerialDice(None, self._in_reader(faces))
            case port:
                self.dice = SerialDice(port, self._in_reader(faces))

    def _in_reader(self, faces: tuple[tuple[str, ...], ...]) -> DiceSet:
        """The dice in the reader: what was said of them, else those of the game."""
        game: NumberDie = "sharks" if faces and SHARK in faces[0] else "1-6"
        known = self._wiring
        return DiceSet(known.number_die or game, known.wells or ("both" if len(faces) > 1 else "num"))

    def health(self) -> list[DeviceHealth]:
        dice, trouble = self.dice, self._trouble
        if dice is None:
            return [DeviceHealth(Sentence("dice"), "off", Sentence("throws are tapped on the banker page"))]
        told = [dice.health()]
        if trouble is not None:
            told.append(DeviceHealth(Sentence("dice"), "trouble", trouble))
        return told

    def _hear(self, table: Table) -> None:
        throw: Throw | None = None
        told = warned = ""
        while not self._stop.is_set():
            dice = self.dice
            if dice is None or (isinstance(dice, FileDice) and not table.awaits_throw()):
                self._stop.wait(0.2)
                continue
            try:
                throw = throw or dice.read(0.5)
                if self.deaf:
                    throw = None
                if throw is not None:
                    self.thrown = throw
                    table.throw(throw)
                    throw = None
            except DeviceError as error:  # the dice say what is wrong in their health, too
                if str(error) == told != warned:  # not what is over in a second, as the start of a reader
                    logging.getLogger(__name__).warning("%s", error)
                    warned = told
                told = str(error)
                self._stop.wait(1.0)
                table.touch()
            except BankhalterError as error:  # the throw is kept, and booked when that works again
                self._trouble = Sentence("the throw could not be booked: {error}", {"error": error.sentence})
                self._stop.wait(1.0)
            else:
                self._trouble = None
