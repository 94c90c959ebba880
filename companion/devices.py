"""What the program expects of cameras, dice and price tracks. `hardware` holds real and simulated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

    name: str
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


class PriceTracks(Device, Protocol):
    """Lights the prices."""

    def show(self, tracks: Mapping[str, Track]) -> None:
        """Lights each company's track, companies by name. Raises DeviceError when the display does not answer."""
        ...
