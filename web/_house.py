"""What the pages need of the house they stand in, and how a page's view reaches it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from companion.board import Board
from companion.games import shark
from companion.games.shark import Edition
from companion.reading import Point
from companion.review import Clerk, Films, Library
from web._encoded import Encoded
from web._ports import (
    Backups,
    CameraDesk,
    Cities,
    Eyes,
    KeptSettings,
    MarketPhotos,
    Markets,
    Photos,
    RowPhotos,
    RunningTable,
    Simulator,
    Workshop,
)
from web.pin import Pin

_KEY = "bankhalter"


MAX_STREAMS = 48
"""Of the server's 64 threads: the rest is always free for commands and pages."""


@dataclass(frozen=True, slots=True)
class House:
    """All that the pages need; where a part is None, the pages for it are not there, or say so.

    ``table``: the running table. ``eyes``: the camera's pictures. ``camera`` False: they are kept ones alone, nothing
    looks at the board now. ``simulator``: the hands at a virtual table.
    ``addresses``: where people reach the pages, the best first (it goes in the QR code).
    ``boards``: those that the set-up page offers, each to the editions whose zones it has. ``editions``: SHARK's, by
    their names. ``cities``: the boards of districts, which people add to. ``markets``: the figures of their copies of
    MASTER OF ECONOMY. ``market_photos``: what reads pictures of its market.
    ``backups``: what writes and restores them. ``settings`` None: the defaults hold, and no page changes them.
    ``workshop``: what tries the devices. ``desk``: where the camera is set up over the board.
    ``pin`` makes the banker; without one everybody who reaches the pages is it, so only for this machine alone.
    ``library``: the games that are kept, to look back on. ``photos``: what reads pictures that people bring along;
    ``row_photos`` those of rows of cards.
    ``clerk``: works games out in the background and makes their ``films``. ``forget``: takes a player's name out of
    all that is kept, and says out of how many games. ``flatten``: a picture of a board laid flat, by its
    corners in it and its size in mm.

    ``stream_s``: how long a stream lasts; ``beat_s``: after how many quiet seconds it lets itself be heard.
    """

    table: RunningTable
    eyes: Eyes | None = None
    simulator: Simulator | None = None
    camera: bool = True
    addresses: Sequence[str] = ()
    boards: Sequence[Board] = ()
    editions: Mapping[str, Edition] = field(default_factory=shark.editions)
    cities: Cities | None = None
    markets: Markets | None = None
    market_photos: MarketPhotos | None = None
    backups: Backups | None = None
    settings: KeptSettings | None = None
    workshop: Workshop | None = None
    desk: CameraDesk | None = None
    pin: Pin | None = None
    library: Library | None = None
    photos: Photos | None = None
    row_photos: RowPhotos | None = None
    clerk: Clerk | None = None
    films: Films | None = None
    forget: Callable[[str], int] | None = None
    flatten: Callable[[bytes, Sequence[Point], tuple[float, float]], bytes] | None = None
    stream_s: float = 60.0
    beat_s: float = 5.0
    encoded: Encoded = field(default_factory=Encoded)
    closing: threading.Event = field(default_factory=threading.Event)
    streams: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(MAX_STREAMS))


def house() -> House:
    """The house of the app that answers this request."""
    return cast(House, current_app.extensions[_KEY])


def furnish(extensions: dict[str, object], furnished: House) -> None:
    """Gives an app its house."""
    extensions[_KEY] = furnished
