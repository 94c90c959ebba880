"""What is kept of a camera that was set up: read for the page, and written at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.calibrated import load_calibrated
from companion.checks import Finding
from companion.commands._calibrating import GOOD_SCORE, Score, put_together
from companion.commands._calibration import View, keep_calibrated, load_view, view_of
from companion.commands._desk_progress import empty_board
from companion.commands._desk_work import Work
from companion.errors import FormatError, TableError
from companion.sentence import Sentence
from vision.lens import Lens
from vision.palette import Palette


def known_of(path: Path, source: str, board: Board) -> tuple[Lens | None, Palette | None]:
    """Lens and colours that are known already of this camera over this board."""
    try:
        view = load_view(path) if path.exists() else None
    except FormatError:
        view = None  # broken: it is made anew
    if view is None or view.camera != source:
        return None, None
    return view.lens, view.palette if view.board == board else None


def kept_json(path: Path) -> dict[str, Any] | None:
    """What the page shows of what is kept (docs/table.md); None where nothing is, or no calibration."""
    try:
        status = path.stat()
        return _shown(path, status.st_mtime_ns, status.st_size)
    except (OSError, FormatError):
        return None


@lru_cache(maxsize=1)
def _shown(path: Path, written_ns: int, size: int) -> dict[str, Any]:
    """The same of a file of that time and size: the page asks every two seconds, and a picture is to be decoded."""
    known = load_calibrated(path)
    shown: dict[str, Any] = {
        "camera": known.camera,
        "board": known.parsed_board().name,
        "time": datetime.fromtimestamp(written_ns / 1e9, UTC).isoformat(timespec="seconds"),
        "score": round(known.score),
        "corners": [[round(x), round(y)] for x, y in known.corners_px],
        "empty": None,
        "colours": {},
        "lens": None if known.lens is None else f"{known.lens.misfit_px:.2f}",
        "trouble": None,
    }
    try:
        view = view_of(known)
    except FormatError as error:
        return {**shown, "trouble": error.sentence}
    colours = {} if view.palette is None else view.palette.colours
    pieces = {letter: colour.pieces for letter, colour in colours.items()}
    return {**shown, "empty": [view.empty.shape[1], view.empty.shape[0]], "colours": pieces}


def keep(path: Path, work: Work) -> tuple[View, tuple[Sentence, ...]]:
    """Writes what was set up; what it is, and what is not good in it; then an earlier one is set aside.

    Raises TableError before the board was checked, FormatError where the file cannot be written.
    """
    pose, empty = empty_board(work)
    if work.score is None:
        raise TableError(Sentence("check it first: the score is kept too"))
    figures = None if work.lens is None else work.lens.figures
    known = put_together(work.camera, pose, empty, work.score.percent, figures, work.palette)
    view = view_of(known)
    faults = tuple(_faults(work.findings, work.score))
    earlier = keep_calibrated(path, known, good=not faults)
    if earlier is not None:
        faults = (*faults, Sentence("What was kept before is now called {file}.", {"file": earlier.name}))
    return view, faults


def _faults(findings: Sequence[Finding], score: Score) -> Iterator[Sentence]:
    """What is not good in a set-up that is kept all the same, each with what to do."""
    for found in findings:
        if found.state != "ok":
            values = {"name": found.name, "text": found.text, "todo": found.todo or ""}
            yield Sentence("{name}: {text}. {todo}", values)
    if score.percent < GOOD_SCORE:
        yield Sentence("Score {percent} of 100.", {"percent": round(score.percent)})
        yield Sentence("Better light, a nearer camera or a sharper picture would help.")
