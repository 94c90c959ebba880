"""bankhalter regions: stones of a picture, beside the books of a record."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.commands.regions import command
from companion.districts import parse_city
from hardware.virtual import Block, draw_regions

RECORD = Path(__file__).parents[2] / "games" / "big_shot" / "legal" / "g0001.game.jsonl"


@pytest.fixture
def pictures(tmp_path: Path) -> list[str]:
    """Two red stones lie in D6; the words of the command line for it."""
    city = parse_city(calibration.board_file("big-shot")).regions()
    x, y = np.mean(np.asarray(city.outlines["D6"], float), axis=0)
    rng = np.random.default_rng(4)
    image, corners = draw_regions(city, [Block("red", (x, y)), Block("red", (x + 10, y))], rng)
    empty, _ = draw_regions(city, [], rng)
    for name, picture in (("seen", image), ("empty", empty)):
        (tmp_path / f"{name}.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    words = [f"{px:.2f},{py:.2f}" for px, py in corners]
    return [str(tmp_path / "seen.png"), "--empty", str(tmp_path / "empty.png"), "--corners", *words]


def test_stones_are_told_by_district(pictures: list[str]) -> None:
    told = CliRunner().invoke(command, [*pictures, "--json"])
    assert told.exit_code == 0, told.output
    regions = json.loads(told.output)["regions"]
    assert regions["D6"] == {"red": 2, "yellow": 0, "white": 0, "black": 0}
    assert sum(count for counts in regions.values() for count in counts.values()) == 2


def test_beside_the_start_of_a_game_they_contradict_the_books(pictures: list[str], tmp_path: Path) -> None:
    start = tmp_path / "start.game.jsonl"
    start.write_text(RECORD.read_text("utf-8").splitlines()[0], "utf-8")
    told = CliRunner().invoke(command, [*pictures, "--game", str(start)])
    assert "2 red" in told.output
    assert "differs: D6, red: 0 in the books, 2 in the picture" in told.output


def test_corners_the_wrong_way_round_are_no_board(pictures: list[str]) -> None:
    turned = [*pictures[:4], *pictures[:3:-1]]
    told = CliRunner().invoke(command, turned)
    assert told.exit_code == 4
    assert "clockwise" in told.output
