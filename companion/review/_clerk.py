"""The clerk: works out summaries and analyses and makes films in the background, never in the way of a running game."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from companion.errors import BankhalterError
from companion.review._lapse import Films
from companion.review._library import Library

_PAUSE_S = 0.01
"""Between two steps of a task: the table and the pages come first."""
_LOOK_S = 5.0
_NICE = 10

Task = Literal["analysis", "film"]
_Steps = Callable[[int], Iterator[tuple[int, int]]]
"""Does a task for a game bit by bit, and tells how much of how much is done."""


class Progress(msgspec.Struct, frozen=True):
    """How far a task is: ``done`` of ``all`` moments or pictures."""

    state: Literal["waiting", "working", "done", "failed"]
    done: int = 0
    all: int = 0


class Clerk:
    """One thread that works through what is missing. `ask` puts a game in its row, `stop_work` takes it out."""

    def __init__(self, library: Library, films: Films | None = None) -> None:
        self._library = library
        self._tasks: dict[Task, _Steps] = {"analysis": library.work_out}
        if films is not None:
            self._tasks["film"] = films.make
        self._wanted: OrderedDict[tuple[Task, int], None] = OrderedDict()
        self._progress: dict[tuple[Task, int], Progress] = {}
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

    def ask(self, game: int, task: Task = "analysis") -> None:
        """Wants a game's analysis or film."""
        with self._wake:
            self._wanted[task, game] = None
            self._progress[task, game] = Progress("waiting")
            self._wake.notify_all()

    def stop_work(self, game: int, task: Task = "analysis") -> None:
        """A task is not wanted any more."""
        with self._wake:
            self._wanted.pop((task, game), None)
            self._progress.pop((task, game), None)

    def progress(self, game: int, task: Task = "analysis") -> Progress | None:
        """How far a task is; None where nobody has asked for it."""
        with self._wake:
            return self._progress.get((task, game))

    def catch_up(self) -> None:
        """Works out every summary that is missing, and every task that is wanted. The thread does nothing else."""
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
                wanted = next(iter(self._wanted), None)
            if wanted is None:
                return
            self._do(*wanted)

    def _do(self, task: Task, game: int) -> None:
        try:
            for done, all_ in self._tasks[task](game):
                with self._wake:
                    if self._stop.is_set() or (task, game) not in self._wanted:
                        return
                    self._progress[task, game] = Progress("working", done, all_)
                self._stop.wait(_PAUSE_S)
            outcome = Progress("done")
        except BankhalterError as error:
            logging.getLogger(__name__).warning("%s of game %d: %s", task, game, error)
            outcome = Progress("failed")
        with self._wake:
            if self._wanted.pop((task, game), 0) is None:
                self._progress[task, game] = outcome

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
