"""What people say against the camera: places that are as in the books, and other ways out of a disagreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games import Way
from companion.reading import Key, Places
from companion.table._course import Course


class Trusted:
    """Places of which a person has said that they are as in the books, until camera or books say something new."""

    def __init__(self) -> None:
        self._said: dict[Key, tuple[str, str]] = {}  # by place: what the camera saw and what the books had then

    def add(self, names: Sequence[str], seen: Places, booked: Places) -> None:
        """``names``: of squares or regions."""
        self._said |= {key: (saw, booked.get(key, saw)) for key, saw in seen.items() if key[0] in names}

    def corrected(self, seen: Places, booked: Places) -> Places:
        """What is seen, with what the books have at these places; what has changed since is believed no longer."""
        self._said = {
            key: (saw, had)
            for key, (saw, had) in self._said.items()
            if seen.get(key) in (saw, "?") and booked.get(key, had) == had
        }
        return {**seen, **{key: had for key, (_, had) in self._said.items()}}

    def covers(self, places: Places) -> bool:
        """Whether something is not known, and all of that is at trusted places."""
        unknown = [key for key, what in places.items() if what == "?"]
        return bool(unknown) and all(key in self._said for key in unknown)

    def __iter__(self) -> Iterator[str]:
        """The names of squares and regions with a trusted place."""
        return iter(dict.fromkeys(name for name, _ in self._said))

    def __bool__(self) -> bool:
        return bool(self._said)


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
