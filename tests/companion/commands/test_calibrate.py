"""bankhalter calibrate and what is kept by it, as a person uses them."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.calibrated import LensFigures, load_calibrated, save_calibrated
from companion.commands._calibration import keep_calibrated
from companion.commands._learning import asked_layout
from companion.commands.calibrate import command as calibrate
from companion.commands.chains import command as chains
from companion.commands.read import command as read
from companion.commands.watch import command as watch
from companion.devices import Camera, Image
from companion.errors import DeviceError, FormatError
from companion.pictures import read_picture
from companion.squares import Square
from hardware.virtual import VirtualTable
from vision.pose import pose_from_corners

SEQUENCE = Path(__file__).parents[2] / "pictures" / "seq02"
TRUTH = json.loads((SEQUENCE / "empty.json").read_text())
CORNERS = [f"{x},{y}" for x, y in TRUTH["corners_px"]]
BOARD = TRUTH["board"]
HOUSES = json.loads((SEQUENCE / "0044.json").read_text())["squares"]


@pytest.fixture
def camera(tmp_path: Path) -> Path:
    """A folder that shows the empty board twice, as a fixed camera would."""
    folder = tmp_path / "camera"
    folder.mkdir()
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(SEQUENCE / "empty.jpg", folder / name)
    return folder


@pytest.fixture(scope="module")
def kept_once(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What the command keeps of a camera that shows the empty board."""
    folder = tmp_path_factory.mktemp("camera")
    shutil.copy(SEQUENCE / "empty.jpg", folder / "a.jpg")
    shutil.copy(SEQUENCE / "empty.jpg", folder / "b.jpg")
    out = tmp_path_factory.mktemp("kept") / "view.json"
    call = ["--board", BOARD, "--camera", str(folder), "--corners", *CORNERS, "--out", str(out)]
    result = CliRunner().invoke(calibrate, call)
    assert out.exists(), result.output
    return out.read_bytes()


@pytest.fixture
def kept(kept_once: bytes, tmp_path: Path) -> Path:
    """The file that was kept of such a camera."""
    out = tmp_path / "view.json"
    out.write_bytes(kept_once)
    return out


def test_a_picture_with_houses_on_it_is_none_of_the_empty_board(tmp_path: Path) -> None:
    """Read by itself every square would look empty, and score."""
    folder = tmp_path / "camera"
    folder.mkdir()
    shutil.copy(SEQUENCE / "0030.jpg", folder / "a.jpg")
    truth = json.loads((SEQUENCE / "0030.json").read_text())
    call = ["--board", BOARD, "--camera", str(folder), "--corners", *CORNERS, "--out", str(tmp_path / "view.json")]
    result = CliRunner().invoke(calibrate, call)
    assert result.exit_code == 1, result.output
    kept = f"{tmp_path / 'view.json'}: it is kept here, but is not good (Empty board"
    assert kept in result.output
    assert "calibrate again" in result.output.split(kept)[1]
    assert "all of it is kept" not in result.output
    (told,) = (line for line in result.output.splitlines() if line.startswith("Empty board: NOT GOOD"))
    for row, letters in enumerate(truth["squares"]):
        for col, letter in enumerate(letters):
            assert (Square(row, col).name in re.findall(r"[A-Z][0-9]+", told)) == (letter != "."), told


@pytest.mark.parametrize("name", ["empty.jpg", "Empty.png"])
def test_the_picture_called_empty_in_a_folder_is_the_empty_board(name: str, tmp_path: Path) -> None:
    """Whatever lies beside it: the pictures of a game, before and after it by their names."""
    folder = tmp_path / "camera"
    folder.mkdir()
    cv2.imwrite(str(folder / name), read_picture(SEQUENCE / "empty.jpg"))
    for number, other in enumerate(("0002.jpg", "0030.jpg", "a-empty.jpg", "z.jpg")):
        shutil.copy(SEQUENCE / ("0044.jpg" if number % 2 else "0030.jpg"), folder / other)
    out = tmp_path / "view.json"
    call = ["--board", BOARD, "--camera", str(folder), "--corners", *CORNERS, "--out", str(out)]
    result = CliRunner().invoke(calibrate, call)
    assert "score: 100 of 100" in result.output, result.output or result.exception
    known = load_calibrated(out)
    picture = cv2.imdecode(np.frombuffer(known.empty, np.uint8), cv2.IMREAD_COLOR)
    apart = np.abs(picture.astype(int) - read_picture(SEQUENCE / "empty.jpg"))
    assert apart.mean() < 2, "no piece, and what saving as JPEG makes of it"


def test_two_pictures_called_empty_are_told(tmp_path: Path) -> None:
    for name in ("empty.jpg", "empty.png"):
        cv2.imwrite(str(tmp_path / name), read_picture(SEQUENCE / "empty.jpg"))
    out = tmp_path / "view.json"
    result = CliRunner().invoke(calibrate, ["--board", BOARD, "--camera", str(tmp_path), "--out", str(out)])
    assert isinstance(result.exception, FormatError)
    assert "empty.jpg and empty.png are all called the empty board: give all but one" in str(result.exception)
    assert not out.exists()


def test_one_file_keeps_board_corners_empty_picture_and_score(kept: Path) -> None:
    known = load_calibrated(kept)
    assert known.parsed_board() == calibration.board(BOARD)
    board = calibration.board(BOARD)
    places = [
        np.add(board.grid.origin_mm, np.multiply((square.col + 0.5, square.row + 0.5), board.grid.pitch_mm))
        for square in board.squares()
    ]
    middles = pose_from_corners(known.corners_px, board, (1280, 960)).project(np.array(places))
    np.testing.assert_allclose(middles, np.reshape(TRUTH["square_centers_px"], (-1, 2)), atol=2)  # of 46 a square
    picture = cv2.imdecode(np.frombuffer(known.empty, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == cv2.imread(str(SEQUENCE / "empty.jpg")).shape
    assert known.score == 100.0
    assert known.lens is None


def test_colours_are_kept_in_the_same_file_and_read_uses_them(tmp_path: Path) -> None:
    """The virtual table: its empty board, then the layout that is asked for, then pieces of an unknown colour."""
    board = calibration.board("shark-2001")
    table = VirtualTable(board, None, seed=1)
    camera = tmp_path / "camera"
    camera.mkdir()
    cv2.imwrite(str(camera / "a.jpg"), table.empty_picture())
    for row, letters in enumerate(asked_layout(board, "bgy")):
        for col, letter in enumerate(letters):
            if letter != ".":
                table.put(Square(row, col), letter)
    layout = tmp_path / "layout.jpg"
    cv2.imwrite(str(layout), table.render(0.0))
    out = tmp_path / "view.json"
    call = ["--board", board.name, "--camera", str(camera), "--kinds", "bgy", "--out", str(out)]
    result = CliRunner().invoke(calibrate, [*call, "--colours", str(layout)])
    assert result.exit_code == 0, result.output or result.exception
    assert "y: learned from 4 pieces" in result.output
    assert load_calibrated(out).palette is not None
    # A red house is none of the owner's: with his colours it is no letter, without them it is red.
    table.clear()
    table.put(Square(2, 2), "r")
    picture = tmp_path / "red.jpg"
    cv2.imwrite(str(picture), table.render(0.0))
    readings = []
    for known in (out, tmp_path / "bare.json"):
        if known != out:
            save_calibrated(known, msgspec.structs.replace(load_calibrated(out), palette=None))
        told = CliRunner().invoke(read, [str(picture), "--calibration", str(known), "--json"])
        readings.append(json.loads(told.stdout)["squares"][2][2])
    assert readings == ["?", "r"]


def test_read_needs_nothing_but_the_file(kept: Path) -> None:
    result = CliRunner().invoke(read, [str(SEQUENCE / "0002.jpg"), "--calibration", str(kept), "--json"])
    assert result.exit_code == 0, result.output
    reading = json.loads(result.stdout)
    truth = json.loads((SEQUENCE / "0002.json").read_text())
    assert reading["board"] == BOARD
    assert reading["squares"] == truth["squares"]
    np.testing.assert_allclose(reading["corners_px"], truth["corners_px"], atol=6)  # a bent lens: the grid lies right


def test_nudged_camera_is_followed_from_the_kept_empty_picture(kept: Path, tmp_path: Path) -> None:
    """Everything 9 px further right and 6 px down: so are the corners."""
    nudged = cv2.warpAffine(
        cv2.imread(str(SEQUENCE / "0002.jpg")),
        np.array([[1.0, 0, 9], [0, 1, 6]]),
        (TRUTH["image_size"][0], TRUTH["image_size"][1]),
        borderMode=cv2.BORDER_REFLECT,
    )
    path = tmp_path / "nudged.jpg"
    cv2.imwrite(str(path), nudged)
    reading = json.loads(CliRunner().invoke(read, [str(path), "--calibration", str(kept), "--json"]).stdout)
    shifted = [[x + 9, y + 6] for x, y in TRUTH["corners_px"]]
    np.testing.assert_allclose(reading["corners_px"], shifted, atol=6)  # a sixth of a square, at the board's corners


def test_chains_need_nothing_but_the_file(kept: Path) -> None:
    call = [str(SEQUENCE / "0044.jpg"), "--calibration", str(kept), "--json"]
    result = CliRunner().invoke(chains, call)
    assert result.exit_code == 0, result.output or result.exception
    told = json.loads(result.stdout)
    assert told["board"] == BOARD
    assert told["squares"] == HOUSES
    # By the labels houses stand side by side on F1 F2, K2 K3 K4, C7 D7, J7 K7 J8 and E8 E9.
    assert sorted((chain["company"], sorted(chain["houses"])) for chain in told["chains"] if chain["chain"]) == [
        ("green", ["E8", "E9"]),
        ("red", ["F1", "F2"]),
        ("red", ["J7", "J8", "K7"]),
        ("yellow", ["C7", "D7"]),
        ("yellow", ["K2", "K3", "K4"]),
    ]


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_a_photo_from_elsewhere_is_told_that_the_calibration_no_longer_holds(
    kept: Path, command: click.Command
) -> None:
    """The same board by another camera: without the calibration it is found."""
    call = [str(SEQUENCE.parent / "table" / "0005.jpg")]
    told = CliRunner().invoke(command, [*call, "--json", "--calibration", str(kept)])
    assert told.exit_code == 4
    reason = json.loads(told.stdout)["reason"]
    assert reason.startswith("the camera no longer sees the board as it was calibrated: the board is not found: ")
    assert reason.endswith("Calibrate again, or leave --calibration away")
    (line,) = CliRunner().invoke(command, [*call, "--calibration", str(kept)]).stdout.splitlines()
    assert line.endswith("Calibrate again, or leave --calibration away"), "and nothing else to do"
    alone = CliRunner().invoke(command, [*call, "--json", "--board", BOARD])
    assert alone.exit_code == 0
    assert "squares" in json.loads(alone.stdout)


def test_chains_tell_that_the_calibration_no_longer_holds_in_the_language_that_was_asked_for(kept: Path) -> None:
    call = [str(SEQUENCE.parent / "table" / "0005.jpg"), "--calibration", str(kept), "--lang", "de"]
    (line,) = CliRunner().invoke(chains, call).stdout.splitlines()
    assert line.startswith(f"{BOARD}: die Kamera sieht den Spielplan nicht mehr so, wie er kalibriert wurde: ")
    assert line.endswith("Neu kalibrieren oder --calibration weglassen")


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_the_colours_of_a_calibration_have_their_say(kept: Path, tmp_path: Path, command: click.Command) -> None:
    """Of ones that know red alone, pieces of other colours read '?': docs/formats.md. Another palette goes before."""
    colours: dict[str, object] = {"middle": (-1.2, 1.2, -0.6), "spread": (0.3, 0.3, 0.6), "pieces": 9}
    palette = {"format": "bankhalter-palette/1", "board": BOARD, "colours": {"r": colours}}
    red = tmp_path / "red.json"
    save_calibrated(red, msgspec.structs.replace(load_calibrated(kept), palette=palette))
    call = [str(SEQUENCE / "0044.jpg"), "--json", "--calibration"]
    told = CliRunner().invoke(command, [*call, str(red)])
    assert told.exit_code == 0, told.output or told.exception
    read_as = {
        (true, letter)
        for row, letters in zip(HOUSES, json.loads(told.stdout)["squares"], strict=True)
        for true, letter in zip(row, letters, strict=True)
    }
    assert {pair for pair in read_as if pair[0] in "bgy"} == {("b", "?"), ("g", "?"), ("y", "?")}
    (tmp_path / "yellow.json").write_text(json.dumps({**palette, "colours": {"y": colours}}))
    other = CliRunner().invoke(command, [*call, str(red), "--palette", str(tmp_path / "yellow.json")])
    assert not any("r" in row for row in json.loads(other.stdout)["squares"]), other.stdout


def test_chains_refuse_a_calibration_with_colours_of_other_pieces_than_the_game_s(kept: Path, tmp_path: Path) -> None:
    colours = {"o": {"middle": (-1.4, 0.7, -0.3), "spread": (0.1, 0.1, 0.3), "pieces": 9}}
    palette = {"format": "bankhalter-palette/1", "board": BOARD, "colours": colours}
    path = tmp_path / "orange.json"
    save_calibrated(path, msgspec.structs.replace(load_calibrated(kept), palette=palette))
    result = CliRunner().invoke(chains, [str(SEQUENCE / "0044.jpg"), "--calibration", str(path)])
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{path}: o: no letter of SHARK's houses (r, b, g, y, t)")


BENT = LensFigures((1280, 960), ((1400.0, 0, 640), (0, 1400.0, 480), (0, 0, 1)), (-0.8, 0.0, 0.0, 0.0, 0.0), 0.3)
"""A lens that moves the board's corners by more than a square."""


def bent(image: Image) -> Image:
    """The picture as that lens would have taken it."""
    rows, cols = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    matrix = np.array(BENT.matrix)
    places = np.stack([cols, rows], axis=-1).reshape(-1, 1, 2)
    straight = cv2.undistortPoints(places, matrix, np.array(BENT.distortion), P=matrix)
    straight = straight.reshape(*image.shape[:2], 2).astype(np.float32)
    return np.asarray(cv2.remap(image, straight, None, cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_pictures_are_straightened(kept: Path, tmp_path: Path, command: click.Command) -> None:
    save_calibrated(kept, msgspec.structs.replace(load_calibrated(kept), lens=BENT))
    picture = tmp_path / "bent.png"
    cv2.imwrite(str(picture), bent(read_picture(SEQUENCE / "0044.jpg")))
    result = CliRunner().invoke(command, [str(picture), "--calibration", str(kept), "--json"])
    assert result.exit_code == 0, result.output or result.exception
    told = json.loads(result.stdout)["squares"]
    letters = [pair for true, row in zip(HOUSES, told, strict=True) for pair in zip(true, row, strict=True)]
    assert [pair for pair in letters if pair[1] not in (pair[0], "?")] == []
    assert sum(letter != "?" for _, letter in letters) > 0.9 * 120


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_corners_go_before_the_place_and_the_empty_picture(kept: Path, command: click.Command) -> None:
    """By the calibration, of another camera, no board is found in this photo."""
    photo = SEQUENCE.parent / "table" / "0005.jpg"
    truth = json.loads(photo.with_suffix(".json").read_text())
    call = [
        str(photo),
        "--calibration",
        str(kept),
        "--json",
        "--corners",
        *(f"{x},{y}" for x, y in truth["corners_px"]),
    ]
    result = CliRunner().invoke(command, call)
    assert (result.exit_code, result.stderr) == (0, ""), "nothing is said of an empty picture of another view"
    told = json.loads(result.stdout)["squares"]
    letters = [pair for true, row in zip(truth["squares"], told, strict=True) for pair in zip(true, row, strict=True)]
    assert [pair for pair in letters if pair[1] not in (pair[0], "?")] == []


def test_the_chains_are_outlined_in_the_straightened_picture(kept: Path, tmp_path: Path) -> None:
    save_calibrated(kept, msgspec.structs.replace(load_calibrated(kept), lens=BENT))
    straight = read_picture(SEQUENCE / "0044.jpg")
    picture = tmp_path / "bent.png"
    cv2.imwrite(str(picture), bent(straight))
    result = CliRunner().invoke(chains, [str(picture), "--calibration", str(kept), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output or result.exception
    drawn = read_picture(tmp_path / "out" / "bent-chains.jpg")
    apart = [np.abs(drawn.astype(int) - other).mean() for other in (straight, read_picture(picture))]
    assert apart[0] < 0.5 * apart[1]


def test_watch_needs_nothing_but_the_file(kept: Path, tmp_path: Path) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    for name in ("0000.jpg", "0002.jpg"):
        shutil.copy(SEQUENCE / name, frames / name)
    result = CliRunner().invoke(watch, ["--frames", str(frames), "--calibration", str(kept), "--jsonl"])
    (line,) = [json.loads(text) for text in result.stdout.splitlines()]
    assert line["added"] == [["K4", "y"]]  # the first move of the sequence's labels


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_board_that_is_not_the_calibrated_one_is_refused(kept: Path, command: click.Command) -> None:
    call = [str(SEQUENCE / "0002.jpg"), "--calibration", str(kept), "--board", "shark-2001"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 2
    assert f"calibrated for the board {BOARD}" in result.output


@pytest.mark.parametrize("good", [True, False])
def test_a_calibration_that_is_not_good_leaves_the_earlier_one(good: bool, camera: Path, kept: Path) -> None:
    before = kept.read_bytes()
    if not good:
        shutil.copy(SEQUENCE / "0030.jpg", camera / "a.jpg")
        (camera / "b.jpg").unlink()
    call = ["--board", BOARD, "--camera", str(camera), "--corners", *CORNERS, "--out", str(kept)]
    result = CliRunner().invoke(calibrate, call)
    spare = kept.with_name("view.json.aside-1")
    assert result.exit_code == (0 if good else 1), result.output or result.exception
    assert (f"{spare}: the calibration that was there before is kept here" in result.output) is not good
    assert [path.read_bytes() for path in kept.parent.glob("*.aside-*")] == ([] if good else [before])
    assert kept.read_bytes() != before, "each has its camera's name"


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("name", ["view.json", "link"])
def test_where_a_calibration_cannot_be_written_the_earlier_one_is_in_its_place(
    name: str, written: bool, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the time: the plug may be pulled while it is written. ``written``: it has its place when that fails."""
    meanwhile: list[bytes] = []

    def full(path: Path, content: bytes) -> None:
        meanwhile.append(kept.read_bytes())
        if written:
            kept.write_bytes(content)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    before = kept.read_bytes()
    kept.with_name("link").symlink_to(kept.name)
    known = msgspec.structs.replace(load_calibrated(kept), score=12.0)
    monkeypatch.setattr("companion.calibrated.save_whole", full)
    with pytest.raises(FormatError, match="No space left"):
        keep_calibrated(kept.with_name(name), known, good=False)
    assert [(path, path.read_bytes()) for path in kept.parent.glob("view*")] == [(kept, before)]
    assert meanwhile == [before]


def test_an_earlier_calibration_that_cannot_be_read_is_left_and_told(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The superuser may read any, so such a one is made up."""
    begin = os.open

    def opened(path: str | Path, *how: Any, **more: Any) -> int:
        if path == kept:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return begin(path, *how, **more)

    before, known = kept.read_bytes(), msgspec.structs.replace(load_calibrated(kept), score=12.0)
    monkeypatch.setattr(os, "open", opened)
    with pytest.raises(
        FormatError, match=r"view\.json: the earlier calibration cannot be set aside: Permission denied"
    ):
        keep_calibrated(kept, known, good=False)
    monkeypatch.undo()
    assert [path.read_bytes() for path in kept.parent.glob("view*")] == [before]


def test_a_link_that_leads_to_itself_is_no_place_for_a_calibration(kept: Path) -> None:
    known = load_calibrated(kept)
    kept.unlink()
    kept.symlink_to(kept.name)
    with pytest.raises(FormatError, match=r"view\.json: the calibration cannot be written: Too many levels"):
        keep_calibrated(kept, known, good=False)


def test_shortfalls_are_told_with_what_to_do(camera: Path, tmp_path: Path) -> None:
    for path in camera.iterdir():
        soft = cv2.GaussianBlur(cv2.imread(str(path)), (0, 0), 2.0)
        cv2.imwrite(str(path), (soft * 0.4).astype(np.uint8))
    call = ["--board", BOARD, "--camera", str(camera), "--corners", *CORNERS, "--out", str(tmp_path / "view.json")]
    result = CliRunner().invoke(calibrate, call)
    assert result.exit_code == 1, result.output
    assert "Light: NOT GOOD: the board is too dark" in result.output
    assert "Focus: NOT GOOD: the picture is not sharp. Focus the lens" in result.output
    assert "is kept here, but is not good (Light, Focus" in result.output


@pytest.mark.parametrize("shift", [(1.3, 0.5), (1.0, 0.0), (-0.8, 0.0), (0.0, 1.0), (0.0, -0.8)])
def test_corners_beside_the_board_are_refused(camera: Path, tmp_path: Path, shift: tuple[float, float]) -> None:
    """By so many squares; where it is one, the lines there are the neighbours', and look alike."""
    squares = np.array(TRUTH["square_centers_px"])
    step = shift[0] * np.diff(squares, axis=1).mean(axis=(0, 1)) + shift[1] * np.diff(squares, axis=0).mean(axis=(0, 1))
    wrong = [f"{x:.0f},{y:.0f}" for x, y in np.array(TRUTH["corners_px"]) + step]
    out = tmp_path / "view.json"
    result = CliRunner().invoke(
        calibrate, ["--board", BOARD, "--camera", str(camera), "--corners", *wrong, "--out", str(out)]
    )
    assert result.exit_code == 4
    assert "look at them again" in result.output
    assert not out.exists()


def test_what_to_do_follows_a_question_without_a_full_stop(tmp_path: Path) -> None:
    """Markers that are seen, but not as they lie on this board: is this its board?"""
    picture = np.full((900, 1200), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(((100, 100), (900, 300), (700, 700), (500, 100))):
        picture[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(dictionary, number, 120)
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "a.png"), cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    for board in (BOARD, "big-shot"):
        call = ["--board", board, "--camera", str(tmp_path / "camera"), "--out", str(tmp_path / "view.json")]
        result = CliRunner().invoke(calibrate, call)
        assert result.exit_code == 4
        assert "is this its board? Give its corners" in result.output


def test_camera_that_moves_meanwhile_is_not_kept(camera: Path, tmp_path: Path) -> None:
    image = cv2.imread(str(camera / "b.jpg"))
    moved = cv2.warpAffine(image, np.array([[1.0, 0, 14], [0, 1, 0]]), (image.shape[1], image.shape[0]))
    cv2.imwrite(str(camera / "b.jpg"), moved)
    out = tmp_path / "view.json"
    call = ["--board", BOARD, "--camera", str(camera), "--corners", *CORNERS, "--out", str(out)]
    result = CliRunner().invoke(calibrate, call)
    assert isinstance(result.exception, DeviceError)
    assert "moved between two pictures" in str(result.exception)
    assert not out.exists()


@pytest.mark.parametrize(
    ("source", "opened"),
    [
        ("nixda", False),
        ("no/such/folder", False),
        ("PiCamera", False),
        ("97", True),
        ("/dev/video97", True),
        ("picamera", True),
        ("http://127.0.0.1:9/stream", True),
        (str(SEQUENCE / "empty.json"), True),
    ],
)
def test_a_name_that_no_camera_goes_by_is_told_before_anything_is_opened(
    source: str, opened: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may be one is waited for, as it may be slow to start, or just being plugged in."""

    def open_camera(source: str) -> Camera:
        raise DeviceError(f"{source} was opened")

    monkeypatch.setattr("companion.commands.calibrate.open_camera", open_camera)
    result = CliRunner().invoke(calibrate, ["--board", BOARD, "--camera", source, "--out", str(tmp_path / "view.json")])
    assert isinstance(result.exception, DeviceError)
    told = str(result.exception)
    if opened:
        assert told == f"{source} was opened"
        return
    assert told.startswith(f"there is no camera {source}: name with --camera a USB camera's number")
    assert told.endswith("picamera, a folder of pictures, a video file or a stream's address")


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xd8 no json", b'{"format": "other/1"}'])
@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_file_that_is_no_calibration_is_named(command: click.Command, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "view.json"
    path.write_bytes(content)
    result = CliRunner().invoke(command, [str(SEQUENCE / "0002.jpg"), "--calibration", str(path)])
    assert isinstance(result.exception, FormatError)
    assert str(path) in str(result.exception)


@pytest.mark.parametrize("command", [read, chains], ids=["read", "chains"])
def test_neither_board_nor_calibration_is_asked_for(command: click.Command) -> None:
    result = CliRunner().invoke(command, [str(SEQUENCE / "0002.jpg")])
    assert result.exit_code == 2
    assert "which board? Name it with --board, or give --calibration" in result.output


def test_debug_shows_what_decided_each_square(tmp_path: Path) -> None:
    call = [str(SEQUENCE / "0002.jpg"), "--board", BOARD, "--empty", str(SEQUENCE / "empty.jpg"), "--corners", *CORNERS]
    result = CliRunner().invoke(read, [*call, "--debug", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    folder = tmp_path / "0002"
    assert cv2.imread(str(folder / "overlay.jpg")).shape == cv2.imread(str(SEQUENCE / "0002.jpg")).shape
    figures = json.loads((folder / "numbers.json").read_text())
    assert set(figures) == {square.name for square in calibration.board(BOARD).squares()}
    assert figures["K4"]["letter"] == "y"  # by the sequence's labels, as is the emptiness of A1
    assert max(figures["K4"]["likely"], key=figures["K4"]["likely"].get) == "y"
    assert figures["K4"]["unlike_empty"] > figures["A1"]["unlike_empty"]
    strip = cv2.imread(str(folder / "squares" / "K4.jpg"))
    assert strip.shape[1] == 4 * 180  # as seen, board height, roof height, empty
