"""What the camera sees, what was read, and where it differs from the books."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("board", __name__)


@pages.get("/board")
def show() -> str:
    return render_template("board.html")
