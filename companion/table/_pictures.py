"""The pictures that decided: what the camera saw when an event was booked on its word, kept beside the journal."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import shutil
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.files import make_folder, save_whole
from companion.journal import Line

NEWEST = 3
"""So many of the last events are looked at: a placement and the end of its turn may be booked in one go."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a camera's picture may have decided: the proposal on the table, and the last events in force."""

    game: int
    proposal: str | None
    event: Mapping[str, Any] | None
    booked: tuple[Line, ...]


def picture_key(line: Line) -> str:
    """The name of a line's picture within its game; another line of the same number has another.

    A card is left out of it: pages know the key, and of a card that is hidden there are so few kinds that even a hash
    of it would tell.
    """
    event = line.event and {name: value for name, value in line.event.items() if name != "card"}
    text = json.dumps([line.n, line.time, event], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PictureKeeper:
    """Keeps a picture for each event that was booked as the camera proposed it. The oldest go when room is short.

    ``folder`` holds a folder for each game; ``room`` is in bytes and may change, 0 keeps none. ``decision`` is the
    table's, ``picture`` the newest settled picture as JPEG, ``wait(revision, timeout)`` the table's `wait`,
    ``kept_games`` the games that there are: pictures of others are removed.
    """

    def __init__(
        self,
        folder: Path,
        room: Callable[[], int],
        decision: Callable[[], Decision | None],
        picture: Callable[[], bytes | None],
        wait: Callable[[int, float], int],
        kept_games: Callable[[], set[int]],
    ) -> None:
        self._folder = folder
        self._room = room
        self._decision = decision
        self._picture = picture
        self._wait = wait
        self._kept_games = kept_games
        self._held: tuple[str, Mapping[str, Any], bytes | None] | None = None
        self._seen: tuple[int, int] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="pictures", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)

    def kept(self, game: int, key: str) -> bytes | None:
        """The picture of a line by its `picture_key`; None where there is none."""
        if not re.fullmatch(r"[0-9a-f]{16}", key):
            return None
        try:
            return (self._folder / str(game) / f"{key}.jpg").read_bytes()
        except FileNotFoundError:
            return None

    def keys(self, game: int) -> set[str]:
        """The keys of the pictures that are kept of a game."""
        return {file.stem for file in (self._folder / str(game)).glob("*.jpg")}

    def _keep(self) -> None:
        revision, failing = -1, False
        while not self._stop.is_set():
            revision = self._wait(revision, 1.0)
            try:
                self.look()
                failing = False
            except OSError as error:  # the game goes on without pictures
                if not failing:
                    logging.getLogger(__name__).warning("pictures cannot be kept in %s: %s", self._folder, error)
                failing = True

    def look(self) -> None:
        """Takes a picture of a new proposal, and writes it when the event is booked. Raises OSError."""
        now = self._decision()
        if now is None:
            return
        newest = now.booked[-1].n if now.booked else 0
        before = self._seen if self._seen is not None and self._seen[0] == now.game else (now.game, newest)
        self._seen = (now.game, newest)
        for line in now.booked:
            if line.n > before[1]:
                self._write(now.game, line)
        if now.proposal is None:
            self._held = None
        elif self._room() and now.event is not None and (self._held is None or self._held[0] != now.proposal):
            self._held = (now.proposal, now.event, self._picture())

    def _write(self, game: int, line: Line) -> None:
        """Keeps the picture that was held for this event; where the table booked at once the newest one."""
        picture = None
        if self._held is not None and self._held[1] == line.event:
            picture = self._held[2]
        elif line.actor == "camera":
            picture = self._picture()
        if picture is not None and self._room():
            make_folder(self._folder / str(game), above=True)
            save_whole(self._folder / str(game) / f"{picture_key(line)}.jpg", picture)
            self._make_room()

    def _make_room(self) -> None:
        games = {str(game) for game in self._kept_games()}
        for folder in self._folder.iterdir():
            if folder.name not in games:
                shutil.rmtree(folder)
        files = [(file.stat(), file) for file in self._folder.glob("*/*.jpg")]
        files.sort(key=lambda item: (item[0].st_mtime_ns, item[1]), reverse=True)
        room = self._room()
        for stat, file in files:
            room -= stat.st_size
            if room < 0:
                file.unlink()
