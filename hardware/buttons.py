"""Buttons and a buzzer on the Pi's pins, and simulated ones."""

from __future__ import annotations

import queue
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.devices import DeviceHealth, Press, PressKind, Sound
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice

STEADY_S = 0.02
"""A contact bounces for 1 to 10 milliseconds; a level counts when it has stood for twice as long."""
POLL_S = 0.005
_HAIR_S = 1e-6
"""Sums of 0.005 are not exact."""
STUCK_S = 20.0
_NAME = Sentence("buttons")
SOUNDS: Mapping[Sound, Sequence[tuple[float, float]]] = {
    "done": ((0.08, 0.0),),
    "refused": ((0.08, 0.08), (0.08, 0.08), (0.3, 0.0)),
    "look": ((0.03, 0.1), (0.03, 0.0)),
}
"""Seconds on and off."""


@dataclass(slots=True)
class Debouncer:
    """Makes presses of one button's level. ``long_s``: held so long it is a long press, while it is still down.

    A button that is down at the start does nothing before it was up: it may be stuck.
    """

    long_s: float
    steady_s: float = STEADY_S
    _steady: bool | None = None
    _level: bool = True
    _since: float | None = None
    _down_at: float | None = None
    _told: bool = False

    def feed(self, down: bool, now: float) -> Literal["down", "short", "long"] | None:
        """What the level ``down`` at the time ``now`` (seconds) means, if anything."""
        if self._since is None or down != self._level:
            self._level, self._since = down, now
        if self._level != self._steady and now - self._since >= self.steady_s - _HAIR_S:
            before, self._steady = self._steady, self._level
            if before is None:
                return None
            if self._level:
                self._down_at, self._told = self._since, False
                return "down"
            pressed, self._down_at = self._down_at, None
            return "short" if pressed is not None and not self._told else None
        if self._down_at is not None and not self._told and now - self._down_at >= self.long_s - _HAIR_S:
            self._told = True
            return "long"
        return None

    def held_s(self, now: float) -> float:
        """How long the level has been down, 0 when it is up."""
        return now - self._since if self._level and self._since is not None else 0.0


class GpioButtons(ClosingDevice):
    """Buttons between a pin (by its BCM number) and ground; the Pi's own resistors pull the pins up.

    A thread looks at them every 5 milliseconds; with ``poll_s`` None only `poll` does.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        long_s: float = 0.8,
        *,
        poll_s: float | None = POLL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.names = tuple(pins)
        self._clock = clock
        self._devices = {name: _open_button(name, pin) for name, pin in pins.items()}
        self._debouncers = {name: Debouncer(long_s) for name in pins}
        self._pressed_at: dict[str, float] = {}
        self._presses: queue.SimpleQueue[Press | None] = queue.SimpleQueue()
        self._trouble: Sentence | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        if poll_s is not None:
            self._thread = threading.Thread(target=self._keep, args=(poll_s,), name="button pins", daemon=True)
            self._thread.start()

    def poll(self) -> None:
        """Looks at all pins once."""
        now = self._clock()
        stuck: str | None = None
        for name, device in self._devices.items():
            debouncer = self._debouncers[name]
            kind = debouncer.feed(bool(device.value), now)
            if kind == "down":
                self._pressed_at[name] = now
            if kind is not None:
                self._presses.put(Press(name, kind, now - self._pressed_at[name]))
            if debouncer.held_s(now) > STUCK_S:
                stuck = name
        self._trouble = None
        if stuck is not None:
            self._trouble = Sentence(
                "the button {button} has been down for more than {seconds} s: does it stick, or touch ground?",
                {"button": stuck, "seconds": round(STUCK_S)},
            )

    def read(self, timeout: float) -> Press | None:
        """The next press within ``timeout`` seconds, else None."""
        try:
            return self._presses.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None

    def health(self) -> DeviceHealth:
        if self._closed.is_set():
            return DeviceHealth(_NAME, "off")
        return DeviceHealth(_NAME, "trouble" if self._trouble else "fine", self._trouble or "")

    def close(self) -> None:
        """Lets go of the pins; a waiting `read` comes back."""
        if self._closed.is_set():
            return
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        self._presses.put(None)
        for device in self._devices.values():
            device.close()

    def _keep(self, seconds: float) -> None:
        while not self._closed.wait(seconds):
            self.poll()


class VirtualButtons(ClosingDevice):
    """All three buttons, pressed by `press`."""

    names = ("confirm", "undo", "next")

    def __init__(self) -> None:
        self._presses: queue.SimpleQueue[Press | None] = queue.SimpleQueue()

    def press(self, button: str, kind: PressKind) -> None:
        self._presses.put(Press(button, "down"))
        self._presses.put(Press(button, kind))

    def read(self, timeout: float) -> Press | None:
        """The next press within ``timeout`` seconds, else None."""
        try:
            return self._presses.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None

    def health(self) -> DeviceHealth:
        return DeviceHealth(Sentence("virtual buttons"), "fine")

    def close(self) -> None:
        """Wakes a waiting `read`."""
        self._presses.put(None)


class GpioBuzzer(ClosingDevice):
    """An active buzzer (or a lamp) that is on while its pin is high.

    ``pause(seconds)`` waits; a thread sounds one sound after the other.
    """

    def __init__(self, pin: int, *, pause: Callable[[float], object] | None = None) -> None:
        self._device = _open("DigitalOutputDevice", Sentence("buzzer"), pin)
        self._closed = threading.Event()
        self._pause = self._closed.wait if pause is None else pause
        self._wanted: queue.SimpleQueue[Sound | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._keep, name="buzzer", daemon=True)
        self._thread.start()

    def sound(self, sound: Sound) -> None:
        self._wanted.put(sound)

    def health(self) -> DeviceHealth:
        return DeviceHealth(Sentence("buzzer"), "off" if self._closed.is_set() else "fine")

    def close(self) -> None:
        """Falls silent."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._wanted.put(None)
        self._thread.join()
        self._device.close()

    def _keep(self) -> None:
        while (sound := self._wanted.get()) is not None and not self._closed.is_set():
            for on_s, off_s in SOUNDS[sound]:
                self._device.on()
                self._pause(on_s)
                self._device.off()
                self._pause(off_s)


def _open_button(name: str, pin: int) -> Any:
    return _open("DigitalInputDevice", Sentence("button {button}", {"button": name}), pin, pull_up=True)


def _open(kind: str, what: Sentence, pin: int, **how: Any) -> Any:
    """A device of gpiozero on a pin; raises DeviceError that names what was to be there."""
    # gpiozero looks for the board when it is imported and used: only where there are such parts.
    import gpiozero

    about = {"what": what, "pin": f"GPIO{pin}", "package": "python3-lgpio"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            return getattr(gpiozero, kind)(pin, **how)
    except (gpiozero.GPIOZeroError, OSError) as error:
        raise DeviceError(
            Sentence(
                "no {what} on {pin} ({error}): this needs a Raspberry Pi, {package}, and a pin that is free",
                {**about, "error": str(error)},
            )
        ) from None
