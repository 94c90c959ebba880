"""The clerk: works out summaries and analyses in the background, never in the way of a running game."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from typing import Literal

import msgspec

from companion.errors import BankhalterError
from companion.review._library import Library

_PAUSE_S = 0.01
"""Between two moments of an analysis: the table and the pages come first."""
_LOOK_S = 5.0
_NICE = 10

Work = Literal["waiting", "working", "done", "failed"]


class Progress(msgspec.Struct, frozen=True):
    """How far an analysis is: ``done`` of ``all`` moments."""

    state: Work
    done: int = 0
    all: int = 0


class Clerk:
    """One thread that works through what is missing. `ask` puts a game first in its row, `stop_work` takes it out."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._progress: dict[int, Progress] = {}
        self._hopeless: set[tuple[int, int]] = set()
        self._seen = -1
        self._wake = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="clerk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        with self._wake:
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=3)

    def ask(self, game: int) -> None:
        """Wants a game's analysis."""
        with self._wake:
            self._wanted[game] = None
            self._progress[game] = Progress("waiting")
            self._wake.notify_all()

    def stop_work(self, game: int) -> None:
        """The analysis of a game is not wanted any more."""
        with self._wake:
            self._wanted.pop(game, None)
            self._progress.pop(game, None)

    def progress(self, game: int) -> Progress | None:
        """How far a game's analysis is; None where nobody has asked for it."""
        with self._wake:
            return self._progress.get(game)

    def catch_up(self) -> None:
        """Works out every summary that is missing, and every analysis that is wanted. The thread does nothing else."""
        changes = self._library.changes()
        for info in self._library.outdated() if changes != self._seen else ():
            if self._stop.is_set():
                return
            if (info.id, info.lines) not in self._hopeless and not self._library.catch_up(info.id):
                self._hopeless.add((info.id, info.lines))
            self._stop.wait(_PAUSE_S)
        self._seen = changes
        while not self._stop.is_set():
            with self._wake:
                game = next(iter(self._wanted), None)
            if game is None:
                return
            self._analyse(game)

    def _analyse(self, game: int) -> None:
        try:
            for done, all_ in self._library.work_out(game):
                with self._wake:
                    if self._stop.is_set() or game not in self._wanted:
                        return
                    self._progress[game] = Progress("working", done, all_)
                self._stop.wait(_PAUSE_S)
            outcome = Progress("done")
        except BankhalterError as error:
            logging.getLogger(__name__).warning("game %d cannot be analysed: %s", game, error)
            outcome = Progress("failed")
        with self._wake:
            if self._wanted.pop(game, 0) is None:
                self._progress[game] = outcome

    def _work(self) -> None:
        # On Linux this is the thread's own priority: whoever plays goes first.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        while not self._stop.is_set():
            try:
                self.catch_up()
            except BankhalterError as error:
                logging.getLogger(__name__).warning("what was played cannot be worked out: %s", error)
            with self._wake:
                self._wake.wait_for(lambda: bool(self._wanted) or self._stop.is_set(), _LOOK_S)
