"""The start: the running game, the way in for other devices, and the other pages."""

from __future__ import annotations

import segno
from flask import Blueprint, render_template, request
from markupsafe import Markup

from web._house import house

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    addresses = list(house().addresses) or [request.host_url.rstrip("/")]
    return render_template("home.html", addresses=addresses, code=qr_code(addresses[0]))


def qr_code(address: str) -> Markup:
    """The address as a QR code, an SVG element that takes its size and colours from the stylesheet."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=2, dark="#14171c", light="#ffffff")
    return Markup(svg)  # noqa: S704 - segno's own drawing: the address is in its modules, not in its text
