"""A report of a game to print: result, charts, the board at the end, where the money went; a page or two of A4."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.review._drawing import (
    DASHES,
    INKS,
    PALE,
    PALE_EDGE,
    PLAYER_INKS,
    company_letter,
    even,
    letter_ink,
)
from companion.review._ledger import flows
from companion.review._story import Story, ticks
from companion.review._words import HIGHLIGHT_TEXTS, box, flow_text
from companion.sentence import Sentence
from companion.words import say, spell

_WIDTH, _HEIGHT, _EDGE = 595.28, 841.89, 42.0
"""Points of an A4 sheet, and what is left blank around it."""
_INK, _GREY, _LINE = "#1b2027", "#6a6557", "#d3cab7"
_SHOWN = 24
"""Highlights that are named."""
_HEADING, _CHART, _ROW, _BOARD = 24.2, 165.0, 13.0, 300.0
"""Heights in points: of a heading, a chart, a table's row, and of a board at most."""


def report_file(story: Story, language: str) -> bytes:
    """The report as a PDF file, in that language."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(_WIDTH, _HEIGHT), invariant=1)
    title = story.name or ", ".join(story.players)
    canvas.setTitle(title)
    canvas.setAuthor("bankhalter")
    page = _Page(canvas, language)
    page.text(title, 18, bold=True)
    page.text(_about(story), 10, ink=_GREY)
    page.gap(6)
    _result(page, story)
    for series, heading, companies in (
        (story.wealth, Sentence("Wealth"), False),
        (story.prices, Sentence("Prices"), True),
    ):
        if any(any(line) for line in series.values()):
            page.heading(heading)
            page.chart(series, ticks(story), companies=companies)
    rows = story.rows(len(story.moments) - 1)
    if story.board is not None and rows:
        page.room(_BOARD + _HEADING + 6)
        page.heading(Sentence("The board at the end"))
        page.board(rows, story.board.zones)
    _flow_table(page, story)
    _highlights(page, story)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _about(story: Story) -> str:
    days = [moment.time[:10] for moment in story.moments if moment.time]
    return " · ".join(part for part in (box(story.header), days[0] if days else "") if part)


def _result(page: _Page, story: Story) -> None:
    over = story.result
    if over is None:
        page.line(Sentence("The game is not over: turn {turn}", {"turn": story.last.turn}))
        return
    for rank, names in enumerate(over["ranking"], start=1):
        for name in names:
            amount = over.get("result", {}).get(name)
            page.text(f"{rank}.  {name}" + ("" if amount is None else f"   {spell(int(amount), page.language)}"), 12)


def _flow_table(page: _Page, story: Story) -> None:
    """A row for each kind of flow, a column for each account."""
    sums = flows(story)
    names = list(dict.fromkeys(flow for column in sums.values() for flow in column))
    if not names:
        return
    language = page.language
    rows = [
        [
            say(flow_text(name), language),
            *(spell(column[name], language, sign=True) if name in column else "" for column in sums.values()),
        ]
        for name in names
    ]
    head = ["", *(say(story.called(account), language) for account in sums)]
    foot = [say(_SUM, language), *(spell(sum(column.values()), language) for column in sums.values())]
    page.room(_ROW * (len(rows) + 2) + _HEADING)
    page.heading(Sentence("Where the money came from and went"))
    page.table([head, *rows, foot])


_SUM = Sentence("Sum")


def _highlights(page: _Page, story: Story) -> None:
    found = [moment for moment in story.moments if moment.highlights]
    if not found:
        return
    page.room(_HEADING + 12.2 * (min(len(found), _SHOWN) + 1))
    page.heading(Sentence("Take-overs, forced sales, who was out"))
    for moment in found[:_SHOWN]:
        kinds = ", ".join(say(HIGHLIGHT_TEXTS[name], page.language) for name in moment.highlights)
        page.text(f"{moment.turn}:  {say(moment.sentence, page.language)} ({kinds})", 9)
    if len(found) > _SHOWN:
        page.line(Sentence("and {count} more", {"count": len(found) - _SHOWN}))


@cache
def _fonts() -> tuple[str, str]:
    """Names of a font and its bold one that have the letters of most names; reportlab brings them along."""
    import reportlab
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(reportlab.__file__).parent / "fonts"
    for name, file in (("Vera", "Vera.ttf"), ("VeraBd", "VeraBd.ttf")):
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    return "Vera", "VeraBd"


class _Page:
    """One sheet, written from its top down."""

    def __init__(self, canvas: Any, language: str) -> None:
        self.language = language
        self._canvas = canvas
        self._y = _HEIGHT - _EDGE
        self._font, self._bold = _fonts()

    def room(self, points: float) -> None:
        """Goes on on the next sheet unless there is so much room on this one."""
        if self._y - points < _EDGE:
            self._canvas.showPage()
            self._y = _HEIGHT - _EDGE

    def gap(self, points: float) -> None:
        self._y -= points

    def heading(self, sentence: Sentence) -> None:
        self.gap(8)
        self.text(say(sentence, self.language), 12, bold=True)

    def line(self, sentence: Sentence) -> None:
        self.text(say(sentence, self.language), 10)

    def text(self, text: str, size: float, *, bold: bool = False, ink: str = _INK) -> None:
        """A line, its end cut off where it is too long for the sheet."""
        self._y -= size * 1.35
        self._write(_EDGE, self._y, text, size, bold=bold, ink=ink, room=_WIDTH - 2 * _EDGE)

    def _write(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, ink: str = _INK, room: float = 0.0
    ) -> None:
        canvas, font = self._canvas, self._bold if bold else self._font
        while room and len(text) > 1 and canvas.stringWidth(text, font, size) > room:
            text = text.removesuffix("…")[:-1] + "…"
        canvas.setFont(font, size)
        canvas.setFillColor(ink)
        canvas.drawString(x, y, text)

    def _write_right(self, x: float, y: float, text: str, size: float, *, ink: str = _INK, room: float = 0.0) -> None:
        width = self._canvas.stringWidth(text, self._font, size)
        self._write(x - (min(width, room) if room else width), y, text, size, ink=ink, room=room)

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table whose first row is its head; all columns but the first are figures."""
        columns = max(len(row) for row in rows)
        first = min(170.0, 10 + max(self._canvas.stringWidth(row[0], self._font, 8.5) for row in rows))
        room = (_WIDTH - 2 * _EDGE - first) / max(columns - 1, 1)
        for number, row in enumerate(rows):
            self._y -= _ROW
            for column, cell in enumerate(row):
                if column == 0:
                    self._write(_EDGE, self._y, cell, 8.5, room=first - 6)
                else:
                    ink = _INK if number else _GREY
                    self._write_right(_EDGE + first + column * room - 4, self._y, cell, 8.5, ink=ink, room=room - 8)

    def chart(self, series: Mapping[str, Sequence[int]], marks: Sequence[tuple[int, str]], *, companies: bool) -> None:
        """Figures over the moments, in steps; each line's name at its end, ``marks`` (place, text) along the bottom."""
        canvas, left, right = self._canvas, _EDGE + 42, _WIDTH - _EDGE - 84
        top, bottom = self._y - 8, self._y - _CHART + 14
        low = min(0, *(min(line) for line in series.values()))
        high = max(low + 1, *(max(line) for line in series.values()))
        count = max(len(line) for line in series.values())

        def x(place: int) -> float:
            return left + (right - left) * place / max(count - 1, 1)

        def y(figure: int) -> float:
            return bottom + (top - bottom) * (figure - low) / (high - low)

        canvas.setLineWidth(0.4)
        canvas.setDash()
        canvas.setStrokeColor(_LINE)
        for figure in even(low, high):
            canvas.line(left, y(figure), right, y(figure))
            self._write_right(left - 4, y(figure) - 3, spell(figure, self.language), 7.5)
        after = left - 24
        for place, text in marks:
            if x(place) - after >= 24:
                self._write(x(place) - 3, bottom - 11, text, 7.5, ink=_GREY)
                after = x(place)
        for (name, line), ink, dash in zip(series.items(), cycle(PLAYER_INKS), cycle(DASHES)):
            path = canvas.beginPath()
            for place, figure in enumerate(line):
                if place == 0:
                    path.moveTo(x(place), y(figure))
                else:
                    path.lineTo(x(place), y(line[place - 1]))
                    path.lineTo(x(place), y(figure))
            if companies and name == PALE:
                canvas.setStrokeColor(PALE_EDGE)
                canvas.setLineWidth(2.4)
                canvas.drawPath(path)
            canvas.setStrokeColor(INKS.get(company_letter(name), _INK) if companies else ink)
            canvas.setLineWidth(1.4)
            canvas.setDash([] if companies or not dash else [float(part) for part in dash.split()])
            canvas.drawPath(path)
        canvas.setDash()
        lowest = top + 12
        for name, line in sorted(series.items(), key=lambda item: -item[1][-1]):
            lowest = min(lowest - 10, y(line[-1]))
            label = name[:1].upper() if companies else name
            self._write(right + 6, lowest - 3, label, 8.5, bold=True, room=78)
        self._y = bottom - 14

    def board(self, rows: Sequence[str], zones: Sequence[str]) -> None:
        """The board with its houses' letters."""
        side = min(26.0, (_WIDTH - 2 * _EDGE) / len(rows[0]), _BOARD / len(rows))
        canvas = self._canvas
        self._y -= 6
        for row, letters in enumerate(rows):
            for col, letter in enumerate(letters):
                x, y = _EDGE + col * side, self._y - (row + 1) * side
                canvas.setStrokeColor(_LINE)
                canvas.setFillColor(INKS.get(letter, "#fbf8f0"))
                if zones[row][col] == ".":
                    continue
                canvas.rect(x, y, side, side, stroke=1, fill=1)
                text = letter.upper() if letter != "." else zones[row][col]
                ink = letter_ink(letter) if letter != "." else _GREY
                self._write(x + side * 0.33, y + side * 0.3, text, side * 0.5, bold=letter != ".", ink=ink)
        self._y -= len(rows) * side
