"""What the program expects of cameras, dice and price tracks. `hardware` holds real and simulated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from companion.sentence import Sentence

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, blue-green-red."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A camera picture. ``name`` is unique within one camera's run; ``time_ms`` on the camera's own clock."""

    name: str
    image: Image
    time_ms: int


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of the dice: ``faces`` as the record names them (SHARK: zone, colour); ``key`` never comes twice."""

    faces: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """How a device fares: ``text`` says what is wrong and what to do, in one line."""

    name: str | Sentence
    state: Literal["fine", "trouble", "off"]
    text: str | Sentence = ""


class Device(Protocol):
    """Every device can say how it fares and be closed; constructors open nothing that they are not handed."""

    def health(self) -> DeviceHealth: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Camera(Device, Protocol):
    """Gives the newest picture, never an old one."""

    def read(self, timeout: float) -> Frame | None:
        """The next frame, waiting for it ``timeout`` seconds; None when the source has ended.

        Raises DeviceError when no picture came in time.
        """
        ...


class Dice(Device, Protocol):
    """Hears throws."""

    def read(self, timeout: float) -> Throw | None:
        """The next throw within ``timeout`` seconds, else None. Raises DeviceError when the reader is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Track:
    """One company's price track: ``lit`` of ``length`` lights, from the bottom, the top ``blink`` of them blinking."""

    lit: int
    blink: int = 0
    length: int = 16


@dataclass(frozen=True, slots=True)
class Lights:
    """What the price tracks are to tell. ``tracks`` by company, in the order of their places on the display.

    ``seat``: the number, from 1, of the player who is awaited, 0 for nobody; ``debt``: he owes and has to sell;
    ``over``: the game has ended.
    """

    tracks: Mapping[str, Track] = field(default_factory=dict)
    seat: int = 0
    debt: bool = False
    over: bool = False


class PriceTracks(Device, Protocol):
    """Lights the prices."""

    def show(self, lights: Lights) -> None:
        """Lights each company's track. Raises DeviceError when the display does not answer or has too few places."""
        ...


PressKind = Literal["short", "long"]


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button: ``down`` when the finger comes, then ``short`` when it goes soon, or ``long`` when it stays.

    ``held_s``: how long it has been down.
    """

    button: str
    kind: Literal["down", "short", "long"]
    held_s: float = 0.0


class Buttons(Device, Protocol):
    """Buttons at the table: ``names`` of those that are there, of confirm, undo and next."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def read(self, timeout: float) -> Press | None:
        """The next press within ``timeout`` seconds, else None. Raises DeviceError when the buttons are gone."""
        ...


Sound = Literal["done", "refused", "look"]


class Buzzer(Device, Protocol):
    """Answers presses, and calls people to look."""

    def sound(self, sound: Sound) -> None:
        """Begins to sound, and comes back at once."""
        ...
