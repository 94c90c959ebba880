"""A market board before a real camera: its pictures lead to the offers that are seen, as at the virtual table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

import calibration
from companion.commands._hands import Reach, carry_out
from companion.commands._stage import Plan, Stage
from companion.fields import parse_market_board
from companion.games.master_of_economy import MARKET
from companion.table import Policy
from hardware.virtual import Block, VirtualRegions, draw_regions
from hardware.wiring import CameraWiring, Wiring
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At
from tests.running import time_limit

BOARD = parse_market_board(calibration.board_file(MARKET))


def marker(company: str, field: str, aside_mm: float = 0.0) -> Block:
    x, y = np.mean(np.asarray(BOARD.outlines[field], float), axis=0)
    return Block(company, (float(x) + aside_mm, float(y)), 0.0, BOARD.side_mm, 2.0)


def test_pictures_of_a_camera_lead_to_the_offers_and_nothing_is_booked(tmp_path: Path) -> None:
    frames, rng = tmp_path / "frames", np.random.default_rng(1)
    frames.mkdir()
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), draw_regions(BOARD, [], rng)[0])
    lying = [marker("red", "coal import", -15), marker("red", "coal import", 15), marker("red", "building 3")]
    for number in range(4):
        cv2.imwrite(str(frames / f"{number:04d}.png"), draw_regions(BOARD, lying, rng)[0])
    at = At(None, Policy(placements=True), header=header_of(2, {"year": 1, "phase": 4}))
    stage = Stage(Plan(Wiring(camera=CameraWiring(source=str(frames))), empty, tmp_path))
    try:
        stage.start(at.table)
        with time_limit(60):
            revision = 0
            while at.now["draft"] is None:
                revision = at.table.wait(revision, 5.0)
        assert at.now["draft"]["event"] == {
            "do": "offers",
            "company": "red",
            "import": {"coal": 2},
            "export": {"building": [3]},
        }
        assert at.version == 0
    finally:
        stage.close()
        at.journal.close()


def test_tidying_up_lays_the_markers_as_they_were_entered() -> None:
    at = At(None, header=header_of(2, {"year": 1, "phase": 4}))
    at.ask("event", event={"do": "offers", "company": "red", "import": {"coal": 2}, "export": {"building": [3]}})
    market = VirtualRegions(BOARD, None, seed=1)
    for field, company in (("coal import", "red"), ("ship 2", "blue")):
        put = {"do": "put_stone", "district": field, "colour": company}
        carry_out(put, Reach(market, None, None), at.table.snapshot)
    carry_out({"do": "tidy"}, Reach(market, None, None), at.table.snapshot)
    lying = {field: counts for field, counts in market.counts.items() if counts}
    assert lying == {"coal import": {"red": 2}, "building 3": {"red": 1}}
    at.journal.close()
