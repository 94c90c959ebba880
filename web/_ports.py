"""What the pages ask of the table, the camera and the virtual table; `companion` and the composition provide them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from companion.districts import City
from companion.games import Viewer

PictureKind = Literal["live", "read", "flat"]
"""As the camera sees it; with what was read drawn on it; rectified."""


class RunningTable(Protocol):
    """The running table (docs/table.md). Every method may be called from any thread."""

    def snapshot(self, viewer: Viewer, *, language: str = "en") -> dict[str, Any]:
        """Everything that this viewer's page needs and nothing that is not for him, fit for JSON, in that language."""
        ...

    def command(self, raw: Mapping[str, Any], actor: str) -> dict[str, Any]:
        """Carries out a command. Raises FormatError, RuleError, TableError (TableStale) or JournalError."""
        ...

    def look_ahead(self, raw: Mapping[str, Any], *, language: str = "en") -> dict[str, Any]:
        """What an undo or a correction would change; books nothing. Raises as `command` does."""
        ...

    def games(self) -> list[dict[str, Any]]:
        """All games that are kept, the one that was on the table last first (docs/table.md)."""
        ...

    def record_of(self, game: int) -> bytes:
        """A kept game as a game record. Raises JournalError when there is none or it cannot be resumed."""
        ...

    def ask(self, raw: Mapping[str, Any], player: str) -> dict[str, Any]:
        """Takes what a player does on his own phone; raises as `command` does, and TableDenied."""
        ...

    def wait(self, revision: int, timeout: float) -> int:
        """The newest revision: at once when it differs from ``revision``, else after ``timeout`` seconds."""
        ...


class Eyes(Protocol):
    """The newest pictures, as JPEG; None where there is none yet."""

    def picture(self, kind: PictureKind) -> bytes | None: ...

    def crop(self, square: str) -> bytes | None:
        """A square of the newest settled picture; None also for what is no square of the board."""
        ...

    def kept(self, game: int, key: str) -> bytes | None:
        """The picture that decided an event, by its game and the log's `picture`."""
        ...


class Simulator(Protocol):
    """The virtual table's hands."""

    def command(self, raw: Mapping[str, Any]) -> None:
        """Throws, puts, takes or tidies (docs/table.md). Raises FormatError or DeviceError."""
        ...


class Cities(Protocol):
    """The boards of districts that BIG SHOT is played on."""

    def cities(self) -> Sequence[City]:
        """All that there are, those of the program first."""
        ...

    def keep(self, raw: Mapping[str, Any]) -> object:
        """Keeps a board that a person entered. Raises FormatError for one that is none or whose name is taken."""
        ...


class Backups(Protocol):
    """Everything that was booked in one file."""

    def make(self) -> bytes:
        """A backup (a ZIP archive) as it is now. Raises JournalError."""
        ...

    def restore(self, content: bytes) -> object:
        """Puts a backup in the place of all games. Raises FormatError or JournalError; nothing has changed then."""
        ...
