"""The desk of the page on which a camera is set up over the board, step by step (web's protocol ``CameraDesk``)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol

import cv2
import msgspec

from companion.board import Board
from companion.calibrated import load_calibrated, parse_calibrated, render_calibrated, save_calibrated
from companion.checks import Finding
from companion.commands._calibrating import (
    GOOD_SCORE,
    Score,
    check_unmoved,
    empty_rows,
    final_check,
    find_board,
    put_together,
)
from companion.commands._calibration import View, load_view, view_of
from companion.commands._learning import KINDS, Sample, asked_layout, check_layout, sample
from companion.devices import Camera, Image
from companion.errors import BankhalterError, DeviceError, FormatError, TableError
from companion.reading import Point
from companion.sentence import Sentence
from companion.table import Setting
from hardware.cameras import known_cameras
from vision.lens import ENOUGH_PICTURES, Lens, SheetSeen, lens_of, see_sheet
from vision.locate import draw_grid
from vision.palette import Palette, learn_palette
from vision.pose import Pose
from vision.view_check import check_view, weak_squares

MOST_SHEETS, MOST_LAYOUTS = 30, 2
_STREAMS = ("http://", "https://", "rtsp://")
_QUALITY = (cv2.IMWRITE_JPEG_QUALITY, 85)


class TableEyes(Protocol):
    """The running table's own camera."""

    @property
    def source(self) -> str | None: ...

    @property
    def setting(self) -> Setting | None: ...

    def raw_picture(self) -> Image | None: ...

    def blind(self, blind: bool) -> None: ...

    def use_view(self, view: View) -> bool: ...


class _Begin(msgspec.Struct, frozen=True, tag_field="do", tag="begin"):
    camera: str
    board: str


class _Sheet(msgspec.Struct, frozen=True, tag_field="do", tag="sheet"):
    pass


class _Measure(msgspec.Struct, frozen=True, tag_field="do", tag="measure"):
    pass


class _Bare(msgspec.Struct, frozen=True, tag_field="do", tag="no_lens"):
    pass


class _Find(msgspec.Struct, frozen=True, tag_field="do", tag="find"):
    pass


class _Corners(msgspec.Struct, frozen=True, tag_field="do", tag="corners"):
    corners: tuple[Point, Point, Point, Point]


class _Empty(msgspec.Struct, frozen=True, tag_field="do", tag="empty"):
    pass


class _Kinds(msgspec.Struct, frozen=True, tag_field="do", tag="kinds"):
    kinds: str


class _Learn(msgspec.Struct, frozen=True, tag_field="do", tag="learn"):
    pass


class _Plain(msgspec.Struct, frozen=True, tag_field="do", tag="no_colours"):
    pass


class _Check(msgspec.Struct, frozen=True, tag_field="do", tag="check"):
    """``on``: what stands on the board now, nothing or the asked-for layout."""

    on: Literal["empty", "layout"] = "empty"


class _Keep(msgspec.Struct, frozen=True, tag_field="do", tag="keep"):
    pass


class _End(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    pass


_Step = (
    _Begin | _Sheet | _Measure | _Bare | _Find | _Corners | _Empty | _Kinds | _Learn | _Plain | _Check | _Keep | _End
)


@dataclass(frozen=True)
class _Work:
    """How far the setting up of a camera has come. ``found``: the picture in which the board was found."""

    camera: str
    board: Board
    newest: Callable[[], Image]
    kinds: str
    lens: Lens | None = None
    sheets: tuple[SheetSeen, ...] = ()
    taken: int = 0
    found: tuple[Image, Pose] | None = None
    empty: Image | None = None
    findings: tuple[Finding, ...] = ()
    weak: tuple[str, ...] = ()
    samples: tuple[Sample, ...] = ()
    palette: Palette | None = None
    score: Score | None = None

    def picture(self) -> Image:
        """The newest picture, straightened where the lens is known; raises DeviceError or FormatError."""
        image = self.newest()
        return image if self.lens is None else self.lens.straighten(image)

    def without_place(self) -> _Work:
        """The same before the board was found."""
        return replace(self, found=None, empty=None, findings=(), weak=(), samples=(), score=None)

    def layout(self) -> tuple[str, ...] | None:
        """What is to be put on the board to learn its pieces' colours; None where it has too few squares."""
        try:
            return asked_layout(self.board, self.kinds)
        except FormatError:
            return None


class CameraDesk:
    """Leads through the steps of `bankhalter calibrate`, with the same functions; one person at a time.

    ``path``: the file in which it is kept. While somebody is at it, nothing that the table's camera sees counts.
    ``open_camera`` opens another camera than the table's own.
    """

    def __init__(
        self,
        path: Path,
        table: TableEyes,
        boards: Sequence[Board],
        open_camera: Callable[[str], Camera],
        cameras: Callable[[], Mapping[str, str]] = known_cameras,
    ) -> None:
        self._path = path
        self._table = table
        self._boards = {board.name: board for board in boards}
        self._open_camera = open_camera
        self._cameras = cameras
        self._lock = threading.Lock()
        self._work: _Work | None = None
        self._own: _Own | None = None
        self._said: Sentence | None = None
        self._in_use = False

    def close(self) -> None:
        """Lets go of a camera that was opened."""
        own, self._own = self._own, None
        if own is not None:
            own.close()

    # What the page asks.

    def state(self) -> dict[str, Any]:
        """How far it has come, for the page; its sentences not yet said."""
        work, setting = self._work, self._table.setting
        shown: dict[str, Any] = {
            "active": work is not None,
            "cameras": self._choices(),
            "boards": list(self._boards),
            "board": setting.board.name if setting is not None and setting.board is not None else None,
            "kept": self._kept_json(),
            "said": self._said,
        }
        if work is None:
            return shown
        size, trouble = None, None
        try:
            image = work.picture()
            size = [image.shape[1], image.shape[0]]
        except BankhalterError as error:
            trouble = error.sentence
        grid = work.board.grid
        shown.update(
            camera=work.camera,
            board=work.board.name,
            grid={"cols": grid.cols, "rows": grid.rows, "zones": list(work.board.zones)},
            size=size,
            trouble=trouble,
            lens={
                "pictures": len(work.sheets),
                "enough": ENOUGH_PICTURES,
                "misfit": None if work.lens is None else f"{work.lens.figures.misfit_px:.2f}",
            },
            corners=None if work.found is None else [list(corner) for corner in work.found[1].corners_px],
            empty=work.empty is not None,
            findings=[finding.to_json() for finding in work.findings],
            weak=list(work.weak),
            kinds=work.kinds,
            layout=work.layout(),
            samples=len(work.samples),
            colours={} if work.palette is None else {k: c.pieces for k, c in work.palette.colours.items()},
            score=None,
        )
        if work.score is not None:
            shown["score"] = {
                "percent": round(work.score.percent),
                "good": work.score.percent >= GOOD_SCORE,
                "others": [square.name for square in work.score.others],
            }
        return shown

    def picture(self, kind: str) -> bytes | None:
        """``live``, ``grid`` (with the found board's lines) or ``empty``, as JPEG; None where there is none."""
        work = self._work
        if work is None:
            return None
        try:
            if kind == "live":
                return _jpeg(work.picture())
            if kind == "grid" and work.found is not None:
                return _jpeg(draw_grid(*work.found))
        except BankhalterError:
            return None
        return _jpeg(work.empty) if kind == "empty" and work.empty is not None else None

    def tell(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Takes one step (docs/table.md) and gives the state.

        Raises FormatError, DeviceError, TableError or BoardNotFound; nothing has changed then.
        """
        try:
            step: _Step = msgspec.convert(raw, _Step)
        except msgspec.ValidationError as error:
            raise FormatError(f"not a step of setting a camera up: {error}") from None
        with self._lock:
            self._said = None
            if isinstance(step, _Begin):
                self._begin(step)
            elif isinstance(step, _End):
                self._end()
            else:
                if self._work is None:
                    raise TableError(Sentence("nobody is setting a camera up: begin again"))
                self._work = self._after(self._work, step)
        return self.state()

    def file(self) -> bytes | None:
        """What is kept, as it is to be downloaded; None where there is nothing. Raises FormatError."""
        return render_calibrated(load_calibrated(self._path)) if self._path.exists() else None

    def restore(self, content: bytes) -> None:
        """Keeps what was downloaded before, and uses it; raises FormatError, and nothing has changed then."""
        known = parse_calibrated(content)
        view = view_of(known)
        with self._lock:
            save_calibrated(self._path, known)
            self._said = self._use(view)

    # Steps.

    def _begin(self, step: _Begin) -> None:
        if self._work is not None:
            raise TableError(Sentence("the camera is being set up already: go on there, or end it first"))
        if step.board not in self._boards:
            values = {"board": step.board, "boards": tuple(self._boards)}
            raise FormatError(Sentence("no board is called {board}: there are {boards}", values))
        board, source = self._boards[step.board], step.camera.strip()
        is_own = source == self._table.source
        if not is_own and source not in self._cameras() and not source.startswith(_STREAMS):
            raise FormatError(
                Sentence(
                    "{source} is no camera of this table: choose one, or give a stream's address (http, https or rtsp)",
                    {"source": source},
                )
            )
        lens, palette = self._known_of(source, board)
        setting = self._table.setting
        kinds = setting.pieces if setting is not None and setting.board == board else KINDS
        newest = self._newest_of_table
        if not is_own:  # last of all: what goes wrong before leaves no camera open
            self._own = _Own(self._open_camera(source))
            newest = self._own.newest
        self._work = _Work(source, board, newest, kinds, lens, palette=palette)
        self._table.blind(True)

    def _end(self) -> None:
        self.close()
        self._work = None
        self._table.blind(False)

    def _after(self, work: _Work, step: _Step) -> _Work:
        if isinstance(step, _Sheet | _Measure | _Bare):
            return self._lens_step(work, step)
        if isinstance(step, _Find | _Corners):
            image = work.picture()
            pose = find_board(image, work.board, step.corners if isinstance(step, _Corners) else None)
            return replace(work.without_place(), found=(image, pose))
        if work.found is None:
            raise TableError(Sentence("the board has to be found first"))
        if isinstance(step, _Empty):
            image = work.picture()
            before, pose = work.found
            check_unmoved(image, pose, before)
            findings, weak = check_view(image, pose), tuple(square.name for square in weak_squares(image, pose))
            return replace(work, empty=image, findings=findings, weak=weak, samples=(), score=None)
        if work.empty is None:
            raise TableError(Sentence("the picture of the empty board has to be taken first"))
        if isinstance(step, _Keep):
            self._keep(work, work.found[1], work.empty)
            return work
        return self._colour_step(work, step, work.found[1], work.empty)

    def _lens_step(self, work: _Work, step: _Sheet | _Measure | _Bare) -> _Work:
        if isinstance(step, _Bare):
            return replace(work.without_place(), lens=None, sheets=(), taken=0)
        if isinstance(step, _Measure):
            return replace(work.without_place(), lens=Lens(lens_of(work.sheets, work.taken)))
        seen = see_sheet(work.newest())
        if seen is None:
            self._said = Sentence("The sheet is not seen well: hold it flat, sharp and large.")
            return replace(work, taken=work.taken + 1)
        if any(seen.is_like(before) for before in work.sheets):
            self._said = Sentence("The sheet is held as in a picture before: turn or tilt it another way.")
            return work
        if len(work.sheets) >= MOST_SHEETS:
            raise TableError(Sentence("that is enough: measure the lens now"))
        return replace(work, sheets=(*work.sheets, seen), taken=work.taken + 1)

    def _colour_step(self, work: _Work, step: _Step, pose: Pose, empty: Image) -> _Work:
        if isinstance(step, _Plain):
            return replace(work, palette=None, samples=(), score=None)
        if isinstance(step, _Kinds):
            kinds = step.kinds.strip()
            asked_layout(work.board, kinds)
            return replace(work, kinds=kinds, samples=(), score=None)
        rows = asked_layout(work.board, work.kinds)
        image = work.picture()
        if isinstance(step, _Learn):
            taken = sample(image, work.board, rows, empty=empty, empty_pose=pose)
            check_layout(taken)
            samples = (*work.samples, taken)[-MOST_LAYOUTS:]
            return replace(work, samples=samples, palette=learn_palette(work.board.name, samples), score=None)
        assert isinstance(step, _Check)
        wanted = rows if step.on == "layout" else empty_rows(work.board)
        return replace(work, score=final_check(image, pose, empty, wanted, work.palette))

    def _keep(self, work: _Work, pose: Pose, empty: Image) -> None:
        if work.score is None:
            raise TableError(Sentence("check it first: the score is kept too"))
        figures = None if work.lens is None else work.lens.figures
        known = put_together(work.camera, pose, empty, work.score.percent, figures, work.palette)
        view = view_of(known)
        save_calibrated(self._path, known)
        self._said = self._use(view)

    def _use(self, view: View) -> Sentence:
        """Lets the table use a calibration; what to say of that."""
        if self._table.use_view(view):
            return Sentence("It is kept, and the table uses it from now on.")
        if view.camera == self._table.source:
            values = {"board": view.board.name}
            return Sentence("It is kept; the table uses it as soon as a game is played on the board {board}.", values)
        values = {"option": f"--camera {view.camera}"}
        return Sentence("It is kept. To use this camera, start the table again with {option}.", values)

    # What there is.

    def _newest_of_table(self) -> Image:
        image = self._table.raw_picture()
        if image is None:
            raise DeviceError(
                Sentence(
                    "the table's camera gives no picture: is it switched on in the settings, and a game on a board?"
                )
            )
        return image

    def _choices(self) -> list[dict[str, Any]]:
        own = self._table.source
        found = dict(self._cameras())
        names: dict[str, str] = {**({own: found.get(own, "")} if own not in (None, "none") else {}), **found}
        return [{"source": source, "name": name, "own": source == own} for source, name in names.items()]

    def _known_of(self, source: str, board: Board) -> tuple[Lens | None, Palette | None]:
        """Lens and colours that are known already of this camera over this board."""
        try:
            view = load_view(self._path) if self._path.exists() else None
        except FormatError:
            view = None  # broken: it is made anew
        if view is None or view.camera != source:
            return None, None
        return view.lens, view.palette if view.board == board else None

    def _kept_json(self) -> dict[str, Any] | None:
        try:
            known = load_calibrated(self._path) if self._path.exists() else None
        except FormatError:
            known = None
        if known is None:
            return None
        return {
            "camera": known.camera,
            "board": known.parsed_board().name,
            "score": round(known.score),
            "lens": known.lens is not None,
            "colours": known.palette is not None,
        }


class _Own:
    """A camera that the desk has opened itself: a thread holds its newest picture."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._image: Image | None = None
        self._trouble = Sentence("the camera is being opened: wait a moment")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="camera desk", daemon=True)
        self._thread.start()

    def newest(self) -> Image:
        """The newest picture; raises DeviceError where none comes."""
        image = self._image  # once: the thread may put None there meanwhile
        if image is None:
            raise DeviceError(self._trouble)
        return image

    def close(self) -> None:
        self._stop.set()
        self._camera.close()
        self._thread.join(timeout=3)

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                frame = self._camera.read(2.0)
            except BankhalterError as error:
                self._image, self._trouble = None, error.sentence
                self._stop.wait(0.5)
                continue
            if frame is None:
                self._image, self._trouble = None, Sentence("the camera's pictures have ended")
                return
            self._image = frame.image


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, _QUALITY)[1].tobytes()
