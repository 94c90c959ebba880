"""`bankhalter chains`: from a picture alone, chains, prices, and who may take over whom."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.chains import command
from companion.commands.learn import command as learn
from companion.commands.read import command as read
from companion.errors import FormatError
from companion.pictures import read_picture

PICTURES = Path(__file__).parents[2] / "pictures" / "table"
LABELS: dict[str, Any] = json.loads((PICTURES / "0005.json").read_text())
ARGUMENTS = [str(PICTURES / "0005.jpg"), "--empty", str(PICTURES / "0005-empty.jpg"), "--board", LABELS["board"]]
# By the labels: blue F3 G3 G2 (3), red F7-I7 (4), green B9 A10 B10 C10 (4), two TOPs on K2 and K7 that touch nothing.


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, [*ARGUMENTS, *arguments], catch_exceptions=False)
    return result.exit_code, result.output


def test_chains_and_prices_are_those_of_the_labelled_board() -> None:
    status, out = run("--json")
    told = json.loads(out)
    assert status == 0
    assert [(chain["company"], chain["size"], sorted(chain["houses"])) for chain in told["chains"]] == [
        ("blue", 3, ["F3", "G2", "G3"]),
        ("red", 4, ["F7", "G7", "H7", "I7"]),
        ("green", 4, ["A10", "B10", "B9", "C10"]),
    ]
    assert told["prices"] == {"red": 4000, "blue": 3000, "green": 4000, "yellow": 0}
    assert told["take_overs"] == [], "no empty square touches two of them"
    for row, letters in enumerate(LABELS["squares"]):
        for col, letter in enumerate(letters):
            assert told["squares"][row][col] in (letter, "?")


def test_a_chain_of_which_its_name_leaves_squares_out_is_told_with_all_of_them() -> None:
    _, out = run()
    assert [line for line in out.splitlines() if " chain " in line] == [
        "1: the blue chain G2-G3 (3) on G2, F3 and G3",
        "2: the red chain F7-I7 (4) on F7, G7, H7 and I7",
        "3: the green chain B9-C10 (4) on B9, A10, B10 and C10",
    ]
    _, out = run("--lang", "fr")
    assert "G2, F3 et G3" in out.splitlines()[0]


def test_a_palette_has_its_say_as_when_the_picture_is_read(tmp_path: Path) -> None:
    """Of one that knows red alone, pieces of other colours read '?': docs/formats.md."""
    path = palette_of(tmp_path, "r")
    _, out = run("--json", "--palette", str(path))
    told = json.loads(out)
    assert [(chain["company"], chain["houses"]) for chain in told["chains"]] == [("red", ["F7", "G7", "H7", "I7"])]
    assert {"G2", "F3", "G3", "B9", "A10", "B10", "C10"} <= set(told["unknown"])
    other = CliRunner().invoke(read, [*ARGUMENTS, "--json", "--palette", str(path)])
    assert told["squares"] == json.loads(other.stdout)["squares"]


def test_a_palette_of_pieces_that_are_no_houses_of_the_game_is_refused(tmp_path: Path) -> None:
    path = palette_of(tmp_path, "ro")
    result = CliRunner().invoke(command, [*ARGUMENTS, "--palette", str(path)])
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{path}: o: no letter of SHARK's houses (r, b, g, y, t)")


def palette_of(folder: Path, kinds: str) -> Path:
    """A palette of these kinds, each learned as the red houses of the labelled picture look."""
    learned = folder / "learned.json"
    truth = {"squares": [row.translate(str.maketrans("bgyt", "????")) for row in LABELS["squares"]]}
    (folder / "a.json").write_text(json.dumps({**truth, "corners_px": LABELS["corners_px"]}))
    for name in ("", "-empty"):
        shutil.copy(PICTURES / f"0005{name}.jpg", folder / f"a{name}.jpg")
    call = [str(folder / "a.jpg"), "--board", LABELS["board"], "--out", str(learned)]
    assert CliRunner().invoke(learn, call).exit_code == 0
    palette = json.loads(learned.read_text())
    palette["colours"] = dict.fromkeys(kinds, palette["colours"]["r"])
    (folder / "palette.json").write_text(json.dumps({**palette, "empty": None}))
    return folder / "palette.json"


def test_two_squares_are_compared_and_a_house_supposed() -> None:
    status, out = run("--compare", "g2", "F7", "--place", "red", "E7")
    assert status == 0
    assert "the red chain F7-I7 (4) is larger than the blue chain G2-G3 (3) (R-11)" in out
    # Red on E7 makes 5: price and commission 5,000, 1,000 a share.
    assert "commission 5,000, dividend 1,000 a share" in out
    status, out = run("--place", "blue", "E7")
    assert status == 0
    assert "R-10" in out


def burnt(folder: Path) -> Path:
    """The picture with E7, beside the red chain F7-I7, burnt out."""
    centres = np.array(LABELS["square_centers_px"])
    middle, right, down = centres[6, 4], (centres[6, 5] - centres[6, 3]) / 4, (centres[7, 4] - centres[5, 4]) / 4
    corners = np.round([middle - right - down, middle + right - down, middle + right + down, middle - right + down])
    image = cv2.imread(str(PICTURES / "0005.jpg"))
    cv2.fillConvexPoly(image, corners.astype(np.int32), (255, 255, 255))
    cv2.imwrite(str(folder / "burnt.png"), image)
    return folder / "burnt.png"


def test_with_a_square_that_is_not_known_prices_are_at_least_those_that_are_seen(tmp_path: Path) -> None:
    """By the labels red is 4 in a chain, blue 3, green 4; what stands on E7 may make red more."""
    call = [str(burnt(tmp_path)), "--board", LABELS["board"]]
    lines = CliRunner().invoke(command, call).stdout.splitlines()
    assert [line for line in lines if "price" in line] == [
        "Red: price at least 4,000",
        "Blue: price at least 3,000",
        "Green: price at least 4,000",
        "Yellow: price at least 0",
    ]
    german = CliRunner().invoke(command, [*call, "--lang", "de"]).stdout
    assert "Rot: Kurs mindestens 4.000" in german
    prices = json.loads(CliRunner().invoke(command, [*call, "--json"]).stdout)["prices"]
    assert prices == {"red": 4000, "blue": 3000, "green": 4000, "yellow": 0}


@pytest.mark.parametrize("command_of", [command, read], ids=["chains", "read"])
@pytest.mark.parametrize(
    ("gain", "said"),
    [(0.12, "too dark to be read: more light"), (12.0, "burnt out, too bright to be read: less"), (1, "")],
)
def test_a_picture_that_light_has_spoilt_is_told_as_such(
    gain: float, said: str, command_of: click.Command, tmp_path: Path
) -> None:
    lit = np.clip(cv2.imread(str(PICTURES / "0005.jpg")) * gain, 0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "lit.png"), lit)
    corners = [f"{x},{y}" for x, y in LABELS["corners_px"]]
    call = [str(tmp_path / "lit.png"), "--board", LABELS["board"], "--corners", *corners]
    told = CliRunner().invoke(command_of, call).stderr.splitlines()
    light = [line.split(": most squares are ")[1] for line in told if "most squares" in line]
    assert [line.startswith(said) for line in light] == ([True] if said else [])
    assert any("first of the four corners was believed" in line for line in told) is (gain > 1)  # no line is seen


@pytest.mark.parametrize(("level", "why"), [(0, "too dark"), (255, "burnt out")])
def test_where_most_of_the_board_is_not_known_no_squares_are_listed(level: int, why: str, tmp_path: Path) -> None:
    """Black, or white, but for the six squares A1 to C2 of 120: 114 are not known."""
    image = cv2.imread(str(PICTURES / "0005.jpg"))
    centres = np.array(LABELS["square_centers_px"])
    right, down = (centres[0, 1] - centres[0, 0]) / 2, (centres[1, 0] - centres[0, 0]) / 2
    corners = [
        centres[0, 0] - right - down,
        centres[0, 2] + right - down,
        centres[1, 2] + right + down,
        centres[1, 0] - right + down,
    ]
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    image[mask == 0] = level
    cv2.imwrite(str(tmp_path / "spoilt.png"), image)
    places = [f"{x},{y}" for x, y in LABELS["corners_px"]]
    call = [str(tmp_path / "spoilt.png"), "--board", LABELS["board"], "--corners", *places]
    (line,) = [each for each in CliRunner().invoke(command, call).stdout.splitlines() if "not known" in each]
    unknown = len(json.loads(CliRunner().invoke(command, [*call, "--json"]).stdout)["unknown"])
    assert 114 <= unknown <= 120
    assert line == f"{unknown} of 120 squares are not known, most of them {why}, and taken as empty"


def test_money_is_never_told_on_a_square_that_is_not_known(tmp_path: Path) -> None:
    call = [str(burnt(tmp_path)), "--board", LABELS["board"], "--place", "red"]

    def placed(*options: str) -> Any:
        result = CliRunner().invoke(command, [*call, *options, "--json"])
        assert result.exit_code == 0
        return json.loads(result.stdout)["place"]

    text = "what stands on E7 is not known: say what it is first"
    assert placed("E7") == {"legal": False, "text": text, "ruling": "R-7", "unsure": []}
    beside = placed("J7")
    assert (beside["legal"], "E7" in beside["unsure"]) == (True, True)
    german = CliRunner().invoke(command, [*call, "J7", "--lang", "de"]).stdout.splitlines()
    assert german[-1].startswith("vielleicht anders: was auf E7")
    assert "vielleicht" not in CliRunner().invoke(command, [*call, "E7", "--lang", "de"]).stdout.splitlines()[-1]


def test_the_picture_comes_with_its_chains_outlined(tmp_path: Path) -> None:
    status, _ = run("--out", str(tmp_path))
    assert status == 0
    flat, taken = cv2.imread(str(tmp_path / "0005-flat.jpg")), cv2.imread(str(tmp_path / "0005-chains.jpg"))
    assert flat is not None
    assert taken is not None
    assert flat.shape == (12 * 60, 14 * 60, 3)  # ten rows and twelve columns, and a square around
    # The line along the top of F7 (row 6, column 5): a red or white pixel on it, which the print has nowhere there.
    line = flat[7 * 60 - 2 : 7 * 60 + 3, 6 * 60 + 20 : 6 * 60 + 40].reshape(-1, 3).astype(int)
    assert (np.abs(line - np.array([60, 60, 230])).max(axis=1) < 70).any()


def test_a_square_that_is_none_and_a_board_that_is_not_there_are_told(tmp_path: Path) -> None:
    status, out = run("--compare", "C4", "Z99")
    assert status == 2
    assert "Z99 is no square of the board shark-1991" in out
    status, out = run("--place", "purple", "D5")
    assert status == 2
    assert "purple is no house: there are red, blue, green, yellow, top" in out
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((480, 640, 3), 128, np.uint8))
    result = CliRunner().invoke(command, [str(blank), "--board", "shark-1991"])
    assert result.exit_code == 4
    assert "not found" in result.output
    assert "--corners" in result.output, "what to do"
    german = CliRunner().invoke(command, [str(blank), "--board", "shark-1991", "--lang", "de"])
    assert german.exit_code == 4
    assert "das Brett ist nicht zu finden" in german.output
    assert "--corners" in german.output


def test_no_price_is_told_by_corners_beside_the_board() -> None:
    corners = np.array(LABELS["corners_px"])
    call = [*ARGUMENTS, "--json", "--corners"]
    right = CliRunner().invoke(command, [*call, *(f"{x},{y}" for x, y in corners)])
    assert right.exit_code == 0
    assert right.stderr == ""
    beside = CliRunner().invoke(command, [*call, *(f"{x},{y}" for x, y in corners - [60, 0])])
    assert beside.exit_code == 4
    assert "prices" not in json.loads(beside.stdout)
    assert "by its print the board lies elsewhere" in json.loads(beside.stdout)["reason"]
    german = CliRunner().invoke(
        command, [*ARGUMENTS, "--lang", "de", "--corners", *(f"{x},{y}" for x, y in corners - 60)]
    )
    assert german.exit_code == 4
    (line,) = german.stdout.splitlines()
    assert "nach seinem Aufdruck liegt der Spielplan anderswo" in line


def test_what_falls_short_is_told_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    """The board lies on its side: column L, the lowest, is cut off through its middle. An empty picture of noise.

    The picture is half as large, as it is searched in vain.
    """
    cut_off = tmp_path / "cut.png"
    lowest = round(min(row[-1][1] for row in LABELS["square_centers_px"]))
    image = read_picture(PICTURES / "0005.jpg")[:lowest]
    cv2.imwrite(str(cut_off), cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8))
    call = [str(cut_off), "--board", LABELS["board"], "--empty", str(empty), "--lang", "de"]
    corners = [f"{(x - 0.5) / 2},{(y - 0.5) / 2}" for x, y in LABELS["corners_px"]]
    result = CliRunner().invoke(command, [*call, "--corners", *corners])
    assert result.exit_code == 0
    cut, unused = result.stderr.splitlines()
    assert "nicht ganz im Bild, daher als '?' gelesen" in cut
    assert "das Bild des leeren Spielplans zeigt nicht diese Ansicht" in unused


TOP_LEFT, TOP_RIGHT, LOW_RIGHT, LOW_LEFT = LABELS["corners_px"]


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ([TOP_LEFT, LOW_LEFT, LOW_RIGHT, TOP_RIGHT], "clockwise"),
        ([LOW_RIGHT, LOW_LEFT, TOP_LEFT, TOP_RIGHT], "begin at the wrong one"),
        ([[x + 3000, y] for x, y in LABELS["corners_px"]], "outside the picture"),
        ([[x / 100, y / 100] for x, y in LABELS["corners_px"]], "close together"),
    ],
    ids=["the other way round", "turned", "outside", "together"],
)
def test_corners_of_no_board_end_as_those_of_read_do(corners: list[list[float]], said: str) -> None:
    """And nobody who has just named them is told to name them."""
    call = [*ARGUMENTS, "--corners", *(f"{x},{y}" for x, y in corners)]
    told, other = CliRunner().invoke(command, call), CliRunner().invoke(read, call)
    assert (told.exit_code, other.exit_code) == (4, 4)
    assert said in told.stdout
    assert said in other.stdout
    assert "--corners" not in told.stdout


@pytest.mark.parametrize("given", ["picture", "empty"])
def test_a_picture_without_colours_is_named(given: str, tmp_path: Path) -> None:
    paths = {"picture": PICTURES / "0005.jpg", "empty": PICTURES / "0005-empty.jpg"}
    grey = cv2.imread(str(paths[given]), cv2.IMREAD_GRAYSCALE)
    paths[given] = tmp_path / "night.jpg"
    cv2.imwrite(str(paths[given]), cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
    call = [str(paths["picture"]), "--empty", str(paths["empty"]), "--board", LABELS["board"]]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{paths[given]}: this picture is grey")
