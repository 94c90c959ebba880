"""The desk of the page on which a camera is set up over the board, step by step (web's protocol ``CameraDesk``)."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from companion.board import Board
from companion.calibrated import load_calibrated, parse_calibrated, render_calibrated, save_calibrated
from companion.checks import Finding
from companion.commands._calibrating import (
    GOOD_SCORE,
    Score,
    check_unmoved,
    drawn,
    examine,
    final_check,
    find_board,
    put_together,
)
from companion.commands._calibration import View, load_view, view_of
from companion.commands._grounds import Ground
from companion.commands._learning import KINDS, Sample, asked_layout, check_layout, sample
from companion.commands._photos import jpeg
from companion.devices import Camera, Image
from companion.errors import BankhalterError, DeviceError, FormatError, TableError
from companion.outlines import holds
from companion.reading import Point
from companion.sentence import Sentence, counted
from companion.table import Setting
from hardware.cameras import known_cameras
from vision.lens import ENOUGH_PICTURES, Lens, SheetSeen, lens_of, see_sheet
from vision.palette import Palette, learn_palette
from vision.pose import Pose
from vision.view_check import weak_squares

MOST_SHEETS, MOST_LAYOUTS = 30, 2
_STREAMS = ("http://", "https://", "rtsp://")
LOOK_S = 5.0
"""How often it is looked whether anybody is still at it."""


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


class _Stay(msgspec.Struct, frozen=True, tag_field="do", tag="stay"):
    """Somebody is at it, though no step is taken."""


class _End(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    pass


_Step = (
    _Begin
    | _Sheet
    | _Measure
    | _Bare
    | _Find
    | _Corners
    | _Empty
    | _Kinds
    | _Learn
    | _Plain
    | _Check
    | _Keep
    | _Stay
    | _End
)


@dataclass(frozen=True)
class _Work:
    """How far the setting up of a camera has come. ``found``: the picture in which the board was found."""

    camera: str
    ground: Ground
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

    def weak_places(self, image: Image, pose: Pose) -> tuple[str, ...]:
        """The squares, or regions, where light or focus fall short."""
        weak = weak_squares(image, pose)
        if self.ground.regions is None:
            return tuple(square.name for square in weak)
        (left, top), (across, down) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
        middles = [(left + (square.col + 0.5) * across, top + (square.row + 0.5) * down) for square in weak]
        outlines = self.ground.regions.outlines.items()
        return tuple(name for name, outline in outlines if any(holds(outline, middle) for middle in middles))

    def title(self, place: str) -> Sentence | str:
        """What a square or region is called where people read of it."""
        return place if self.ground.regions is None else self.ground.regions.title(place)

    def picture(self) -> Image:
        """The newest picture, straightened where the lens is known; raises DeviceError or FormatError."""
        image = self.newest()
        return image if self.lens is None else self.lens.straighten(image)

    def without_place(self) -> _Work:
        """The same before the board was found."""
        return replace(self, found=None, empty=None, findings=(), weak=(), samples=(), score=None)

    def layout(self) -> tuple[str, ...] | None:
        """What is to be put on the board to learn its pieces' colours; None where it has no or too few squares."""
        if self.ground.regions is not None:
            return None
        try:
            return asked_layout(self.ground.board, self.kinds)
        except FormatError:
            return None


class CameraDesk:
    """Leads through the steps of `bankhalter calibrate`, with the same functions; one person at a time.

    ``path``: the file in which it is kept; ``grounds``: the boards that there are now. While somebody is at it, nothing
    that the table's camera sees counts; so it ends by itself after ``idle_min`` minutes without a step (0: never), by
    ``clock``. ``open_camera`` opens another camera than the table's own.
    """

    def __init__(
        self,
        path: Path,
        table: TableEyes,
        grounds: Callable[[], Mapping[str, Ground]],
        open_camera: Callable[[str], Camera],
        cameras: Callable[[], Mapping[str, str]] = known_cameras,
        idle_min: Callable[[], int] = lambda: 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._table = table
        self._grounds = grounds
        self._open_camera = open_camera
        self._cameras = cameras
        self._lock = threading.Lock()
        self._work: _Work | None = None
        self._own: _Own | None = None
        self._said: Sentence | None = None
        self._idle_min = idle_min
        self._clock = clock
        self._touched = clock()
        self._ended: Sentence | None = None
        self._stop = threading.Event()

    def start(self) -> None:
        """Looks from now on whether anybody is still at it."""
        threading.Thread(target=self._look_after, name="camera desk's clock", daemon=True).start()

    def close(self) -> None:
        """Ends all that it has begun."""
        self._stop.set()
        self._let_go()

    def _let_go(self) -> None:
        """Lets go of a camera that was opened."""
        own, self._own = self._own, None
        if own is not None:
            own.close()

    # What the page asks.

    def state(self) -> dict[str, Any]:
        """How far it has come, for the page; its sentences not yet said."""
        work = self._work
        shown: dict[str, Any] = {
            "active": work is not None,
            "cameras": self._choices(),
            "boards": list(self._grounds()),
            "board": self._board_of_game(),
            "kept": self._kept_json(),
            "said": self._said,
            "ended": self._ended,
            "idle": self._idle(),
        }
        if work is None:
            return shown
        size, trouble = None, None
        try:
            image = work.picture()
            size = [image.shape[1], image.shape[0]]
        except BankhalterError as error:
            trouble = error.sentence
        board, has_grid = work.ground.board, work.ground.regions is None
        grid = {"cols": board.grid.cols, "rows": board.grid.rows, "zones": list(board.zones)}
        shown.update(
            camera=work.camera,
            board=board.name,
            grid=grid if has_grid else None,
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
            weak=[work.title(name) for name in work.weak],
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
                "others": [work.title(name) for name in work.score.others],
            }
        return shown

    def picture(self, kind: str) -> bytes | None:
        """``live``, ``grid`` (with the board's lines or outlines) or ``empty``, as JPEG; None where there is none."""
        work = self._work
        if work is None:
            return None
        try:
            if kind == "live":
                return jpeg(work.picture())
            if kind == "grid" and work.found is not None:
                return jpeg(drawn(*work.found, work.ground, work.score))
        except BankhalterError:
            return None
        return jpeg(work.empty) if kind == "empty" and work.empty is not None else None

    def tell(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Takes one step (docs/table.md) and gives the state.

        Raises FormatError, DeviceError, TableError or BoardNotFound; nothing has changed then.
        """
        try:
            step: _Step = msgspec.convert(raw, _Step)
        except msgspec.ValidationError as error:
            raise FormatError(f"not a step of setting a camera up: {error}") from None
        with self._lock:
            self._said = self._ended = None
            self._touched = self._clock()
            if isinstance(step, _Begin):
                self._begin(step)
            elif isinstance(step, _End):
                self._end()
            else:
                if self._work is None:
                    raise TableError(Sentence("nobody is setting a camera up: begin again"))
                if not isinstance(step, _Stay):
                    self._work = self._after(self._work, step)
            self._touched = self._clock()  # a step may take its time
        return self.state()

    def end_if_idle(self) -> None:
        """Ends the set-up where nobody has touched it for as long as the settings say, and says so."""
        minutes = self._idle_min()
        with self._lock:
            if self._work is None or minutes == 0 or self._clock() - self._touched < 60 * minutes:
                return
            self._end()
            self._ended = counted(
                minutes,
                "The set-up of the camera has ended by itself: nobody had touched it for {count} minute.",
                "The set-up of the camera has ended by itself: nobody had touched it for {count} minutes.",
            )
        logging.getLogger(__name__).warning("%s", self._ended)

    def _idle(self) -> Sentence | None:
        """When it ends by itself."""
        minutes = self._idle_min()
        if minutes == 0:
            return None
        return counted(
            minutes,
            "It ends by itself when nobody touches it for {count} minute.",
            "It ends by itself when nobody touches it for {count} minutes.",
        )

    def _look_after(self) -> None:
        while not self._stop.wait(LOOK_S):
            self.end_if_idle()

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
        grounds = self._grounds()
        if step.board not in grounds:
            values = {"board": step.board, "boards": tuple(grounds)}
            raise FormatError(Sentence("no board is called {board}: there are {boards}", values))
        ground, source = grounds[step.board], step.camera.strip()
        board = ground.board
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
        self._work = _Work(source, ground, newest, kinds, lens, palette=palette)
        self._table.blind(True)

    def _end(self) -> None:
        self._let_go()
        self._work = None
        self._table.blind(False)

    def _after(self, work: _Work, step: _Step) -> _Work:
        if isinstance(step, _Sheet | _Measure | _Bare):
            return self._lens_step(work, step)
        if isinstance(step, _Find | _Corners):
            image = work.picture()
            pose = find_board(image, work.ground, step.corners if isinstance(step, _Corners) else None)
            return replace(work.without_place(), found=(image, pose))
        if work.found is None:
            raise TableError(Sentence("the board has to be found first"))
        if isinstance(step, _Empty):
            image = work.picture()
            before, pose = work.found
            check_unmoved(image, pose, before)
            findings, weak = examine(image, pose, work.ground), work.weak_places(image, pose)
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
        if work.ground.regions is not None:
            return self._regions_step(work, step, pose, empty)
        board = work.ground.board
        if isinstance(step, _Kinds):
            kinds = step.kinds.strip()
            asked_layout(board, kinds)
            return replace(work, kinds=kinds, samples=(), score=None)
        rows = asked_layout(board, work.kinds)
        image = work.picture()
        if isinstance(step, _Learn):
            taken = sample(image, board, rows, empty=empty, empty_pose=pose)
            check_layout(taken)
            samples = (*work.samples, taken)[-MOST_LAYOUTS:]
            return replace(work, samples=samples, palette=learn_palette(board.name, samples), score=None)
        assert isinstance(step, _Check)
        wanted = rows if step.on == "layout" else None
        return replace(work, score=final_check(image, pose, empty, work.ground, wanted, work.palette))

    def _regions_step(self, work: _Work, step: _Step, pose: Pose, empty: Image) -> _Work:
        """The check; its picture is the one that the outlines are shown in from now on."""
        if not isinstance(step, _Check) or step.on != "empty":
            values = {"board": work.ground.board.name}
            raise TableError(Sentence("no colours are learned on {board}: it has no squares", values))
        image = work.picture()
        return replace(work, found=(image, pose), score=final_check(image, pose, empty, work.ground))

    def _keep(self, work: _Work, pose: Pose, empty: Image) -> None:
        if work.score is None:
            raise TableError(Sentence("check it first: the score is kept too"))
        figures = None if work.lens is None else work.lens.figures
        known = put_together(work.camera, pose, empty, work.score.percent, figures, work.palette)
        view = view_of(known)
        save_calibrated(self._path, known)
        kept = self._use(view)
        faults = tuple(_faults(work.findings, work.score))
        self._said = kept if not faults else _one_after_the_other((kept, Sentence("But it is not good."), *faults))

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

    def _board_of_game(self) -> str | None:
        setting = self._table.setting
        field = None if setting is None else setting.board or setting.regions
        return None if field is None else field.name

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


def _faults(findings: Sequence[Finding], score: Score) -> Iterator[Sentence]:
    """What is not good in a set-up that is kept all the same, each with what to do."""
    for found in findings:
        if found.state != "ok":
            values = {"name": found.name, "text": found.text, "todo": found.todo or ""}
            yield Sentence("{name}: {text}. {todo}", values)
    if score.percent < GOOD_SCORE:
        yield Sentence("Score {percent} of 100.", {"percent": round(score.percent)})
        yield Sentence("Better light, a nearer camera or a sharper picture would help.")


def _one_after_the_other(sentences: Sequence[Sentence]) -> Sentence:
    first, *rest = sentences
    return Sentence("{one} {rest}", {"one": first, "rest": _one_after_the_other(rest)}) if rest else first


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
