"""What hangs on which pin: the file devices.toml (docs/hardware.md), read and checked."""

from __future__ import annotations

import difflib
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.errors import DeviceError, FormatError
from companion.files import read_file
from companion.parsing import decode_text
from hardware.dice import NumberDie, Wells
from hardware.tracks import Night

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A GPIO pin of the 40-pin header, by its BCM number."""

TracksKind = Literal["virtual", "console", "max7219", "ws2812", "74hc595"]

_SPI_PINS = {
    0: {"data": 10, "clock": 11, "answer": 9},
    1: {"data": 20, "clock": 21, "answer": 19},
}
_SPI_SELECTS = {0: (8, 7), 1: (18, 17, 16)}
"""By the port; a display's pin is the one at its spi_device."""


class NightHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``begins`` and ``ends`` in TOML's own local time (22:00:00); ``brightness`` 0 to 15."""

    begins: time
    ends: time
    brightness: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0

    def night(self) -> Night:
        return Night(self.begins, self.ends, self.brightness)


class TracksWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``kind`` None: what the command line says. ``dim_pin``: on the OE of a chain of 74HC595."""

    kind: TracksKind | None = None
    spi_port: Literal[0, 1] = 0
    spi_device: Literal[0, 1, 2] = 0
    brightness: Annotated[int, msgspec.Meta(ge=0, le=15)] = 4
    dim_pin: Pin | None = None
    night: NightHours | None = None


class ButtonsWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pins of buttons to ground; a button that is not named is not there."""

    confirm: Pin | None = None
    undo: Pin | None = None
    next: Pin | None = None
    long_press_ms: Annotated[int, msgspec.Meta(ge=300, le=5000)] = 800

    def pins(self) -> dict[str, int]:
        named = {"confirm": self.confirm, "undo": self.undo, "next": self.next}
        return {name: pin for name, pin in named.items() if pin is not None}


class BuzzerWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An active buzzer, which sounds as long as its pin is high."""

    pin: Pin


class CameraWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``source``: as --camera. What else is not given is as the camera's automatics have found it.

    ``focus`` in the camera's own units.
    """

    source: str | None = None
    exposure_ms: Annotated[float, msgspec.Meta(gt=0, le=1000)] | None = None
    gain: Annotated[float, msgspec.Meta(ge=0)] | None = None
    focus: Annotated[float, msgspec.Meta(ge=0)] | None = None


class DiceWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``source``: as --dice. ``number_die`` and ``wells``: which dice lie in the reader; None: the game's."""

    source: str | None = None
    number_die: NumberDie | None = None
    wells: Wells | None = None


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the file says; without a file nothing hangs on any pin."""

    tracks: TracksWiring = TracksWiring()
    buttons: ButtonsWiring = ButtonsWiring()
    buzzer: BuzzerWiring | None = None
    camera: CameraWiring = CameraWiring()
    dice: DiceWiring = DiceWiring()

    def uses(self) -> Iterator[tuple[int, str]]:
        """Each pin in use with what uses it."""
        tracks = self.tracks.kind
        if tracks in ("max7219", "ws2812", "74hc595"):
            port = self.tracks.spi_port
            select = _SPI_SELECTS[port][self.tracks.spi_device]
            for what, pin in {**_SPI_PINS[port], "select": select}.items():
                yield pin, f"price tracks ({what} of SPI {port})"
            if tracks == "74hc595" and self.tracks.dim_pin is not None:
                yield self.tracks.dim_pin, "price tracks (dim_pin)"
        for name, pin in self.buttons.pins().items():
            yield pin, f"button {name}"
        if self.buzzer is not None:
            yield self.buzzer.pin, "buzzer"

    def check_pins(self) -> None:
        """Raises DeviceError when two devices are on one pin, with their names, or a display where there is none."""
        port, device = self.tracks.spi_port, self.tracks.spi_device
        if device >= len(_SPI_SELECTS[port]):
            raise DeviceError(f"spi_device = {device}: SPI {port} has 0 and 1 only. Correct it in devices.toml")
        users: dict[int, list[str]] = defaultdict(list)
        for pin, user in self.uses():
            users[pin].append(user)
        for pin, names in sorted(users.items()):
            if len(names) > 1:
                raise DeviceError(
                    f"GPIO{pin} is used twice: {' and '.join(names)}. Give each a pin of its own in devices.toml"
                )


def parse_wiring(text: str) -> Wiring:
    """The wiring in a devices.toml; raises FormatError that says on which line, and which key may have been meant."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"no TOML: {error}") from None
    _check_keys(text, raw, Wiring, ())
    try:
        return msgspec.convert(raw, Wiring)
    except msgspec.ValidationError as error:
        what, _, place = str(error).removesuffix("`").partition(" - at `$.")
        what = what.replace(" | null", "")  # TOML has none
        if "RFC3339" in what:
            what = "A time is written as 22:00:00, without quotes"
        raise FormatError(_fault(text, place.split("."), f"{what}, at {place}")) from None


def _fault(text: str, keys: Sequence[str], what: str) -> str:
    """With the line, where the key stands on one of its own."""
    header: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].strip()
        if bare.startswith("["):
            path = header = _parts(bare.strip("[]"))
        else:
            path = header + _parts(bare.partition("=")[0])
        if path == list(keys):
            return f"line {number}: {what}"
    return what


def _parts(dotted: str) -> list[str]:
    return [part.strip(" \t\"'") for part in dotted.split(".")]


def read_wiring(path: Path) -> Wiring:
    """The wiring in a file; raises FormatError naming it."""
    try:
        return parse_wiring(decode_text(read_file(path)))
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _check_keys(text: str, raw: Mapping[str, Any], kind: type[msgspec.Struct], where: tuple[str, ...]) -> None:
    """msgspec names an unknown key alone; people want to know which one they may have meant."""
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in raw.items():
        path = (*where, key)
        if key not in fields:
            near = difflib.get_close_matches(key, fields, 1, 0.4)
            meant = f"did you mean {near[0]}?" if near else f"known are {', '.join(fields)}"
            raise FormatError(_fault(text, path, f"{'.'.join(path)} is no key of devices.toml: {meant}"))
        inner = _struct_in(fields[key])
        if inner is not None and isinstance(value, Mapping):
            _check_keys(text, value, inner, path)


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The struct in a field's type, as NightHours in NightHours | None."""
    for option in (kind, *getattr(kind, "__args__", ())):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return option
    return None
