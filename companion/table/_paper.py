"""Paper money at the table: the notes in each hand as they follow from the events, and what a settlement moves.

Nothing of it is booked but what was counted: the notes are worked out again from the events whenever a game is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, get_args

import msgspec

from companion.errors import FormatError, TableError
from companion.games import Sentence
from companion.money import Amount, Money, spell
from companion.notes import Notes, Settlement, settle, worth
from companion.parsing import plainly
from companion.quoting import quoted

MoneyKind = Literal["accounts", "paper", "both"]
"""The program keeps accounts and nobody holds notes; notes change hands; or both, and notes are counted at times."""
KEY = "x_money"
"""The header's key for it; ``accounts`` where it is missing."""


class Count(msgspec.Struct, frozen=True):
    """What was counted in a hand, as the journal keeps it; ``do`` is ``count``."""

    player: str
    notes: dict[str, Annotated[int, msgspec.Meta(ge=0)]]


@dataclass(frozen=True, slots=True)
class Paper:
    """The notes of a game between two events.

    ``box``: all notes of the game. ``hands``: None where the notes are not known, as in a game that began in the
    middle. ``cash``: the accounts. ``settlement``: what the last event moved; None where nothing was to be moved, or
    cannot be told because hands are not known. ``open``: what could not be paid in notes, as in `Settlement`.
    """

    box: Notes
    hands: Mapping[str, Notes | None]
    cash: Mapping[str, int]
    settlement: Settlement | None = None
    open: Mapping[str, Money] = field(default_factory=dict)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Whose notes are not known."""
        return tuple(account for account, held in self.hands.items() if held is None)

    @property
    def bank(self) -> Notes | None:
        """What is left of the box; None while a hand is not known."""
        left = dict(self.box)
        for held in self.hands.values():
            if held is None:
                return None
            for note, number in held.items():
                left[note] -= number
        return left


def money_kind(header: Mapping[str, Any]) -> MoneyKind:
    """How a game's money is kept; raises FormatError for a word that is none of the three."""
    wanted = header.get(KEY, "accounts")
    for kind in get_args(MoneyKind):
        if kind == wanted:
            return kind  # type: ignore[no-any-return]
    values = {"key": KEY, "wanted": quoted(wanted)}
    raise FormatError(Sentence("header: “{key}” must be accounts, paper or both, not {wanted}", values))


def begin_paper(box: Notes, cash: Mapping[str, int], *, midway: bool) -> Paper:
    """The notes at the start; ``midway``: the game was begun elsewhere, so who has money has unknown notes.

    Raises FormatError for a game without notes, or with too few for the money that the players have.
    """
    if not box:
        raise FormatError(f'header: this game has no notes, so "{KEY}" must be accounts')
    if sum(cash.values()) > worth(box):
        raise FormatError(
            f"header: the players have {spell(sum(cash.values()))}, more than all notes of the box: "
            f'{spell(worth(box))}; "{KEY}" must be accounts'
        )
    if midway:
        return Paper(box, {account: None if money else {} for account, money in cash.items()}, cash)
    return follow(Paper(box, {account: {} for account in cash}, dict.fromkeys(cash, 0)), cash)


def follow(paper: Paper, cash: Mapping[str, int]) -> Paper:
    """The notes after an event that left these accounts; open sums are paid with it where that is possible now."""
    if cash == paper.cash:
        return replace(paper, settlement=None)
    bank = paper.bank
    changed = [account for account in cash if cash[account] != paper.cash.get(account)]
    if bank is None:
        hands = {**paper.hands, **dict.fromkeys(changed)}
        return Paper(paper.box, hands, cash, None, {})
    known = {account: held for account, held in paper.hands.items() if held is not None}
    targets = {account: max(0, cash[account]) for account in cash if account in changed or account in paper.open}
    settlement = settle(bank, known, targets)
    hands = {account: _moved(held, settlement.moves.get(account, {})) for account, held in known.items()}
    return Paper(paper.box, hands, cash, settlement, settlement.open)


def _moved(held: Notes, moves: Notes) -> Notes:
    after = {note: held.get(note, 0) + moves.get(note, 0) for note in {*held, *moves}}
    return {note: number for note, number in after.items() if number}


def parse_count(raw: Mapping[str, Any], paper: Paper | None) -> tuple[str, Notes]:
    """Whose notes were counted, and how many of each; raises FormatError, or TableError without paper money."""
    if paper is None:
        raise TableError(Sentence("this game is played without notes: there is nothing to count"))
    try:
        counted = msgspec.convert(raw, Count)
        notes = {int(note): number for note, number in counted.notes.items() if number}
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("notes are counted as 1000: 3: {reason}", {"reason": plainly(error)})) from None
    except ValueError:
        raise FormatError(Sentence("notes are counted as 1000: 3: a note is named by what it is worth")) from None
    if counted.player not in paper.hands:
        raise FormatError(Sentence("nobody here is called {name}", {"name": quoted(counted.player)}))
    for note, number in notes.items():
        if number > paper.box.get(note, 0):
            values = {"number": paper.box.get(note, 0), "note": Amount(note), "counted": number}
            raise FormatError(Sentence("the box has {number} notes of {note}, not {counted}: count again", values))
    return counted.player, notes


def count_hand(paper: Paper, account: str, notes: Notes) -> Paper:
    """The notes after a hand was counted; what differs from the account is an open sum from then on."""
    hands = {**paper.hands, account: notes}
    difference = Money(paper.cash[account] - worth(notes))
    claims = {name: claim for name, claim in paper.open.items() if name != account}
    if difference:
        claims[account] = difference
    counted = Paper(paper.box, hands, paper.cash, None, claims)
    if counted.bank is not None and min(counted.bank.values(), default=0) < 0:
        raise FormatError(Sentence("the hands would hold more notes than the box has: count them again"))
    return counted


def counted_sentence(account: str, notes: Notes) -> Sentence:
    """What the log says of it."""
    return Sentence("{account}'s notes are counted: {notes}", {"account": account, "notes": list_notes(notes)})


@dataclass(frozen=True, slots=True)
class Comparison:
    """Counted notes beside the account."""

    account: str
    notes: Notes
    cash: int

    @property
    def difference(self) -> int:
        """+ where there are more notes than the account says."""
        return worth(self.notes) - self.cash

    @property
    def text(self) -> Sentence:
        """What is told of it."""
        values = {
            "account": self.account,
            "counted": Amount(worth(self.notes)),
            "cash": Amount(self.cash),
            "by": Amount(abs(self.difference)),
        }
        if self.difference > 0:
            return Sentence("{account} has {counted} in notes, {by} more than the account of {cash}", values)
        if self.difference < 0:
            return Sentence("{account} has {counted} in notes, {by} less than the account of {cash}", values)
        return Sentence("{account} has {counted} in notes, as the account says", values)

    def to_json(self) -> dict[str, Any]:
        """As `/ahead` answers (docs/table.md)."""
        counted = worth(self.notes)
        return {"worth": counted, "account": self.cash, "difference": self.difference, "text": self.text}


def list_notes(notes: Notes) -> Sentence:
    """Notes, the largest first: no words, but sums.

    >>> str(list_notes({1000: 2, 5000: 1}))
    '1 × 5,000, 2 × 1,000'
    """
    found = [(number, Amount(note)) for note, number in sorted(notes.items(), reverse=True) if number]
    text = ", ".join(f"{{number{n}}} × {{note{n}}}" for n in range(len(found)))
    values: dict[str, int] = {}
    for n, (number, note) in enumerate(found):
        values |= {f"number{n}": number, f"note{n}": note}
    return Sentence(text or "0", values)


def notes_sentences(paper: Paper) -> tuple[Sentence, ...]:
    """What people must do with the notes after the last event, who gives first."""
    settlement = paper.settlement
    if settlement is None:
        return ()
    changers = [_move(account, settlement.moves[account], changing=True) for account in settlement.changers]
    others = [item for item in settlement.moves.items() if item[0] not in settlement.changers]
    others.sort(key=lambda item: worth(item[1]))
    claims = [_claim(account, claim) for account, claim in settlement.open.items()]
    return (*changers, *(_move(account, moves) for account, moves in others), *claims)


def _claim(account: str, claim: int) -> Sentence:
    values = {"account": account, "amount": Amount(abs(claim))}
    if claim > 0:
        return Sentence("the bank owes {account} {amount} that cannot be paid in notes", values)
    return Sentence("{account} owes the bank {amount} that cannot be paid in notes", values)


def _move(account: str, moves: Notes, *, changing: bool = False) -> Sentence:
    given = {note: -number for note, number in moves.items() if number < 0}
    got = {note: number for note, number in moves.items() if number > 0}
    values = {"account": account, "given": list_notes(given), "got": list_notes(got)}
    if changing:
        return Sentence("the bank has run short: {account} changes {given} into {got}", values)
    if not given:
        return Sentence("{account} gets {got}", values)
    if not got:
        return Sentence("{account} gives {given}", values)
    return Sentence("{account} gives {given} and gets {got}", values)


def notes_between(before: Paper | None, after: Paper | None) -> tuple[Sentence, ...]:
    """Which notes lead from one state of the table to another, as for an undo; empty where they are not known."""
    if before is None or after is None:
        return ()
    moves = {}
    for account, held in before.hands.items():
        wanted = after.hands[account]
        if held is not None and wanted is not None:
            moves[account] = {note: wanted.get(note, 0) - held.get(note, 0) for note in {*held, *wanted}}
    told = [(account, delta) for account, delta in moves.items() if any(delta.values())]
    return tuple(_move(account, delta) for account, delta in sorted(told, key=lambda item: worth(item[1])))


def unknown_sentence(paper: Paper) -> Sentence | None:
    """Why the notes of a settlement cannot be told; None when they can."""
    if not paper.unknown:
        return None
    names = paper.unknown
    return Sentence("which notes to move is not known before the notes of {names} are counted", {"names": names})


def pairs(notes: Notes) -> list[list[int]]:
    """Notes as JSON has them, the largest first."""
    return [[note, number] for note, number in sorted(notes.items(), reverse=True) if number]


def notes_json(paper: Paper | None) -> dict[str, Any] | None:
    """What an event moves in notes (docs/table.md); None where nothing is to be moved."""
    if paper is None or paper.settlement is None:
        return None
    settlement = paper.settlement
    return {
        "moves": {account: pairs(moves) for account, moves in settlement.moves.items()},
        "changers": list(settlement.changers),
        "open": dict(settlement.open),
        "texts": list(notes_sentences(paper)),
    }


def paper_json(paper: Paper | None, kind: MoneyKind) -> dict[str, Any] | None:
    """The notes at the table (docs/table.md); None for a game of accounts alone."""
    if paper is None:
        return None
    bank, why = paper.bank, unknown_sentence(paper)
    return {
        "kind": kind,
        "notes": sorted(paper.box, reverse=True),
        "bank": None if bank is None else pairs(bank),
        "hands": {account: None if held is None else pairs(held) for account, held in paper.hands.items()},
        "open": dict(paper.open),
        "unknown": why,
    }
