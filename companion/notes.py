"""Paper money: which notes to move so that every hand is worth what its account says, with the fewest notes moved.

All exchange is with the bank, each in one go: hands give first, then they get, so a note that one gives can be had by
another. Denominations divide one another (1,000 | 5,000 | 10,000 | 50,000); that makes it decidable at a glance
whether a set of sums can be paid at all, and keeps the search for the fewest notes short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, pairwise

from companion.money import Money

Notes = Mapping[int, int]
"""How many notes of each denomination, in a hand or in the bank; moved notes are negative where they are handed in."""

_Row = tuple[int, ...]
"""Counts of notes, the largest denomination first."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Which notes move. ``moves``: for each account that takes part, what it gets (+) and gives (−).

    ``changers``: accounts that are owed nothing and only change notes, because the bank had run short. ``open``: what
    cannot be paid in notes: + the bank owes the account, − the account owes the bank.
    """

    moves: Mapping[str, Notes]
    changers: tuple[str, ...] = ()
    open: Mapping[str, Money] = field(default_factory=dict)


def worth(notes: Notes) -> Money:
    """What notes are worth together.

    >>> worth({5000: 1, 1000: 3})
    8000
    """
    return Money(sum(note * number for note, number in notes.items()))


def settle(bank: Notes, hands: Mapping[str, Notes], targets: Mapping[str, int]) -> Settlement:
    """The exchange after which each account of ``targets`` holds notes worth its target.

    ``hands``: all notes that are known, also of accounts without a target: these are touched only where the bank
    cannot do without, to change notes of the same worth. The smallest sum possible stays open; then the fewest notes
    move. Raises ValueError for denominations that do not divide one another, or a target below 0.

    >>> settle({1000: 4}, {"Andrea": {5000: 1}}, {"Andrea": 4000}).moves
    {'Andrea': {5000: -1, 1000: 4}}
    """
    notes = _denominations(bank, hands)
    if any(target < 0 for target in targets.values()):
        raise ValueError("nobody can hold less than no notes")
    rows = {account: _row(notes, hands.get(account, {})) for account in targets}
    pool = _sum(_row(notes, bank), *rows.values())
    changers: dict[str, _Row] = {}
    goals = dict(targets)
    if not _can_pay(notes, pool, tuple(goals.values())):
        changers = {account: _row(notes, held) for account, held in hands.items() if account not in targets}
        rows |= changers
        goals |= {account: worth(hands[account]) for account in changers}
        pool = _sum(pool, *changers.values())
        if not _can_pay(notes, pool, tuple(goals.values())):
            goals = _smallest_claims(notes, pool, rows, goals)
    deltas = _fewest(notes, pool, rows, goals)
    moves = {account: _notes(notes, delta) for account, delta in deltas.items()}
    claims = {account: Money(target - goals[account]) for account, target in targets.items()}
    return Settlement(
        {account: moved for account, moved in moves.items() if moved},
        tuple(account for account in changers if moves[account]),
        {account: claim for account, claim in claims.items() if claim},
    )


def _denominations(bank: Notes, hands: Mapping[str, Notes]) -> _Row:
    notes = sorted({note for held in (bank, *hands.values()) for note in held}, reverse=True)
    if any(note <= 0 for note in notes) or any(large % small for large, small in pairwise(notes)):
        raise ValueError(f"the notes {notes} do not divide one another")
    return tuple(notes) or (1,)


def _row(notes: _Row, held: Notes) -> _Row:
    return tuple(held.get(note, 0) for note in notes)


def _notes(notes: _Row, row: _Row) -> dict[int, int]:
    return {note: number for note, number in zip(notes, row, strict=True) if number}


def _sum(*rows: _Row) -> _Row:
    return tuple(sum(column) for column in zip(*rows, strict=True))


def _can_pay(notes: _Row, pool: _Row, goals: tuple[int, ...]) -> bool:
    """Whether the pool holds disjoint sets of notes worth exactly the goals.

    The largest notes go wherever they fit: as all smaller ones divide them, another choice could only use up more of
    the smaller, and into which goal they go does not change how often the next smaller one fits.
    """
    return _fits(notes, pool, tuple(sum(goal // note for goal in goals) for note in notes), sum(goals))


def _fits(notes: _Row, pool: _Row, rooms: _Row, total: int) -> bool:
    """`_can_pay`, from how often each note fits into the goals and from their sum."""
    placed = 0
    for note, room, number in zip(notes, rooms, pool, strict=True):
        placed += note * min(number, room - placed // note)
    return placed == total


def _smallest_claims(notes: _Row, pool: _Row, rows: Mapping[str, _Row], goals: Mapping[str, int]) -> dict[str, int]:
    """Goals that can be paid, as near to the wanted ones as can be: who pays keeps too much, who gets has too little.

    Tries all ways to leave a sum open, the smallest sum first; ways that come to the same for `_fits` are one. Where
    the notes fall so far short that there are too many ways, the accounts come to their sums one after the other.
    """
    unit = notes[-1]
    accounts = list(goals)
    room = {}
    for account in accounts:
        held = sum(note * number for note, number in zip(notes, rows[account], strict=True))
        room[account] = goals[account] - held  # + the bank owes, − the account owes: at most all of it stays open
    total = sum(goals.values())
    missing = total - sum(note * number for note, number in zip(notes, pool, strict=True))
    odd = sum(abs(part) % unit for part in room.values())  # what no note is small enough for
    least = odd + max(0, -(-(missing - odd) // unit)) * unit
    in_turn = _one_after_the_other(notes, pool, goals, room)
    most = sum(abs(goals[account] - goal) for account, goal in in_turn.items())
    tried = 0

    def spread(at: int, left: int, rooms: _Row, changed: int, failed: set[object]) -> list[int] | None:
        nonlocal tried
        tried += 1
        if tried > _WAYS_TRIED:
            return None
        if at == len(accounts):
            return [] if left == 0 and _fits(notes, pool, rooms, total + changed) else None
        key = (at, left, rooms, changed)
        if key in failed:
            return None
        account = accounts[at]
        furthest = min(left, abs(room[account]))
        for part in range(abs(room[account]) % unit, furthest + 1, unit):  # the rest below the smallest note stays open
            goal = goals[account] - (part if room[account] > 0 else -part)
            more = tuple(a + goal // note for a, note in zip(rooms, notes, strict=True))
            rest = spread(at + 1, left - part, more, changed + goal - goals[account], failed)
            if rest is not None:
                return [goal, *rest]
            if tried > _WAYS_TRIED:
                return None
        failed.add(key)
        return None

    for claim in range(least, most, unit):
        if tried > _WAYS_TRIED:
            break
        found = spread(0, claim, (0,) * len(notes), 0, set())
        if found is not None:
            return dict(zip(accounts, found, strict=True))
    return in_turn


_WAYS_TRIED = 20_000


def _one_after_the_other(notes: _Row, pool: _Row, goals: Mapping[str, int], room: Mapping[str, int]) -> dict[str, int]:
    """Goals that can be paid: all as it is, then who pays and after them who gets, each as near to his own as he can.

    ``room``: what each is to get, below 0 what he is to pay.
    """
    unit = notes[-1]
    now = {account: goal - room[account] for account, goal in goals.items()}
    for account in sorted(goals, key=lambda account: room[account] > 0):
        for part in range(abs(room[account]) % unit, abs(room[account]) + 1, unit):
            nearer = {**now, account: goals[account] - (part if room[account] > 0 else -part)}
            if _can_pay(notes, pool, tuple(nearer.values())):
                now = nearer
                break
    return now


def _fewest(notes: _Row, pool: _Row, rows: Mapping[str, _Row], goals: Mapping[str, int]) -> dict[str, _Row]:
    """What each account gets and gives so that all goals, which can be paid, are met with the fewest notes moved.

    Each account by itself needs at least so many; together they may need more, as the bank's notes are few. So many
    more are tried in turn, and what has failed for a rest of the accounts with a rest of the notes is remembered.
    """
    accounts = list(goals)
    ways = [_Ways(notes, pool, rows[account], goals[account]) for account in accounts]
    wanted = tuple(goals.values())
    failed: dict[tuple[int, _Row], int] = {}

    def search(at: int, left: _Row, spare: int) -> list[_Row] | None:
        if at == len(accounts):
            return []
        if failed.get((at, left), -1) >= spare or not _can_pay(notes, left, wanted[at:]):
            return None
        held = rows[accounts[at]]
        for more in range(spare + 1):
            for delta in ways[at].of(more):
                rest = tuple(n - h - d for n, h, d in zip(left, held, delta, strict=True))
                if min(rest) >= 0:
                    found = search(at + 1, rest, spare - more)
                    if found is not None:
                        return [delta, *found]
        failed[at, left] = spare
        return None

    for spare in count():
        found = search(0, pool, spare)
        if found is not None:
            return dict(zip(accounts, found, strict=True))
    raise AssertionError("goals that can be paid are met by some exchange")


class _Ways:
    """Every way in which one account can come to its goal, by how many notes more than the fewest it moves."""

    def __init__(self, notes: _Row, pool: _Row, held: _Row, goal: int) -> None:
        self._notes = notes
        self._least = tuple(-number for number in held)
        self._most = tuple(number - own for number, own in zip(pool, held, strict=True))
        self._amount = goal - sum(note * number for note, number in zip(notes, held, strict=True))
        self._by_cost: dict[int, list[_Row]] = {}
        # With all goals payable together each is by itself, so this ends.
        self._fewest = next(cost for cost in count() if self._at(cost))

    def of(self, more: int) -> list[_Row]:
        return self._at(self._fewest + more)

    def _at(self, cost: int) -> list[_Row]:
        if cost not in self._by_cost:
            self._by_cost[cost] = list(self._enumerate(0, self._amount, cost))
        return self._by_cost[cost]

    def _enumerate(self, at: int, amount: int, cost: int) -> Iterator[_Row]:
        """All exchanges of the notes from place ``at`` on that come to ``amount`` and move exactly ``cost`` notes."""
        note = self._notes[at]
        if abs(amount) > cost * note:
            return
        least, most = max(self._least[at], -cost), min(self._most[at], cost)
        if at == len(self._notes) - 1:
            number, rest = divmod(amount, note)
            if rest == 0 and abs(number) == cost and least <= number <= most:
                yield (number,)
            return
        for number in range(most, least - 1, -1):
            for smaller in self._enumerate(at + 1, amount - number * note, cost - abs(number)):
                yield (number, *smaller)
