"""What would come of an undo or a correction, worked out without booking it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games import BANKER, Entry, Sentence
from companion.journal import Line
from companion.table._course import Booked, Course, Misfit
from companion.table._paper import notes_between


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a line would change.

    ``was``: the event that it is about; ``now``: what holds in its place, None where nothing does. ``changes``: later
    events whose payments would be others, as they are and as they would be. ``dropped``: later events that would be
    taken back. ``misfit``: why the first of them no longer fits, None where all fit or they are meant to go.
    ``purses``: what each player has now and would have, where the two differ; ``coffers``: the same of companies.
    ``notes``: which notes would have to move from how they lie now, where that is known.
    """

    was: Booked
    now: Booked | None
    changes: Sequence[tuple[Booked, Booked]]
    dropped: Sequence[Booked]
    misfit: Misfit | None
    purses: Mapping[str, tuple[int, int]]
    coffers: Mapping[str, tuple[int, int]]
    notes: Sequence[Sentence] = ()


def look_ahead(course: Course, line: Line) -> Outlook:
    """What ``line``, an undo or a correction with a target, would come to.

    Where a later event no longer fits, it and those after it are dropped. Raises TableError for a target that is not
    in force, FormatError or RuleError when the new event itself does not fit.
    """
    assert line.target is not None
    was = course.done[course.place(line.target)]
    trial, misfit = course.copy(), None
    try:
        trial.take(line)
    except Misfit as error:
        misfit, trial = error, course.copy()
        trial.take(replace(line, stop=error.booked.line.n))
    after = {booked.line.n: booked for booked in trial.done}
    changes = [
        (booked, after[booked.line.n])
        for booked in course.done
        if booked.line.n in after and entries_of(booked) != entries_of(after[booked.line.n])
    ]
    dropped = [booked for booked in course.done if booked.line.n not in after and booked is not was]
    return Outlook(
        was,
        after.get(line.n),
        changes,
        dropped,
        misfit,
        _differing(_purses(course), _purses(trial)),
        _differing(course.rules.coffers(course.state), trial.rules.coffers(trial.state)),
        notes_between(course.paper, trial.paper),
    )


def entries_of(booked: Booked) -> list[dict[str, Any]]:
    """The payments of an event, without their reasons."""
    return [entry.to_json() for entry in booked.step.entries]


def _purses(course: Course) -> Mapping[str, int]:
    """What each player has; without money of his own what he has scored."""
    return course.rules.purses(course.state) or course.rules.wealth(course.state, BANKER)


def _differing(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    return {account: (old[account], new[account]) for account in old if old[account] != new[account]}


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry with its reason, as pages show it once its sentences are said."""
    return {**entry.to_json(), "account": entry.account, "text": entry.reason, "ruling": entry.reason.ruling}


def outlook_json(outlook: Outlook) -> dict[str, Any]:
    """As pages show it (docs/table.md), its sentences still to be said."""
    misfit = outlook.misfit
    return {
        "seq": outlook.was.line.n,
        "was": _booked_json(outlook.was),
        "now": None if outlook.now is None else _booked_json(outlook.now),
        "changes": [
            {"seq": old.line.n, "text": new.sentence, "before": _entries(old), "after": _entries(new)}
            for old, new in outlook.changes
        ],
        "dropped": [{"seq": booked.line.n, "text": booked.sentence} for booked in outlook.dropped],
        "misfit": None
        if misfit is None
        else {
            "seq": misfit.booked.line.n,
            "text": misfit.booked.sentence,
            "error": misfit.cause.sentence,
            "ruling": misfit.ruling or None,
        },
        "notes": list(outlook.notes),
        "purses": [
            {"account": account, "before": before, "after": after}
            for account, (before, after) in outlook.purses.items()
        ],
        "coffers": [
            {"company": company, "before": before, "after": after}
            for company, (before, after) in outlook.coffers.items()
        ],
    }


def _booked_json(booked: Booked) -> dict[str, Any]:
    return {"text": booked.sentence, "entries": _entries(booked)}


def _entries(booked: Booked) -> list[dict[str, Any]]:
    return [entry_json(entry) for entry in booked.step.entries]
