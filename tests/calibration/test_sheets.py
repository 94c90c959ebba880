"""What is printed, measured on the page as a PDF reader draws it: true to the millimetre, and found by the camera."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

import calibration
from calibration.sheets import (
    LENS_SHEET,
    PAPERS,
    draw_board,
    marker_mm,
    print_board,
    print_lens_sheet,
    print_markers,
    tiles,
)
from calibration.sheets._paper import MARGIN_MM, Pen, print_drawing
from companion.board import parse_board
from companion.commands.print import command
from companion.errors import BoardNotFound, FormatError
from vision.locate import locate

PX_PER_MM = 6.0
SMALL = parse_board(
    {
        "name": "small",
        "size_mm": [380, 265],
        "grid": {"origin_mm": [32, 22], "pitch_mm": [25, 25], "cols": 12, "rows": 8},
        "zones": ["111111222222"] * 4 + ["333333444444"] * 4,
    }
)
"""A board that fits on one page of A3."""


def pages_of(pdf: bytes) -> list[np.ndarray]:
    """The pages as grey pictures, `PX_PER_MM`."""
    document = pypdfium2.PdfDocument(pdf)
    pictures = []
    for page in document:
        bitmap = page.render(scale=PX_PER_MM * 25.4 / 72, grayscale=True)
        pictures.append(np.squeeze(bitmap.to_numpy()).copy())
        bitmap.close()
        page.close()
    document.close()
    return pictures


def markers_mm(page: np.ndarray, dictionary: int) -> dict[int, np.ndarray]:
    """Outlines (4, 2) in mm from the page's top left, by number."""
    kind = cv2.aruco.getPredefinedDictionary(dictionary)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, numbers, _ = cv2.aruco.ArucoDetector(kind, settings).detectMarkers(page)
    assert numbers is not None
    return {
        int(number): (outline.reshape(4, 2) + 0.5) / PX_PER_MM
        for outline, number in zip(found, numbers.ravel(), strict=True)
    }


def square_mm(left: float, top: float, size: float) -> np.ndarray:
    return np.array([[left, top], [left + size, top], [left + size, top + size], [left, top + size]])


def test_board_on_one_page_lies_where_its_file_says() -> None:
    (page,) = pages_of(print_board(SMALL, PAPERS["a3"]))
    np.testing.assert_allclose(page.shape, (297 * PX_PER_MM, 420 * PX_PER_MM), atol=1.0)
    found = markers_mm(page, cv2.aruco.DICT_4X4_50)
    far = (MARGIN_MM + 380 - 5 - 20, MARGIN_MM + 265 - 5 - 20)
    near = MARGIN_MM + 5
    for number, (left, top) in enumerate([(near, near), (far[0], near), far, (near, far[1])]):
        np.testing.assert_allclose(found[number], square_mm(left, top, 20), atol=0.2)


def on_a_table(page: np.ndarray, angle: float) -> tuple[np.ndarray, np.ndarray]:
    """A page with `SMALL`, cut out along the board's edge and laid on a brown table; and the corners of the board."""
    edge = int(MARGIN_MM * PX_PER_MM)
    cut_out = page[edge : edge + int(265 * PX_PER_MM), edge : edge + int(380 * PX_PER_MM)]
    middle = (cut_out.shape[1] / 2, cut_out.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, angle, 0.4) + np.array([[0, 0, 640 - middle[0]], [0, 0, 480 - middle[1]]])
    table = np.full((960, 1280, 3), (60, 90, 120), np.uint8)
    soft = cv2.GaussianBlur(cv2.cvtColor(cut_out, cv2.COLOR_GRAY2BGR), (0, 0), 1.0)
    cv2.warpAffine(soft, turn, (1280, 960), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    corners = np.array([[[0, 0], [380, 0], [380, 265], [0, 265]]], float) * PX_PER_MM
    return table, cv2.transform(corners, turn)[0]


@pytest.mark.parametrize("angle", [0, 30, 100, 190])
@pytest.mark.parametrize("markers", [True, False])
def test_printed_board_is_found_by_its_markers_or_by_its_print_alone(markers: bool, angle: float) -> None:
    (page,) = pages_of(print_board(SMALL, PAPERS["a3"], markers=markers))
    table, corners = on_a_table(page, angle)
    np.testing.assert_allclose(locate(table, SMALL).corners_px, corners, atol=2.0)


@pytest.mark.parametrize("angle", [0, 100, 190])
def test_signs_in_the_middle_of_squares_are_no_lines_of_a_finer_grid(angle: float) -> None:
    """They make a grid of squares half as large, with a row of zone borders as its edge: once taken for the board."""

    def draw(pen: Pen) -> None:
        draw_board(pen, SMALL, markers=False)
        for square in SMALL.squares():
            left, top = 32 + 25 * square.col, 22 + 25 * square.row
            pen.text(SMALL.zones[square.row][square.col], left + 12.5, top + 15.75, 9.0, 0.72, centred=True)

    (page,) = pages_of(print_drawing("signs", SMALL.size_mm, PAPERS["a3"], draw))
    table, corners = on_a_table(page, angle)
    try:
        found = locate(table, SMALL).corners_px
    except BoardNotFound as not_found:
        assert "grid" in str(not_found)  # noqa: PT017 (not found is right, too; a wrong place is not)
    else:
        np.testing.assert_allclose(found, corners, atol=2.0)


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("name", calibration.board_names())
def test_tiles_of_a_large_board_put_together_are_the_board(name: str, paper: str) -> None:
    """Glued page over page the markers lie at the board's corners, and neighbouring pages agree where both show it."""
    board = calibration.board(name)
    _, parts = tiles(board.size_mm, PAPERS[paper])
    pages = pages_of(print_board(board, PAPERS[paper]))
    assert len(pages) == len(parts) > 1
    whole = np.full([round(side * PX_PER_MM) for side in reversed(board.size_mm)], -1.0)
    edge = round(MARGIN_MM * PX_PER_MM)
    for page, part in zip(pages, parts, strict=True):
        left, top = round(part.left * PX_PER_MM), round(part.top * PX_PER_MM)
        shown = page[edge : edge + int(part.height * PX_PER_MM), edge : edge + int(part.width * PX_PER_MM)]
        there = whole[top : top + shown.shape[0], left : left + shown.shape[1]]
        shown = shown[: there.shape[0], : there.shape[1]].astype(float)
        both = there >= 0
        assert np.abs(there[both] - shown[both]).mean() < 12 if both.any() else True  # half a pixel of a line's edge
        there[:] = shown
    assert (whole[3:-3, 3:-3] >= 0).all()
    found = markers_mm(whole.astype(np.uint8), cv2.aruco.DICT_4X4_50)
    size = marker_mm(board)
    assert size is not None
    width, height = board.size_mm
    for number, (left, top) in enumerate(
        [(5, 5), (width - 5 - size, 5), (width - 5 - size, height - 5 - size), (5, height - 5 - size)]
    ):
        np.testing.assert_allclose(found[number], square_mm(left, top, size), atol=0.3)


def test_every_page_has_a_line_of_100_mm() -> None:
    for page in pages_of(print_board(calibration.board("shark-1991"), PAPERS["a4"])):
        row = page[round((page.shape[0] / PX_PER_MM - 5.0) * PX_PER_MM)]
        dark = np.flatnonzero(row[: round(120 * PX_PER_MM)] < 128)
        assert (dark[-1] - dark[0] + 1) / PX_PER_MM == pytest.approx(100.3, abs=0.35)  # its end strokes are 0.3 mm


def test_markers_to_glue_have_the_size_and_the_white_that_was_asked_for() -> None:
    (page,) = pages_of(print_markers(16.0, PAPERS["a4"]))
    found = markers_mm(page, cv2.aruco.DICT_4X4_50)
    assert sorted(found) == [0, 1, 2, 3]
    for outline in found.values():
        np.testing.assert_allclose(outline - outline[0], square_mm(0, 0, 16), atol=0.2)
        left, top = outline[0]
        around = page[round((top - 4) * PX_PER_MM) : round((top + 20) * PX_PER_MM), round((left - 4) * PX_PER_MM)]
        assert (around > 250).all()


def captions_mm(pdf: bytes, words: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each text on the first page that `words`, a regular expression, describes."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    height, text = page.get_height(), page.get_textpage()
    found = []
    for match in re.finditer(words, text.get_text_range()):
        boxes = np.array([text.get_charbox(place) for place in range(*match.span())])
        boxes = boxes[boxes[:, 2] > boxes[:, 0]]  # not the ends of lines
        left, right = boxes[:, 0].min(), boxes[:, 2].max()
        found.append(tuple(np.array([left, height - boxes[:, 3].max(), right, height - boxes[:, 1].min()]) * 25.4 / 72))
    text.close()
    page.close()
    document.close()
    return found


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("size", [9, 12.5, 16, 20, 35, 60])
def test_what_says_where_a_marker_belongs_stands_below_it_and_no_wider(size: float, paper: str) -> None:
    pdf = print_markers(size, PAPERS[paper])
    (page,) = pages_of(pdf)
    outlines = markers_mm(page, cv2.aruco.DICT_4X4_50)
    for number, corner in enumerate(("top left", "top right", "bottom right", "bottom left")):
        ((left, top, right, bottom),) = captions_mm(pdf, rf"{number}: {corner}[^0-9]*?this way up")
        (near, _), (far, _), (_, low), _ = outlines[number]
        assert near - 5.3 <= left < right <= far + 5.3, "as wide as the paper that is cut out"
        assert low + 5 < top, "not on it"
        assert bottom < low + 5 + 12, "and above the next one, 16 mm further down, and the page's margin"


@pytest.mark.parametrize(
    ("name", "size"),
    # Outlines begin 15 mm from two edges of a corner, or 15 and 20: a marker lies from 5 mm on.
    [("big-shot", 10), ("master-of-economy-market", 15), ("shark-1991", None)],
)
def test_markers_are_printed_for_every_kind_of_board_that_is_found_by_them(
    name: str, size: float | None, tmp_path: Path
) -> None:
    out = tmp_path / "markers.pdf"
    result = CliRunner().invoke(command, ["markers", "--board", name, "--out", str(out)])
    assert result.exit_code == 0, result.output
    found = markers_mm(pages_of(out.read_bytes())[0], cv2.aruco.DICT_4X4_50)
    assert sorted(found) == [0, 1, 2, 3]
    wanted = marker_mm(calibration.board(name)) if size is None else size
    for outline in found.values():
        np.testing.assert_allclose(outline - outline[0], square_mm(0, 0, wanted), atol=0.2)


def test_regions_up_to_the_corners_leave_no_room_for_markers(tmp_path: Path) -> None:
    file = dict(calibration.board_file("big-shot"))
    corner = {"outline_mm": [[5, 5], [90, 5], [90, 90], [5, 90]]}
    districts = [{**each, **corner} if each["name"] == "D1" else each for each in file["districts"]]
    path = tmp_path / "city.json"
    path.write_text(json.dumps({**file, "districts": districts}))
    result = CliRunner().invoke(command, ["markers", "--board", str(path), "--out", str(tmp_path / "markers.pdf")])
    assert isinstance(result.exception, FormatError), result.output
    assert "no corner has room for a marker beside the regions" in str(result.exception)


def test_lens_sheet_is_what_opencv_expects() -> None:
    """All inner corners of the chess board are found, each where the sheet's measures put it."""
    (page,) = pages_of(print_lens_sheet(PAPERS["a4"]))
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(LENS_SHEET.charuco()).detectBoard(page)
    assert numbers is not None
    assert sorted(numbers.ravel()) == list(range(6 * 4))
    for place, number in zip(corners.reshape(-1, 2), numbers.ravel(), strict=True):
        row, col = divmod(int(number), 6)
        expected = (MARGIN_MM + (col + 1) * 36.0, MARGIN_MM + (row + 1) * 36.0)
        np.testing.assert_allclose((place + 0.5) / PX_PER_MM, expected, atol=0.2)


def test_board_without_room_for_markers_says_how_it_is_printed(tmp_path: Path) -> None:
    file, out = tmp_path / "tight.json", tmp_path / "tight.pdf"
    grid = {"origin_mm": [0, 0], "pitch_mm": [25, 25], "cols": 12, "rows": 12}
    file.write_text(json.dumps({"name": "tight", "size_mm": [300, 300], "grid": grid, "zones": ["1" * 12] * 12}))
    call = ["board", "--board", str(file), "--out", str(out)]
    told = str(CliRunner().invoke(command, call).exception)
    assert "no corner has room" in told
    assert "print without markers (--plain)" in told
    assert CliRunner().invoke(command, [*call, "--plain"]).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_command_writes_the_file_that_it_names(tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    result = CliRunner().invoke(command, ["board", "--board", "shark-2001", "--paper", "a3", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert str(out) in result.output
    assert len(pages_of(out.read_bytes())) == len(tiles((520, 460), PAPERS["a3"])[1])


@pytest.mark.parametrize("size", ["nan", "inf", "0", "much"])
def test_a_size_that_is_none_is_refused_in_a_line(size: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["markers", "--size", size, "--out", str(tmp_path / "markers.pdf")])
    assert result.exit_code == 2
    assert "Invalid value for '--size'" in result.output
    assert not (tmp_path / "markers.pdf").exists()


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(command, ["sheet", "--out", str(tmp_path / "file" / "lens.pdf")])
    assert isinstance(result.exception, FormatError)
    assert "cannot be written" in str(result.exception)
