"""What is taken away, opened by readers that are not ours: csv, a PDF library, an XML parser, OpenCV."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pypdfium2
import pytest

import calibration
from companion.errors import JournalError
from companion.journal import Journal
from companion.record import parse_record
from companion.review import (
    Films,
    Filter,
    Library,
    board_svg,
    exports,
    flow_text,
    kinds,
    ledger,
    lines_svg,
    story_of_record,
    write_film,
)
from tests.companion.review.conftest import HEADER, RECORDED, SHARK, TAKE_OVER
from tests.companion.review.test_story import record, story

SVG = "{http://www.w3.org/2000/svg}"


def test_the_ledger_is_a_table_that_any_reader_opens() -> None:
    content = exports.ledger_file(story(*TAKE_OVER), "en")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [(row["line"], row["account"], row["kind"], row["amount"], row["balance"]) for row in rows] == [
        ("1", "Andrea", "purchase", "-1000", "4000"),
        ("3", "Andrea", "commission", "4000", "10000"),
        ("3", "Andrea", "dividend", "2000", "10000"),
        ("3", "Bernd", "dividend", "1000", "2000"),
        ("3", "Bernd", "loss", "-4000", "2000"),
    ]
    assert (rows[4]["company"], rows[4]["shares"], rows[4]["per_share"], rows[4]["ruling"]) == (
        "blue",
        "4",
        "1000",
        "R-16",
    )
    assert rows[1]["event"] == "Andrea puts a red house on D1"


def test_a_name_is_never_a_formula_in_the_ledger() -> None:
    players = ["=1+1", 'B "b", @']
    start = {**HEADER["start"], "cash": dict.fromkeys(players, 5000), "shares": {}, "turn": "=1+1"}
    header = {**HEADER, "players": players, "banker": players[1], "start": start}
    buy = {"do": "buy", "player": "=1+1", "company": "blue", "shares": 1}
    content = exports.ledger_file(story_of_record(record(buy, header=header), calibration.board_file), "en")
    (row,) = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert row["account"] == "'=1+1"
    assert row["event"].startswith("'=1+1 buys")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_report_is_two_pages_with_names_and_results(language: str) -> None:
    told = story_of_record(SHARK[0].read_bytes(), calibration.board_file)
    document = pypdfium2.PdfDocument(exports.report_file(told, language))
    assert len(document) == 2
    text = document[0].get_textpage().get_text_range()
    assert told.result is not None
    for player in told.players:
        assert player in text
        amount = f"{told.result['result'][player]:,}"
        assert (amount if language == "en" else amount.replace(",", ".")) in text
    assert document[0].get_size() == pytest.approx((595.28, 841.89), abs=0.1)
    document.close()


@pytest.mark.parametrize("path", [path for path in RECORDED if path not in SHARK][::4], ids=lambda path: path.name)
def test_games_without_a_grid_have_a_report_too(path: Path) -> None:
    told = story_of_record(path.read_bytes(), calibration.board_file)
    document = pypdfium2.PdfDocument(exports.report_file(told, "en"))
    assert len(document) in (1, 2), "a page or two"
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    lines = text.splitlines()
    for kind in kinds(told):
        if any(row.entry.amount for row in ledger(told, Filter(kind=kind))):
            called = str(flow_text("trade" if kind in ("purchase", "sale") else kind))
            assert any(line.startswith(called) for line in lines), called
    for account in told.purses(0):
        assert str(told.called(account)) in text
    document.close()


def test_a_figure_below_nothing_stays_within_its_chart() -> None:
    """In BIG SHOT debts count: lines go below 0, and what follows stands below them."""
    path = next(path for path in RECORDED if path.parent.parent.name == "big_shot")
    told = story_of_record(path.read_bytes(), calibration.board_file)
    lowest = min(min(line) for line in told.wealth.values())
    assert lowest < 0
    document = pypdfium2.PdfDocument(exports.report_file(told, "en"))
    page = document[0]
    texts = page.get_textpage()
    heading = texts.search("Where the money").get_next()
    assert heading is not None
    top_of_heading = texts.get_charbox(heading[0])[3]
    paths = [one.get_bounds() for one in page.get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH]
    assert paths
    assert all(bottom > top_of_heading for _, bottom, _, _ in paths)
    document.close()


def test_the_record_comes_out_as_it_went_in() -> None:
    content = record(*TAKE_OVER)
    taken = parse_record(exports.record_file(story_of_record(content, calibration.board_file)))
    assert taken == parse_record(content)


def test_the_board_is_a_drawing_with_each_house_in_its_place() -> None:
    told = story(*TAKE_OVER)
    assert told.board is not None
    drawing = ElementTree.fromstring(board_svg(told.board, told.rows(3) or (), "<after>", ["D1"]))
    assert drawing.find(f"{SVG}title") is not None
    circles = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in drawing.iter(f"{SVG}circle")]
    assert circles == [
        (60.0, 60.0),
        (100.0, 60.0),
        (140.0, 60.0),
        (180.0, 60.0),
    ]  # A1 to D1, 40 a square, one of rulers
    assert [text.text for text in drawing.iter(f"{SVG}text")].count("R") == 4


def test_a_chart_escapes_what_players_are_called() -> None:
    name = '<script>&"'
    drawing = ElementTree.fromstring(lines_svg({name: [0, 1000]}, name, companies=False))
    assert drawing.get("aria-label") == name
    assert name in [text.text for text in drawing.iter(f"{SVG}text")]


def picture(shade: int, size: tuple[int, int] = (640, 480)) -> bytes:
    image = np.full((size[1], size[0], 3), shade, np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_the_time_lapse_shows_each_picture_in_its_order(tmp_path: Path) -> None:
    kept = {"a": picture(20), "b": b"no picture", "c": picture(120, (320, 240)), "d": picture(220)}
    path = tmp_path / "film.avi"
    assert list(write_film(["a", "b", "c", "gone", "d"], kept.get, path)) == [(done, 5) for done in range(1, 6)]
    film = cv2.VideoCapture(str(path))
    shades = []
    while True:
        more, frame = film.read()
        if not more:
            break
        assert frame.shape == (480, 640, 3)
        shades.append(float(frame.mean()))
    film.release()
    assert shades == pytest.approx([20, 120, 220], abs=3)


@pytest.mark.parametrize("kept", [{}, {"a": b"no picture"}])
def test_without_pictures_there_is_no_film(kept: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no pictures were kept"):
        list(write_film(["a", "gone"], kept.get, tmp_path / "film.avi"))


class Shelf:
    """Pictures by their keys, of whatever game."""

    def __init__(self) -> None:
        self.pictures: dict[str, bytes] = {}

    def kept(self, game: int, key: str) -> bytes | None:
        return self.pictures.get(key)

    def kept_keys(self, game: int) -> set[str]:
        return set(self.pictures)


def test_a_film_is_at_hand_until_there_is_another_picture(library: Library, journal: Journal) -> None:
    taken = parse_record(SHARK[0].read_bytes())
    games = [journal.take_in(taken.header, taken.events, actor="banker") for _ in range(3)]
    album = Shelf()
    films = Films(library, album)
    moments = [moment for moment in library.story(games[0]).moments if moment.picture]
    album.pictures = {moment.picture: picture(90) for moment in moments[:2]}
    assert films.film(games[0]) is None
    list(films.make(games[0]))
    made = films.film(games[0])
    assert made is not None
    assert made.exists()
    assert list(films.make(games[0])) == [], "it is there already"
    album.pictures[moments[2].picture] = picture(91)
    assert films.film(games[0]) is None
    for game in games:
        album.pictures.update({moment.picture: picture(92) for moment in library.story(game).moments if moment.picture})
        list(films.make(game))
    assert films.film(games[0]) is None, "the oldest of three goes"
    assert not made.exists()
    assert films.film(games[2]) is not None
    with pytest.raises(JournalError):
        list(films.make(99))
    films.close()
