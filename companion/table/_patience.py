"""Books a proposal by itself once the board has been still for long enough."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.errors import BankhalterError

_TICK_S = 0.25
_QUIET_S = 5.0


class Patience:
    """Counts how long a proposal has stood on a still board.

    ``waiting``: the table's `patience`; ``still``: whether nothing moves over the board now; ``book``: the table's
    `book_by_itself`; ``wait(revision, timeout)``: the table's `wait`; ``clock`` in seconds, never going back.
    """

    def __init__(
        self,
        waiting: Callable[[], tuple[str, float] | None],
        still: Callable[[], bool],
        book: Callable[[str], None],
        wait: Callable[[int, float], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._waiting = waiting
        self._still = still
        self._book = book
        self._wait = wait
        self._clock = clock
        self._since: tuple[str, float] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="patience", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)

    def _keep(self) -> None:
        revision, failing = -1, False
        while not self._stop.is_set():
            try:
                pending = self.look()
                failing = False
            except BankhalterError as error:  # the proposal stays on the table, and people can book it
                pending = True
                if not failing:
                    logging.getLogger(__name__).warning("a proposal could not be booked: %s", error)
                failing = True
            if pending:
                self._stop.wait(_TICK_S)
            else:
                revision = self._wait(revision, _QUIET_S)

    def look(self) -> bool:
        """Looks once; whether there is something to count. Raises what booking raises."""
        waiting = self._waiting()
        if waiting is None:
            self._since = None
            return False
        wanted, seconds = waiting
        now = self._clock()
        if self._since is None or self._since[0] != wanted or not self._still():
            self._since = (wanted, now)
        elif now - self._since[1] >= seconds:
            self._since = None
            self._book(wanted)
        return True
