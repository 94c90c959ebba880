"""``bankhalter replay``: plays a game record by the rules."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import calibration
from companion.board import Boards
from companion.errors import FormatError
from companion.files import read_file
from companion.games import game
from companion.games import shark as rules_of_shark
from companion.money import spell
from companion.parsing import decode_text
from companion.quoting import printable
from companion.record import Games, IllegalLine, Played, UnreadableLine, read_lines, render_played, replay

editions_option = click.option(
    "--editions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file with what differs in your copy of SHARK: cards, houses, dice, notes, names.",
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--board", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A board file to play on.")
@editions_option
@click.option("--jsonl", is_flag=True, help="Print the state after each event as one JSON object a line.")
def command(file: str, board: Path | None, editions: Path | None, jsonl: bool) -> None:
    """Replay a game record FILE (*.game.jsonl) and check it against the rules.

    Exit status 2: a line cannot be read; 3: an event breaks a rule. Standard error names the line and what is wrong.
    """
    sys.exit(run(file, board, editions, jsonl=jsonl))


def run(file: str, board: Path | None = None, editions: Path | None = None, *, jsonl: bool) -> int:
    """Replays a record to standard output; the exit status. Raises FormatError for a board or editions file."""
    played = replay(read_lines(read_file(Path(file))), boards_of(board), games_of(editions))
    write = _lines if jsonl else _account
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    out = sys.stdout.buffer
    try:
        for line in write(played):
            out.write(line + b"\n")
    except UnreadableLine as error:
        complain(file, error.line, str(error))
        return 2
    except IllegalLine as error:
        complain(file, error.line, f"{error.ruling}: {error}")
        return 3
    finally:
        out.flush()
    return 0


def boards_of(path: Path | None) -> Boards:
    """The boards that the program knows, or the one in a file, whatever name is asked for."""
    if path is None:
        return _known_board
    given = calibration.read_board_file(path)
    return lambda name: given


def _known_board(name: str) -> Mapping[str, Any]:
    try:
        return calibration.board_file(name)
    except FormatError as error:
        raise FormatError(f"{error}; give the file of a board of your own with --board") from None


def games_of(path: Path | None) -> Games:
    """The games that the program knows, SHARK with the owner's editions where there are such."""
    if path is None:
        return game
    shark = rules_of_shark.Shark(own_editions(path))
    return lambda name: shark if name == shark.name else game(name)


def own_editions(path: Path | None) -> Mapping[str, rules_of_shark.Edition]:
    """SHARK's editions, with those in an owner's file; raises FormatError naming the file."""
    if path is None:
        return rules_of_shark.editions()
    try:
        return rules_of_shark.parse_editions(decode_text(read_file(path)))
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    except OSError as error:
        raise FormatError(f"{path}: the editions file cannot be read: {error.strerror}") from None


def complain(file: str, line: int, message: str) -> None:
    """One line on standard error; a file's name keeps its letters in any locale."""
    click.echo(os.fsencode(file) + f":{line}: {printable(message)}".encode(), err=True)


def _lines(played: Iterator[Played]) -> Iterator[bytes]:
    """The replay format, a line each."""
    return map(render_played, played)


def _account(played: Iterator[Played]) -> Iterator[bytes]:
    """The game as a person reads it. Names and remarks come from the file: they do nothing to a terminal."""
    for text in _told(played):
        yield printable(text).encode()


def _told(played: Iterator[Played]) -> Iterator[str]:
    """Each event with its payments and why, then how it stands."""
    line = None
    for line in played:
        yield f"{line.n:4}  {line.sentence}"
        for entry in line.step.entries:
            ruling = f" ({entry.reason.ruling})" if entry.reason.ruling else ""
            kind = entry.kind.replace("_", " ")
            yield f"      {line.account(entry)} {spell(entry.amount, sign=True)} {kind}: {entry.reason}{ruling}"
        for news in line.news:
            yield f"      {news} ({news.ruling})" if news.ruling else f"      {news}"
    if line is None:
        return
    state = line.step.state
    yield str(line.game.waiting(state).sentence)
    cash = line.game.purses(state)
    result = line.game.result(state)
    totals = line.game.wealth(state) if result is None else result["result"]
    order = line.game.wealth(state) if result is None else [name for names in result["ranking"] for name in names]
    for name in order:
        if name in cash:
            yield f"      {name} is worth {spell(totals[name])} in all (cash: {spell(cash[name])})"
        else:
            yield f"      {name}: {spell(totals[name])}"
