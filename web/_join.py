"""The way in for other devices: addresses as one types them, and a QR code of the best."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from web._house import house


class Join(NamedTuple):
    """``addresses``: without scheme, the best first; empty, with no code, when only this machine reaches the pages."""

    addresses: tuple[str, ...]
    code: Markup | None


def join() -> Join:
    """How other devices reach the pages that this request asks for."""
    addresses = [address for address in house().addresses or [request.host_url] if not _is_own_machine(address)]
    code = qr_code(addresses[0]) if addresses else None
    return Join(tuple(address.removeprefix("http://").rstrip("/") for address in addresses), code)


def qr_code(address: str) -> Markup:
    """The address as a QR code, an SVG element that takes its size from the stylesheet."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=4, dark="#14171c", light="#ffffff")
    return Markup(svg)  # noqa: S704 - segno's own drawing: the address is in its modules, not in its text


def _is_own_machine(address: str) -> bool:
    """Whether an address leads a phone to the phone itself."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")
