"""The factory: an app from ready parts; a blueprint a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import Flask

from companion.board import Board
from companion.games import shark
from companion.games.shark import Edition
from companion.review import Clerk, Library
from web._errors import answer_errors
from web._house import House, furnish
from web._language import speak
from web._ports import Backups, Cities, Eyes, KeptSettings, Markets, Photos, RunningTable, Simulator, Workshop
from web._roles import is_banker, own_seat, seat_of
from web._security import secure
from web.pages import (
    backup,
    banker,
    board,
    chains,
    commands,
    devices,
    districts,
    games,
    home,
    live,
    market,
    pictures,
    records,
    review,
    seat,
    setup,
    sheet,
    states,
    takeaway,
    tv,
    virtual,
)
from web.pages import pin as pin_page
from web.pages import settings as settings_page
from web.pin import Pin


def create_app(
    table: RunningTable,
    eyes: Eyes | None = None,
    simulator: Simulator | None = None,
    *,
    secret_key: bytes,
    addresses: Sequence[str],
    boards: Sequence[Board] = (),
    editions: Mapping[str, Edition] | None = None,
    backups: Backups | None = None,
    settings: KeptSettings | None = None,
    workshop: Workshop | None = None,
    pin: Pin | None = None,
    camera: bool = True,
    library: Library | None = None,
    photos: Photos | None = None,
    clerk: Clerk | None = None,
    forget: Callable[[str], int] | None = None,
    cities: Cities | None = None,
    markets: Markets | None = None,
) -> Flask:
    """The pages of a table.

    ``eyes`` and ``simulator`` are None where there is no camera or no virtual table. ``secret_key`` signs the session
    and should outlive a restart. ``addresses``: where people reach the pages, the best first (it goes in the QR code).
    ``boards``: those that the set-up page offers, each to the editions whose zones it has.
    ``editions``: those of SHARK by name, where they are not the program's own.
    ``cities``: the boards of districts, which people add to; None: the set-up offers none. ``markets``: the figures of
    people's own copies of MASTER OF ECONOMY; None: none are kept.
    ``backups`` None: the pages neither write nor restore any. ``settings`` None: the defaults hold, and no page changes
    them. ``workshop`` None: there is no page for the devices.
    ``library`` None: there is no looking back; ``photos`` None: no picture that people bring along can be read.
    ``clerk`` works games out in the background, ``forget`` takes a player's name out of all that is kept.
    ``camera`` False: ``eyes`` have kept pictures alone, nothing looks at the board now.
    ``pin`` makes the banker; without one everybody who reaches the pages is it, so only for this machine alone.
    """
    app = Flask(__name__)
    app.config.update(SECRET_KEY=secret_key)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    furnished = House(
        table,
        eyes,
        simulator,
        tuple(addresses),
        tuple(boards),
        editions or shark.editions(),
        backups,
        settings,
        pin,
        workshop=workshop,
        library=library,
        photos=photos,
        clerk=clerk,
        forget=forget,
        cities=cities,
        markets=markets,
    )
    furnish(app.extensions, furnished)
    secure(app, addresses)
    answer_errors(app)
    speak(app)
    for page in (
        home,
        pin_page,
        setup,
        districts,
        market,
        games,
        backup,
        banker,
        seat,
        tv,
        sheet,
        board,
        chains,
        live,
        commands,
        pictures,
        settings_page,
        states,
    ):
        app.register_blueprint(page.pages)
    if workshop is not None:
        app.register_blueprint(devices.pages)
    if library is not None:
        app.register_blueprint(review.pages)
        app.register_blueprint(records.pages)
        app.register_blueprint(takeaway.pages)
    if simulator is not None:
        app.register_blueprint(virtual.pages)

    @app.context_processor
    def what_every_page_knows() -> dict[str, object]:
        seated = own_seat()
        return {
            "has_camera": eyes is not None and camera,
            "has_virtual": simulator is not None,
            "has_devices": workshop is not None,
            "has_review": library is not None,
            "may_forget": forget is not None,
            "has_pin": pin is not None,
            "is_banker": is_banker(),
            "own_seat": None if seated is None else seat_of(seated),
        }

    return app
