"""Game records: one game, one file of JSON Lines, a header and the events (docs/formats.md).

Nothing derived is stored in a record; `replay` follows it through the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.board import Boards
from companion.errors import FormatError, RuleError
from companion.files import read_file, save_whole
from companion.games import BANKER, AnyGame, Entry, Sentence, Step, check_players, game
from companion.parsing import check_encoding, check_keys, check_numbers, decode_object, plainly
from companion.quoting import quoted

FORMAT = "bankhalter-game/1"


Games = Callable[[str], AnyGame]
"""Looks the rules of a game up by its name; raises FormatError when there is none of that name."""


class UnreadableLine(FormatError):
    """A line of a record that cannot be read (exit status 2). ``line`` counts from 1, the header being line 1."""

    def __init__(self, line: int, message: str | Sentence) -> None:
        super().__init__(message)
        self.line = line


class IllegalLine(RuleError):
    """A line of a record that breaks a ruling (exit status 3). ``line`` counts from 1."""

    def __init__(self, line: int, ruling: str, message: str | Sentence) -> None:
        super().__init__(ruling, message)
        self.line = line


class Line(msgspec.Struct, frozen=True):
    """A line of a record: its number in the file, from 1, and the JSON object that it holds."""

    number: int
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record: the header and the events as they stand in the file, unknown keys kept."""

    header: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...] = ()


class Played(msgspec.Struct, frozen=True):
    """An event of a record, played: ``n`` is 0 for the header.

    ``say`` makes the `sentence` and ``tell`` the `news`, for those who ask.
    """

    n: int
    game: AnyGame
    say: Callable[[], Sentence]
    tell: Callable[[], tuple[Sentence, ...]]
    step: Step[Any]

    @property
    def news(self) -> tuple[Sentence, ...]:
        """What people should hear of it that no entry says."""
        return self.tell()

    @property
    def sentence(self) -> Sentence:
        """What the line is, in words."""
        return self.say()

    def account(self, entry: Entry) -> Sentence | str:
        """What the account of an entry is called: a player's name, or how a company is printed in this edition."""
        if entry.holder == "player":
            return entry.account
        return self.game.companies(self.step.state).get(entry.account, entry.account)

    def to_json(self) -> dict[str, Any]:
        """The line of the replay format, to be rendered by `render_played`."""
        entries = [entry.to_json() for entry in self.step.entries]
        return {"n": self.n, "entries": entries, **self.game.view(self.step.state, BANKER)}


def read_header(path: Path) -> dict[str, Any]:
    """The header in a file of its own, which may be spread over several lines; raises FormatError naming the file."""
    try:
        header = decode_object(read_file(path))
        check_header(header)
    except OSError as error:
        raise FormatError(f"{path}: the header cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    return header


def read_lines(content: bytes) -> Iterator[Line]:
    """The lines of a record one by one, empty ones skipped but counted; the first is the header, checked.

    Raises UnreadableLine when it comes to a line that is no JSON object in UTF-8, and for an empty file.
    """
    try:
        check_encoding(content)
    except FormatError as error:
        raise UnreadableLine(1, error.sentence) from None
    is_header = True
    for number, text in enumerate(content.split(b"\n"), start=1):
        if not text.strip(b" \t\r"):
            continue
        line = Line(number, _decode(number, text))
        if is_header:
            _check_header_line(line)
            is_header = False
        yield line
    if is_header:
        raise UnreadableLine(1, Sentence("the file is empty: a record begins with a header"))


def _decode(number: int, text: bytes) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(text)
        check_numbers(text, value)
        if not isinstance(value, dict):
            values = {"value": quoted(value)}
            raise UnreadableLine(number, Sentence("the line must hold a JSON object, not {value}", values))
        check_keys(text, value)
    except UnicodeDecodeError:
        raise UnreadableLine(number, Sentence("the line is not in UTF-8")) from None
    except UnreadableLine:
        raise
    except FormatError as error:
        raise UnreadableLine(number, error.sentence) from None
    except msgspec.DecodeError as error:
        raise UnreadableLine(
            number, Sentence("the line is not JSON: {reason}", {"reason": plainly(error, text)})
        ) from None
    except RecursionError:
        raise UnreadableLine(number, Sentence("the line is not JSON of an event: it is nested too deeply")) from None
    return value


def _check_header_line(line: Line) -> None:
    try:
        check_header(line.content)
    except FormatError as error:
        raise UnreadableLine(line.number, error.sentence) from None


def check_header(header: Mapping[str, Any]) -> None:
    """What the headers of all games have in common: format, game, players, banker, board, options.

    Raises FormatError. Which keys a game needs, and what they may hold, its own `start` checks.
    """
    for key in ("format", "game", "players"):
        if key not in header:
            raise FormatError(f'not a header: the key "{key}" is missing')
    if header["format"] != FORMAT:
        raise FormatError(f'not a header: "format" must be "{FORMAT}", not {quoted(header["format"])}')
    name = header["game"]
    if not isinstance(name, str):
        raise FormatError('not a header: "game" must be the name of a game')
    game(name)
    check_players(header["players"], header.get("banker"))
    if not isinstance(header.get("options", {}), dict):
        raise FormatError('header: "options" must be an object')
    if not isinstance(header.get("board", ""), (str, dict)):
        raise FormatError('header: "board" must be the name of a board')


def parse_record(content: bytes) -> Record:
    """The record that a file's bytes hold; raises UnreadableLine. The events are not played."""
    header, *events = (line.content for line in read_lines(content))
    return Record(header, tuple(events))


def render_line(content: Mapping[str, Any]) -> str:
    """One line of a record, without its end.

    >>> render_line({"do": "end_turn", "player": "Chloé"})
    '{"do": "end_turn", "player": "Chloé"}'
    """
    return json.dumps(content, ensure_ascii=False)


def render_played(played: Played) -> bytes:
    """One line of a replay, without its end."""
    return msgspec.json.encode(played.to_json())


def render_record(record: Record) -> bytes:
    """The file's bytes; `parse_record` gives the same record back, and what was written so is rendered alike."""
    return "".join(render_line(content) + "\n" for content in (record.header, *record.events)).encode()


def write_record(path: Path, record: Record) -> None:
    """Writes a record so that the file is always whole, the old one or the new one; raises OSError."""
    save_whole(path, render_record(record))


def replay(lines: Iterable[Line], boards: Boards, games: Games = game) -> Iterator[Played]:
    """Plays a record line by line, the header first. ``games``: the rules by their name in the header.

    Raises UnreadableLine or IllegalLine at the first bad line, after the lines before it have been given.
    """
    rest = iter(lines)
    header = next(rest)
    rules = games(header.content["game"])
    try:
        step = rules.start(header.content, boards)
    except FormatError as error:
        raise UnreadableLine(header.number, error.sentence) from None
    yield Played(0, rules, partial(_opening, header.content), partial(_slips, rules, header.content), step)
    for n, line in enumerate(rest, start=1):
        before = step.state
        try:
            event = rules.parse_event(line.content)
            step = rules.apply(before, event)
        except RuleError as error:
            raise IllegalLine(line.number, error.ruling, error.sentence) from None
        except FormatError as error:
            raise UnreadableLine(line.number, error.sentence) from None
        yield Played(n, rules, partial(rules.describe, before, event), partial(rules.news, before, event, step), step)


def _slips(rules: AnyGame, header: Mapping[str, Any]) -> tuple[Sentence, ...]:
    slip = rules.header_slip(header)
    return () if slip is None else (slip,)


def _opening(header: Mapping[str, Any]) -> Sentence:
    edition = f" ({header['edition']})" if "edition" in header else ""
    values = {"game": header["game"].upper().replace("_", " ") + edition, "players": ", ".join(header["players"])}
    return Sentence("{game}: {players}", values)
