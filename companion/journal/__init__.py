"""The journal: every game's events, undos, redos and corrections in SQLite, only ever appended to."""

from companion.journal._journal import GameInfo, Journal, Line, LineKind, NewLine

__all__ = ["GameInfo", "Journal", "Line", "LineKind", "NewLine"]
