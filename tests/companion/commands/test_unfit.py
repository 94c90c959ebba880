"""A picture that no step of reading was made for ends no command in a traceback: it is named, and is to be reported."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.calibrated import LensFigures, save_calibrated
from companion.cli import main
from companion.commands._calibrating import put_together
from companion.commands.read import command as read
from companion.commands.regions import region_board
from vision.evidence import draw_evidence
from vision.lens import Lens
from vision.pose import pose_from_corners
from vision.reader import look_at

SEQUENCE = Path(__file__).parents[2] / "pictures" / "seq02"
TRUTH = json.loads((SEQUENCE / "0044.json").read_text())
CORNERS = [f"{x},{y}" for x, y in TRUTH["corners_px"]]
BOARD = ["--board", "shark-1991"]
FAULTS = [cv2.error("(-215) something\nis empty"), np.linalg.LinAlgError("something is empty"), ValueError("is empty")]
TOLD = "a picture could not be read, which is a fault of the program: please report it with the picture ("


def stumbling(error: Exception) -> Callable[..., Any]:
    def stumble(*_: object, **__: object) -> None:
        raise error

    return stumble


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_the_other_pictures_of_a_folder_are_read(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.jpg", "c.jpg"):
        shutil.copy(SEQUENCE / "0044.jpg", tmp_path / name)
    cv2.imwrite(str(tmp_path / "b.jpg"), np.zeros((64, 64, 3), np.uint8))

    def look(image: Any, *what: Any, **how: Any) -> Any:
        if image.shape[0] == 64:
            raise error
        return look_at(image, *what, **how)

    monkeypatch.setattr("companion.commands._given.look_at", look)
    result = CliRunner().invoke(read, [str(tmp_path), *BOARD, "--corners", *CORNERS, "--json"])
    assert result.exit_code == 4, result.output or result.exception
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["file"], each["found"]) for each in told] == [("a.jpg", True), ("b.jpg", False), ("c.jpg", True)]
    assert told[1]["reason"].startswith(f"{tmp_path / 'b.jpg'}: {TOLD}")
    assert told[1]["reason"].endswith("is empty)")


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_picture_whose_evidence_cannot_be_drawn_does_not_end_the_folder(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        shutil.copy(SEQUENCE / "0044.jpg", tmp_path / name)
    asked = 0

    def draw(*what: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 2:
            raise error
        return draw_evidence(*what)

    monkeypatch.setattr("companion.commands.read.draw_evidence", draw)
    debug = tmp_path / "debug"
    call = [str(tmp_path), *BOARD, "--corners", *CORNERS, "--json", "--debug", str(debug)]
    result = CliRunner().invoke(read, call)
    assert result.exit_code == 4, result.output or result.exception
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["file"], each["found"]) for each in told] == [(f"{name}.jpg", True) for name in "abc"]
    assert f"{tmp_path / 'b.jpg'}: {TOLD}" in result.stderr
    assert sorted(path.parent.name for path in debug.glob("*/overlay.jpg")) == ["a", "c"]


@pytest.mark.parametrize(
    ("where", "call"),
    [
        ("_given.look_at", ["read", "x.png", *BOARD]),
        ("_given.look_at", ["chains", "x.png", *BOARD]),
        ("learn.sample", ["learn", "x.png", "--layout", "--out", "mine.json", *BOARD]),
        ("learn.check_layout", ["learn", "x.png", "--layout", "--out", "mine.json", *BOARD]),
        ("calibrate.find_board", ["calibrate", "--camera", "x", *BOARD]),
        ("calibrate.final_check", ["calibrate", "--camera", "x", *BOARD]),
        ("calibrate.examine", ["calibrate", "--camera", "x", *BOARD]),
        ("calibrate.sample", ["calibrate", "--camera", "x", "--colours", "x.png", *BOARD]),
        ("calibrate.measure_lens", ["calibrate", "--camera", "x", "--lens", "lens", *BOARD]),
        ("calibrate.drawn", ["calibrate", "--camera", "x", "--show", "show.jpg", *BOARD]),
        ("read.draw_evidence", ["read", "x.png", "--debug", "debug", *BOARD, "--corners", *CORNERS]),
        (
            "regions.read_regions",
            ["regions", "x.png", "--board", "big-shot", "--empty", "x.png", "--corners", *CORNERS],
        ),
        ("rows.read_rows", ["rows", "x.png"]),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_the_picture_is_named_and_is_to_be_reported(
    where: str,
    call: list[str],
    error: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    image = cv2.imread(str(SEQUENCE / "0044.jpg"))
    cv2.imwrite("x.png", image)
    Path("x").mkdir()
    shutil.copy(SEQUENCE / "empty.jpg", "x/empty.jpg")
    Path("lens").mkdir()
    shutil.copy(SEQUENCE / "empty.jpg", "lens/a.jpg")
    at = ["--corners", *CORNERS] if call[0] == "calibrate" else []
    monkeypatch.setattr(f"companion.commands.{where}", stumbling(error))
    monkeypatch.setattr("sys.argv", ["bankhalter", *call, *at])
    with pytest.raises(SystemExit) as ended:
        main()
    *_, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    others = {"calibrate.sample": "x.png", "calibrate.measure_lens": "lens"}
    picture = others.get(where, "x/empty.jpg") if call[0] == "calibrate" else "x.png"
    assert line.startswith(f"bankhalter: {picture}: {TOLD}")
    assert line.endswith("is empty)")
    assert not Path("mine.json").exists()
    assert Path("calibration.json").exists() is (where == "calibrate.drawn"), "that is drawn when all is kept"
    assert not Path("show.jpg").exists()


@pytest.mark.parametrize(
    ("call", "picture"),
    [
        (["calibrate", "--camera", "x", "--lens", "lens", *BOARD], "x/empty.jpg"),
        (["regions", "x.png", "--board", "big-shot", "--calibration", "view.json"], "x.png"),
        (["read", "x.png", "--empty", "e.png", "--calibration", "other.json"], "e.png"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_picture_that_cannot_be_straightened_is_named(
    call: list[str],
    picture: str,
    error: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    image = cv2.imread(str(SEQUENCE / "empty.jpg"))
    for folder in ("x", "lens"):
        Path(folder).mkdir()
    for name in ("x.png", "e.png", "x/empty.jpg", "lens/a.jpg"):
        cv2.imwrite(name, image)
    height, width = image.shape[:2]
    lens = LensFigures((width, height), ((900.0, 0, 640), (0, 900.0, 480), (0, 0, 1)), (0.0,) * 5, 0.3)
    for name, board in (
        ("view.json", region_board("big-shot").sheet()),
        ("other.json", calibration.board("shark-1991")),
    ):
        pose = pose_from_corners(TRUTH["corners_px"], board, (width, height))
        save_calibrated(Path(name), put_together("0", pose, image, 100.0, lens, None))
    monkeypatch.setattr("companion.commands.calibrate.measure_lens", lambda _: lens)
    monkeypatch.setattr(Lens, "straighten", stumbling(error))
    monkeypatch.setattr("sys.argv", ["bankhalter", *call])
    with pytest.raises(SystemExit) as ended:
        main()
    *_, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith(f"bankhalter: {picture}: {TOLD}")
    assert line.endswith("is empty)")
