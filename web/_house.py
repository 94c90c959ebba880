"""What a page's view can reach: the table, the eyes, the virtual table, and when the streams end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from companion.board import Board
from companion.games.shark import Edition
from companion.review import Clerk, Library
from web._encoded import Encoded
from web._ports import Backups, Cities, Eyes, KeptSettings, Markets, Photos, RunningTable, Simulator, Workshop
from web.pin import Pin

_KEY = "bankhalter"


@dataclass(frozen=True, slots=True)
class House:
    """``addresses``: where the pages are to be found, the best first. ``boards``: those to play on.

    ``editions``: SHARK's, by their names. ``cities``: the boards of districts, ``markets``: the figures of people's own
    copies of MASTER OF ECONOMY, None where none can be kept.

    ``pin``: what makes the banker; None where everybody who reaches the pages may be it.

    ``library``: the games that are kept, to look back on. ``photos``: what reads pictures that people bring along.
    ``clerk``: works games out in the background. ``forget``: takes a player's name out of all that is kept, and says
    out of how many games.

    ``stream_s``: how long a stream lasts; ``beat_s``: after how many quiet seconds it lets itself be heard.
    """

    table: RunningTable
    eyes: Eyes | None
    simulator: Simulator | None
    addresses: Sequence[str]
    boards: Sequence[Board]
    editions: Mapping[str, Edition]
    backups: Backups | None = None
    settings: KeptSettings | None = None
    pin: Pin | None = None
    library: Library | None = None
    photos: Photos | None = None
    clerk: Clerk | None = None
    forget: Callable[[str], int] | None = None
    cities: Cities | None = None
    markets: Markets | None = None
    stream_s: float = 60.0
    beat_s: float = 5.0
    encoded: Encoded = field(default_factory=Encoded)
    workshop: Workshop | None = None
    closing: threading.Event = field(default_factory=threading.Event)
    streams: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(MAX_STREAMS))


MAX_STREAMS = 48
"""Of the server's 64 threads: the rest is always free for commands and pages."""


def house() -> House:
    """The house of the app that answers this request."""
    return cast(House, current_app.extensions[_KEY])


def furnish(extensions: dict[str, object], furnished: House) -> None:
    """Gives an app its house."""
    extensions[_KEY] = furnished
