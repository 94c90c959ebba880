"""The factory: an app from ready parts; a blueprint a page."""

from __future__ import annotations

from flask import Flask

from companion.review import box
from web._errors import answer_errors
from web._house import House, furnish
from web._language import speak
from web._roles import is_banker, own_seat, seat_of
from web._security import secure
from web.pages import (
    backup,
    banker,
    board,
    calibrate,
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


def create_app(house: House, *, secret_key: bytes) -> Flask:
    """The pages of a house. ``secret_key`` signs the session and should outlive a restart."""
    app = Flask(__name__)
    app.config.update(SECRET_KEY=secret_key)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["box"] = box
    furnish(app.extensions, house)
    secure(app, house.addresses)
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
    if house.workshop is not None:
        app.register_blueprint(devices.pages)
    if house.desk is not None:
        app.register_blueprint(calibrate.pages)
    if house.library is not None:
        app.register_blueprint(review.pages)
        app.register_blueprint(records.pages)
        app.register_blueprint(takeaway.pages)
    if house.simulator is not None:
        app.register_blueprint(virtual.pages)

    @app.context_processor
    def what_every_page_knows() -> dict[str, object]:
        seated = own_seat()
        return {
            "has_camera": house.eyes is not None and house.camera,
            "has_virtual": house.simulator is not None,
            "has_devices": house.workshop is not None,
            "has_desk": house.desk is not None,
            "has_review": house.library is not None,
            "may_forget": house.forget is not None,
            "has_row_photos": house.row_photos is not None,
            "has_pin": house.pin is not None,
            "is_banker": is_banker(),
            "own_seat": None if seated is None else seat_of(seated),
        }

    return app
