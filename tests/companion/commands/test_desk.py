"""The desk of the page Set up the camera: the steps in their order, and the same file as the command's."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.board import Board
from companion.calibrated import load_calibrated
from companion.commands import _desk_work
from companion.commands._calibration import View, load_view
from companion.commands._desk import CameraDesk
from companion.commands._grounds import Ground
from companion.commands.calibrate import command as calibrate
from companion.devices import Camera, Frame, Image
from companion.errors import BankhalterError, BoardNotFound, DeviceError, FormatError, TableError
from companion.squares import Square
from companion.table import Setting
from companion.words import say
from hardware.virtual import VirtualTable
from tests.running import time_limit
from vision.pose import pose_from_corners

SEQUENCE = Path(__file__).parents[2] / "pictures" / "seq02"
TRUTH = json.loads((SEQUENCE / "empty.json").read_text())
CORNERS = TRUTH["corners_px"]
BOARD = calibration.board(TRUTH["board"])
OTHER = calibration.board("shark-2001")
EMPTY = cv2.imread(str(SEQUENCE / "empty.jpg"))


class Eyes:
    """A table's camera that shows what it is given, and remembers what it was asked."""

    def __init__(self, image: Image | None = EMPTY) -> None:
        self.source: str | None = "0"
        self.setting: Setting | None = Setting(1, BOARD, "rbgyt", ())
        self.image = image
        self.blinded: list[bool] = []
        self.used: list[View] = []

    def raw_picture(self) -> Image | None:
        """Each time another picture, as a camera gives them."""
        return None if self.image is None else self.image.copy()

    def blind(self, blind: bool) -> None:
        self.blinded.append(blind)

    def use_view(self, view: View) -> bool:
        self.used.append(view)
        return view.camera == self.source


def no_camera(source: str) -> Camera:
    raise AssertionError(f"{source} was opened")


def on(*boards: Board) -> Callable[[], dict[str, Ground]]:
    """The boards with a grid that there are."""
    return lambda: {board.name: Ground(board) for board in boards}


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def desk(tmp_path: Path, eyes: Eyes) -> CameraDesk:
    return CameraDesk(tmp_path / "kept.json", eyes, on(BOARD, OTHER), no_camera, lambda: {"0": "Webcam", "2": ""})


class SlowEyes(Eyes):
    """A table's camera that gives a picture several times before the next one comes."""

    def __init__(self, *images: Image) -> None:
        super().__init__()
        self.images = list(images)
        self.asked = 0

    def raw_picture(self) -> Image | None:
        self.asked += 1
        return self.images[min(self.asked // 20, len(self.images) - 1)]


def test_the_picture_of_the_empty_board_is_not_read_by_itself(tmp_path: Path) -> None:
    """The next one may show what the first does not: here the houses of a game."""
    houses = cv2.imread(str(SEQUENCE / "0030.jpg"))
    eyes = SlowEyes(EMPTY, houses)
    desk = CameraDesk(tmp_path / "kept.json", eyes, on(BOARD), no_camera, lambda: {"0": ""})
    for step in ({"do": "begin", "camera": "0", "board": BOARD.name}, {"do": "corners", "corners": CORNERS}):
        desk.tell(step)
    desk.tell({"do": "empty"})
    assert eyes.asked < 20
    standing = [each for row in json.loads((SEQUENCE / "0030.json").read_text())["squares"] for each in row]
    assert len(desk.tell({"do": "check"})["score"]["others"]) >= len(standing) - standing.count(".")


def test_a_camera_that_gives_the_very_same_picture_is_waited_for_but_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_desk_work, "ANOTHER_S", 0.0)
    desk = CameraDesk(tmp_path / "kept.json", SlowEyes(EMPTY), on(BOARD), no_camera, lambda: {"0": ""})
    for step in ({"do": "begin", "camera": "0", "board": BOARD.name}, {"do": "corners", "corners": CORNERS}):
        desk.tell(step)
    desk.tell({"do": "empty"})
    assert desk.tell({"do": "check"})["score"]["percent"] == 100


def begun(desk: CameraDesk) -> dict[str, Any]:
    return desk.tell({"do": "begin", "camera": "0", "board": BOARD.name})


def test_begins_with_the_tables_own_camera_and_looks_away_meanwhile(desk: CameraDesk, eyes: Eyes) -> None:
    assert desk.state()["cameras"] == [
        {"source": "0", "name": "Webcam", "own": True},
        {"source": "2", "name": "", "own": False},
    ]
    assert desk.state()["active"] is False
    state = begun(desk)
    assert (state["active"], state["size"]) == (True, [EMPTY.shape[1], EMPTY.shape[0]])
    assert eyes.blinded == [True]
    assert desk.tell({"do": "end"})["active"] is False
    assert eyes.blinded == [True, False]


def test_who_begins_anew_does_not_take_the_work_from_who_is_at_it(desk: CameraDesk) -> None:
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    for camera, board in (("0", BOARD), ("0", OTHER), ("2", BOARD)):
        with pytest.raises(TableError, match="being set up already"):
            desk.tell({"do": "begin", "camera": camera, "board": board.name})
    assert desk.state()["corners"] is not None
    desk.tell({"do": "end"})
    assert begun(desk)["corners"] is None


def test_what_is_kept_is_what_the_command_keeps(desk: CameraDesk, eyes: Eyes, tmp_path: Path) -> None:
    begun(desk)
    assert desk.tell({"do": "corners", "corners": CORNERS})["corners"] is not None
    state = desk.tell({"do": "empty"})
    names = [str(finding["name"]) for finding in state["findings"]]
    assert names == ["Size", "Tilt", "Light", "Glare", "Focus", "Empty board"]
    assert state["weak"] == []
    assert desk.tell({"do": "check", "on": "empty"})["score"] == {"percent": 100, "good": True, "others": []}
    assert str(desk.tell({"do": "keep"})["said"]) == "It is kept, and the table uses it from now on."

    folder, out = tmp_path / "camera", tmp_path / "command.json"
    folder.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (folder / name).write_bytes((SEQUENCE / "empty.jpg").read_bytes())
    corners = [f"{x},{y}" for x, y in CORNERS]
    result = CliRunner().invoke(
        calibrate, ["--board", BOARD.name, "--camera", str(folder), "--corners", *corners, "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    kept, by_command = load_calibrated(tmp_path / "kept.json"), load_calibrated(out)
    assert (kept.camera, by_command.camera) == ("0", str(folder))
    for part in ("format", "board", "corners_px", "empty", "score", "lens", "palette"):
        assert getattr(kept, part) == getattr(by_command, part), part
    (used,) = eyes.used
    assert used.board == BOARD
    np.testing.assert_allclose(used.empty_pose.corners_px, CORNERS, atol=6)  # laid on the grid's lines


@pytest.mark.parametrize("fault", ["houses", "dark", "score"])
def test_what_is_kept_although_it_is_not_good_is_said_to_be_so_with_what_to_do(
    desk: CameraDesk, eyes: Eyes, fault: str
) -> None:
    """Houses on the board that was taken as empty, too little light, and a board that is not read as it is."""
    houses = cv2.imread(str(SEQUENCE / "0030.jpg"))
    pictures = {
        "houses": (houses, houses),
        "dark": ((EMPTY * 0.3).astype(np.uint8), (EMPTY * 0.3).astype(np.uint8)),
        "score": (EMPTY, houses),
    }
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    eyes.image, second = pictures[fault]
    desk.tell({"do": "empty"})
    eyes.image = second
    desk.tell({"do": "check"})
    said = desk.tell({"do": "keep"})["said"]
    wanted = {
        "houses": (
            "Empty board: something like a house stands on",
            "Clear the board and take its picture again; if it was clear, in more even light.",
        ),
        "dark": ("Light: the board is too dark. Give it more light", "exposure."),
        "score": ("Score ", "Better light, a nearer camera or a sharper picture would help."),
    }[fault]
    assert str(said).startswith("It is kept, and the table uses it from now on. But it is not good. ")
    for part in wanted:
        assert part in str(said)
    assert "Gut ist es aber nicht. " in say(said, "de")


def test_what_is_not_good_leaves_what_was_kept_before(desk: CameraDesk, eyes: Eyes, tmp_path: Path) -> None:
    """Also where it is kept twice: then the second is the first."""
    kept = tmp_path / "kept.json"
    begun(desk)
    for step in ({"do": "corners", "corners": CORNERS}, {"do": "empty"}, {"do": "check"}, {"do": "keep"}):
        said = desk.tell(step)["said"]
    assert "aside" not in str(said)
    before = kept.read_bytes()
    eyes.image = cv2.imread(str(SEQUENCE / "0030.jpg"))
    for step in ({"do": "empty"}, {"do": "check"}, {"do": "keep"}):
        said = desk.tell(step)["said"]
    assert str(said).endswith("What was kept before is now called kept.json.aside-1.")
    desk.tell({"do": "keep"})
    assert [path.read_bytes() for path in tmp_path.glob("*.aside-*")] == [before]
    assert kept.read_bytes() != before


def test_a_picture_that_no_step_was_made_for_is_told_and_nothing_changes(
    desk: CameraDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise cv2.error("no picture that\nany step was made for")

    begun(desk)
    before = desk.tell({"do": "corners", "corners": CORNERS})
    with monkeypatch.context() as patched:
        patched.setattr("companion.commands._desk_progress.check_unmoved", stumble)
        with pytest.raises(DeviceError, match=r"a fault of the program.*no picture that any step was made for"):
            desk.tell({"do": "empty"})
    assert desk.state() == before
    assert desk.tell({"do": "empty"})["empty"] is True


def test_each_step_waits_for_the_one_before(desk: CameraDesk) -> None:
    with pytest.raises(TableError, match="begin again"):
        desk.tell({"do": "find"})
    begun(desk)
    for step, missing in (("empty", "found first"), ("check", "found first"), ("keep", "found first")):
        with pytest.raises(TableError, match=missing):
            desk.tell({"do": step})
    desk.tell({"do": "corners", "corners": CORNERS})
    with pytest.raises(TableError, match="empty board has to be taken first"):
        desk.tell({"do": "learn"})
    desk.tell({"do": "empty"})
    with pytest.raises(TableError, match="check it first"):
        desk.tell({"do": "keep"})
    assert desk.file() is None


def test_corners_beside_the_board_are_refused_and_nothing_changes(desk: CameraDesk) -> None:
    begun(desk)
    with pytest.raises(BoardNotFound, match="look at them again"):
        desk.tell({"do": "corners", "corners": [[x + 60, y + 25] for x, y in CORNERS]})
    assert desk.state()["corners"] is None


def test_corners_that_are_no_places_in_a_picture_are_refused(desk: CameraDesk) -> None:
    begun(desk)
    for far in (1e300, float("inf"), float("nan")):
        with pytest.raises(FormatError, match="not a step"):
            desk.tell({"do": "corners", "corners": [*CORNERS[:3], [0, far]]})
    assert desk.state()["corners"] is None


def test_corners_that_a_finger_has_shown_are_laid_on_the_printed_lines(desk: CameraDesk) -> None:
    """How far the grid's corners are from where the picture's labels put them, in pixels; a square has 36 or more."""
    begun(desk)
    by_hand = [[x + dx, y + dy] for (x, y), (dx, dy) in zip(CORNERS, ((6, 5), (-6, 5), (6, -5), (-6, 5)), strict=True)]
    kept = desk.tell({"do": "corners", "corners": by_hand})["corners"]
    size = (EMPTY.shape[1], EMPTY.shape[0])
    (x, y), (dx, dy) = BOARD.grid.origin_mm, BOARD.grid.pitch_mm
    right, bottom = x + BOARD.grid.cols * dx, y + BOARD.grid.rows * dy
    grid = [[x, y], [right, y], [right, bottom], [x, bottom]]

    def off(corners: list[list[float]]) -> float:
        places = [
            pose_from_corners([(px, py) for px, py in each], BOARD, size).project(grid) for each in (corners, CORNERS)
        ]
        return float(np.linalg.norm(places[0] - places[1], axis=1).max())

    assert off(by_hand) > 5
    assert off(kept) < 3.5


def test_camera_that_moved_since_the_board_was_found_is_told(desk: CameraDesk, eyes: Eyes) -> None:
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    shift = np.array([[1.0, 0, 14], [0, 1, 0]])
    eyes.image = cv2.warpAffine(EMPTY, shift, (EMPTY.shape[1], EMPTY.shape[0]))
    with pytest.raises(DeviceError, match="moved between two pictures"):
        desk.tell({"do": "empty"})
    assert desk.state()["empty"] is False


@pytest.mark.parametrize("degrees", [45, 90, 180, -90])
def test_a_board_that_was_turned_is_neither_taken_as_empty_nor_checked(
    desk: CameraDesk, eyes: Eyes, degrees: int
) -> None:
    """It is empty there as well, so every score would be good."""
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    x, y = np.mean(CORNERS, axis=0)
    turn = cv2.getRotationMatrix2D((float(x), float(y)), degrees, 0.8)
    turned = cv2.warpAffine(EMPTY, turn, (EMPTY.shape[1], EMPTY.shape[0]), borderMode=cv2.BORDER_REFLECT)
    eyes.image = turned
    with pytest.raises(DeviceError, match="the board"):
        desk.tell({"do": "empty"})
    assert desk.state()["empty"] is False
    eyes.image = EMPTY
    desk.tell({"do": "empty"})
    eyes.image = turned
    with pytest.raises(DeviceError, match="the board"):
        desk.tell({"do": "check"})
    assert desk.state()["score"] is None


def test_parts_in_the_dark_are_marked_where_they_are(desk: CameraDesk, eyes: Eyes) -> None:
    """The lamp reaches the board's upper half alone: the squares below are marked, those above are not."""
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    middle = sum(y for _, y in CORNERS) / 4
    rows = np.arange(EMPTY.shape[0])[:, None, None]
    eyes.image = (EMPTY * np.where(rows > middle, 0.25, 1.0)).astype(np.uint8)
    weak = desk.tell({"do": "empty"})["weak"]
    squares = BOARD.squares()
    lowest, highest = max(square.row for square in squares), min(square.row for square in squares)
    assert {square.name for square in squares if square.row == lowest} <= set(weak)
    assert not {square.name for square in squares if square.row == highest} & set(weak)


def test_colours_are_learned_from_the_layout_and_only_where_it_stands(tmp_path: Path) -> None:
    """On the virtual table: first with nothing on it, then with the pieces as asked for."""
    table, eyes = VirtualTable(OTHER, None, seed=1), Eyes()
    eyes.setting = Setting(1, OTHER, "rbgy", ())
    eyes.image = table.empty_picture()
    desk = CameraDesk(tmp_path / "kept.json", eyes, on(OTHER), no_camera, dict)
    desk.tell({"do": "begin", "camera": "0", "board": OTHER.name})
    desk.tell({"do": "find"})
    layout = desk.tell({"do": "empty"})["layout"]
    with pytest.raises(FormatError, match="do not stand as asked for"):
        desk.tell({"do": "learn"})
    for row, letters in enumerate(layout):
        for col, letter in enumerate(letters):
            if letter != ".":
                table.put(Square(row, col), letter)
    eyes.image = table.render(0.0)
    assert desk.tell({"do": "learn"})["colours"] == dict.fromkeys("rbgy", 4)
    state = desk.tell({"do": "check", "on": "layout"})
    assert state["score"]["percent"] >= 95
    desk.tell({"do": "keep"})
    palette = load_view(tmp_path / "kept.json").palette
    assert palette is not None
    assert set(palette.colours) == set("rbgy")
    # Read as empty it is not: each of the 16 pieces stands on a square that is not as it should be.
    others = desk.tell({"do": "check", "on": "empty"})["score"]["others"]
    assert len(others) >= 16


def test_kinds_that_are_no_letters_or_too_many_are_refused(desk: CameraDesk) -> None:
    begun(desk)
    desk.tell({"do": "corners", "corners": CORNERS})
    desk.tell({"do": "empty"})
    for kinds, told in (("rr", "each once"), ("r1", "one letter"), ("abcdefghijklmnopqrs", "too few squares")):
        with pytest.raises(FormatError, match=told):
            desk.tell({"do": "kinds", "kinds": kinds})
    assert desk.tell({"do": "kinds", "kinds": "rb"})["kinds"] == "rb"


def test_sheet_that_is_not_there_or_held_alike_does_not_count(desk: CameraDesk, eyes: Eyes) -> None:
    from tests.vision.test_lens import photos

    begun(desk)
    assert "not seen well" in str(desk.tell({"do": "sheet"})["said"])
    for photo in photos()[:5]:
        eyes.image = photo
        desk.tell({"do": "sheet"})
    state = desk.tell({"do": "sheet"})
    assert "held as in a picture before" in str(state["said"])
    assert state["lens"]["pictures"] == 5
    state = desk.tell({"do": "measure"})
    assert float(state["lens"]["misfit"]) < 1.0
    assert desk.tell({"do": "no_lens"})["lens"]["misfit"] is None


def test_backup_comes_back_and_a_broken_one_changes_nothing(desk: CameraDesk, eyes: Eyes, tmp_path: Path) -> None:
    begun(desk)
    for step in ({"do": "corners", "corners": CORNERS}, {"do": "empty"}, {"do": "check"}, {"do": "keep"}):
        desk.tell(step)
    backup = desk.file()
    assert backup is not None
    raw = json.loads(backup)
    flat = [[0, 0], [100, 0], [200, 0], [300, 0]]
    lens = {"size": [10**6, 10**6], "matrix": [[1, 0, 0]] * 3, "distortion": [0] * 5, "misfit_px": 0}
    huge = (
        cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes().replace(b"\0\x10\0\x10", b"\x4e\x20\x4e\x20")
    )
    for broken in (
        b"",
        b"<html>",
        backup[:1000],
        json.dumps({**raw, "corners_px": flat}).encode(),
        json.dumps({**raw, "empty": ""}).encode(),
        json.dumps({**raw, "empty": b64encode(huge).decode()}).encode(),
        json.dumps({**raw, "lens": lens}).encode(),
        json.dumps({**raw, "palette": {"format": "x"}}).encode(),
    ):
        with pytest.raises(FormatError):
            desk.restore(broken)
        assert desk.file() == backup
    (tmp_path / "kept.json").unlink()
    desk.restore(backup)
    assert desk.file() == backup
    assert len(eyes.used) == 2


def test_the_page_is_told_what_is_in_the_kept_file(desk: CameraDesk, tmp_path: Path) -> None:
    assert desk.state()["kept"] is None
    begun(desk)
    for step in ({"do": "corners", "corners": CORNERS}, {"do": "empty"}, {"do": "check"}, {"do": "keep"}):
        desk.tell(step)
    kept = tmp_path / "kept.json"
    os.utime(kept, (1_800_000_000, 1_800_000_000))
    corners = json.loads(kept.read_bytes())["corners_px"]
    np.testing.assert_allclose(corners, CORNERS, atol=6)  # laid on the grid's lines, of 46 pixels a square
    shown = {
        "camera": "0",
        "board": BOARD.name,
        "time": "2027-01-15T08:00:00+00:00",  # 1.8e9 seconds after the beginning of 1970
        "score": 100,
        "corners": [[round(x), round(y)] for x, y in corners],
        "empty": [1280, 960],
        "colours": {},
        "lens": None,
        "trouble": None,
    }
    assert desk.state()["kept"] == shown
    colour = {"middle": [0, 0, 0], "spread": [1, 1, 1], "pieces": 6}
    palette = {"format": "bankhalter-palette/1", "board": BOARD.name, "colours": {"r": colour}}
    lens = {"size": [1280, 960], "matrix": [[1000, 0, 640], [0, 1000, 480], [0, 0, 1]], "distortion": [0] * 5}
    more = {"palette": palette, "lens": {**lens, "misfit_px": 0.314}}
    kept.write_text(json.dumps({**json.loads(kept.read_bytes()), **more}))
    assert {**desk.state()["kept"], "time": shown["time"]} == {**shown, "colours": {"r": 6}, "lens": "0.31"}


@pytest.mark.parametrize("part", [{"palette": {"format": "x"}}, {"empty": ""}])
def test_what_is_kept_may_be_broken_it_is_made_anew(
    desk: CameraDesk, eyes: Eyes, tmp_path: Path, part: dict[str, Any]
) -> None:
    """The palette or the picture alone: the file as such is a calibration of this camera over this board."""
    begun(desk)
    steps: tuple[dict[str, Any], ...] = (
        {"do": "corners", "corners": CORNERS},
        {"do": "empty"},
        {"do": "check"},
        {"do": "keep"},
    )
    for step in steps:
        desk.tell(step)
    desk.tell({"do": "end"})
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({**json.loads(kept.read_bytes()), **part}))
    told = desk.state()["kept"]
    assert (told["camera"], told["empty"], told["trouble"] is None) == ("0", None, False)
    assert begun(desk)["active"] is True
    for step in steps:
        desk.tell(step)
    assert load_view(kept).camera == "0"


class _Still:
    """A camera that gives one picture again and again until it is closed."""

    def __init__(self) -> None:
        self.closed = False

    def read(self, timeout: float) -> Frame | None:
        return None if self.closed else Frame("1", EMPTY, 0)

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("ends", ["while the camera is opened", "before"])
def test_a_desk_that_is_closed_leaves_no_camera_open(ends: str, tmp_path: Path, eyes: Eyes) -> None:
    camera = _Still()

    def open_camera(source: str) -> Any:
        if ends == "while the camera is opened":
            desk.close()
        return camera

    desk = CameraDesk(tmp_path / "kept.json", eyes, on(BOARD), open_camera, lambda: {"2": ""})
    if ends == "before":
        desk.close()
    with pytest.raises(TableError, match="the table is being ended"):
        desk.tell({"do": "begin", "camera": "2", "board": BOARD.name})
    assert camera.closed
    assert desk.state()["active"] is False
    assert eyes.blinded == []


def test_a_camera_that_a_desk_has_opened_is_closed_with_it(tmp_path: Path, eyes: Eyes) -> None:
    camera: Any = _Still()
    desk = CameraDesk(tmp_path / "kept.json", eyes, on(BOARD), lambda source: camera, lambda: {"2": ""})
    desk.tell({"do": "begin", "camera": "2", "board": BOARD.name})
    desk.close()
    assert camera.closed


def test_another_camera_is_opened_and_let_go_again(tmp_path: Path, eyes: Eyes) -> None:
    opened: list[tuple[str, _Still]] = []

    def open_camera(source: str) -> Any:
        opened.append((source, _Still()))
        return opened[-1][1]

    desk = CameraDesk(tmp_path / "kept.json", eyes, on(BOARD), open_camera, lambda: {"2": ""})
    desk.tell({"do": "begin", "camera": "2", "board": BOARD.name})
    with time_limit(60):
        while desk.state()["size"] is None:
            pass
    for step in ({"do": "corners", "corners": CORNERS}, {"do": "empty"}, {"do": "check"}):
        desk.tell(step)
    assert "--camera 2" in str(desk.tell({"do": "keep"})["said"])
    desk.tell({"do": "end"})
    assert [(source, camera.closed) for source, camera in opened] == [("2", True)]
    for source in ("/etc/passwd", "file:///etc/passwd", str(SEQUENCE), "7"):
        with pytest.raises(FormatError, match="is no camera of this table"):
            desk.tell({"do": "begin", "camera": source, "board": BOARD.name})
    assert len(opened) == 1


def test_camera_without_a_picture_is_told_and_nothing_can_be_done(desk: CameraDesk, eyes: Eyes) -> None:
    eyes.image = None
    state = begun(desk)
    assert state["size"] is None
    assert "gives no picture" in str(state["trouble"])
    assert desk.picture("live") is None
    with pytest.raises(BankhalterError):
        desk.tell({"do": "find"})
