"""A game as a story: its events in force, one moment each, with what stood on the board and in the books after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.board import Board, Boards
from companion.errors import RuleError
from companion.games import BANKER, PUBLIC, AnyGame, Entry, Holder, Sentence, Step, Turn, Viewer
from companion.record import IllegalLine, UnreadableLine, read_lines, replay
from companion.table import Running, hides_cash, picture_key

Account = tuple[Holder, str]
"""A player or a company that has money, by the name in the record."""

TAKE_OVER, FORCED_SALE, OUT = "take_over", "forced_sale", "out"
HIGHLIGHTS = (TAKE_OVER, FORCED_SALE, OUT)
"""What one jumps to: houses taken off the board, shares sold at half price, a player who is out."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one event. ``n``: the line that booked it (0: the start), stable while the game goes on.

    ``turn`` counts turns from 1, 0 before the first. ``mover``: who acted, None where nobody was awaited.
    ``time`` ISO 8601, empty where a record tells none. ``picture``: the key of the picture that decided it, where one
    was kept.
    """

    n: int
    turn: int
    mover: str | None
    event: Mapping[str, Any] | None
    say: Callable[[], Sentence]
    step: Step[Any]
    time: str = ""
    actor: str = ""
    picture: str = ""
    highlights: tuple[str, ...] = ()

    @property
    def sentence(self) -> Sentence:
        return self.say()

    @property
    def entries(self) -> Sequence[Entry]:
        return self.step.entries


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record goes no further: ``line`` counts from 1, the header being line 1."""

    line: int
    ruling: str
    sentence: Sentence


@dataclass(frozen=True)
class Story:
    """``moments``: the start and each event in force, in order. ``fault``: what stopped a record from elsewhere."""

    header: Mapping[str, Any]
    rules: AnyGame
    moments: tuple[Moment, ...]
    name: str | None = None
    fault: Fault | None = None
    places: Mapping[int, int] = field(default_factory=dict)
    """Place in ``moments`` by ``n``."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.header["players"])

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @cached_property
    def board(self) -> Board | None:
        return self.rules.board(self.last.step.state)

    @property
    def result(self) -> Mapping[str, Any] | None:
        return self.rules.result(self.last.step.state)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether the game is still on and hides something, as hidden cash, from everybody but the banker."""
        if self.result is not None:
            return False
        state = self.last.step.state
        return hides_cash(self.header) or self.rules.view(state, PUBLIC) != self.rules.view(state, BANKER)

    @cached_property
    def names_hidden(self) -> bool:
        """Whether the record names what the rules never show, as cards that were in a hand (B-5)."""
        events = (moment.event for moment in self.moments if moment.event is not None)
        return any(self.rules.public_event(event) != event for event in events)

    @cached_property
    def prices(self) -> Mapping[str, tuple[int, ...]]:
        """Each company's price after every moment; empty for a game without prices."""
        return _columns([self.rules.prices(moment.step.state) for moment in self.moments])

    @cached_property
    def wealth(self) -> Mapping[str, tuple[int, ...]]:
        """Each player's wealth after every moment; empty for a game that does not tell it.

        What was hidden is told when the game is over.
        """
        viewer = PUBLIC if self.result is None else BANKER
        return _columns([self.rules.wealth(moment.step.state, viewer) for moment in self.moments])

    def at(self, n: int | None) -> int:
        """The place of the moment of line ``n``, or of the last one before it; the end for None."""
        if n is None:
            return len(self.moments) - 1
        if n in self.places:
            return self.places[n]
        before = [place for line, place in self.places.items() if line < n]
        return max(before, default=0)

    def view(self, place: int, viewer: Viewer = PUBLIC) -> dict[str, Any]:
        """What lay open after a moment (`Game.view`)."""
        return self.rules.view(self.moments[place].step.state, viewer)

    def rows(self, place: int) -> tuple[str, ...] | None:
        """The board after a moment, by rows of letters; None for a game without a grid."""
        if self.board is None:
            return None
        return tuple(self.view(place).get("board", ()))

    def purses(self, place: int) -> Mapping[Account, int]:
        """What each account had after a moment: players, then companies that hold money."""
        state = self.moments[place].step.state
        players: dict[Account, int] = {("player", name): int(cash) for name, cash in self.rules.purses(state).items()}
        return players | {("company", name): int(cash) for name, cash in self.rules.coffers(state).items()}

    def shares(self, place: int) -> Mapping[Account, Mapping[str, int]]:
        """How many shares of each company a player or company had after a moment, those with none left out."""
        view = self.view(place)
        held: dict[Account, Mapping[str, int]] = {("player", name): own for name, own in view.get("shares", {}).items()}
        packets: dict[Account, Mapping[str, Sequence[int]]] = {
            ("player", name): own["packets"] for name, own in view.get("players", {}).items()
        } | {("company", name): own["packets"] for name, own in view.get("companies", {}).items()}
        held |= {account: {of: sum(sizes) for of, sizes in own.items()} for account, own in packets.items()}
        return {account: {of: count for of, count in own.items() if count} for account, own in held.items()}

    def called(self, account: Account) -> Sentence | str:
        """What an account is called: a player's name, or a company's as it is printed."""
        holder, name = account
        return self.companies().get(name, name) if holder == "company" else name

    def companies(self) -> Mapping[str, Sentence | str]:
        return self.rules.companies(self.last.step.state)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, tuple[int, ...]]:
    """Figures by name, from one mapping a moment; only names that every moment has."""
    names = [name for name in (rows[0] if rows else ()) if all(name in row for row in rows)]
    return {name: tuple(int(row[name]) for row in rows) for name in names}


def story_of(running: Running, name: str | None = None) -> Story:
    """The story of a game of the journal: its events in force."""
    rules = running.rules
    moments = _Moments(rules)
    moments.start(running.header, running.course.start)
    for booked in running.done:
        line = booked.line
        moments.add(
            line.n,
            line.event,
            _saying(booked.sentence),
            booked.step,
            line.time,
            line.actor,
            picture_key(line),
        )
    return moments.story(running.header, name)


def story_of_record(content: bytes, boards: Boards) -> Story:
    """The story that the bytes of a game record tell, up to its first error.

    Raises UnreadableLine where not even the header can be read.
    """
    moments: _Moments | None = None
    header: Mapping[str, Any] = {}
    fault: Fault | None = None
    lines = []
    try:
        for line in read_lines(content):
            lines.append(line)
    except UnreadableLine as error:
        if not lines:
            raise
        fault = Fault(error.line, "", error.sentence)
    try:
        for played in replay(iter(lines), boards):
            if moments is None:
                header = lines[0].content
                hides_cash(header)
                moments = _Moments(played.game)
                moments.start(header, played.step)
            else:
                event = lines[played.n].content
                moments.add(played.n, event, played.say, played.step, _time(event.get("x_time")))
    except (UnreadableLine, IllegalLine) as error:
        if moments is None:
            raise
        ruling = error.ruling if isinstance(error, RuleError) else ""
        fault = Fault(error.line, ruling, error.sentence)
    assert moments is not None
    return moments.story(header, None, fault)


def _time(given: Any) -> str:
    """A time that a record tells, where it is one as the journal writes them; else nothing."""
    try:
        return datetime.fromisoformat(given).isoformat() if isinstance(given, str) and "T" in given else ""
    except ValueError:
        return ""


def _saying(sentence: Sentence) -> Callable[[], Sentence]:
    return lambda: sentence


class _Moments:
    """Moments as they come; what is a new turn and what is worth a jump is told from two states that follow."""

    def __init__(self, rules: AnyGame) -> None:
        self._rules = rules
        self._moments: list[Moment] = []
        self._turn = 0
        self._held = Turn("", None)
        self._out: frozenset[str] = frozenset()

    def start(self, header: Mapping[str, Any], step: Step[Any]) -> None:
        self._out = frozenset(self._rules.view(step.state, PUBLIC).get("out", ()))
        self._hold(step)
        text = Sentence("the game begins: {players}", {"players": tuple(header["players"])})
        self._moments.append(Moment(0, 0, None, None, _saying(text), step))

    def add(
        self,
        n: int,
        event: Mapping[str, Any] | None,
        say: Callable[[], Sentence],
        step: Step[Any],
        time: str = "",
        actor: str = "",
        picture: str = "",
    ) -> None:
        view = self._rules.view(step.state, PUBLIC)
        highlights = []
        if view.get("removed"):
            highlights.append(TAKE_OVER)
        if any(entry.kind == FORCED_SALE for entry in step.entries):
            highlights.append(FORCED_SALE)
        out = frozenset(view.get("out", ()))
        if out - self._out:
            highlights.append(OUT)
        mover = self._held.mover
        self._moments.append(Moment(n, self._turn, mover, event, say, step, time, actor, picture, tuple(highlights)))
        self._out = out
        self._hold(step)

    def _hold(self, step: Step[Any]) -> None:
        """The turn after a step: a new one begins with a new mark."""
        turn = self._rules.turn(step.state)
        self._turn += turn.mark != self._held.mark
        self._held = turn

    def story(self, header: Mapping[str, Any], name: str | None, fault: Fault | None = None) -> Story:
        places = {moment.n: place for place, moment in enumerate(self._moments)}
        return Story(header, self._rules, tuple(self._moments), name, fault, places)


def turns(moments: Iterable[Moment]) -> dict[int, list[Moment]]:
    """The moments of each turn, the start and what came before the first turn under 0."""
    found: dict[int, list[Moment]] = {}
    for moment in moments:
        found.setdefault(moment.turn, []).append(moment)
    return found


def ticks(story: Story) -> list[tuple[int, str]]:
    """The place of the first moment of the first and of every fifth turn, with its number: for charts."""
    first: dict[int, int] = {}
    for place, moment in enumerate(story.moments):
        first.setdefault(moment.turn, place)
    return [(place, str(turn)) for turn, place in first.items() if turn and (turn == 1 or turn % 5 == 0)]
