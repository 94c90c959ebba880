"""The journal: every game's events, undos, redos and corrections in SQLite, only ever appended to."""

from companion.journal._journal import Derived, GameInfo, Journal, Line, LineKind, NewLine, Rewritten

__all__ = ["Derived", "GameInfo", "Journal", "Line", "LineKind", "NewLine", "Rewritten"]
