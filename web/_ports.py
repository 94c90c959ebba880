"""What the pages ask of the table, the camera and the virtual table; `companion` and the composition provide them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Protocol

from companion.board import Board
from companion.cards import SeenRow
from companion.checks import Finding
from companion.districts import City
from companion.games import Viewer
from companion.own_markets import MarketCopy
from companion.reading import PictureKind, Point, Reading
from companion.regions import RegionReading
from companion.sentence import Sentence
from companion.settings import Settings
from companion.table import Peek


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

    def peek(self) -> Peek | None:
        """The game on the table as it stands; None when no game runs."""
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
        """A square or district of the newest settled picture; None also for what is none of the board."""
        ...

    def kept(self, game: int, key: str) -> bytes | None:
        """The picture that decided an event, by its game and the log's `picture`."""
        ...

    def kept_keys(self, game: int) -> Set[str]:
        """The keys of the pictures that there are of a game."""
        ...

    def kept_crop(self, game: int, key: str, square: str, board: Board) -> bytes | None:
        """A square in the picture that decided an event on that board; None also where it is not found in it."""
        ...


class Photos(Protocol):
    """Reads pictures of a board that people bring along, and keeps the last of them."""

    def read(self, content: bytes, board: str) -> tuple[str, Reading]:
        """The bytes of a picture file, read: its key, and what stands on the board. Raises FormatError, TableBusy."""
        ...

    def find(self, key: str, corners: Sequence[Point]) -> tuple[str, Reading]:
        """Reads a kept photo anew with the board's corners in it, clockwise from its own top left; raises as `read`."""
        ...

    def reading(self, key: str) -> Reading | None:
        """What was read in a kept photo; None where it is no longer kept."""
        ...

    def remark(self, key: str) -> Sentence | None:
        """What people should know of how a kept photo was read; None where there is nothing."""
        ...

    def picture(self, key: str, kind: str) -> bytes | None:
        """``taken`` or ``flat``, with the chains outlined where the board was found."""
        ...

    def crop(self, key: str, square: str) -> bytes | None:
        """One square of a photo."""
        ...


class Simulator(Protocol):
    """The virtual table's hands."""

    def command(self, raw: Mapping[str, Any]) -> None:
        """Throws, puts, takes or tidies (docs/table.md). Raises FormatError or DeviceError."""
        ...

    def lights(self) -> Mapping[str, Any]:
        """What the price tracks show from now on (docs/table.md)."""
        ...


class Cities(Protocol):
    """The boards of districts that BIG SHOT is played on."""

    def cities(self) -> Sequence[City]:
        """All that there are, those of the program first."""
        ...

    def keep(self, raw: Mapping[str, Any]) -> object:
        """Keeps a board that a person entered. Raises FormatError for one that is none or whose name is taken."""
        ...


class Markets(Protocol):
    """The figures of people's own copies of MASTER OF ECONOMY."""

    def copies(self) -> Sequence[MarketCopy]:
        """All that are kept."""
        ...

    def keep(self, raw: Mapping[str, Any]) -> object:
        """Keeps figures that a person entered. Raises FormatError for what are none or whose name is taken."""
        ...


class MarketPhotos(Protocol):
    """Reads pictures of a market board that people bring along, beside one of the empty board."""

    def keep_empty(self, content: bytes) -> None:
        """Keeps the picture of the empty board. Raises FormatError for what is no picture, or TableBusy."""
        ...

    def read(self, content: bytes, corners: Sequence[Point]) -> RegionReading:
        """The offers in a picture of the same view. Raises FormatError, or TableError (TableBusy)."""
        ...


class RowPhotos(Protocol):
    """Reads pictures of a player's rows of REIBACH & CO that people bring along."""

    def read(self, content: bytes) -> Sequence[SeenRow]:
        """The rows in a picture file. Raises FormatError, BoardNotFound or TableBusy."""
        ...


class Backups(Protocol):
    """Everything that was booked in one file."""

    def make(self) -> bytes:
        """A backup (a ZIP archive) as it is now. Raises JournalError."""
        ...

    def restore(self, content: bytes) -> object:
        """Puts a backup in the place of all games. Raises FormatError or JournalError; nothing has changed then."""
        ...


class KeptSettings(Protocol):
    """The settings of the table."""

    @property
    def now(self) -> Settings: ...

    @property
    def given(self) -> Mapping[str, str]:
        """What cannot be changed while the program runs, each with the option that fixes it."""
        ...

    def change(self, raw: Mapping[str, Any]) -> object:
        """Changes some and keeps them. Raises FormatError or DeviceError; nothing has changed then."""
        ...


class Workshop(Protocol):
    """The devices, to be examined and taught."""

    def examine(self) -> Sequence[Finding]: ...

    @property
    def has_lamps(self) -> bool:
        """Whether there are price tracks with lamps of their own."""
        ...

    def walk(self) -> None:
        """Lights one light of the price tracks after the other. Raises DeviceError."""
        ...

    def dice(self) -> Mapping[str, Any]:
        """What the dice reader sees now, and where the lesson is (docs/table.md); its sentences not yet said."""
        ...

    def teach(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Begins a lesson, goes on, or leaves it; as `dice`. Raises FormatError, TableError or DeviceError."""
        ...


class CameraDesk(Protocol):
    """Where a camera is set up over the board, step by step (docs/table.md). Sentences come not yet said."""

    def state(self) -> Mapping[str, Any]:
        """How far it has come."""
        ...

    def picture(self, kind: str) -> bytes | None:
        """``live``, ``grid`` (with the found board's lines) or ``empty``, as JPEG; None where there is none."""
        ...

    def tell(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Takes a step and gives the state. Raises FormatError, DeviceError, BoardNotFound or TableError."""
        ...

    def file(self) -> bytes | None:
        """What is kept, to be taken away; None where there is nothing. Raises FormatError."""
        ...

    def restore(self, content: bytes) -> object:
        """Keeps and uses what was taken away before. Raises FormatError; nothing has changed then."""
        ...
