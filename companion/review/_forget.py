"""Forgetting a player: his name goes out of everything that is kept, and every amount stays.

What is rewritten is checked before anything is written: each game is played anew with the new name, and must give the
same entries and the same state, but for the name. The board's pictures show no name; those that hang on a line are only
called otherwise, since what they are called depends on the line.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.backup import Backups
from companion.board import Boards
from companion.errors import BankhalterError, TableError
from companion.games import BANKER
from companion.journal import Journal, Line, Rewritten
from companion.review._records import NOBODY, is_nobody
from companion.sentence import Sentence
from companion.table import Running, entry_json, picture_key, resume

_OF_PLAYERS = frozenset({"player", "players", "banker", "starter", "turn", "for", "manager", "two_against_two"})
"""Keys under which headers and events name players."""
_BY_PLAYER = frozenset({"cash", "shares", "colours", "companies", "bids"})
"""Keys of a header whose objects have a key for each player. Were one missing here, the check would refuse."""
_FREE = "x_"
"""What these keys hold is free, so that a name may stand in the middle of a text."""


def forget_player(
    journal: Journal, boards: Boards, name: str, *, pictures: Path | None = None, backups: Backups | None = None
) -> int:
    """Takes a name out of a journal, its pictures' names and the backups beside it; out of how many games.

    Raises TableError where nobody is called so, he plays in a game on the table that is not over, or the books would
    not be the same: then nothing has changed. Raises JournalError where the journal cannot be written.
    """
    wanted = _plain(name)
    changes = _changes(journal, boards, wanted)
    moved = list(_moved(journal, changes, pictures)) if pictures is not None else []
    for old, new in moved:  # first a second name, then the old one goes: a pulled plug loses no picture
        if not new.exists():
            os.link(old, new)
    journal.rewrite(changes, lambda text: _in_words(text, wanted, NOBODY))
    for old, _ in moved:
        old.unlink(missing_ok=True)
    if backups is not None:
        backups.rewrite_kept(lambda kept: _forget_in_copy(kept, boards, wanted))
    return len(changes)


def _forget_in_copy(journal: Journal, boards: Boards, wanted: str) -> None:
    """The same in a journal that nobody plays on; one that knows no such player is left as it is."""
    changes = _changes(journal, boards, wanted, asked=False)
    journal.rewrite(changes, lambda text: _in_words(text, wanted, NOBODY))


def _changes(journal: Journal, boards: Boards, wanted: str, *, asked: bool = True) -> dict[int, Rewritten]:
    """What the games of that player are rewritten to, checked. ``asked``: somebody waits for it, else all is tried."""
    if not wanted or is_nobody(wanted):
        raise TableError(Sentence("nobody is called so in the games that are kept: nothing was changed"))
    changes = {}
    for info in journal.games():
        lines = journal.lines(info.id)
        own = next((player for player in info.header.get("players", ()) if _plain(player) == wanted), None)
        if own is None:
            rewritten = _without_mentions(info.header, lines, wanted)
            if rewritten is not None:
                changes[info.id] = rewritten
            continue
        before = _played(info.id, info.header, lines, boards)
        if asked and info.open and (before is None or before.rules.result(before.state) is None):
            values = {"player": own}
            raise TableError(Sentence("{player} plays in the game on the table: end it or archive it first", values))
        new = _free_name(info.header["players"])
        rewritten = Rewritten(
            _renamed(info.header, own, new, keyed=True), tuple(_renamed_line(line, own, new) for line in lines)
        )
        if before is not None:
            _check(info.id, before, _played(info.id, rewritten.header, rewritten.lines, boards), own, new)
        changes[info.id] = rewritten
    if asked and not changes:
        raise TableError(Sentence("nobody is called so in the games that are kept: nothing was changed"))
    return changes


def _plain(name: str) -> str:
    """A name as the rules compare it."""
    return unicodedata.normalize("NFC", name).strip()


def _free_name(players: list[str]) -> str:
    """What stands in the place of a name in a game: "N. N.", with a number from the second on."""
    number = sum(is_nobody(player) for player in players)
    return NOBODY if not number else f"{NOBODY} {number + 1}"


def _played(game: int, header: Mapping[str, Any], lines: tuple[Line, ...], boards: Boards) -> Running | None:
    """The game as its lines left it; None for one that the rules of today refuse."""
    try:
        return resume(game, header, lines, boards)
    except BankhalterError:
        return None


def _check(game: int, before: Running, after: Running | None, old: str, new: str) -> None:
    """Raises TableError unless the two courses are the same but for the name."""

    def told(running: Running) -> list[Any]:
        told: list[Any] = [entry_json(entry) for booked in running.done for entry in booked.step.entries]
        told = [{key: value for key, value in entry.items() if key not in ("text", "ruling")} for entry in told]
        return [*told, dict(running.rules.purses(running.state)), running.rules.view(running.state, BANKER)]

    if after is None or _exactly(told(before), old, new) != _exactly(told(after), old, new):
        values = {"game": game}
        raise TableError(Sentence("game {game} would not be the same without this name: nothing was changed", values))


def _exactly(value: Any, old: str, new: str) -> Any:
    """The value with every text that is the name, keys too."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Mapping):
        return {_exactly(key, old, new): _exactly(part, old, new) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_exactly(part, old, new) for part in value]
    return value


def _renamed(value: Mapping[str, Any], old: str, new: str, *, keyed: bool) -> dict[str, Any]:
    """A header or an event with the name replaced where players are named. ``keyed``: objects by player, too."""
    return {key: _renamed_part(key, part, old, new, keyed=keyed) for key, part in value.items()}


def _renamed_part(key: str, part: Any, old: str, new: str, *, keyed: bool) -> Any:
    if key in _OF_PLAYERS:
        return _exactly(part, old, new)
    if key == "note" or key.startswith(_FREE):
        return _everywhere(part, old, new)
    if keyed and key in _BY_PLAYER and isinstance(part, Mapping):
        return {new if name == old else name: worth for name, worth in part.items()}
    if isinstance(part, Mapping):
        return _renamed(part, old, new, keyed=keyed)
    return part


def _renamed_line(line: Line, old: str, new: str) -> Line:
    role, colon, who = line.actor.partition(":")
    actor = f"{role}:{new}" if colon and who == old else line.actor
    event = None if line.event is None else _renamed(line.event, old, new, keyed=False)
    return replace(line, event=event, actor=actor)


def _without_mentions(header: Mapping[str, Any], lines: tuple[Line, ...], wanted: str) -> Rewritten | None:
    """A game of others with the name out of its remarks; None where it is in none."""
    free = {key: _everywhere(part, wanted, NOBODY) if key.startswith(_FREE) else part for key, part in header.items()}
    told = tuple(
        line
        if line.event is None
        else replace(
            line,
            event={
                key: _everywhere(part, wanted, NOBODY) if key == "note" or key.startswith(_FREE) else part
                for key, part in line.event.items()
            },
        )
        for line in lines
    )
    return None if free == dict(header) and told == lines else Rewritten(free, told)


def _everywhere(value: Any, old: str, new: str) -> Any:
    """The value with the name replaced also in the middle of texts."""
    if isinstance(value, str):
        return _in_words(value, old, new)
    if isinstance(value, Mapping):
        return {_in_words(key, old, new): _everywhere(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [_everywhere(part, old, new) for part in value]
    return value


def _in_words(text: str, old: str, new: str) -> str:
    """The text with the name replaced where it stands as a word, however it is written.

    >>> _in_words("Andrea and ANDREA, not Andreas", "Andrea", "N. N.")
    'N. N. and N. N., not Andreas'
    """
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text, flags=re.IGNORECASE)


def _moved(journal: Journal, changes: Mapping[int, Rewritten], folder: Path) -> Iterator[tuple[Path, Path]]:
    """Old and new file of each picture whose line is rewritten."""
    for game, rewritten in changes.items():
        for old, new in zip(journal.lines(game), rewritten.lines, strict=True):
            file = folder / str(game) / f"{picture_key(old)}.jpg"
            if picture_key(old) != picture_key(new) and file.exists():
                yield file, file.with_name(f"{picture_key(new)}.jpg")
