"""Begins a game: edition, players in seat order, banker, board."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("setup", __name__)

EDITIONS = (
    ("2001", "Shark zone in the middle, TOP houses, a start share", "shark-2001"),
    ("1991", "Six zones of 20 squares, a start share", "shark-1991"),
    ("1987", "Six zones, 19 houses a colour, no start share, chains count 7 at most", "shark-1991"),
)
"""Year, what is particular, its board."""

BOARDS = (
    ("shark-2001", "2001 board, 12 × 12"),
    ("shark-1991", "1991 board, 12 × 10"),
    ("shark-compact", "Compact board to print, 10 × 11"),
)


@pages.get("/setup")
def show() -> str:
    return render_template("setup.html", editions=EDITIONS, boards=BOARDS)
