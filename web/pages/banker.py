"""The banker's page: what the table waits for, and every way to book it."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("banker", __name__)


@pages.get("/banker")
def show() -> str:
    return render_template("banker.html")
