"""What the buttons at the table mean, and a keeper that does it and lets the buzzer answer."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.devices import Buttons, Buzzer, Press, PressKind, Sound
from companion.errors import BankhalterError, DeviceError
from companion.sentence import Sentence
from companion.table._running import Running
from companion.table._sight import Proposal
from companion.table._viewers import Asked

GUARD_S = 0.4
"""What has only just come up cannot be what a finger was already on its way for."""

Meanings = Mapping[str, Mapping[PressKind, "Meaning"]]
"""By button, then by kind of press."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a press does now: in words, and as a command of docs/table.md but for its request."""

    text: Sentence
    command: Mapping[str, Any]


def meanings_of(running: Running | None, proposal: Proposal | None, asked: Sequence[Asked]) -> Meanings:
    """What each button means: confirm what is proposed or else asked for first, undo and redo, the end of the turn."""
    if running is None:
        return {"confirm": {}, "undo": {}, "next": {}}
    at = {"game": running.id, "version": running.version}
    confirm: dict[PressKind, Meaning] = {}
    if proposal is not None:
        event = {"event": proposal.sentence}
        here = {**at, "proposal": proposal.id}
        confirm["short"] = Meaning(Sentence("book: {event}", event), {"do": "book", **here})
        confirm["long"] = Meaning(Sentence("not so: {event}", event), {"do": "dismiss", **here})
    elif asked:
        event = {"event": asked[0].sentence}
        here = {**at, "asked": asked[0].id}
        confirm["short"] = Meaning(Sentence("book: {event}", event), {"do": "grant", **here})
        confirm["long"] = Meaning(Sentence("not so: {event}", event), {"do": "refuse", **here})
    undo: dict[PressKind, Meaning] = {}
    if running.done:
        event = {"event": running.done[-1].sentence}
        undo["short"] = Meaning(Sentence("take back: {event}", event), {"do": "undo", **at})
    if running.undone:
        event = {"event": running.undone[-1].sentence}
        undo["long"] = Meaning(Sentence("book again: {event}", event), {"do": "redo", **at})
    further: dict[PressKind, Meaning] = {}
    end = running.rules.turn_end(running.state)
    if end is not None:
        said, *_ = running.course.preview(end)
        further["short"] = Meaning(said, {"do": "event", "event": dict(end), **at})
    return {"confirm": confirm, "undo": undo, "next": further}


def meanings_json(meanings: Meanings) -> dict[str, Any]:
    """For the banker's page: the sentence of each press, null where it does nothing."""
    return {
        button: {kind: by_kind[kind].text if kind in by_kind else None for kind in ("short", "long")}
        for button, by_kind in meanings.items()
    }


class ButtonsKeeper:
    """Does what is pressed, as it was meant when the finger went down, and answers with the buzzer.

    ``meanings``: what the buttons mean now; ``carry_out(command, actor)`` and ``wait(revision, timeout)``: the table's.
    """

    def __init__(
        self,
        buttons: Buttons,
        buzzer: Buzzer | None,
        meanings: Callable[[], Meanings],
        carry_out: Callable[[Mapping[str, Any], str], object],
        wait: Callable[[int, float], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._buttons = buttons
        self._buzzer = buzzer
        self._meanings = meanings
        self._carry_out = carry_out
        self._wait = wait
        self._clock = clock
        self._lock = threading.Lock()
        self._since: dict[str, tuple[Meaning, float]] = {}
        self._down: dict[str, Mapping[PressKind, Meaning]] = {}
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("buttons", self._hear), ("button meanings", self._keep))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Ends the threads; the table must be touched for the one that waits for it."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=3)

    def look(self) -> None:
        """Takes notice of what the buttons mean now: from now on the guard runs for what is new."""
        now = self._clock()
        meanings = self._meanings()
        with self._lock:
            for button, by_kind in meanings.items():
                for kind, meaning in by_kind.items():
                    known = self._since.get(f"{button} {kind}")
                    if known is None or known[0].command != meaning.command:
                        self._since[f"{button} {kind}"] = (meaning, now)

    def take(self, press: Press) -> None:
        """Takes one press."""
        if press.kind == "down":
            self.look()
            with self._lock:
                self._down[press.button] = self._meanings().get(press.button, {})
            return
        with self._lock:
            meaning = self._down.pop(press.button, {}).get(press.kind)
            known = self._since.get(f"{press.button} {press.kind}")
        if meaning is None or known is None or self._pressed_at(press) - known[1] < GUARD_S:
            self._sound("refused")
            return
        try:
            self._carry_out({**meaning.command, "request": f"button {secrets.token_hex(8)}"}, "button")
        except BankhalterError as error:  # nothing was booked; the page shows how things stand now
            logging.getLogger(__name__).warning("button %s: %s", press.button, error)
            self._sound("refused")
        else:
            self._sound("done")

    def _pressed_at(self, press: Press) -> float:
        return self._clock() - press.held_s

    def _sound(self, kind: Sound) -> None:
        if self._buzzer is not None:
            self._buzzer.sound(kind)

    def _hear(self) -> None:
        while not self._stop.is_set():
            try:
                press = self._buttons.read(0.5)
            except DeviceError:  # their health says so
                self._stop.wait(1.0)
                continue
            if press is not None:
                self.take(press)

    def _keep(self) -> None:
        """Looks at every change of the table; a new thing to confirm is announced."""
        revision, announced = -1, None
        while not self._stop.is_set():
            self.look()
            with self._lock:
                confirm = self._since.get("confirm short")
            wanted = self._meanings().get("confirm", {}).get("short")
            if wanted is not None and confirm is not None and wanted.command != announced:
                self._sound("look")
            announced = None if wanted is None else wanted.command
            revision = self._wait(revision, 1.0)
