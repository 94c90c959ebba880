"""What the lights do: pure functions of what was told and of the time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import time

from companion.devices import Lights, Track

STEP_S = 0.2
"""A price climbs and sinks by one light in this time."""
BLINK_S = 0.4
"""Half a period of blinking."""
WARN_S = 1.2
"""So long the lights blink that will go out, before they do."""
SEAT_S = 1.6
"""So long the number of the player whose turn it is stands on the tracks."""
WAVE_S = 3.2
"""The end of a game: a wave goes up and down in this time."""
FILM_FRAME_S = 0.1


@dataclass(frozen=True, slots=True)
class Row:
    """The lights of one company's track, from the bottom."""

    company: str
    lit: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """The lights from a moment on, a frame each ``frame_s`` seconds; after the last the last ``loop`` come again.

    A frame has a number for each of the companies: its lights as bits, the lowest for the one at the bottom.
    """

    companies: tuple[str, ...]
    frames: tuple[tuple[int, ...], ...]
    loop: int
    frame_s: float


@dataclass(frozen=True, slots=True)
class Night:
    """From ``begins`` to ``ends`` no light is brighter than ``most``; it may reach over midnight.

    >>> Night(time(22), time(7), 1).limit(time(23, 30), 8), Night(time(22), time(7), 1).limit(time(12), 8)
    (1, 8)
    """

    begins: time
    ends: time
    most: int

    def limit(self, now: time, brightness: int) -> int:
        """The brightness at a time of the day."""
        after, before = now >= self.begins, now < self.ends
        dark = (after and before) if self.begins <= self.ends else (after or before)
        return min(brightness, self.most) if dark else brightness


def lights(track: Track, blink_on: bool = True) -> list[bool]:
    """Each light from the bottom; ``blink_on``: whether blinking lights are in their lit half.

    >>> lights(Track(lit=3, blink=1, length=5), blink_on=False)
    [True, True, False, False, False]
    """
    lit = min(max(track.lit, 0), track.length)
    steady = lit if blink_on else max(0, lit - track.blink)
    return [place < steady for place in range(track.length)]


@dataclass(slots=True)
class _Move:
    """A price on its way: ``base`` lights were lit at the time ``since``."""

    base: int
    since: float
    track: Track

    @property
    def ends(self) -> float:
        steps = abs(self.track.lit - self.base) * STEP_S
        return self.since + steps + (WARN_S if self.track.lit < self.base else 0)

    def level(self, now: float) -> int:
        """How many lights the price has reached; a falling one waits before it sinks."""
        if self.track.lit >= self.base:
            return min(self.track.lit, self.base + _steps(now - self.since))
        return max(self.track.lit, self.base - _steps(now - self.since - WARN_S))

    def lights(self, now: float) -> list[bool]:
        if now >= self.ends:
            return lights(self.track, _blinks(now))
        level = self.level(now)
        if self.track.lit < level and now - self.since < WARN_S and not _blinks((now - self.since) * 2):
            level = self.track.lit
        return [place < level for place in range(self.track.length)]


class Choreography:
    """Turns what is told into the lights of a moment. ``now`` is in seconds on a clock that never goes back.

    A price that rises climbs light by light, and what it has risen by blinks until something else happens. Lights that
    a price loses blink first, then go out one by one. When the turn passes, all tracks show the number of the player
    for a moment. The topmost light, which no price reaches, blinks on all tracks while somebody owes, and stays lit
    after the end, which a wave announces.
    """

    def __init__(self) -> None:
        self._told: Lights | None = None
        self._moves: dict[str, _Move] = {}
        self._seat_from: float | None = None
        self._wave_from: float | None = None

    def tell(self, told: Lights, now: float) -> None:
        """From ``now`` on this is true."""
        before, self._told = self._told, told
        moves: dict[str, _Move] = {}
        for company, track in told.tracks.items():
            move = self._moves.get(company)
            if move is None:  # the first that is heard of it: there it stands
                moves[company] = _Move(track.lit, now, track)
            elif move.track.lit == track.lit and move.track.length == track.length:
                moves[company] = _Move(move.base, move.since, track)
            else:
                moves[company] = _Move(move.level(now), now, track)
                self._seat_from = None  # prices are more important
        self._moves = moves
        if before is None:
            return
        settled = max([now, *(move.ends for move in moves.values())])
        if told.over and not before.over:
            self._wave_from = settled
        if told.seat != before.seat:
            self._seat_from = settled if told.seat and not told.over else None

    def rows(self, now: float) -> tuple[Row, ...]:
        """Each company's lights, in the order in which they were told."""
        told = self._told
        if told is None:
            return ()
        return tuple(Row(company, tuple(self._lights(told, move, now))) for company, move in self._moves.items())

    def film(self, now: float) -> Film:
        """What is to be seen from ``now`` on, for who shows it elsewhere."""
        settled = [now, *(move.ends for move in self._moves.values())]
        if self._seat_from is not None:
            settled.append(self._seat_from + SEAT_S)
        if self._wave_from is not None:
            settled.append(self._wave_from + WAVE_S)
        loop = round(2 * BLINK_S / FILM_FRAME_S)
        count = math.ceil((max(settled) - now) / FILM_FRAME_S) + loop
        moments = [self.rows(now + frame * FILM_FRAME_S) for frame in range(count)]
        frames = tuple(tuple(_bits(row) for row in rows) for rows in moments)
        return Film(tuple(self._moves), frames, loop, FILM_FRAME_S)

    def _lights(self, told: Lights, move: _Move, now: float) -> list[bool]:
        length = move.track.length
        if (at := self._wave_from) is not None and 0 <= now - at < WAVE_S:
            step = _steps(now - at, WAVE_S / (2 * length))
            crest = step if step < length else 2 * length - 1 - step
            return [place == crest for place in range(length)]
        if (at := self._seat_from) is not None and 0 <= now - at < SEAT_S:
            return [place < told.seat and _blinks(now - at) for place in range(length)]
        lit = move.lights(now)
        if told.over or (told.debt and _blinks(now)):
            lit[-1] = True
        return lit


def _bits(row: Row) -> int:
    return sum(1 << light for light, on in enumerate(row.lit) if on)


def _steps(seconds: float, step_s: float = STEP_S) -> int:
    # A hair more, so that a moment which is a whole number of steps counts as that.
    return max(0, int(seconds / step_s + 1e-6))


def _blinks(now: float) -> bool:
    """Whether blinking lights are in their lit half."""
    return _steps(now, BLINK_S) % 2 == 0
