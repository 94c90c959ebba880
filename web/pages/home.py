"""The start: the running game, the way in for other devices, and the other pages."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import Blueprint, render_template, request
from markupsafe import Markup

from web._house import house

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    addresses = [address for address in house().addresses or [request.host_url] if not _is_own_machine(address)]
    code = qr_code(addresses[0]) if addresses else None
    return render_template("home.html", addresses=[_short(address) for address in addresses], code=code)


def _is_own_machine(address: str) -> bool:
    """Whether an address leads a phone to the phone itself."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def _short(address: str) -> str:
    """The address as one types it."""
    return address.removeprefix("http://").rstrip("/")


def qr_code(address: str) -> Markup:
    """The address as a QR code, an SVG element that takes its size and colours from the stylesheet."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=2, dark="#14171c", light="#ffffff")
    return Markup(svg)  # noqa: S704 - segno's own drawing: the address is in its modules, not in its text
