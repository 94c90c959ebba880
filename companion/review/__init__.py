"""What was: games told moment by moment, their ledgers, charts, reports, analyses, and records across games."""

from companion.review._analysis import (
    Analysis,
    Lead,
    LotFigures,
    TurnFigures,
    analyse,
    best_and_worst_turns,
    lead,
    turning_point,
)
from companion.review._clerk import Clerk, Progress, Task
from companion.review._drawing import CHART_SIDES, board_svg, lines_svg, piece_svg
from companion.review._forget import forget_player
from companion.review._lapse import Films, write_film
from companion.review._ledger import Filter, Row, flows, kinds, ledger
from companion.review._library import LONGEST, Library, Listed
from companion.review._records import NOBODY, PlayerRecord, Records, Rivalry, is_nobody
from companion.review._story import HIGHLIGHTS, Account, Fault, Moment, Story, story_of, story_of_record, ticks, turns
from companion.review._summary import Summary, summarise
from companion.review._words import HIGHLIGHT_TEXTS, LEFT_OUT, box, flow_text

__all__ = [
    "CHART_SIDES",
    "HIGHLIGHTS",
    "HIGHLIGHT_TEXTS",
    "LEFT_OUT",
    "LONGEST",
    "NOBODY",
    "Account",
    "Analysis",
    "Clerk",
    "Fault",
    "Films",
    "Filter",
    "Lead",
    "Library",
    "Listed",
    "LotFigures",
    "Moment",
    "PlayerRecord",
    "Progress",
    "Records",
    "Rivalry",
    "Row",
    "Story",
    "Summary",
    "Task",
    "TurnFigures",
    "analyse",
    "best_and_worst_turns",
    "board_svg",
    "box",
    "flow_text",
    "flows",
    "forget_player",
    "is_nobody",
    "kinds",
    "lead",
    "ledger",
    "lines_svg",
    "piece_svg",
    "story_of",
    "story_of_record",
    "summarise",
    "ticks",
    "turning_point",
    "turns",
    "write_film",
]
