"""The devices of a running table, for the page Devices: examined, and the dice reader taught."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.checks import Finding
from companion.commands._doctor import Devices, examine, walk_through
from companion.errors import BankhalterError, DeviceError, FormatError, TableError
from companion.sentence import Sentence
from hardware.dice import DiceSet, Lesson, Look, NumberDie, SerialDice, Wells
from hardware.tracks import PanelTracks


class _Begin(msgspec.Struct, frozen=True, tag_field="do", tag="begin"):
    number_die: NumberDie
    wells: Wells = "both"


class _GoOn(msgspec.Struct, frozen=True, tag_field="do", tag="go_on"):
    """``place``: the step that the person was shown, so that two taps are one."""

    place: int


class _Leave(msgspec.Struct, frozen=True, tag_field="do", tag="leave"):
    pass


class Workshop:
    """``devices`` gives those that are set up now; ``deafen`` keeps the table from counting throws, or no longer."""

    def __init__(self, folder: Path, devices: Callable[[], Devices | None], deafen: Callable[[bool], None]) -> None:
        self._folder = folder
        self._devices = devices
        self._deafen = deafen
        self._lock = threading.Lock()
        self._lesson: Lesson | None = None
        self._failed: Sentence | None = None

    def examine(self) -> list[Finding]:
        """Everything that can be found out without disturbing the game."""
        return examine(self._folder, self._devices())

    @property
    def has_lamps(self) -> bool:
        """Whether there are price tracks with lamps of their own."""
        return self._panel() is not None

    def walk(self) -> None:
        """Lights one light of the price tracks after the other. Raises DeviceError."""
        panel = self._panel()
        if panel is None:
            raise DeviceError(Sentence("there are no price tracks with lamps of their own: nothing to light"))
        walk_through(panel)

    def _panel(self) -> PanelTracks | None:
        devices = self._devices()
        return devices.tracks if devices is not None and isinstance(devices.tracks, PanelTracks) else None

    def dice(self) -> dict[str, Any]:
        """What the dice reader sees now, and where the lesson is; its sentences not yet said."""
        lesson = self._lesson
        shown: dict[str, Any] = {"heard": False, "text": None, "look": None, "lesson": None, "failed": self._failed}
        if lesson is not None:
            shown["lesson"] = {
                "place": lesson.place,
                "count": lesson.count,
                "text": lesson.text,
                "done": lesson.done,
            }
        try:
            reader = self._reader()
            shown.update(heard=True, look=_look_json(reader.look()))
            if shown["look"]["values"] is None:
                reader.command("STREAM", "1")
        except DeviceError as error:
            shown["text"] = error.sentence
        return shown

    def teach(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Begins a lesson, goes on when its step has been done, or leaves it. Raises FormatError or DeviceError."""
        try:
            command: _Begin | _GoOn | _Leave = msgspec.convert(raw, _Begin | _GoOn | _Leave)
        except msgspec.ValidationError as error:
            raise FormatError(f"not a command for a lesson: {error}") from None
        with self._lock:
            if isinstance(command, _Leave):
                self._leave()
                return self.dice()
            reader = self._reader()
            try:
                if isinstance(command, _Begin):
                    self._failed = None
                    self._deafen(True)
                    dice = DiceSet(command.number_die, command.wells)
                    self._lesson = Lesson(dice, partial(reader.command, start=reader.look().hello))
                elif self._lesson is None:
                    raise TableError(Sentence("no lesson has begun: begin one"))
                elif self._lesson.place == command.place:
                    self._lesson.go_on()
            except DeviceError as error:  # the lesson is over: what the reader had saved is still there
                self._failed, self._lesson = error.sentence, None
                self._deafen(False)
            if self._lesson is not None and self._lesson.done:
                self._deafen(False)
            return self.dice()

    def _leave(self) -> None:
        self._lesson = self._failed = None
        self._deafen(False)
        try:
            self._reader().command("STREAM", "0")
        except BankhalterError:
            return  # it is not heard: then it tells nothing either

    def _reader(self) -> SerialDice:
        devices = self._devices()
        if devices is None or not isinstance(devices.dice, SerialDice):
            raise DeviceError(
                Sentence("no dice reader is in use: start the table with {option}", {"option": "--dice serial"})
            )
        return devices.dice


def _look_json(look: Look) -> dict[str, Any]:
    return {
        "hello": None if look.hello is None else asdict(look.hello),
        "status": None if look.status is None else asdict(look.status),
        "values": look.values,
        "presses": look.presses,
    }
