"""The wiring diagrams and the cup of docs/hardware.md; ``make drawings`` writes them anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.drawings._cup import Cup, draw_cup
from hardware.drawings._svg import Drawing, Part, Wire

__all__ = ["DRAWINGS", "Cup", "Drawing", "Part", "Wire"]

_HEADER_PINS = {8: 24, 10: 19, 11: 23, 12: 32, 17: 11, 22: 15, 23: 16, 27: 13}
"""Where a GPIO is on the 40-pin header."""


def _gpio(number: int) -> str:
    """A pin of the Pi as the drawings write it.

    >>> _gpio(10)
    'GPIO10 (19)'
    """
    return f"GPIO{number} ({_HEADER_PINS[number]})"


_DATA, _CLOCK, _SELECT = _gpio(10), _gpio(11), _gpio(8)
_PI_NOTES = ("(in brackets: place on the header)", "5 V: 2, 4; ground: 6, 9, 14, 20, 25")


def _dice_reader() -> str:
    nano = Part(
        "nano",
        "Arduino Nano",
        right=("A0", "A1", "A2", "A3", "A6", "A7", "D4", "A4", "D3", "D5", "D6", "D7", "D8"),
        notes=("USB to the Pi: line and supply", "D13: the status lamp on the board"),
    )
    spots = ("centre", "corner 1", "corner 2", "corner 3", "edge 1", "edge 2")
    sensors = Part(
        "qre",
        "6 x QRE1113",
        left=tuple(f"collector, {spot}" for spot in spots),
        notes=("each collector: 10 kΩ to 5 V", "all emitters: ground", "infrared: 5 V - 150 Ω - lamp - NPN"),
    )
    npn = Part("npn", "BC337 (NPN)", left=("base",), notes=("collector: the six infrared lamps", "emitter: ground"))
    light = Part("light", "TEPT4400 (visible light)", left=("collector",), notes=("10 kΩ to 5 V; emitter: ground",))
    rgb = Part("rgb", "RGB lamp, common cathode", left=("red", "green", "blue"), notes=("cathode: ground",))
    rest = Part("rest", "Button and buzzer", left=("button", "active buzzer +"), notes=("their other ends: ground",))
    inputs = ("A0", "A1", "A2", "A3", "A6", "A7")
    wires = [
        Wire(("nano", pin), ("qre", f"collector, {spot}"), "grey") for pin, spot in zip(inputs, spots, strict=True)
    ]
    wires += [
        Wire(("nano", "D4"), ("npn", "base"), "violet", "1 kΩ"),
        Wire(("nano", "A4"), ("light", "collector"), "brown"),
        Wire(("nano", "D3"), ("rgb", "red"), "red", "330 Ω"),
        Wire(("nano", "D5"), ("rgb", "green"), "green", "330 Ω"),
        Wire(("nano", "D6"), ("rgb", "blue"), "blue", "330 Ω"),
        Wire(("nano", "D7"), ("rest", "button"), "black"),
        Wire(("nano", "D8"), ("rest", "active buzzer +"), "orange"),
    ]
    foot = ("100 nF between 5 V and ground at the sensors, 100 µF at the infrared lamps: they draw 150 mA in pulses.",)
    return Drawing("Dice reader", [[nano], [sensors, npn, light, rgb, rest]], wires, foot).render()


def _pi(*pins: str) -> Part:
    return Part("pi", "Raspberry Pi", right=pins, notes=_PI_NOTES)


def _max7219() -> str:
    shifter = Part(
        "hct",
        "74HCT125",
        left=("1A (2)", "2A (5)", "3A (9)"),
        right=("1Y (3)", "2Y (6)", "3Y (8)"),
        notes=("14: 5 V; 7, 1, 4, 10: ground", "12, 13: 5 V (not used)"),
    )
    chip = Part(
        "max",
        "MAX7219",
        left=("DIN (1)", "CLK (13)", "LOAD (12)"),
        right=(
            "DIG0, DIG1 (2, 11)",
            "DIG2, DIG3 (6, 7)",
            "DIG4, DIG5 (3, 10)",
            "DIG6, DIG7 (5, 8)",
            "SEG G F E D C B A DP",
        ),
        notes=("19: 5 V; 4 and 9: ground", "18 (ISET): 27 kΩ to 5 V, 20 mA a lamp", "100 nF and 10 µF from 19 to 4"),
    )
    tracks = Part(
        "tracks",
        "64 LEDs in four tracks",
        left=(
            "cathodes of track 1",
            "cathodes of track 2",
            "cathodes of track 3",
            "cathodes of track 4",
            "anodes of 8 lights",
        ),
        notes=(
            "lights 1-8: the first digit, 9-16: the",
            "second; SEG G lights the lowest of 8,",
            "DP the highest. No resistors needed.",
        ),
    )
    wires = [
        Wire(("pi", _DATA), ("hct", "1A (2)"), "blue"),
        Wire(("pi", _CLOCK), ("hct", "2A (5)"), "green"),
        Wire(("pi", _SELECT), ("hct", "3A (9)"), "orange"),
        Wire(("hct", "1Y (3)"), ("max", "DIN (1)"), "blue", "data"),
        Wire(("hct", "2Y (6)"), ("max", "CLK (13)"), "green", "clock"),
        Wire(("hct", "3Y (8)"), ("max", "LOAD (12)"), "orange", "select"),
        *(Wire(("max", chip.right[place]), ("tracks", tracks.left[place]), "grey", "2 wires") for place in range(4)),
        Wire(("max", chip.right[4]), ("tracks", tracks.left[4]), "violet", "8 wires"),
    ]
    foot = ("Track 1 is the first company's (red), track 2 blue, track 3 green, track 4 yellow.",)
    return Drawing(
        "Price tracks on a MAX7219", [[_pi(_DATA, _CLOCK, _SELECT)], [shifter], [chip], [tracks]], wires, foot
    ).render()


def _ws2812() -> str:
    shifter = Part(
        "hct",
        "74HCT125",
        left=("1A (2)",),
        right=("1Y (3)",),
        notes=("14: 5 V; 7 and 1: ground", "4, 10, 13: 5 V (not used)"),
    )
    strip = Part(
        "strip",
        "64 x WS2812B",
        left=("DIN", "5 V", "GND"),
        notes=("four pieces of 16, each from the bottom:", "DOUT of one to DIN of the next"),
    )
    supply = Part(
        "supply",
        "Supply 5 V, 2 A",
        right=("+", "-"),
        notes=("its ground also to the Pi's ground", "1000 µF across the strip's supply"),
    )
    wires = [
        Wire(("pi", _DATA), ("hct", "1A (2)"), "blue"),
        Wire(("hct", "1Y (3)"), ("strip", "DIN"), "blue", "330 Ω"),
        Wire(("supply", "+"), ("strip", "5 V"), "red", "5 V"),
        Wire(("supply", "-"), ("strip", "GND"), "black", "ground"),
    ]
    return Drawing(
        "Price tracks on a strip of WS2812",
        [[_pi(_DATA)], [shifter, supply], [strip]],
        wires,
        ("The SPI port's clock and select are not wired.",),
    ).render()


def _shift() -> str:
    first = Part(
        "first",
        "74HCT595 (track 1, lights 1-8)",
        left=("SER (14)", "SRCLK (11)", "RCLK (12)", "OE (13)"),
        right=("QA QB … QH (15, 1-7)", "QH' (9)"),
        notes=("16 and 10: 5 V; 8: ground", "100 nF from 16 to 8 at each chip"),
    )
    lamps = Part("lamps", "8 LEDs", left=("anodes",), notes=("cathodes: ground; QA is the lowest",))
    rest = Part(
        "next",
        "7 more of the same",
        left=("SER (14)",),
        notes=("in the order of the tracks; SRCLK, RCLK", "and OE of all chips are joined"),
    )
    wires = [
        Wire(("pi", _DATA), ("first", "SER (14)"), "blue", "data"),
        Wire(("pi", _CLOCK), ("first", "SRCLK (11)"), "green", "clock"),
        Wire(("pi", _SELECT), ("first", "RCLK (12)"), "orange", "select"),
        Wire(("pi", _gpio(12)), ("first", "OE (13)"), "violet", "dim_pin = 12"),
        Wire(("first", "QA QB … QH (15, 1-7)"), ("lamps", "anodes"), "grey", "8 x 1 kΩ"),
        Wire(("first", "QH' (9)"), ("next", "SER (14)"), "blue"),
    ]
    foot = (
        "Without dim_pin: OE to ground. HCT chips at 5 V take the Pi's 3.3 V as they are.",
        "HC chips need a 74HCT125 before them.",
    )
    return Drawing(
        "Price tracks on a chain of 74HCT595",
        [[_pi(_DATA, _CLOCK, _SELECT, _gpio(12))], [first], [lamps, rest]],
        wires,
        foot,
    ).render()


def _buttons() -> str:
    buttons = Part(
        "buttons", "Three push buttons", left=("confirm", "undo", "next"), notes=("their other ends: ground",)
    )
    npn = Part("npn", "BC547 (NPN)", left=("base",), notes=("collector: buzzer -; emitter: ground", "buzzer +: 5 V"))
    pins = (17, 27, 22)
    wires = [
        Wire(("pi", _gpio(pin)), ("buttons", name), colour)
        for pin, name, colour in zip(pins, ("confirm", "undo", "next"), ("green", "red", "blue"), strict=True)
    ]
    wires.append(Wire(("pi", _gpio(23)), ("npn", "base"), "orange", "1 kΩ"))
    foot = ("The Pi's own resistors pull the buttons' pins up. Any free pins do: devices.toml says which.",)
    return Drawing(
        "Buttons and buzzer", [[_pi(*(_gpio(pin) for pin in (*pins, 23)))], [buttons, npn]], wires, foot
    ).render()


DRAWINGS: Mapping[str, Callable[[], str]] = {
    "dice-reader.svg": _dice_reader,
    "max7219.svg": _max7219,
    "ws2812.svg": _ws2812,
    "74hc595.svg": _shift,
    "buttons.svg": _buttons,
    "cup.svg": draw_cup,
}
"""Each file's name with what draws it."""
