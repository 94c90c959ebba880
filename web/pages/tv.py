"""The page for the television: read from across the room, nothing to press."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("tv", __name__)


@pages.get("/tv")
def show() -> str:
    return render_template("tv.html")
