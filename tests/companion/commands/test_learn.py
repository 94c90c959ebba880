"""bankhalter learn: what it asks for, what it says of the colours, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands._desk import CameraDesk
from companion.commands._grounds import Ground
from companion.commands._learning import asked_layout
from companion.commands.calibrate import command as calibrate
from companion.commands.learn import command as learn
from companion.errors import FormatError
from companion.pictures import read_picture
from companion.quoting import quoted
from companion.table import Setting
from companion.words import say
from tests.companion.commands.test_desk import Eyes, no_camera
from tests.vision.own_pieces import (
    BOARD,
    FILE,
    OWN,
    SMALL,
    SMALL_FILE,
    give_colours,
    own_pieces,
    photo,
    shift_colours,
)
from vision.palette import load_palette

PICTURES = Path(__file__).parents[2] / "pictures" / "seq02"


@pytest.fixture(autouse=True)
def own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual table has pieces of those colours too."""
    give_colours(monkeypatch, OWN)


@pytest.fixture
def shifted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual table has small pieces of other colours under the usual letters."""
    shift_colours(monkeypatch)


@pytest.mark.parametrize(("kinds", "own"), [("rgz", "z"), ("opc", "o, p, c"), ("rbgyt", "")])
def test_a_letter_that_is_none_of_the_games_own_is_told_before_the_pieces_are_put_on(kinds: str, own: str) -> None:
    """It may be meant, or a slip of the finger."""
    result = CliRunner().invoke(learn, ["--board", "shark-1991", "--layout", "--kinds", kinds])
    assert result.exit_code == 0
    told = result.stderr.splitlines()
    assert [line.split(":")[0] for line in told] == ([own] if own else [])


@pytest.mark.usefixtures("shifted")
def test_learn_says_why_colours_alone_name_nothing_and_what_would_help(tmp_path: Path) -> None:
    """The print is pale, as the yellow and the grey pieces are but for brightness; the others have other colours."""
    cv2.imwrite(str(tmp_path / "set-up.png"), photo(asked_layout(SMALL, "rbgyt"), SMALL)[0])
    (tmp_path / "board.json").write_text(json.dumps(SMALL_FILE))
    call = [str(tmp_path / "set-up.png"), "--board", str(tmp_path / "board.json"), "--layout"]
    result = CliRunner().invoke(learn, [*call, "--out", str(tmp_path / "mine.json")])
    assert result.exit_code == 0, result.output or result.exception
    assert load_palette(tmp_path / "mine.json").empty is None
    assert "empty squares differ in little but brightness from pieces t and y" in result.stdout
    assert "choose pieces of other colours than the board" in result.stdout


def test_learn_says_nothing_of_it_where_colours_alone_name_squares(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "set-up.png"), photo(asked_layout(SMALL, "opc"), SMALL)[0])
    (tmp_path / "board.json").write_text(json.dumps(SMALL_FILE))
    call = [str(tmp_path / "set-up.png"), "--board", str(tmp_path / "board.json"), "--layout", "--kinds", "opc"]
    result = CliRunner().invoke(learn, [*call, "--out", str(tmp_path / "mine.json")])
    assert result.exit_code == 0, result.output or result.exception
    assert load_palette(tmp_path / "mine.json").empty is not None
    assert "by its colour alone" not in result.stdout


@pytest.mark.parametrize(("kinds", "missing"), [("rbgyt", None), ("rbgy", "t (TOPs);"), ("rbt", "g, y;")])
@pytest.mark.usefixtures("shifted")
def test_learn_says_which_of_the_games_own_pieces_it_was_not_shown(
    kinds: str, missing: str | None, tmp_path: Path
) -> None:
    """They are not read by the usual colours then: a letter that the palette lacks reads '?' (docs/formats.md)."""
    cv2.imwrite(str(tmp_path / "set-up.png"), photo(asked_layout(SMALL, kinds), SMALL)[0])
    (tmp_path / "board.json").write_text(json.dumps(SMALL_FILE))
    call = [str(tmp_path / "set-up.png"), "--board", str(tmp_path / "board.json"), "--layout", "--kinds", kinds]
    result = CliRunner().invoke(learn, [*call, "--out", str(tmp_path / "mine.json")])
    assert result.exit_code == 0, result.output or result.exception
    told = [line for line in result.stdout.splitlines() if line.startswith("not learned: ")]
    assert len(told) == (0 if missing is None else 1)
    assert all(line.startswith(f"not learned: {missing} with these colours such pieces read '?'") for line in told)


@pytest.mark.parametrize(
    ("kinds", "said"), [("an", ["colours: pieces a and n differ in little but brightness, so no square"]), ("opc", [])]
)
def test_calibrate_says_it_too(kinds: str, said: list[str], tmp_path: Path) -> None:
    image, empty = photo(asked_layout(SMALL, kinds), SMALL)
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "a.png"), empty)
    cv2.imwrite(str(tmp_path / "set-up.png"), image)
    (tmp_path / "board.json").write_text(json.dumps(SMALL_FILE))
    call = ["--board", str(tmp_path / "board.json"), "--camera", str(tmp_path / "camera"), "--kinds", kinds]
    call += ["--colours", str(tmp_path / "set-up.png"), "--out", str(tmp_path / "view.json")]
    result = CliRunner().invoke(calibrate, call)
    assert result.exit_code in (0, 1), result.output or result.exception
    assert f"{kinds[0]}: learned from 4 pieces" in result.stdout
    told = [line for line in result.stdout.splitlines() if "by its colour alone" in line]
    assert [line.startswith(text) for line, text in zip(told, said, strict=True)] == [True] * len(said)


def test_the_desk_says_it_as_long_as_those_colours_hold(tmp_path: Path) -> None:
    """Until others are learned that tell, or none are kept."""
    layouts = {kinds: photo(asked_layout(SMALL, kinds), SMALL) for kinds in ("an", "opc")}
    eyes, grounds = Eyes(layouts["an"][1]), {SMALL.name: Ground(SMALL)}
    eyes.setting = Setting(1, SMALL, "an", ())
    desk = CameraDesk(tmp_path / "kept.json", eyes, lambda: grounds, no_camera, lambda: {"0": ""})
    for step in ({"do": "begin", "camera": "0", "board": SMALL.name}, {"do": "find"}, {"do": "empty"}):
        assert desk.tell(step).get("colours_remark") is None

    def learned(kinds: str) -> str | None:
        eyes.image = layouts[kinds][0]
        desk.tell({"do": "kinds", "kinds": kinds})
        said = desk.tell({"do": "learn"})["colours_remark"]
        return None if said is None else say(said, "de")

    told = learned("an")
    assert told is not None
    assert told.startswith("Steine a und n unterscheiden sich fast nur durch die Helligkeit")
    assert desk.state()["colours_remark"] is not None, "not only in the answer to that step"
    assert learned("opc") is None
    assert learned("an") == told
    assert desk.tell({"do": "no_colours"})["colours_remark"] is None


def test_pieces_of_the_colour_of_the_print_are_refused(tmp_path: Path) -> None:
    """White on nearly white squares: nobody could tell them, so nothing is learned."""
    cv2.imwrite(str(tmp_path / "set-up.png"), photo(asked_layout(SMALL, "opwc"), SMALL)[0])
    (tmp_path / "board.json").write_text(json.dumps(SMALL_FILE))
    call = [str(tmp_path / "set-up.png"), "--board", str(tmp_path / "board.json"), "--layout", "--kinds", "opwc"]
    result = CliRunner().invoke(learn, [*call, "--out", str(tmp_path / "mine.json")])
    assert isinstance(result.exception, FormatError)
    assert "pieces w have the colour of empty squares" in str(result.exception)
    assert not (tmp_path / "mine.json").exists()


def test_layout_holds_each_kind_equally_often() -> None:
    asked = Counter("".join(asked_layout(BOARD, "rbg")))
    assert {letter: asked[letter] for letter in "rbg"} == {"r": 4, "b": 4, "g": 4}
    result = CliRunner().invoke(learn, ["--board", "shark-1991", "--layout"])
    assert result.exit_code == 0
    assert Counter("".join(result.output.splitlines()[1:]))["t"] == 4


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    cv2.imwrite(str(picture), own_pieces()[1])
    board = tmp_path / "board.json"
    board.write_text(json.dumps(FILE))
    call = [str(picture), "--board", str(board), "--out", str(tmp_path / "mine.json")]
    missing = CliRunner().invoke(learn, call)
    assert isinstance(missing.exception, FormatError)
    assert "a.json: what stands on the squares cannot be read" in str(missing.exception)
    picture.with_suffix(".json").write_text(json.dumps({"squares": ["o" + "." * 19, *["." * 20] * 19]}))
    few = CliRunner().invoke(learn, call)
    assert isinstance(few.exception, FormatError)
    assert "of o there are too few" in str(few.exception)
    picture.with_suffix(".json").write_text(json.dumps({"squares": ["...."]}))
    short = CliRunner().invoke(learn, call)
    assert isinstance(short.exception, FormatError)
    assert "squares must hold 20 rows of 20 letters; rows there: 1" in str(short.exception)


@pytest.mark.parametrize("hidden", ["occluded", "not known", "empty"])
def test_pictures_that_show_no_piece_are_told_to_do_so(hidden: str, tmp_path: Path) -> None:
    """All squares hidden, or not known, or without a piece."""
    truth = json.loads((PICTURES / "0042.json").read_text())
    known = {key: truth[key] for key in ("squares", "corners_px")}
    if hidden == "occluded":
        known["occluded"] = [[col, row] for col in range(12) for row in range(10)]
    else:
        known["squares"] = [("?" if hidden == "not known" else ".") * 12] * 10
    cv2.imwrite(str(tmp_path / "a.png"), read_picture(PICTURES / "0042.jpg"))
    (tmp_path / "a.json").write_text(json.dumps(known))
    call = [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(tmp_path / "mine.json")]
    result = CliRunner().invoke(learn, call)
    assert isinstance(result.exception, FormatError), result.exception
    assert str(result.exception) == "no pieces are in these pictures: put 3 of each kind on the board"


@pytest.mark.parametrize("cut", ["picture", "empty"])
def test_nothing_is_learned_from_squares_that_the_edge_of_a_picture_cuts_off(cut: str, tmp_path: Path) -> None:
    """The first of the ten rows, and half of the second: what stands there is not seen, or not in both pictures."""
    truth = json.loads((PICTURES / "0042.json").read_text())
    top = round(np.array(truth["square_centers_px"])[1, :, 1].max())
    image, empty = (read_picture(PICTURES / f"{name}.jpg") for name in ("0042", "empty"))
    if cut == "picture":
        image = image[top:]
        truth["corners_px"] = [[x, y - top] for x, y in truth["corners_px"]]
    else:
        cv2.imwrite(str(tmp_path / "a-empty.png"), empty[top:])
    cv2.imwrite(str(tmp_path / "a.png"), image)
    known = {key: truth[key] for key in ("squares", "corners_px", "occluded")}
    (tmp_path / "a.json").write_text(json.dumps(known))
    call = [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(tmp_path / "mine.json")]
    result = CliRunner().invoke(learn, call)
    assert result.exit_code == 0, result.output or result.exception
    stand = Counter("".join(truth["squares"][2:]))
    assert stand != Counter("".join(truth["squares"]))
    for letter in "rbgy":
        assert f"{letter}: learned from {stand[letter]} pieces" in result.stdout
    (line,) = result.stderr.splitlines()
    gone = [f"{column}{row}" for row in (1, 2) for column in "ABCDEFGHIJKL"]
    assert line.startswith(f"{tmp_path / 'a.png'}: {', '.join(gone)}: not whole in the picture")


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_nothing_is_learned_by_corners_that_begin_at_another_one(turned: int, tmp_path: Path) -> None:
    """Each square would be given the letter of another one."""
    truth = json.loads((PICTURES / "0042.json").read_text())
    cv2.imwrite(str(tmp_path / "a.png"), read_picture(PICTURES / "0042.jpg"))
    truth["corners_px"] = truth["corners_px"][turned:] + truth["corners_px"][:turned]
    known = {key: truth[key] for key in ("squares", "corners_px", "occluded")}
    (tmp_path / "a.json").write_text(json.dumps(known))
    out = tmp_path / "mine.json"
    result = CliRunner().invoke(learn, [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(out)])
    assert out.exists() is (turned == 0)
    if turned:
        assert isinstance(result.exception, FormatError)
        assert str(result.exception).startswith(f"{tmp_path / 'a.png'}: the corners begin at the wrong one")


def test_nothing_is_learned_by_corners_beside_the_board(tmp_path: Path) -> None:
    """A square further down and to the left, as they lie in another picture."""
    truth = json.loads((PICTURES / "0042.json").read_text())
    cv2.imwrite(str(tmp_path / "a.png"), read_picture(PICTURES / "0042.jpg"))
    truth["corners_px"] = [[x - 43, y + 45] for x, y in truth["corners_px"]]
    known = {key: truth[key] for key in ("squares", "corners_px", "occluded")}
    (tmp_path / "a.json").write_text(json.dumps(known))
    out = tmp_path / "mine.json"
    result = CliRunner().invoke(learn, [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(out)])
    assert not out.exists()
    assert isinstance(result.exception, FormatError)
    assert "elsewhere than these corners say" in str(result.exception)


def test_an_empty_picture_of_another_view_is_told_and_learned_without(tmp_path: Path) -> None:
    truth = json.loads((PICTURES / "0042.json").read_text())
    cv2.imwrite(str(tmp_path / "a.png"), read_picture(PICTURES / "0042.jpg"))
    cv2.imwrite(str(tmp_path / "a-empty.png"), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8))
    known = {key: truth[key] for key in ("squares", "corners_px", "occluded")}
    (tmp_path / "a.json").write_text(json.dumps(known))
    call = [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(tmp_path / "mine.json")]
    result = CliRunner().invoke(learn, call)
    assert result.exit_code == 0, result.output or result.exception
    assert result.stderr.startswith(f"{tmp_path / 'a.png'}: the picture of the empty board does not show this view")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"squares": [], "corners_px": [[0, 0], [9, 0], [9, 1e300], [0, 9]]}', "must be 100000.0 or less"),
        ('{"squares": [], "corners_px": [[0, 0], [9, 0], [9, 1e999], [0, 9]]}', "too large a number"),
        ('{"squares": [], "corners_px": [[0, 0], [9, 0], [9, NaN], [0, 9]]}', "line 1: something is wrong at byte"),
        ('{"squares": [], "corners_px": [[0, 0], [9, 0], [9, 9]]}', "corners_px"),
        ('{"squares": [],\n"squares": []}', 'the key "squares" stands twice'),
        ('{"squares": [],\n"corners_px" []}', "line 2: something is wrong at byte"),
    ],
    ids=["far away", "endless", "no number", "three corners", "a key twice", "broken"],
)
def test_a_truth_file_that_is_none_is_named_with_what_is_wrong(content: str, said: str, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8))
    (tmp_path / "a.json").write_text(content)
    call = [str(tmp_path / "a.jpg"), "--board", "shark-1991", "--out", str(tmp_path / "mine.json")]
    told = CliRunner().invoke(learn, call)
    assert isinstance(told.exception, FormatError)
    assert str(told.exception).startswith(f"{tmp_path / 'a.json'}: not the contents of a picture's squares: ")
    assert said in str(told.exception)


@pytest.mark.parametrize("letter", [" ", "1", "!", "\u0301"])
def test_a_letter_of_no_piece_in_a_truth_file_is_named_with_its_row(letter: str, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), read_picture(PICTURES / "0042.jpg"))
    truth = json.loads((PICTURES / "0042.json").read_text())
    rows = ["." * 12, "." * 12, f"..{letter}" + "." * 9, *["." * 12] * 7]
    (tmp_path / "a.json").write_text(json.dumps({"squares": rows, "corners_px": truth["corners_px"]}))
    call = [str(tmp_path / "a.png"), "--board", "shark-1991", "--out", str(tmp_path / "mine.json")]
    told = CliRunner().invoke(learn, call)
    assert isinstance(told.exception, FormatError)
    said = f"{tmp_path / 'a.json'}: squares, row 3: {quoted(letter)} is no kind of piece: write a letter"
    assert str(told.exception).startswith(said)
