"""Games to take away: the record, the ledger as a table, a report to print."""

from __future__ import annotations

import csv
import io

from companion.record import Record, render_record
from companion.review._ledger import ledger
from companion.review._report import report_file
from companion.review._story import Story
from companion.words import say

__all__ = ["ledger_file", "record_file", "report_file"]

COLUMNS = (
    "line",
    "turn",
    "time",
    "event",
    "account",
    "kind",
    "amount",
    "company",
    "shares",
    "per_share",
    "reason",
    "ruling",
    "balance",
    "holder",
)
"""Of the ledger's table, in the file's first line; docs/formats.md says what they hold."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With one of these at its beginning a spreadsheet takes a text for a formula."""


def record_file(story: Story) -> bytes:
    """The events in force, as a game record."""
    events = tuple(moment.event for moment in story.moments if moment.event is not None)
    kept = tuple(event for event in events if event.get("do") != "count")
    return render_record(Record(story.header, kept))


def ledger_file(story: Story, language: str) -> bytes:
    """The ledger as CSV (RFC 4180, UTF-8 with a mark that spreadsheets know it by), its sentences in that language.

    Amounts are plain whole numbers, the kinds those of the replay format.
    """
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for row in ledger(story):
        moment, entry = row.moment, row.entry
        table.writerow(
            (
                moment.n,
                moment.turn,
                _plain(moment.time),
                _plain(say(moment.sentence, language)),
                _plain(entry.account),
                entry.kind,
                int(entry.amount),
                entry.details.get("company", ""),
                entry.details.get("shares", ""),
                entry.details.get("per_share", ""),
                _plain(say(entry.reason, language)),
                entry.reason.ruling,
                "" if row.balance is None else row.balance,
                entry.holder,
            )
        )
    return ("\ufeff" + out.getvalue()).encode()


def _plain(text: str) -> str:
    """A text that no spreadsheet works out: somebody may be called ``=1+1``."""
    return f"'{text}" if text.startswith(_FORMULA) else text
