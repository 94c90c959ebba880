"""What people say against the camera: squares that are as in the books, and other ways out of a disagreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games import Way
from companion.squares import parse_square
from companion.table._course import Course


class Trusted:
    """Squares of which a person has said that they are as in the books, until camera or books say something new."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[str, str]] = {}  # by square: what the camera saw and what the books had then

    def add(self, names: Sequence[str], seen: Sequence[str], booked: Sequence[str]) -> None:
        """``seen`` and ``booked``: rows of letters, as readings have them."""
        self._said |= {name: (_at(seen, name), _at(booked, name)) for name in names}

    def corrected(self, seen: Sequence[str], booked: Sequence[str]) -> tuple[str, ...]:
        """The reading with the books' letters on these squares; what has changed since is believed no longer."""
        self._said = {
            name: (saw, had)
            for name, (saw, had) in self._said.items()
            if _at(seen, name) in (saw, "?") and _at(booked, name) == had
        }
        rows = [list(row) for row in seen]
        for name, (_, had) in self._said.items():
            square = parse_square(name)
            rows[square.row][square.col] = had
        return tuple("".join(row) for row in rows)

    def covers(self, names: Sequence[str]) -> bool:
        """Whether these are squares, and all of them trusted."""
        return bool(names) and all(name in self._said for name in names)

    def __contains__(self, name: str) -> bool:
        return name in self._said

    def __iter__(self) -> Iterator[str]:
        return iter(self._said)

    def __bool__(self) -> bool:
        return bool(self._said)


def _at(rows: Sequence[str], name: str) -> str:
    square = parse_square(name)
    return rows[square.row][square.col]


def way_json(way: Way, course: Course) -> dict[str, Any] | None:
    """A way out with the command that it stands for (docs/table.md); None where there is nothing that it could mend."""
    command: Mapping[str, Any]
    if way.kind == "books":
        command = {"do": "trust", "squares": list(way.squares)}
    elif way.kind == "book":
        command = {"do": "event", "event": way.event}
    else:
        # Only the newest event can be another one without later ones that rest on it; counts of notes rest on nothing.
        last = next((booked for booked in reversed(course.done) if booked.line.kind != "count"), None)
        if last is None or last.line.event is None or way.event is None or last.line.event["do"] != way.event["do"]:
            return None
        command = {"do": "correct", "event": way.event, "seq": last.line.n}
    return {"text": way.sentence, "squares": list(way.squares), "command": command}
