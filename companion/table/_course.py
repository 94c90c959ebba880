"""The course of a game: which events are in force, which are taken back, and what each has led to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import FormatError, RuleError, TableError
from companion.games import AnyGame, Sentence, Step
from companion.journal import Line
from companion.table._paper import Paper, count_hand, counted_sentence, follow, parse_count


@dataclass(frozen=True, slots=True)
class Booked:
    """An event in force: its journal line, what it says, and the state and entries that it led to.

    Where an earlier event was corrected the line stays and the rest is worked out anew. ``paper``: the notes after it,
    where the game is played with notes; ``news``: what else people should hear of it.
    """

    line: Line
    sentence: Sentence
    step: Step[Any]
    paper: Paper | None = None
    news: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as a whole: from the place ``at`` on it made the events ``before`` into those ``after``."""

    line: Line
    at: int
    before: Sequence[Booked]
    after: Sequence[Booked]

    @property
    def sentence(self) -> Sentence:
        """What taking it back, or making it again, is about."""
        was = self.before[0].sentence
        if self.line.event is None:
            return Sentence("the correction “not: {was}”", {"was": was})
        return Sentence("the correction “{now}”", {"now": self.after[0].sentence})


class Misfit(RuleError):
    """After a correction a later event no longer fits: ``booked`` is it as it was, ``cause`` why it fits no longer."""

    def __init__(self, booked: Booked, cause: RuleError | FormatError) -> None:
        ruling = cause.ruling if isinstance(cause, RuleError) else ""
        values = {"event": booked.sentence, "reason": cause.sentence}
        super().__init__(
            ruling, Sentence("after this, what was booked later no longer fits: {event}: {reason}", values)
        )
        self.booked = booked
        self.cause = cause


@dataclass(slots=True)
class Course:
    """A stack of states, so that undo is a step back. ``undone``: what redo books again, the next one last.

    ``corrections``: those that were not taken back as a whole, the newest last.
    """

    rules: AnyGame
    start: Step[Any]
    paper_start: Paper | None = None
    done: list[Booked] = field(default_factory=list)
    undone: list[Booked | Correction] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.done[-1].step.state if self.done else self.start.state

    @property
    def paper(self) -> Paper | None:
        """The notes now; None where the game is played without."""
        return self.done[-1].paper if self.done else self.paper_start

    def copy(self) -> Course:
        """One that can be tried on without changing this one."""
        return replace(self, done=self.done.copy(), undone=self.undone.copy(), corrections=self.corrections.copy())

    def newest_correction(self) -> Correction | None:
        """The correction that was the last change to the events in force; None where that was another change.

        Undo then takes it back as a whole: had it only its own event to take back, what it dropped were lost.
        """
        for correction in reversed(self.corrections):
            now = self.done[correction.at :]
            if len(self.done) >= correction.at and _same(now, correction.after):
                return correction
        return None

    def preview(self, raw: Mapping[str, Any]) -> tuple[Sentence, Step[Any], tuple[Sentence, ...]]:
        """What an event says, would lead to, and what else there is to hear of it; raises FormatError or RuleError."""
        event = self.rules.parse_event(raw)
        sentence = self.rules.describe(self.state, event)
        step = self.rules.apply(self.state, event)
        return sentence, step, self.rules.news(self.state, event, step)

    def place(self, n: int) -> int:
        """The place of line ``n``'s event among those in force; raises TableError when it is none of them."""
        for at in range(len(self.done) - 1, -1, -1):
            if self.done[at].line.n == n:
                return at
        raise TableError(
            Sentence("line {line} of the journal is no event in force: look at the log again", {"line": n})
        )

    def take(self, line: Line) -> Sequence[Booked]:
        """Takes a line; gives the events that it made or worked out anew, in order.

        Raises TableError where nothing is to undo or redo, FormatError or RuleError for an event that does not fit,
        Misfit where a correction leaves a later one without ground. After an error the course is of no more use:
        try on a `copy`.
        """
        match line.kind:
            case "event" | "count":
                self.undone.clear()
                return [self._push(line)]
            case "undo":
                self._undo(line.target)
            case "redo":
                return self._redo(line.target)
            case "correct":
                return self._correct(line)
            case "revert":
                return self._revert(line.target)
        return ()

    def _push(self, line: Line) -> Booked:
        assert line.event is not None
        if line.kind == "count":
            player, notes = parse_count(line.event, self.paper)
            assert self.paper is not None
            counted = count_hand(self.paper, player, notes)
            booked = Booked(line, counted_sentence(player, notes), Step(self.state), counted)
        else:
            sentence, step, news = self.preview(line.event)
            booked = Booked(line, sentence, step, self.paper_after(step), news)
        self.done.append(booked)
        return booked

    def paper_after(self, step: Step[Any]) -> Paper | None:
        """The notes after a step that could be next."""
        return None if self.paper is None else follow(self.paper, self.rules.purses(step.state))

    def _undo(self, target: int | None) -> None:
        if not self.done:
            raise TableError(Sentence("nothing is left to undo: the game is at its start"))
        at = len(self.done) - 1 if target is None else self.place(target)
        self.undone.extend(self.done[: at - 1 if at else None : -1])
        del self.done[at:]

    def _redo(self, target: int | None) -> Sequence[Booked]:
        if not self.undone:
            raise TableError(Sentence("nothing is left to redo"))
        if target is not None and all(booked.line.n != target for booked in self.undone):
            raise TableError(
                Sentence("line {line} of the journal cannot be booked again: look at the log again", {"line": target})
            )
        changed: list[Booked] = []
        while True:
            again = self.undone.pop()
            if isinstance(again, Correction):
                self.done[again.at :] = again.after
                self.corrections.append(again)
                changed.extend(again.after)
            else:
                self.done.append(again)
            if target in (None, again.line.n):
                return changed

    def _revert(self, target: int | None) -> Sequence[Booked]:
        correction = self.newest_correction()
        if correction is None or correction.line.n != target:
            raise TableError(
                Sentence(
                    "line {line} of the journal is no correction that can be taken back: look at the log again",
                    {"line": target},
                )
            )
        self.corrections.remove(correction)
        self.undone.append(correction)
        self.done[correction.at :] = correction.before
        return correction.before

    def _correct(self, line: Line) -> Sequence[Booked]:
        assert line.target is not None
        at = self.place(line.target)
        until = len(self.done) if line.stop is None else self.place(line.stop)
        if until <= at:
            raise TableError(Sentence("a correction can only stop at an event that comes later"))
        before, later = self.done[at:], self.done[at + 1 : until]
        del self.done[at:]
        self.undone.clear()
        changed = [] if line.event is None else [self._push(line)]
        for booked in later:
            try:
                changed.append(self._push(booked.line))
            except (RuleError, FormatError) as error:
                raise Misfit(booked, error) from error
        self.corrections.append(Correction(line, at, before, changed))
        return changed


def _same(some: Sequence[Booked], others: Sequence[Booked]) -> bool:
    """Whether these are the very same events with what they led to, not equal ones that were worked out anew."""
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))
