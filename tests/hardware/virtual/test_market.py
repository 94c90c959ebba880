"""The virtual market: offer markers that lie on its fields, drawn for a camera and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

import calibration
from companion.errors import TableError
from companion.fields import parse_market_board
from companion.regions import COMPANIES
from hardware.virtual import VirtualRegions
from vision.regions import count_blocks

BOARD = parse_market_board(calibration.board_file("master-of-economy-market"))
NONE = dict.fromkeys(COMPANIES, 0)


def test_what_is_laid_there_is_what_a_camera_counts() -> None:
    virtual = VirtualRegions(BOARD, None, seed=5)
    laid = [("coal import", "red")] * 2 + [("coal import", "blue"), ("ship 11", "green"), ("building 11", "yellow")]
    for field, company in laid:
        virtual.put(field, company)
    pose = virtual.view
    counts = count_blocks(virtual.render(0.0), pose, BOARD, virtual.empty_picture(), pose)
    assert {name: found for name, found in counts.items() if found != NONE} == {
        "building 11": {**NONE, "yellow": 1},
        "coal import": {**NONE, "red": 2, "blue": 1},
        "ship 11": {**NONE, "green": 1},
    }


def test_markers_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "market.json"
    VirtualRegions(BOARD, path, seed=1).put("coal import", "blue")
    again = VirtualRegions(BOARD, path, seed=2)
    assert again.notice is None
    assert again.counts["coal import"] == {"blue": 1}


def fill(virtual: VirtualRegions, field: str) -> None:
    """More markers than a field has room for."""
    for _ in range(20):
        virtual.put(field, "green")


def test_every_field_holds_a_marker_and_what_is_full_says_so() -> None:
    virtual = VirtualRegions(BOARD, None, seed=1)
    for field in BOARD.outlines:
        virtual.put(field, "green")
    with pytest.raises(TableError, match="no more fits in there: coal 1"):
        fill(virtual, "coal 1")
    with pytest.raises(TableError, match="no stone"):
        virtual.put("coal 1", "white")


def test_how_often_the_camera_looks_does_not_decide_where_things_come_to_lie() -> None:
    watched, alone = (VirtualRegions(BOARD, None, seed=1, hand_seconds=9.0) for _ in range(2))
    watched.put("coal import", "red")
    for second in range(3):
        watched.render(float(second))
    alone.put("coal import", "red")
    for virtual in (watched, alone):
        virtual.put("coal import", "blue")
    assert watched.lying == alone.lying
