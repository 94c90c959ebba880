"""Has what is booked said aloud by the table's own voice."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import DeviceError


class Announcer:
    """Says what is new, in order, while it is wanted; what was booked before it began to listen is not said.

    ``aloud``: the newest events as `aloud_json` tells them, said in the table's language; ``say`` speaks a text and
    returns when it is said, or raises DeviceError; ``wait(revision, timeout)``: the table's `wait`.
    """

    def __init__(
        self,
        aloud: Callable[[], Sequence[Mapping[str, Any]]],
        wanted: Callable[[], bool],
        say: Callable[[str], None],
        wait: Callable[[int, float], int],
    ) -> None:
        self._aloud = aloud
        self._wanted = wanted
        self._say = say
        self._wait = wait
        self._heard: set[str] | None = None
        self._failing = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="announcer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=1)

    def _keep(self) -> None:
        revision = -1
        while not self._stop.is_set():
            self.look()
            revision = self._wait(revision, 5.0)

    def look(self) -> None:
        """Says what was booked since the last look."""
        if not self._wanted():
            self._heard = None
            return
        newest = self._aloud()
        heard, self._heard = self._heard, {item["key"] for item in newest}
        if heard is None:
            return
        for item in newest:
            if item["key"] in heard or self._stop.is_set():
                continue
            try:
                self._say(item["text"])
                self._failing = False
            except DeviceError as error:  # the voice's health says so; the game goes on
                if not self._failing:
                    logging.getLogger(__name__).warning("%s", error)
                self._failing = True
