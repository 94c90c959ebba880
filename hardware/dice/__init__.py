"""Dice: a simulated dice box, a file of throws, and the dice reader on a serial line."""

from __future__ import annotations

from hardware.dice._file import FileDice
from hardware.dice._learn import CannotLearn, Lesson, Step, Teacher
from hardware.dice._serial import Look, Port, ReaderRefused, SerialDice, find_ports, open_port
from hardware.dice._set import SHARK, DiceSet, NumberDie, Wells
from hardware.dice._virtual import VirtualDice

__all__ = [
    "SHARK",
    "CannotLearn",
    "DiceSet",
    "FileDice",
    "Lesson",
    "Look",
    "NumberDie",
    "Port",
    "ReaderRefused",
    "SerialDice",
    "Step",
    "Teacher",
    "VirtualDice",
    "Wells",
    "find_ports",
    "open_port",
]
