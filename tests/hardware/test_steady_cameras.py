"""Exposure, gain, colours and focus: set, read back, and said when a camera does not keep them."""

from __future__ import annotations

import pickle
import sys
import types
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.cameras import Wanted, source_opener
from hardware.cameras._sources import UsbSource
from hardware.cameras._steady import steady_controls


class Usb:
    """A USB camera as V4L2 shows it: automatics that go on until they are switched off; -1 for what it has not."""

    AUTOMATICS = (
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1, (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN)),
        (cv2.CAP_PROP_AUTO_WB, 0, (cv2.CAP_PROP_WB_TEMPERATURE,)),
        (cv2.CAP_PROP_AUTOFOCUS, 0, (cv2.CAP_PROP_FOCUS,)),
    )

    def __init__(self, stubborn: tuple[int, ...] = (), missing: tuple[int, ...] = ()) -> None:
        self.stubborn = stubborn
        self.pictures = 0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3,
            cv2.CAP_PROP_EXPOSURE: 50,
            cv2.CAP_PROP_GAIN: 10,
            cv2.CAP_PROP_AUTO_WB: 1,
            cv2.CAP_PROP_WB_TEMPERATURE: 6500,
            cv2.CAP_PROP_AUTOFOCUS: 1,
            cv2.CAP_PROP_FOCUS: 0,
        }
        for prop in missing:
            self.values[prop] = -1

    def isOpened(self) -> bool:
        return True

    def release(self) -> None: ...

    def get(self, prop: int) -> float:
        return self.values.get(prop, -1)

    def set(self, prop: int, value: float) -> bool:
        if self.values.get(prop, -1) == -1 or prop in self.stubborn:
            return False
        self.values[prop] = value
        return True

    def read(self) -> tuple[bool, Any]:
        """The automatics come nearer to what suits this room: 23 ms, gain 32, 4300 K, focus 120."""
        self.pictures += 1
        suits = {
            cv2.CAP_PROP_EXPOSURE: 230,
            cv2.CAP_PROP_GAIN: 32,
            cv2.CAP_PROP_WB_TEMPERATURE: 4300,
            cv2.CAP_PROP_FOCUS: 120,
        }
        for switch, off, props in self.AUTOMATICS:
            for prop in props:
                if self.values[switch] != off and self.values[prop] != -1:
                    self.values[prop] += np.clip(suits[prop] - self.values[prop], -500, 500) / 2
        return True, np.zeros((2, 2, 3), np.uint8)


def opened(camera: Usb, wanted: Wanted | None = None) -> str | Sentence:
    return UsbSource(0, wanted or Wanted(), lambda *_: camera)().remark


def test_what_the_automatics_have_found_is_kept_with_whole_periods_of_the_mains() -> None:
    camera = Usb()
    assert opened(camera) == ""
    settled = dict(camera.values)
    # 23.0 ms is nearest to two flickers of 10 ms: 200 in units of 0.1 ms.
    assert settled[cv2.CAP_PROP_EXPOSURE] == 200
    assert settled[cv2.CAP_PROP_GAIN] == pytest.approx(32, abs=1)
    assert settled[cv2.CAP_PROP_WB_TEMPERATURE] == pytest.approx(4300, abs=10)
    assert settled[cv2.CAP_PROP_FOCUS] == pytest.approx(120, abs=1)
    for _ in range(50):
        camera.read()
    assert camera.values == settled


def test_when_it_is_opened_again_it_is_as_it_was_though_the_light_has_changed() -> None:
    cameras = [Usb(), Usb()]
    source = UsbSource(0, Wanted(), lambda *_: cameras.pop(0))
    first = cameras[0]
    source()
    second = cameras[0]
    assert source().remark == ""
    assert second.values == first.values
    assert second.pictures < 5, "nothing has to settle"


def test_what_is_wanted_is_set() -> None:
    camera = Usb()
    assert opened(camera, Wanted(exposure_ms=33, gain=5, focus=80)) == ""
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == 330
    assert camera.values[cv2.CAP_PROP_GAIN] == 5
    assert camera.values[cv2.CAP_PROP_FOCUS] == 80


@pytest.mark.parametrize(
    ("stubborn", "loose"),
    [
        ((cv2.CAP_PROP_EXPOSURE,), "exposure"),
        ((cv2.CAP_PROP_AUTO_EXPOSURE,), "exposure"),
        ((cv2.CAP_PROP_AUTOFOCUS,), "focus"),
        ((cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS), "colours and focus"),
    ],
)
def test_what_is_not_kept_is_found_by_reading_it_back(stubborn: tuple[int, ...], loose: str) -> None:
    assert f"it does not keep by itself: {loose}" in str(opened(Usb(stubborn)))


def test_a_fixed_lens_is_no_fault() -> None:
    assert opened(Usb(missing=(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS))) == ""


def test_fixed_exposure_is_a_multiple_of_the_mains_period_and_as_bright_as_before() -> None:
    metadata = {"ExposureTime": 23000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.5), "Lux": 90}
    # 23 ms at gain 2 are 20 ms at gain 2.3.
    assert steady_controls(metadata, Wanted()) == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20000,
        "AnalogueGain": pytest.approx(2.3),
        "ColourGains": (1.9, 1.5),
    }


def test_a_very_short_exposure_becomes_one_period_with_the_least_gain() -> None:
    controls = steady_controls({"ExposureTime": 800, "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0)}, Wanted())
    assert (controls["ExposureTime"], controls["AnalogueGain"]) == (10000, 1.0)


def test_a_lens_that_can_be_focused_is_kept_where_it_is_or_is_wanted() -> None:
    metadata = {"ExposureTime": 20000, "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0), "LensPosition": 1.4}
    assert steady_controls(metadata, Wanted())["LensPosition"] == 1.4
    assert steady_controls(metadata, Wanted(focus=2.0))["AfMode"] == 0
    assert steady_controls(metadata, Wanted(focus=2.0))["LensPosition"] == 2.0


def test_without_picamera2_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
        source_opener("picamera")()


class Pi:
    """As picamera2 behaves: controls hold some pictures after they were set."""

    stubborn = False
    made: list[Pi]

    def __init__(self) -> None:
        self.made.append(self)
        self.metadata: dict[str, Any] = {"ExposureTime": 26000, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.0)}
        self.coming: list[dict[str, Any]] = []
        self.running = False

    def create_video_configuration(self, main: dict[str, Any], controls: dict[str, Any], queue: bool) -> dict[str, Any]:
        return {"main": main, "controls": controls, "queue": queue}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["main"]["format"] == "RGB888", "blue-green-red in memory"

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        assert not self.running

    def capture_metadata(self) -> dict[str, Any]:
        if self.coming:
            self.metadata = self.coming.pop(0)
        return self.metadata

    def set_controls(self, controls: dict[str, Any]) -> None:
        if not self.stubborn:
            self.coming = [self.metadata] * 3 + [{**self.metadata, **controls}]

    def capture_array(self, name: str) -> Any:
        return np.full((48, 64, 3), 77, np.uint8)


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> type[Pi]:
    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = Pi
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(Pi, "made", [], raising=False)
    return Pi


def test_the_pi_camera_gives_pictures_with_its_settings_kept(pi: type[Pi]) -> None:
    capture = source_opener("picamera")()
    done, image = capture.read()
    assert done
    assert int(image.mean()) == 77
    assert capture.remark == ""
    assert pi.made[0].metadata["ExposureTime"] == 30000
    capture.release()
    assert not pi.made[0].running


@pytest.mark.parametrize("source", ["picamera", 0, "/dev/video2", "http://camera/stream.mjpg", "evening.avi"])
def test_every_kind_of_source_can_be_handed_to_a_process(source: int | str) -> None:
    opener = source_opener(source, Wanted(exposure_ms=20))
    assert type(pickle.loads(pickle.dumps(opener))) is type(opener)


def test_settings_that_the_pi_camera_does_not_take_are_told(pi: type[Pi], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi, "stubborn", True)
    opened = source_opener("picamera")()
    assert "it does not keep by itself: exposure and gain" in str(opened.remark)
    opened.release()


def test_no_camera_on_the_ribbon_cable_is_said(pi: type[Pi], monkeypatch: pytest.MonkeyPatch) -> None:
    def no_camera(self: Pi) -> None:
        raise IndexError("list index out of range")  # what picamera2 says then

    monkeypatch.setattr(pi, "__init__", no_camera)
    with pytest.raises(DeviceError, match="check its ribbon cable"):
        source_opener("picamera")()
