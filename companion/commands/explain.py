"""``bankhalter explain``: what one line of a game record did, each payment with its reason and its ruling."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from companion.board import Boards
from companion.commands.replay import boards_of, complain, editions_option, games_of
from companion.files import read_file
from companion.games import BANKER, rulings
from companion.money import Amount
from companion.quoting import printable, quoted
from companion.record import Games, IllegalLine, Line, Played, UnreadableLine, read_lines, replay
from companion.sentence import Sentence
from companion.words import ENGLISH, LANGUAGES, entry_kind, say, spell


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("line", type=click.IntRange(min=1))
@click.option(
    "--lang", "language", type=click.Choice(list(LANGUAGES)), default=ENGLISH, help="The language to say it in."
)
@click.option("--board", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A board file to play on.")
@editions_option
def command(file: str, line: int, language: str, board: Path | None, editions: Path | None) -> None:
    """Say what the LINE of the game record FILE (*.game.jsonl) did, and why. Line 1 is the header.

    Exit status 2: the line is none of the record, or cannot be read; 3: it breaks a rule, or one before it does.
    """
    sys.exit(run(file, line, language, board, editions))


def run(
    file: str, number: int, language: str = ENGLISH, board: Path | None = None, editions: Path | None = None
) -> int:
    """Explains a line of a record on standard output; the exit status. Raises FormatError for a board or editions."""
    boards, games = boards_of(board), games_of(editions)
    try:
        explained = list(_explain(read_file(Path(file)), number, language, boards, games))
    except UnreadableLine as error:
        complain(file, error.line, say(error.sentence, language))
        return 2
    except IllegalLine as error:
        complain(file, error.line, f"{error.ruling}: {say(error.sentence, language)}")
        return 3
    for text in explained:
        click.echo(printable(text).encode())
    return 0


def _explain(content: bytes, number: int, language: str, boards: Boards, games: Games) -> Iterator[str]:
    lines = tuple(_up_to(read_lines(content), number))
    if lines[-1].number != number:
        last = {"line": number, "last": lines[-1].number}
        if number > content.rstrip(b"\n").count(b"\n") + 1:
            raise UnreadableLine(number, Sentence("there is no line {line}: the record ends with line {last}", last))
        raise UnreadableLine(number, Sentence("line {line} is empty: the event before it is in line {last}", last))
    before, played = None, None
    for step in replay(lines, boards, games):
        before, played = played, step
    assert played is not None
    if before is None:
        yield from _opening(lines[0].content, played, language)
    else:
        yield from _event(lines[-1].content, before, played, language)


def _up_to(lines: Iterable[Line], number: int) -> Iterator[Line]:
    for line in lines:
        if line.number > number:
            return
        yield line


def _opening(header: Mapping[str, Any], played: Played, language: str) -> Iterator[str]:
    """The header: what is played, by whom, on which board, and with which options."""
    yield say(played.sentence, language)
    if "board" in header:
        board = header["board"] if isinstance(header["board"], str) else quoted(header["board"])
        yield "  " + say(Sentence("board: {board}", {"board": board}), language)
    if "banker" in header:
        yield "  " + say(Sentence("banker: {player}", {"player": header["banker"]}), language)
    for name, value in header.get("options", {}).items():
        yield "  " + say(Sentence("option {name}: {value}", {"name": name, "value": quoted(value)}), language)
    for news in played.news:
        yield "  " + say(news, language)
    yield from _payments(played, language)
    yield from _rules(played, "", language)
    yield say(played.game.waiting(played.step.state).sentence, language)


def _event(event: Mapping[str, Any], before: Played, played: Played, language: str) -> Iterator[str]:
    """An event: who did what, what was paid and why, what it changed, what comes next."""
    yield _with_ruling(say(played.sentence, language), played.sentence.ruling)
    yield from _payments(played, language)
    if not played.step.entries and event.get("do") != "amend":
        yield "  " + say(Sentence("Nobody gets or pays anything."), language)
    for news in played.news:
        yield "  " + _with_ruling(say(news, language), news.ruling)
    for change in _changes(before, played):
        yield "  " + say(change, language)
    yield from _rules(played, played.sentence.ruling, language)
    yield say(played.game.waiting(played.step.state).sentence, language)


def _payments(played: Played, language: str) -> Iterator[str]:
    for entry in played.step.entries:
        what = say(Sentence("{kind}: {reason}", {"kind": entry_kind(entry.kind), "reason": entry.reason}), language)
        account = say(played.account(entry), language)
        text = f"{spell(entry.amount, language, sign=entry.amount > 0):>8} {account}, {what}"
        yield _with_ruling(text, entry.reason.ruling)


def _with_ruling(text: str, ruling: str) -> str:
    return f"{text} ({ruling})" if ruling else text


def _changes(before: Played, played: Played) -> Iterator[Sentence]:
    """What the event has changed besides cash: prices, houses that went, debts, players who are out."""
    rules, old, new = played.game, before.step.state, played.step.state
    names, prices = rules.companies(new), rules.prices(old)
    for company, price in rules.prices(new).items():
        if price != prices.get(company):
            was = Amount(prices.get(company, 0))
            values = {"company": names.get(company, company), "old": was, "new": Amount(price)}
            yield Sentence("price of {company}: {old} → {new}", values)
    view, earlier = rules.view(new, BANKER), rules.view(old, BANKER)
    if view.get("removed"):
        yield Sentence("removed from the board: {squares}", {"squares": tuple(view["removed"])})
    for player, missing in view.get("owes", {}).items():
        if player not in earlier.get("owes", {}):
            yield Sentence("{player} owes the bank {missing}", {"player": player, "missing": Amount(missing)})
    for player in view.get("out", ()):
        if player not in earlier.get("out", ()):
            yield Sentence("{player} is out of the game", {"player": player})


def _rules(played: Played, first: str, language: str) -> Iterator[str]:
    """What the rulings that were named say, each once."""
    texts = rulings(played.game.name)
    said = [*(entry.reason for entry in played.step.entries), *played.news]
    named = dict.fromkeys([first, *(number for sentence in said for number in _rulings_of(sentence))])
    for number in named:
        if number in texts:
            yield f"  {number}: {say(texts[number], language)}"


def _rulings_of(sentence: Sentence) -> Iterator[str]:
    """The rulings that a sentence rests on: its own, then those of the sentences in it."""
    yield sentence.ruling
    for value in sentence.values.values():
        if isinstance(value, Sentence):
            yield from _rulings_of(value)
