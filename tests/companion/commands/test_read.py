"""bankhalter read, as a person calls it."""

from __future__ import annotations

import json
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.board import parse_board
from companion.calibrated import FORMAT, Calibrated, LensFigures
from companion.cli import main
from companion.commands.read import command, drawn
from companion.errors import FormatError
from companion.pictures import pictures_in, read_picture
from companion.reading import Reading
from companion.squares import Square
from vision.classify import judge
from vision.reader import look_at

PICTURES = Path(__file__).parents[2] / "pictures"
FRAME = PICTURES / "seq02" / "0002.jpg"
CORNERS = [f"{x},{y}" for x, y in json.loads(FRAME.with_suffix(".json").read_text())["corners_px"]]
EMPTY = PICTURES / "seq02" / "empty.jpg"


def test_json_of_one_picture() -> None:
    call = [str(FRAME), "--board", "shark-1991", "--empty", str(EMPTY), "--corners", *CORNERS, "--json"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    reading = json.loads(result.stdout)
    assert reading["found"] is True
    assert reading["squares"] == json.loads(FRAME.with_suffix(".json").read_text())["squares"]
    assert reading["uncertain"] == []
    assert set(reading["ms"]) == {"locate", "classify", "total"}
    assert np.allclose(reading["corners_px"], [[float(v) for v in word.split(",")] for word in CORNERS], atol=0.02)


@pytest.mark.parametrize("given", ["picture", "empty"])
def test_picture_without_colours_is_refused_however_many_channels_it_has(given: str, tmp_path: Path) -> None:
    """Such as a camera gives that has switched to night vision: three of its houses were read wrongly before."""
    paths = {"picture": FRAME, "empty": EMPTY}
    grey = cv2.cvtColor(cv2.imread(str(paths[given]), cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2BGR)
    paths[given] = tmp_path / "night.jpg"
    cv2.imwrite(str(paths[given]), grey)
    call = [str(paths["picture"]), "--board", "shark-1991", "--empty", str(paths["empty"]), "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{tmp_path / 'night.jpg'}: this picture is grey")


@pytest.mark.parametrize(
    ("with_empty", "told"),
    [
        (True, "red and blue are exchanged between this picture and that of the empty board"),
        (False, "the picture has no colours"),
    ],
)
def test_why_no_piece_is_told_in_false_colours_is_said(with_empty: bool, told: str, tmp_path: Path) -> None:
    """With red and blue exchanged, and in orange light alone."""
    picture = PICTURES / "table" / "0005.jpg"
    image, truth = read_picture(picture), json.loads(picture.with_suffix(".json").read_text())
    orange = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None] * np.array([0.5, 0.8, 1.0])
    cv2.imwrite(str(tmp_path / "false.png"), image[..., ::-1] if with_empty else orange.astype(np.uint8))
    call = [str(tmp_path / "false.png"), "--board", truth["board"]]
    call += ["--corners", *(f"{x},{y}" for x, y in truth["corners_px"])]
    result = CliRunner().invoke(command, [*call, *(["--empty", str(picture.with_name("0005-empty.jpg"))] * with_empty)])
    assert result.exit_code == 0, result.output
    assert f"false.png: {told}" in result.stderr


@pytest.mark.parametrize("fault", ["grey", "cut off", "no picture"])
def test_a_fault_of_a_photos_own_empty_picture_is_told_under_that_ones_name(fault: str, tmp_path: Path) -> None:
    shutil.copy(FRAME, tmp_path / "a.jpg")
    own = tmp_path / "a-empty.jpg"
    if fault == "grey":
        cv2.imwrite(str(own), cv2.cvtColor(cv2.imread(str(EMPTY), cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2BGR))
    else:
        own.write_bytes(EMPTY.read_bytes()[:-5000] if fault == "cut off" else b"not a picture")
    call = [str(tmp_path), "--board", "shark-1991", "--with-empty", "--corners", *CORNERS, "--json"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 4
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["file"] == "a.jpg"
    assert json.loads(line)["reason"].startswith(f"{own}: this ")
    assert fault in json.loads(line)["reason"]


def test_an_own_empty_picture_of_another_size_than_the_calibration_is_told_under_its_name(tmp_path: Path) -> None:
    """A calibration with a lens takes no other size: it is the empty picture that has it."""
    lens = LensFigures((1280, 960), ((1400.0, 0, 640), (0, 1400.0, 480), (0, 0, 1)), (0.0,) * 5, 0.3)
    board = msgspec.to_builtins(calibration.board("shark-1991"))
    corners = json.loads(FRAME.with_suffix(".json").read_text())["corners_px"]
    known = Calibrated(FORMAT, "folder:x", board, corners, EMPTY.read_bytes(), 100.0, lens)
    (tmp_path / "calibration.json").write_bytes(msgspec.json.encode(known))
    photos = tmp_path / "photos"
    photos.mkdir()
    shutil.copy(FRAME, photos / "a.jpg")
    cv2.imwrite(str(photos / "a-empty.jpg"), read_picture(EMPTY)[:900])
    call = [str(photos), "--calibration", str(tmp_path / "calibration.json"), "--with-empty", "--json"]
    result = CliRunner().invoke(command, call)
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["reason"].startswith(f"{photos / 'a-empty.jpg'}: ")


def test_without_json_the_board_is_drawn() -> None:
    call = [str(FRAME), "--board", "shark-1991", "--empty", str(EMPTY), "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert "    A B C D E F G H I J K L" in result.stdout
    assert "  4 . . . . . . . . . . y ." in result.stdout


@pytest.mark.parametrize("count", [1, 12, 26, 27, 28, 53, 60])
def test_each_letter_stands_under_the_name_of_its_column(count: int) -> None:
    """Also beyond Z; a square's name is its column's with the row's number."""
    row = "".join("rbgy"[col % 4] for col in range(count))
    _, columns, line = drawn(Reading("b", (row,))).splitlines()
    assert columns.split() == [Square(0, col).name.removesuffix("1") for col in range(count)]
    ends = [end for end, name in enumerate(columns) if name != " " and columns[end + 1 : end + 2] in ("", " ")]
    assert "".join(line[end] for end in ends) == row
    assert line.split() == ["1", *row]


def test_columns_beyond_z_are_as_wide_as_their_names() -> None:
    _, columns, line, _ = drawn(Reading("b", ("." * 26 + "r?", "." * 28))).splitlines()
    assert (columns[:10], columns[-8:]) == ("     A  B ", " Z AA AB")
    assert (line[:10], line[-8:]) == ("  1  .  . ", " .  r  ?")


def test_folder_names_each_file_and_uses_its_own_empty_picture(tmp_path: Path) -> None:
    shutil.copy(FRAME, tmp_path / "a.jpg")
    shutil.copy(EMPTY, tmp_path / "a-empty.jpg")
    call = [str(tmp_path), "--board", "shark-1991", "--with-empty", "--corners", *CORNERS, "--json"]
    result = CliRunner().invoke(command, call)
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["file"] == "a.jpg"
    assert json.loads(line)["squares"][3] == "..........y."


def test_board_file_may_be_given(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    grid = {"origin_mm": [36, 24], "pitch_mm": [28, 28], "cols": 12, "rows": 10}
    board.write_text(json.dumps({"name": "mine", "size_mm": [520, 400], "zones": ["1" * 12] * 10, "grid": grid}))
    call = [str(FRAME), "--board", str(board), "--empty", str(EMPTY), "--corners", *CORNERS, "--json"]
    reading = json.loads(CliRunner().invoke(command, call).stdout)
    assert reading["board"] == "mine"
    assert reading["squares"] == json.loads(FRAME.with_suffix(".json").read_text())["squares"]


def test_a_board_file_of_fewer_rows_than_are_printed_is_refused_with_corners_too(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    grid = {"origin_mm": [36, 24], "pitch_mm": [28, 28], "cols": 12, "rows": 2}
    board.write_text(json.dumps({"name": "mine", "size_mm": [520, 400], "zones": ["1" * 12] * 2, "grid": grid}))
    result = CliRunner().invoke(command, [str(FRAME), "--board", str(board), "--corners", *CORNERS])
    assert result.exit_code == 4, result.output
    assert "is this its board file" in result.output


def test_board_that_is_not_found_exits_with_4(tmp_path: Path) -> None:
    grey = tmp_path / "grey.jpg"
    cv2.imwrite(str(grey), np.full((480, 640, 3), 128, np.uint8))
    result = CliRunner().invoke(command, [str(grey), "--board", "shark-1991", "--json"])
    assert result.exit_code == 4
    reading = json.loads(result.stdout)
    assert reading["found"] is False
    assert reading["reason"]


@pytest.mark.parametrize("content", [None, b"", b"not a picture"])
def test_unreadable_file_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "broken.jpg"
    if content is not None:
        path.write_bytes(content)
    result = CliRunner().invoke(command, [str(path), "--board", "shark-1991", "--json"])
    assert result.exit_code != 0
    assert "broken.jpg" in str(result.exception)


@pytest.mark.parametrize(
    "corners",
    [
        ["10,20,800,20,800,600,10,600"],
        ["10,20,800,20,800,600,10,600", "--board", "shark-1991"],
        ["10,20", "800,20", "800,600"],
        ["10", "20", "800", "20"],
        ["10,20,", "800,20,", "800,600,", "10,600"],
    ],
)
def test_corners_that_are_written_otherwise_are_answered_with_an_example(
    corners: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main_of(monkeypatch, str(FRAME), "--corners", *corners) == 2
    assert "as in --corners 10,20 800,20 800,600 10,600" in capfd.readouterr().err


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("behind", [["--board", "shark-1991"], [str(FRAME)], []], ids=["option", "picture", "nothing"])
@pytest.mark.parametrize("name", ["read", "watch", "regions", "calibrate", "chains"])
def test_another_number_of_corners_than_four_is_told(
    name: str, behind: list[str], count: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """And not what is wrong with the word that Click takes for a corner, or with the corner that it takes for none."""
    given = ["10,20", "800,20", "800,600", "-10,600", "10,20.5", "1,2", "3,4", "5,6"][:count]
    monkeypatch.setattr("sys.argv", ["bankhalter", name, "--corners", *given, *behind])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = f"{count} was given" if count == 1 else f"{count} were given"
    said = capfd.readouterr().err.splitlines()[-1]
    start = "Error: --corners takes four words x,y, as in --corners 10,20 800,20 800,600 10,600; "
    assert said == f"{start}{told}: {' '.join(given)}"


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_one_corner_of_four_that_is_misspelt_is_named(
    at: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["10,20", "800,20", "800,600", "10,600"]
    words[at] = "8OO;20"
    assert main_of(monkeypatch, str(FRAME), "--board", "shark-1991", "--corners", *words) == 2
    said = capfd.readouterr().err
    assert ("'8OO;20' is no place in the picture" if at < 3 else "3 were given: 10,20 800,20 800,600") in said


def test_wrong_corner_is_explained() -> None:
    result = CliRunner().invoke(command, [str(FRAME), "--board", "shark-1991", "--corners", "1", "2,2", "3,3", "4,4"])
    assert result.exit_code == 2
    assert "'1' is no place in the picture" in result.output


def test_unknown_board_names_the_known_ones() -> None:
    result = CliRunner().invoke(command, [str(FRAME), "--board", "shark-1990"])
    assert result.exit_code == 2
    assert "shark-1991" in result.output


def test_picture_lying_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    """EXIF orientation 6: the camera was held a quarter turn to the right."""
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, :30] = 255
    _, jpeg = cv2.imencode(".jpg", image)
    exif = b"Exif\0\0" + b"MM\0*\0\0\0\x08" + b"\0\x01" + b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0" + b"\0\0\0\0"
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg.tobytes()[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg.tobytes()[2:])
    upright = read_picture(path)
    assert upright.shape[:2] == (60, 40)
    assert upright[:25].mean() > 250  # the left half is now the upper one
    assert upright[35:].mean() < 5


def test_empty_boards_are_no_pictures_to_read(tmp_path: Path) -> None:
    for name in ("0002.jpg", "0001.jpg", "0001-empty.jpg", "empty.jpg", "Empty.jpeg", "0001.json"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["0001.jpg", "0002.jpg"]


@pytest.mark.parametrize(
    ("beside", "options", "said"),
    [
        ([], [], None),
        (["a.json", "notes.txt", "b.JPG", "c.jpeg", "d-empty.jpg", "empty.png", "a-empty.PNG"], [], None),
        (["b.png"], [], "a picture of another kind is left out, b.png: save it as JPEG"),
        (["c.HEIC", "b.png", "d.webp"], [], "3 pictures of other kinds are left out, b.png the first: save them as"),
        (["a-empty.PNG"], ["--with-empty"], "a picture of another kind is left out, a-empty.PNG: save it as JPEG"),
    ],
)
def test_pictures_of_other_kinds_in_a_folder_are_told_once(
    beside: list[str], options: list[str], said: str | None, tmp_path: Path
) -> None:
    """What is no picture, and pictures of the empty board, are none that anybody misses."""
    for name in ("a.jpg", "z.jpg", *beside):
        (tmp_path / name).write_bytes(b"not a picture")
    result = CliRunner().invoke(command, [str(tmp_path), "--board", "shark-1991", *options])
    read = [name for name in ("a.jpg", "b.JPG", "c.jpeg", "z.jpg") if name in ("a.jpg", "z.jpg", *beside)]
    assert result.stdout.splitlines()[::2] == read, "each a line with its name, and why it is not read"
    lines = result.stderr.splitlines()
    assert len(lines) == (0 if said is None else 1)
    assert said is None or lines[0].startswith(f"{tmp_path}: only *.jpg are read; {said}")


def test_a_folder_without_jpegs_names_what_lies_there_instead(tmp_path: Path) -> None:
    (tmp_path / "b.png").touch()
    result = CliRunner().invoke(command, [str(tmp_path), "--board", "shark-1991"])
    assert "b.png: save it as JPEG" in result.stderr
    assert str(result.exception) == f"{tmp_path} holds no *.jpg pictures"


def test_doubts_are_written_out() -> None:
    text = drawn(Reading("b", ("?.",), uncertain=(("A1", ("b", "t")),)))
    assert "  1 ? ." in text
    assert "A1 is not certain: b, t" in text


@pytest.mark.parametrize(
    ("letters", "said"), [((".",), "no house"), ((".", "b"), "no house, b"), ((), "covered, or no house")]
)
def test_an_empty_square_that_is_not_certain_is_told_in_words(letters: tuple[str, ...], said: str) -> None:
    text = drawn(Reading("b", ("?.",), uncertain=(("A1", letters),)))
    assert text.splitlines()[-1] == f"A1 is not certain: {said}"


@pytest.mark.parametrize("corners", [True, False], ids=["corners", "found"])
def test_the_empty_picture_of_a_folder_is_judged_once(
    corners: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own empty picture, where a photo has one, is another matter."""
    names = ("0002", "0020")
    for name in names:
        shutil.copy(FRAME.with_name(f"{name}.jpg"), tmp_path / f"{name}.jpg")
    shutil.copy(EMPTY, tmp_path / "0020-empty.jpg")
    judged = 0

    def counting(*arguments: Any) -> Any:
        nonlocal judged
        judged += 1
        return judge(*arguments)

    monkeypatch.setattr("vision.emptiness.judge", counting)
    call = [str(tmp_path), "--board", "shark-1991", "--empty", str(EMPTY), "--json"]
    call += ["--corners", *CORNERS] if corners else []
    for options, times in ((call, 1), ([*call, "--with-empty"], 2)):
        judged = 0
        result = CliRunner().invoke(command, options)
        assert result.exit_code == 0, result.output
        for name, line in zip(names, result.stdout.splitlines(), strict=True):
            assert json.loads(line)["squares"] == json.loads(FRAME.with_name(f"{name}.json").read_text())["squares"]
        assert judged == times


def test_each_picture_of_a_folder_is_let_go_before_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what its reading rests on: of a folder of large photographs two took the memory of both."""
    for name in ("0002", "0020", "0030"):
        shutil.copy(FRAME.with_name(f"{name}.jpg"), tmp_path / f"{name}.jpg")
    before: list[weakref.ref[Any]] = []
    kept: list[int] = []

    def watching(path: Path) -> Any:
        kept.append(sum(each() is not None for each in before))
        image = read_picture(path)
        before.append(weakref.ref(image))
        return image

    monkeypatch.setattr("companion.commands.read.read_picture", watching)
    call = [str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--json", "--debug", str(tmp_path / "debug")]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    assert kept == [0, 0, 0]


def test_an_empty_picture_with_a_house_is_told_with_each_photo_that_is_read_by_it(tmp_path: Path) -> None:
    for name in ("0030", "0040"):
        shutil.copy(FRAME.with_name(f"{name}.jpg"), tmp_path / f"{name}.jpg")
    rows = json.loads(FRAME.with_name("0030.json").read_text())["squares"]
    empty = str(FRAME.with_name("0030.jpg"))
    result = CliRunner().invoke(
        command, [str(tmp_path), "--board", "shark-1991", "--empty", empty, "--corners", *CORNERS]
    )
    taken = [
        f"{'ABCDEFGHIJKL'[col]}{row + 1}" for row, line in enumerate(rows) for col in range(12) if line[col] != "."
    ]
    told = [line for line in result.stderr.splitlines() if "is not empty there" in line]
    assert [Path(line.split(": ")[0]).name for line in told] == ["0030.jpg", "0040.jpg"]
    for line in told:
        assert set(line.split(": ")[1].split(", ")) == set(taken)


def test_a_picture_of_a_game_given_as_that_of_the_empty_board_is_told_and_not_used() -> None:
    empty = PICTURES / "watch" / "0010.jpg"
    truth = json.loads(empty.with_suffix(".json").read_text())
    corners = [f"{x},{y}" for x, y in truth["corners_px"]]
    call = [str(empty), "--board", truth["board"], "--empty", str(empty), "--corners", *corners, "--json"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    told = [line.removeprefix(f"{empty}: ") for line in result.stderr.splitlines()]
    assert [line for line in told if line.startswith("the picture of the empty board is not used: a piece")] != []
    assert [line for line in told if "does not show this view" in line] == []
    pairs = list(zip("".join(json.loads(result.stdout)["squares"]), "".join(truth["squares"]), strict=True))
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []
    assert pairs.count((".", ".")) > pairs.count(("?", "."))  # the others are read without it


def main_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit status of the program's own entry."""
    monkeypatch.setattr("sys.argv", ["bankhalter", "read", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def in_its_place(debug: Path, name: str) -> Path:
    """A file where the picture's folder should be made."""
    (debug / name).write_text("mine")
    return debug / name


def among_its_squares(debug: Path, name: str) -> Path:
    """A folder where one of its files should be written."""
    (debug / name / "squares" / "A1.jpg").mkdir(parents=True)
    return debug / name


@pytest.mark.parametrize(
    ("single", "as_json", "spoil"),
    [
        (True, True, in_its_place),
        (True, False, among_its_squares),
        (False, True, among_its_squares),
        (False, False, in_its_place),
    ],
)
def test_evidence_that_cannot_be_written_is_an_error_of_the_output_and_the_readings_stay(
    single: bool,
    as_json: bool,
    spoil: Callable[[Path, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    photos, debug = tmp_path / "photos", tmp_path / "debug"
    for folder in (photos, debug):
        folder.mkdir()
    for name in ("a", "b", "c"):
        shutil.copy(FRAME, photos / f"{name}.jpg")
    broken = spoil(debug, "b")
    what = photos / "b.jpg" if single else photos
    call = [str(what), "--board", "shark-1991", "--corners", *CORNERS, "--debug", str(debug)]
    status = main_of(monkeypatch, *call, *(["--json"] if as_json else []))
    out, err = capfd.readouterr()
    assert status == 2
    (line,) = err.splitlines()
    assert line.startswith(f"bankhalter: {broken} cannot be written: ")
    assert "name another folder with --debug" in line
    assert "not found" not in out
    read = 1 if single else 2
    if as_json:
        truth = json.loads(FRAME.with_suffix(".json").read_text())["squares"]
        assert [json.loads(line)["squares"] for line in out.splitlines()] == [truth] * read
    else:
        assert out.count("  4 . . . . . . . . . . y .") == read
    if not single:
        assert (debug / "a" / "numbers.json").exists()
        assert not (debug / "c").exists()


@pytest.mark.parametrize("one_by_one", [True, False])
def test_pictures_that_differ_in_their_ending_alone_keep_their_own_evidence(one_by_one: bool, tmp_path: Path) -> None:
    photos, debug = tmp_path / "photos", tmp_path / "debug"
    photos.mkdir()
    shutil.copy(FRAME, photos / "a.jpg")
    shutil.copy(FRAME.with_name("0030.jpg"), photos / "a.jpeg")
    shutil.copy(FRAME.with_name("0040.jpg"), photos / "a.jpg.JPG")
    shutil.copy(FRAME.with_name("0020.jpg"), photos / "b.jpg")
    shutil.copy(FRAME.with_name("0020.json"), photos / "b.json")
    names = {"a.jpg": "0002", "a.jpeg": "0030", "a.jpg.JPG": "0040", "b": "0020"}
    if one_by_one:
        cv2.imwrite(str(photos / "b.png"), read_picture(FRAME.with_name("0010.jpg")))
        names = {**{name: truth for name, truth in names.items() if name != "b"}, "b.jpg": "0020", "b.png": "0010"}
    for what in sorted(photos / name for name in names) if one_by_one else [photos]:
        call = [str(what), "--board", "shark-1991", "--corners", *CORNERS, "--debug", str(debug)]
        assert CliRunner().invoke(command, call).exit_code == 0
    assert {folder.name for folder in debug.iterdir()} == set(names)
    for name, truth in names.items():
        rows = json.loads(FRAME.with_name(f"{truth}.json").read_text())["squares"]
        figures = json.loads((debug / name / "numbers.json").read_text())
        letters = {f"{'ABCDEFGHIJKL'[col]}{row + 1}": line[col] for row, line in enumerate(rows) for col in range(12)}
        assert {square: of["letter"] for square, of in figures.items()} == letters


def test_corners_outside_the_picture_find_no_board(tmp_path: Path) -> None:
    outside = [f"{x + 3000},{y}" for x, y in json.loads(FRAME.with_suffix(".json").read_text())["corners_px"]]
    result = CliRunner().invoke(command, [str(FRAME), "--board", "shark-1991", "--corners", *outside])
    assert result.exit_code == 4
    assert "most of the board lies outside the picture, which is 1280 x 960 pixels: give its corners" in result.stdout


@pytest.mark.parametrize("moved", [(-200, 0), (0, 45), (-43, 10)])
def test_no_letter_is_told_by_corners_beside_the_board_but_where_the_board_was_found(moved: tuple[int, int]) -> None:
    """Right corners are not spoken of."""
    truth = json.loads(FRAME.with_suffix(".json").read_text())["corners_px"]
    beside = [f"{x},{y}" for x, y in np.array(truth) + moved]
    call = [str(FRAME), "--board", "shark-1991", "--json", "--corners"]
    result = CliRunner().invoke(command, [*call, *beside])
    assert result.exit_code == 4
    reading = json.loads(result.stdout)
    assert (reading["found"], "squares" in reading) == (False, False)
    assert "elsewhere" in reading["reason"]
    found = [
        [float(v) for v in word.rstrip(":").split(",")] for word in reading["reason"].split(", at ")[1].split()[:4]
    ]
    assert np.allclose(found, truth, atol=10)  # a quarter of a square
    right = CliRunner().invoke(command, [*call, *CORNERS])
    assert (right.exit_code, right.stderr) == (0, "")


def test_squares_beyond_the_edge_of_the_picture_are_named(tmp_path: Path) -> None:
    """The left of two columns of squares is cut off, through the middle of the second."""
    truth = json.loads(FRAME.with_suffix(".json").read_text())
    centres = np.array(truth["square_centers_px"])
    cut = round(centres[:, 1, 0].max())
    cv2.imwrite(str(tmp_path / "cut.png"), read_picture(FRAME)[:, cut:])
    corners = [f"{x - cut},{y}" for x, y in truth["corners_px"]]
    result = CliRunner().invoke(command, [str(tmp_path / "cut.png"), "--board", "shark-1991", "--corners", *corners])
    assert result.exit_code == 0, result.output
    (line,) = (line for line in result.stderr.splitlines() if "not whole in the picture" in line)
    assert set(line.split(": ")[1].split(", ")) == {f"{col}{row}" for col in "AB" for row in range(1, 11)}
    assert "Take one that shows the whole board" in line


@pytest.mark.parametrize(("in_middle", "marked"), [(True, False), (True, True), (False, False)])
def test_a_first_corner_that_had_to_be_believed_is_told(in_middle: bool, marked: bool, tmp_path: Path) -> None:
    """A grid in the middle of its board lies the same after half a turn; seq00's board has markers, seq02's none."""
    whole = PICTURES / ("seq00" if marked else "seq02") / "empty.jpg"
    corners = [
        f"{(x - 0.5) / 2},{(y - 0.5) / 2}" for x, y in json.loads(whole.with_suffix(".json").read_text())["corners_px"]
    ]
    picture = tmp_path / "half.png"
    cv2.imwrite(str(picture), cv2.resize(read_picture(whole), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    file = tmp_path / "own.json"
    if in_middle:
        grid = {"origin_mm": [100, 80], "pitch_mm": [40, 60], "cols": 8, "rows": 4}
        file.write_text(json.dumps({"name": "own", "size_mm": [520, 400], "grid": grid, "zones": ["1" * 8] * 4}))
    else:
        file.write_text(json.dumps(calibration.board_file("shark-1991")))
    _, evidence = look_at(
        read_picture(picture),
        parse_board(file.read_bytes()),
        corners=[(float(x), float(y)) for x, y in (word.split(",") for word in corners)],
        in_vain=True,
    )
    assert evidence is not None
    assert evidence.first_believed is (in_middle and not marked)
    result = CliRunner().invoke(command, [str(picture), "--board", str(file), "--corners", *corners])
    assert ("the first of the four corners was believed" in result.stderr) is (in_middle and not marked)


@pytest.mark.parametrize("fits", [True, False])
def test_an_empty_picture_of_another_view_is_told_and_the_photo_read_without_it(fits: bool, tmp_path: Path) -> None:
    empty = EMPTY
    if not fits:
        empty = tmp_path / "empty.png"
        cv2.imwrite(str(empty), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8))
    call = [str(FRAME), "--board", "shark-1991", "--empty", str(empty), "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    assert "  4 . . . . . . . . . . y ." in result.stdout
    lines = result.stderr.splitlines()
    assert [line.startswith(f"{FRAME}: the picture of the empty board does not show this view") for line in lines] == (
        [] if fits else [True]
    )


@pytest.mark.parametrize(
    "corners",
    [
        "10,5 50,5 100000,90000 -100000,90000",
        "100000,90000 -100000,90000 10,5 50,5",
        "-40,-30 104,-30 104,78 -40,78",
        "0,0 60,0 90000,90000 0,60",
    ],
)
def test_corners_far_outside_a_small_picture_are_read_or_refused_in_one_line(corners: str, tmp_path: Path) -> None:
    small = cv2.resize(read_picture(FRAME), (64, 48), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "small.png"), small)
    call = [str(tmp_path / "small.png"), "--board", "shark-1991", "--corners", *corners.split(), "--json"]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, SystemExit | None)
    assert result.exit_code == (0 if json.loads(result.stdout)["found"] else 4)
