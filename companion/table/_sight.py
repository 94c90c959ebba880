"""What the camera sees beside the books: the proposal that explains it, or what is wrong and the ways out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.errors import FormatError, RuleError, TableError
from companion.games import Sentence, Sighting, Step, Way
from companion.reading import Places, Seen
from companion.squares import parse_square, with_letter
from companion.table._places import as_said, booked_places, is_gone
from companion.table._running import Running
from companion.table._trust import Trusted, way_json


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event that explains what is seen, with all that booking it would do. ``id`` changes with the state."""

    id: str
    event: Mapping[str, Any]
    sentence: Sentence
    step: Step[Any]
    news: tuple[Sentence, ...]
    sighting: Sighting


class Sight:
    """The newest reading of the board and what it means; worked out anew whenever reading, books or people change.

    ``proposal``: the one event that explains it. ``draft``: one that people are to enter by a form, never proposed.
    """

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.sighting = Sighting()
        self.proposal: Proposal | None = None
        self.draft: Proposal | None = None
        self.trusted = Trusted()
        self._dismissed: tuple[Mapping[str, Any], Places] | None = None
        self._refused: Sentence | None = None

    def look_away(self) -> None:
        """The camera is switched off: what it saw is forgotten."""
        self.seen = self._dismissed = None

    def dismiss(self, event: Mapping[str, Any]) -> None:
        """Puts an event that the camera suggests away, as long as its squares look as they do now."""
        assert self.seen is not None
        places = self.seen.places or {}
        self._dismissed = (event, {key: what for key, what in places.items() if key[0] in self.sighting.squares})

    def trust(self, squares: Sequence[str], running: Running) -> None:
        """A person says that these squares are as in the books; raises TableError where that can mean nothing."""
        places = None if self.seen is None else self.seen.places
        if places is None:
            raise TableError(Sentence("no camera looks at the board: there is nothing to set right"))
        if not {*squares} <= running.place_names():
            raise TableError(Sentence("that is no square of this board: look again"))
        self.trusted.add(squares, places, booked_places(running.rules, running.state))

    def look(self, running: Running | None) -> None:
        """Works out anew what the newest reading means beside the books."""
        self.sighting, self.proposal, self.draft, self._refused = Sighting(), None, None, None
        seen = self.seen
        places = None if seen is None else seen.places
        if running is None or seen is None or places is None:
            return
        if self._dismissed is not None and any(
            places.get(key, "?") not in (what, "?") for key, what in self._dismissed[1].items()
        ):
            self._dismissed = None
        if self.trusted:
            booked = booked_places(running.rules, running.state)
            seen = as_said(seen, self.trusted.corrected(places, booked))
        if seen.regions is not None:
            self.sighting = running.rules.sight_regions(running.state, seen.regions)
        else:
            self.sighting = running.rules.sight(running.state, seen.squares or ())
        if len(self.sighting.events) != 1:
            return
        (event,) = self.sighting.events
        if self._dismissed is not None and self._dismissed[0] == event:
            return
        try:
            sentence, step, news = running.course.preview(event)
        except (FormatError, RuleError) as error:
            self._refused = Sentence("what the camera sees cannot be booked: {error}", {"error": error.sentence})
            return
        key = hashlib.sha256(json.dumps([running.id, running.version, event], sort_keys=True).encode()).hexdigest()
        proposal = Proposal(key[:16], event, sentence, step, news, self.sighting)
        if self.sighting.by_hand:
            self.draft = proposal
        else:
            self.proposal = proposal

    def standing(self) -> Literal["blind", "proposed", "disagrees", "dismissed", "doubtful", "to_do", "agrees"]:
        """Where a game that goes on stands beside the board (`_states`)."""
        if self.seen is None or self.seen.places is None:
            return "blind"
        if self.proposal is not None:
            return "proposed"
        if self.sighting.problems:
            return "disagrees"
        if self._dismissed is not None and self.sighting.events:
            return "dismissed"
        if self.seen.unknown and not self.trusted.covers(self.seen.places):
            return "doubtful"
        return "to_do" if self.sighting.todo else "agrees"

    def ways(self, running: Running) -> list[dict[str, Any]]:
        """What people may tap to end a disagreement, each with the command that it stands for."""
        places = None if self.seen is None else self.seen.places
        if self.proposal is not None or self.seen is None or places is None:
            return []
        possible = (*self.sighting.ways, *self._guessed(running, self.seen))
        ways = [shown for way in possible if (shown := way_json(way, running.course)) is not None]
        last = running.done[-1] if running.done else None
        event = None if last is None else last.line.event
        name = None if event is None else event.get("square", event.get("district"))
        if last is not None and name in self.sighting.squares:
            booked = booked_places(running.rules, running.state)
            if is_gone(event, places, booked):
                text = Sentence("take back: {event}", {"event": last.sentence})
                ways.append({"text": text, "squares": [name], "command": {"do": "undo"}})
        return ways

    def _guessed(self, running: Running, seen: Seen) -> Iterator[Way]:
        """Of one square that cannot be told: what else might be true if it is what the camera takes it for.

        A guess books nothing and proposes nothing: it only says what a person may want to tap.
        """
        unknown = [name for name in seen.unknown if name not in self.trusted]
        if len(unknown) != 1 or seen.squares is None:
            return
        square, known = parse_square(unknown[0]), list(self.sighting.ways)
        for letter in seen.guesses.get(square.name, ()):
            for way in running.rules.sight(running.state, with_letter(seen.squares, square, letter)).ways:
                if square.name in way.squares and way not in known:
                    known.append(way)
                    yield way

    def problems(self) -> list[tuple[Sentence | str, tuple[str, ...]]]:
        """Where board and books disagree, with the squares that it is about."""
        squares = self.sighting.squares
        problems: list[tuple[Sentence | str, tuple[str, ...]]] = [(text, squares) for text in self.sighting.problems]
        if self._dismissed is not None and self.proposal is None and len(self.sighting.events) == 1:
            problems.append((Sentence("the camera still sees what was not to be booked: tap what is true"), squares))
        if len(self.sighting.events) > 1:
            problems.append((Sentence("more than one event explains what is seen: tap the right one"), squares))
        seen = self.seen
        if seen is not None and seen.text and (seen.kind != "unsure" or not self.trusted.covers(seen.places or {})):
            problems.append((seen.text, seen.unknown if seen.kind == "unsure" else seen.about))
        if self._refused is not None:
            problems.append((self._refused, ()))
        return problems
