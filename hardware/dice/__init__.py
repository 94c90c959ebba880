"""Dice: a simulated dice box, a file of throws, and the dice reader on a serial line."""

from __future__ import annotations

from hardware.dice._file import FileDice
from hardware.dice._serial import Port, SerialDice, find_ports, open_port
from hardware.dice._virtual import VirtualDice

__all__ = ["FileDice", "Port", "SerialDice", "VirtualDice", "find_ports", "open_port"]
