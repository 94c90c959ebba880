"""The library: all games that are kept, and records that were opened from elsewhere, as stories."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from companion.board import Boards
from companion.errors import BankhalterError, FormatError, JournalError
from companion.journal import Derived, GameInfo, Journal
from companion.review._analysis import KIND as ANALYSIS
from companion.review._analysis import Analysis, analyse
from companion.review._records import Records, records
from companion.review._story import Story, story_of, story_of_record
from companion.review._summary import KIND as SUMMARY
from companion.review._summary import Summary, summarise
from companion.sentence import Sentence
from companion.table import import_record, take_up

STORIES = 6
"""Stories that are kept at hand: one of 500 events takes some 5 MB."""
OPENED = 8
"""Records from elsewhere that are kept at hand."""
LONGEST = 4 * 2**20
"""Bytes that a record from elsewhere may have: some 40,000 events."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list. ``summary`` None: it is not worked out yet, or the game cannot be resumed."""

    info: GameInfo
    summary: Summary | None


class Library:
    """All games of a journal as stories. May be used from several threads."""

    def __init__(self, journal: Journal, boards: Boards) -> None:
        self._journal = journal
        self._boards = boards
        self._lock = threading.Lock()
        self._stories: OrderedDict[int, tuple[GameInfo, Story]] = OrderedDict()
        self._opened: OrderedDict[str, tuple[bytes, Story]] = OrderedDict()

    def games(self) -> list[Listed]:
        """All games, the one that was on the table last first, each with its summary if it is up to date."""
        kept = self._journal.derived(SUMMARY)
        listed = []
        for info in self._journal.games():
            derived = kept.get(info.id)
            current = derived is not None and derived.lines == info.lines
            listed.append(Listed(info, msgspec.convert(derived.content, Summary) if derived and current else None))
        return listed

    def records(self) -> Records:
        """Records across all finished games whose summary is there."""
        return records((game.info.header, game.summary) for game in self.games())

    def info(self, game: int) -> GameInfo:
        """One game as the shelf has it; raises JournalError."""
        return self._journal.game(game)

    def story(self, game: int) -> Story:
        """A kept game as a story, as it is now. Raises JournalError where there is none or it cannot be resumed."""
        info = self._journal.game(game)
        with self._lock:
            found = self._stories.get(game)
            if found is not None and found[0] == info:
                self._stories.move_to_end(game)
                return found[1]
        story = story_of(take_up(self._journal, self._boards, game), info.name)
        with self._lock:
            self._stories[game] = (info, story)
            self._stories.move_to_end(game)
            while len(self._stories) > STORIES:
                self._stories.popitem(last=False)
        return story

    def forget_stories(self) -> None:
        """Nothing is at hand any more: the journal is another one."""
        with self._lock:
            self._stories.clear()
            self._opened.clear()

    # What is worked out beforehand.

    def changes(self) -> int:
        """A number that grows whenever something was booked, named, taken in or forgotten."""
        return self._journal.changes()

    def outdated(self) -> list[GameInfo]:
        """Games whose summary is not there or not of all their lines."""
        return [game.info for game in self.games() if game.summary is None]

    def catch_up(self, game: int) -> bool:
        """Works out a game's summary and keeps it; False where the game cannot be resumed."""
        try:
            info = self._journal.game(game)
            story = story_of(take_up(self._journal, self._boards, game))
        except (JournalError, FormatError):
            return False
        content = msgspec.to_builtins(summarise(story))
        self._journal.keep_derived(game, info.header, SUMMARY, Derived(info.lines, content))
        return True

    def analysis(self, game: int) -> Analysis | None:
        """A game's analysis, if it was worked out of all its lines."""
        kept = self._journal.derived_of(game, ANALYSIS)
        if kept is None or kept.lines != self._journal.game(game).lines:
            return None
        return msgspec.convert(kept.content, Analysis)

    def work_out(self, game: int) -> Iterator[tuple[int, int]]:
        """Works out a game's analysis and keeps it with the game; tells how many moments of how many are done.

        Raises JournalError where there is no such game or it cannot be resumed.
        """
        info = self._journal.game(game)
        story = story_of(take_up(self._journal, self._boards, game))
        for done, found in enumerate(analyse(story)):
            yield done, len(story.moments)
            if found is not None:
                self._journal.keep_derived(game, info.header, ANALYSIS, Derived(info.lines, msgspec.to_builtins(found)))

    # Records from elsewhere.

    def open(self, content: bytes) -> tuple[str, Story]:
        """Opens a game record without keeping it: its key here, and its story up to its first error.

        Raises FormatError where not even its header can be read.
        """
        if len(content) > LONGEST:
            raise FormatError(Sentence("this record is longer than this page takes"))
        try:
            story = story_of_record(content, self._boards)
        except BankhalterError as error:
            line = getattr(error, "line", 1)
            values = {"line": line, "reason": error.sentence}
            raise FormatError(Sentence("line {line} of the record: {reason}", values)) from None
        key = "r" + hashlib.sha256(content).hexdigest()[:16]
        with self._lock:
            self._opened[key] = (content, story)
            self._opened.move_to_end(key)
            while len(self._opened) > OPENED:
                self._opened.popitem(last=False)
        return key, story

    def opened(self, key: str) -> Story | None:
        """The story of a record that was opened; None where it is no longer at hand."""
        with self._lock:
            found = self._opened.get(key)
        return None if found is None else found[1]

    def keep(self, key: str, actor: str) -> int:
        """Takes a record that was opened into the journal, beside the game on the table; its id there.

        Raises FormatError where it is no longer at hand, or has an error: then nothing is taken in.
        """
        with self._lock:
            found = self._opened.get(key)
        if found is None:
            raise FormatError(Sentence("this record is no longer at hand: open it again"))
        game = import_record(self._journal, self._boards, found[0], actor=actor)
        self.catch_up(game)
        return game
