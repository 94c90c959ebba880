"""Who may ask, and what a page may load: host names, headers, forgery."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from flask_wtf.csrf import CSRFProtect

from companion.calibrated import MAX_BYTES as CALIBRATION
from companion.review import LONGEST
from web._roles import EVENING_S

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Content security policy: everything from here, nothing inline."""

_PHOTO = 32 * 1024 * 1024
UPLOADS = {
    "/restore": 64 * 1024 * 1024,
    "/chains/photo": _PHOTO,
    "/sheet/photo": _PHOTO,
    "/districts/flat": _PHOTO,
    "/market/empty": _PHOTO,
    "/market/compare": _PHOTO,
    "/review/open": LONGEST,
    "/calibrate/restore": CALIBRATION,
}
"""Paths that take more than a command, with the most bytes."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def secure(app: Flask, addresses: Sequence[str]) -> None:
    """Adds forgery protection, the check of the host's name and the headers to an app."""
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        PERMANENT_SESSION_LIFETIME=EVENING_S,
        MAX_CONTENT_LENGTH=64 * 1024,
        WTF_CSRF_TIME_LIMIT=None,  # a page stays open for a whole evening
        WTF_CSRF_SSL_STRICT=False,
    )
    app.before_request(_allow_uploads)  # before the forgery protection, which looks at the body's length
    CSRFProtect(app)
    known = {name for name in (urlsplit(address).hostname for address in addresses) if name}

    @app.before_request
    def check_host() -> None:
        if not _is_ours(_hostname(), known):
            abort(400, "these pages are for the table's own network: open them by the address on the start page")

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def _allow_uploads() -> None:
    if request.path in UPLOADS:
        request.max_content_length = UPLOADS[request.path]


def _hostname() -> str:
    """The name by which this request calls the pages, without its port; empty where it is no name at all."""
    try:
        return urlsplit(f"//{request.host}").hostname or ""
    except ValueError:  # "[": the beginning of an address that does not end
        return ""


def _is_ours(host: str, known: set[str]) -> bool:
    """Whether a page may be called by this name.

    A foreign site that lets its own name lead to this machine (DNS rebinding) could else read pages and send commands:
    so only addresses in digits, names of the own network, and what was named at the start.
    """
    if not host:
        return False
    if host in known or "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".fritz.box")):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
