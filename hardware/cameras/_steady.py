"""Exposure, gain, colours and focus that stay as they are: set, then read back, since not every camera keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2

from companion.sentence import Sentence

MAINS_PERIOD_US = 10_000
"""Lamps on 50 Hz mains flicker 100 times a second: an exposure of whole periods sees no stripes wander."""
_V4L2_MANUAL, _V4L2_UNIT_US = 1, 100
_TOLERANCE = 0.1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person wants; None: as the camera's automatics have found it. ``focus`` in the camera's own units."""

    exposure_ms: float | None = None
    gain: float | None = None
    focus: float | None = None


class HeldCamera(Protocol):
    """What of OpenCV's VideoCapture is needed."""

    def read(self) -> tuple[bool, Any]: ...

    def get(self, prop: int, /) -> float: ...

    def set(self, prop: int, value: float, /) -> bool: ...


_SWITCHES = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL),
    "colours": (cv2.CAP_PROP_AUTO_WB, 0),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0),
}
_VALUES = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "colours": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}


def hold_steady(
    camera: HeldCamera, wanted: Wanted, held: Mapping[int, float] = {}
) -> tuple[Mapping[int, float], str | Sentence]:
    """Switches a USB camera's automatics off and sets what they had found, or what is ``wanted``.

    ``held``: what was set when it was opened before, which it is to be again. Returns what was set, and in words what
    the camera does not keep, empty when it keeps all. What it does not have (a fixed lens has no focus) is no fault.
    """
    found = {prop: camera.get(prop) for prop in _VALUES.values()}
    asked = {
        cv2.CAP_PROP_EXPOSURE: None if wanted.exposure_ms is None else wanted.exposure_ms * 1000 / _V4L2_UNIT_US,
        cv2.CAP_PROP_GAIN: wanted.gain,
        cv2.CAP_PROP_FOCUS: wanted.focus,
    }
    values: dict[int, float] = {}
    for prop, value in found.items():
        set_by = asked.get(prop)
        if value < 0 and set_by is None:  # V4L2 says -1 for what a camera does not have
            continue
        values[prop] = held.get(prop, value) if set_by is None else set_by
    if cv2.CAP_PROP_EXPOSURE in values and wanted.exposure_ms is None:
        values[cv2.CAP_PROP_EXPOSURE] = whole_periods(values[cv2.CAP_PROP_EXPOSURE] * _V4L2_UNIT_US) / _V4L2_UNIT_US
    for what, (switch, off) in _SWITCHES.items():
        if _VALUES[what] in values:
            camera.set(switch, off)
    for prop, value in values.items():
        camera.set(prop, value)
    camera.read()  # what was set holds from the next picture on
    loose = [
        what
        for what, prop in _VALUES.items()
        if prop in values and not (_switched(camera, what) and _near(camera.get(prop), values[prop]))
    ]
    return values, not_kept(loose)


def _switched(camera: HeldCamera, what: str) -> bool:
    """Whether the automatics of that are off, as far as the camera tells."""
    if what not in _SWITCHES:
        return True
    switch, off = _SWITCHES[what]
    told = camera.get(switch)
    return told < 0 or told == off


def _near(is_now: float, was_set: float) -> bool:
    return abs(is_now - was_set) <= max(1.0, _TOLERANCE * abs(was_set))


def whole_periods(exposure_us: float) -> int:
    """The exposure of whole flickers of a lamp that is nearest, in microseconds.

    >>> whole_periods(23_000), whole_periods(800)
    (20000, 10000)
    """
    return max(1, round(exposure_us / MAINS_PERIOD_US)) * MAINS_PERIOD_US


def not_kept(loose: Sequence[str]) -> str | Sentence:
    """What a camera does not keep, in words; empty where there is nothing."""
    if not loose:
        return ""
    return Sentence("it does not keep by itself: {what}", {"what": tuple(_WORDS[what] for what in loose)})


_WORDS = {
    "exposure": Sentence("exposure"),
    "gain": Sentence("gain"),
    "colours": Sentence("colours"),
    "focus": Sentence("focus"),
}


def steady_controls(metadata: Mapping[str, Any], wanted: Wanted) -> dict[str, Any]:
    """Controls for picamera2 that keep what the automatics have found, all of them given explicitly.

    ``metadata``: of a picture after they have settled. The exposure becomes a multiple of 10 ms; the gain makes up for
    the difference.
    """
    exposure, gain = float(metadata["ExposureTime"]), float(metadata["AnalogueGain"])
    whole = whole_periods(exposure) if wanted.exposure_ms is None else round(wanted.exposure_ms * 1000)
    controls = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": whole,
        "AnalogueGain": max(1.0, gain * exposure / whole) if wanted.gain is None else wanted.gain,
        "ColourGains": tuple(metadata["ColourGains"]),
    }
    if "LensPosition" in metadata:  # a lens that can be focused
        lens = float(metadata["LensPosition"]) if wanted.focus is None else wanted.focus
        controls |= {"AfMode": 0, "LensPosition": lens}
    return controls


def loose_controls(controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> list[str]:
    """Which of the controls a picture with this metadata was not taken with."""
    loose = []
    for what, key in (("exposure", "ExposureTime"), ("gain", "AnalogueGain"), ("focus", "LensPosition")):
        if key in controls and not _close(float(metadata.get(key, 0)), float(controls[key])):
            loose.append(what)
    gains = tuple(metadata.get("ColourGains", ()))
    if len(gains) != 2 or not all(
        _close(is_now, wanted) for is_now, wanted in zip(gains, controls["ColourGains"], strict=True)
    ):
        loose.append("colours")
    return loose


def _close(is_now: float, was_set: float) -> bool:
    return abs(is_now - was_set) <= max(0.05, _TOLERANCE * abs(was_set))
