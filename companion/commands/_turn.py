"""Pictures that people bring along are read one at a time: a large one takes all that a small computer has."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import TableBusy
from companion.sentence import Sentence


class Turn:
    """Lets one at a time; the pages ask again (web/static/js/photo.js)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """For as long as a picture is read; raises TableBusy while another one is."""
        if not self._lock.acquire(blocking=False):
            raise TableBusy(Sentence("another photo is being read: try again in a moment"))
        try:
            yield
        finally:
            self._lock.release()
