"""What every game offers: `start`, `apply`, `legal`, `view`, `result`, and what the table asks besides.

The protocol was cut for four games: SHARK (events of one mover, a grid board), BIG SHOT (auctions in which everybody
acts, colours with purses), REIBACH & CO (hidden cards, a score sheet in place of money) and MASTER OF ECONOMY
(companies that hold money beside the players, events that settle at the start). So an entry's account may be a player
or something else, `start` too may book entries, and `view` asks who looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from companion.board import Board, Boards
from companion.money import Money
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence as Sentence

Holder = Literal["player", "company"]
Viewer = str
"""A player's name, or one of the two below."""
BANKER: Viewer = "\0banker"
"""Sees everything that the record knows."""
PUBLIC: Viewer = "\0public"
"""Sees what lies open on the table."""


class Entry(msgspec.Struct, frozen=True):
    """A movement of money, signed from the account's side. ``details``: further keys of the game's replay format.

    ``reason`` explains the amount; it is no part of the replay.
    """

    kind: str
    account: str
    amount: Money
    details: Mapping[str, Any]
    reason: Sentence
    holder: Holder = "player"

    def to_json(self) -> dict[str, Any]:
        """The entry as the replay formats write it."""
        return {"kind": self.kind, self.holder: self.account, "amount": self.amount, **self.details}


S = TypeVar("S")
"""A game's state: frozen."""
E = TypeVar("E")
"""A game's event, parsed: frozen."""


class Step(msgspec.Struct, Generic[S], frozen=True):
    """A state and the entries that led to it."""

    state: S
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the game waits for. ``kind`` is the game's phase; ``actor`` None when nobody is awaited (the end)."""

    kind: str
    actor: str | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that is on. ``mark`` is empty before the first one, and another in the next; ``mover``: who acts now."""

    mark: str
    mover: str | None


@dataclass(frozen=True, slots=True)
class Way:
    """What a person who has looked at the table may say to end a disagreement; ``squares`` are those it is about.

    ``kind``: "book", the raw ``event`` has happened; "instead", it has in the place of the last event of its kind, as a
    throw that was read wrongly; "books", the squares are as in the books, whatever the camera makes of them.
    """

    kind: Literal["book", "instead", "books"]
    sentence: Sentence
    event: Mapping[str, Any] | None = None
    squares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a reading of the board means beside the books.

    ``events``: raw events that would each explain what is seen (one: it can be proposed; several: people choose).
    ``todo``: what people must still do to the board so that it equals the books. ``problems``: what contradicts the
    books and nothing explains. ``squares``: names of the squares or regions that these are about. ``ways``: what may
    be true instead, for people to tap; also of squares that read '?'. ``unknown``: what cannot be told, where the game
    has words for it. ``by_hand``: events are to fill a form with, for people to book; they are never proposed.
    """

    events: tuple[Mapping[str, Any], ...] = ()
    todo: tuple[Sentence, ...] = ()
    problems: tuple[Sentence, ...] = ()
    squares: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    unknown: tuple[Sentence, ...] = ()
    by_hand: bool = False


class Game(Protocol[S, E]):
    """One game's rules. All functions are pure; states and events are frozen.

    Errors: `FormatError` where something cannot be read as a header or event of this game, `RuleError` where an
    event breaks a ruling.
    """

    name: str
    """As the record's header has it."""
    title: str
    """As it is printed on the box."""
    players_may: frozenset[str]
    """The events that a player may cause from his own seat; dice and board speak for themselves."""

    def start(self, header: Mapping[str, Any], boards: Boards) -> Step[S]:
        """The game at its start. ``header``: the record's first line, decoded. Raises FormatError."""
        ...

    def parse_event(self, raw: Mapping[str, Any]) -> E:
        """The event in a decoded line of a record; unknown keys are passed over. Raises FormatError."""
        ...

    def apply(self, state: S, event: E) -> Step[S]:
        """The state after an event, with the entries that it caused in the order of the rules. Raises RuleError."""
        ...

    def legal(self, state: S) -> Mapping[str, Any]:
        """Every kind of event that is possible now, by its name in the record, with its bounds; fit for JSON.

        Everybody is shown it, so it holds nothing that the rules hide from anybody.
        """
        ...

    def view(self, state: S, viewer: Viewer) -> dict[str, Any]:
        """What that viewer may see, with the keys of the replay format (all but n and entries)."""
        ...

    def result(self, state: S) -> Mapping[str, Any] | None:
        """None while the game runs, else reason, ranking and result as in the replay format."""
        ...

    def waiting(self, state: S) -> Waiting:
        """Whom the game waits for, and to do what."""
        ...

    def describe(self, state: S, event: E) -> Sentence:
        """What the event says in words, ``state`` being the one before it; nothing that the rules hide is named."""
        ...

    def public_event(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """A raw event as pages and public exports may show it: nothing in it that the rules hide from anybody.

        What is no event of this game comes back as it is.
        """
        ...

    def extras(self, state: S) -> Mapping[str, Any]:
        """What this game's own pages need besides the view, as what is printed on the board; its sentences unsaid.

        Everybody is shown it, so it holds nothing that the rules hide from anybody.
        """
        ...

    def news(self, before: S, event: E, after: Step[S]) -> tuple[Sentence, ...]:
        """What an event that was applied led to and no entry says: a debt that arose, why nobody is paid.

        Everybody may hear it.
        """
        ...

    def header_slip(self, header: Mapping[str, Any]) -> Sentence | None:
        """The first key of a header that this game does not know and that is likely a slip of the pen; else None.

        Records may hold keys that nobody knows, so `start` passes them over; a game that begins here should not.
        """
        ...

    def event_for_throw(self, state: S, faces: Sequence[str]) -> Mapping[str, Any] | None:
        """The raw event that a throw of the dice means now; None when no throw is awaited. Raises RuleError."""
        ...

    def sight(self, state: S, squares: Sequence[str]) -> Sighting:
        """What a reading of the board (rows of letters, '?' = not known) means now."""
        ...

    def sight_regions(self, state: S, counts: Counts) -> Sighting:
        """What blocks counted in the regions of a board (None = not known) mean now."""
        ...

    def regions(self, state: S, boards: Boards) -> RegionBoard | None:
        """The board of regions on which the game is played, as a camera has to know it; None for a game without.

        Raises FormatError where ``boards`` gives none.
        """
        ...

    def lying(self, state: S) -> Counts:
        """What lies in each of its regions by the books; empty for a game without."""
        ...

    def board(self, state: S) -> Board | None:
        """The board with a grid on which the game is played; None for a game that has none."""
        ...

    def pieces(self, state: S) -> str:
        """The letters of the pieces that may stand on the board in this game, as readings have them."""
        ...

    def dice(self, state: S) -> tuple[tuple[str, ...], ...]:
        """The faces of each die that is thrown, as `event_for_throw` takes them; empty for a game without dice."""
        ...

    def prices(self, state: S) -> Mapping[str, Money]:
        """What the price tracks show, by the companies' names in the record; empty for a game without prices."""
        ...

    def turn_end(self, state: S) -> Mapping[str, Any] | None:
        """The raw event that ends the turn, where it is all that is left to do or may be done now; else None."""
        ...

    def companies(self, state: S) -> Mapping[str, Sentence | str]:
        """What the game's companies are called in this edition, by their names in the record."""
        ...

    def purses(self, state: S) -> Mapping[str, Money]:
        """The money that each account has by the books, players in seat order; empty for a game without money."""
        ...

    def notes(self, state: S) -> Mapping[int, int]:
        """The paper money in the box: how many notes of each denomination; empty for a game without."""
        ...

    def coffers(self, state: S) -> Mapping[str, Money]:
        """The money that companies hold, by their names in the record; empty for a game in which they hold none."""
        ...

    def turn(self, state: S) -> Turn:
        """The turn that is on, as one looks back on a game turn by turn."""
        ...

    def wealth(self, state: S, viewer: Viewer = PUBLIC) -> Mapping[str, Money]:
        """What each player would have if the game ended now, players in seat order.

        Empty where the viewer may not know.
        """
        ...


AnyGame = Game[Any, Any]
