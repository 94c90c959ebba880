"""bankhalter print: boards, markers and the lens sheet as PDF files, true to the millimetre."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from calibration.sheets import PAPERS, marker_mm, print_board, print_lens_sheet, print_markers, region_marker_mm
from companion.board import Board
from companion.commands._grounds import Ground, GroundType
from companion.commands._options import BoardType
from companion.commands._outputs import PDF, check_output, write_output
from companion.errors import FormatError
from companion.files import file_name

_paper = click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="What is larger takes more pages."
)


def _out(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option("--out", type=click.Path(path_type=Path), help=f"Where to write it [{name}].")


@click.group("print")
def command() -> None:
    """Make PDF files to print at 100 % (not fitted to the page): boards, markers, calibration sheets."""


class Millimetres(click.FloatRange):
    """A length between two others, which "nan" is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        length = float(super().convert(value, param, ctx))
        if math.isnan(length):
            self.fail(f"{value!r} is no number of millimetres", param, ctx)
        return length


@command.command()
@click.option("--board", type=BoardType(), required=True, help="Board file, or the name of a board that is known.")
@click.option("--plain", is_flag=True, help="Without markers in the corners.")
@_paper
@_out("BOARD-A4.pdf")
def board(board: Board, plain: bool, paper: str, out: Path | None) -> None:
    """The board itself, in its true size."""
    _write(out or Path(f"{file_name(board.name)}-{paper}.pdf"), print_board(board, PAPERS[paper], markers=not plain))


@command.command()
@click.option("--board", type=GroundType(), help="Markers as large as this board has room for.")
@click.option("--size", type=Millimetres(9, 60), default=20, show_default=True, help="Their side in millimetres.")
@_paper
@_out("markers.pdf")
def markers(board: Ground | None, size: float, paper: str, out: Path | None) -> None:
    """Four markers to cut out and glue on the corners of your own board."""
    room = size if board is None else _room(board)
    _write(out or Path("markers.pdf"), print_markers(min(size, room), PAPERS[paper]))


def _room(ground: Ground) -> float:
    """The side of the largest markers for a board, in mm; raises FormatError where there is no room for any."""
    regions = ground.regions
    room = marker_mm(ground.board) if regions is None else region_marker_mm(regions)
    if room is None:
        beside, instead = ("grid", "find it by its print") if regions is None else ("regions", "give its corners")
        what = f"no corner has room for a marker beside the {beside}; {instead} instead"
        raise FormatError(f"{ground.board.name}: {what}")
    return room


@command.command()
@_paper
@_out("lens.pdf")
def sheet(paper: str, out: Path | None) -> None:
    """The sheet by which `bankhalter calibrate --lens` measures a camera's lens."""
    _write(out or Path("lens.pdf"), print_lens_sheet(PAPERS[paper]))


def _write(path: Path, content: bytes) -> None:
    check_output(path, PDF)
    write_output(path, content)
    click.echo(f"{path}: print it at 100 %, then measure the 100 mm line on it.")
