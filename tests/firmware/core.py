"""The firmware's core as a library: its structures, as the headers in firmware/dice-reader have them."""

from __future__ import annotations

import ctypes
from ctypes import Structure, c_bool, c_char, c_char_p, c_uint8, c_uint16, c_uint32
from pathlib import Path

EEPROM = 1024
NUMBER, COLOUR = 1, 2
LEARN_OK, LEARN_FULL, LEARN_SAME, LEARN_EMPTY = range(4)
EMPTY, MOVING, STABLE, LYING, UNSURE = range(5)


class Line(Structure):
    _fields_ = (("words", c_char_p * 12), ("count", c_uint8), ("number", c_uint32), ("crc", c_uint16))


class LineIn(Structure):
    _fields_ = (("text", c_char * 64), ("length", c_uint8), ("skipping", c_bool))


class Sense(Structure):
    _fields_ = (("channels", c_uint8), ("rounds", c_uint8), ("blind", c_bool), ("sums", c_uint16 * 6))


class Learned(Structure):
    _fields_ = (
        ("wells", c_uint8),
        ("calibrated", c_uint8),
        ("empty_number", c_uint8 * 6),
        ("empty_colour", c_uint8 * 3),
        ("numbers", c_uint8 * 7 * 48),
        ("colours", c_uint8 * 4 * 24),
    )


class Seen(Structure):
    _fields_ = (("face", c_char), ("margin", c_uint8))


class Watch(Structure):
    _fields_ = (
        ("state", ctypes.c_int),
        ("number", Seen),
        ("colour", Seen),
        ("throws", c_uint32),
        ("armed", c_bool),
        ("touched", c_bool),
        ("moved_at", c_uint32),
        ("changed_at", c_uint32),
    )


class Button(Structure):
    _fields_ = (("down", c_bool), ("differs_ms", c_uint8))


class Store(Structure):
    _fields_ = (("generation", c_uint16), ("newest", c_uint8), ("place", c_uint16), ("crc", c_uint16))


class Core:
    """The library; one at a time, for the EEPROM is in it."""

    def __init__(self, built: Path) -> None:
        self.library = ctypes.CDLL(str(built / "core.so"))
        for name in ("line_feed", "line_parse", "sense_round", "faces_told_apart", "faces_ready"):
            getattr(self.library, name).restype = c_bool
        for name in ("watch_take", "button_take", "store_load", "store_busy"):
            getattr(self.library, name).restype = c_bool
        self.library.store_count_start.restype = self.library.store_name.restype = c_uint32
        self.library.faces_look.restype = Seen
        self.library.line_crc.restype = c_uint16
        self.cells = (c_uint8 * EEPROM).in_dll(self.library, "port_cells")
        self.bits = c_uint32.in_dll(self.library, "port_bits")
        self.erase()

    def erase(self) -> None:
        """An EEPROM as it comes from the factory."""
        ctypes.memset(self.cells, 0xFF, EEPROM)

    def parse(self, raw: bytes) -> Line | None:
        """The line in raw, without its newline; None where it must not be believed."""
        self._kept = ctypes.create_string_buffer(raw, len(raw) + 1)
        line = Line()
        return line if self.library.line_parse(self._kept, len(raw), ctypes.byref(line)) else None

    def learned(self) -> Learned:
        learned = Learned()
        self.library.faces_clear(ctypes.byref(learned))
        return learned

    def empty(self, learned: Learned, well: int, values: list[int]) -> None:
        self.library.faces_calibrate(ctypes.byref(learned), well, bytes(values))

    def learn(self, learned: Learned, well: int, face: str, values: list[int]) -> tuple[int, str]:
        other = c_char()
        result = self.library.faces_learn(
            ctypes.byref(learned), well, c_char(face.encode()), bytes(values), ctypes.byref(other)
        )
        return result, other.value.decode().strip("\0")

    def look(self, learned: Learned, well: int, values: list[int]) -> tuple[str, int]:
        """Face and margin; the face of what is not known is empty."""
        seen = self.library.faces_look(ctypes.byref(learned), well, bytes(values))
        return seen.face.decode().strip("\0"), seen.margin

    def told_apart(self, learned: Learned, well: int) -> tuple[bool, set[str]]:
        mixed = (c_char * 2)()
        apart = self.library.faces_told_apart(ctypes.byref(learned), well, mixed)
        return apart, set(mixed.raw.decode().strip("\0"))

    def save(self, store: Store, learned: Learned, most: int = 10_000) -> bool:
        """Writes at most so many bytes, and then the power goes; whether all was written."""
        self.library.store_begin(ctypes.byref(store))
        while most and self.library.store_busy(ctypes.byref(store)):
            self.library.store_step(ctypes.byref(store), ctypes.byref(learned))
            most -= 1
        return not self.library.store_busy(ctypes.byref(store))

    def load(self) -> tuple[bool, Store, Learned]:
        store, learned = Store(), Learned()
        return self.library.store_load(ctypes.byref(store), ctypes.byref(learned)), store, learned
