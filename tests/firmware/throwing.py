"""Throws on the test bench, in all kinds of light and dirt, and what is heard of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hardware.dice import DiceSet
from tests.firmware.bench import COLOURS, PLAIN, Desk, Place, fall, somewhere


@dataclass
class Tally:
    """Throws, and how many were heard right, not at all, or wrong; ``flat`` and ``missed_flat``: without dice askew."""

    throws: int = 0
    right: int = 0
    refused: int = 0
    wrong: int = 0
    flat: int = 0
    refused_flat: int = 0

    def told(self) -> str:
        return (
            f"{self.throws:7,} throws: {self.right:7,} right, {self.refused:6,} refused, {self.wrong} wrong; "
            f"of {self.flat:,} with both dice flat {self.refused_flat:,} refused"
        )


def weather(desk: Desk, chance: Random) -> None:
    """Another room: sun, lamps, warmth, dust."""
    desk.bench.do("sun", chance.choice((0, 0, chance.uniform(0, 300), chance.uniform(300, 900))))
    desk.bench.do("lamp", chance.choice((0, chance.uniform(0, 150))))
    desk.bench.do("noise", chance.uniform(1, 4))
    desk.bench.do("gain", chance.uniform(0.92, 1.05))
    thick = 0.3 if chance.random() < 0.1 else 0.08
    for channel in range(7):
        desk.bench.do("dust", channel, chance.choice((0, 0, chance.uniform(0, thick))))


def throw(desk: Desk, chance: Random, tally: Tally, number: dict[str, str] = PLAIN) -> None:
    """One throw: the dice tumble, lie (one in ten askew), are read for two seconds, and are taken out."""
    top, colour = chance.choice(list(number)), chance.choice(list(COLOURS))
    askew = chance.random() < 0.1
    for ms in fall(desk.bench, chance, (number[top], COLOURS[colour])):
        desk.run(ms)
    if askew:
        place = somewhere(chance)
        tilted = Place(place.dx, place.dy, place.turn, chance.uniform(-20, 20), chance.uniform(-20, 20))
        if chance.random() < 0.5:
            desk.bench.put("num", number[top], tilted)
        else:
            desk.bench.put("col", COLOURS[colour], tilted)
    before = len(desk.throws)
    desk.run(1000, step=200)
    desk.bench.take()
    desk.run(600, step=200)
    heard = desk.throws[before:]
    tally.throws += 1
    tally.flat += not askew
    if not heard:
        tally.refused += 1
        tally.refused_flat += not askew
    elif [throw.faces for throw in heard] == [(top, colour)]:
        tally.right += 1
    else:
        tally.wrong += 1


def taught(desk: Desk, chance: Random) -> None:
    """Teaches a plain die and a colour die, in ordinary light."""
    desk.bench.do("lamp", 40)
    desk.run(1500)
    desk.teach(DiceSet("pips"), PLAIN, chance)
