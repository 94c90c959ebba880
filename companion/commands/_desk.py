"""The desk of the page on which a camera is set up over the board, step by step (web's protocol ``CameraDesk``)."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.calibrated import load_calibrated, parse_calibrated, render_calibrated, save_calibrated
from companion.commands._calibrating import drawn
from companion.commands._calibration import View, view_of
from companion.commands._desk_camera import OwnCamera
from companion.commands._desk_kept import keep, kept_json, known_of
from companion.commands._desk_progress import after
from companion.commands._desk_steps import Begin, End, Keep, Stay, Step, step_of
from companion.commands._desk_work import Work
from companion.commands._grounds import Ground
from companion.commands._learning import KINDS
from companion.commands._photos import jpeg
from companion.devices import Camera, Image
from companion.errors import BankhalterError, DeviceError, FormatError, TableError
from companion.sentence import Sentence, counted, in_turn
from companion.table import Setting
from hardware.cameras import known_cameras
from vision.unfit import UNFIT, unfit

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
        self._work: Work | None = None
        self._holding = threading.Lock()  # of ``_own``, and never for long
        self._own: OwnCamera | None = None
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
        """Ends all that it has begun; waits for no step that is under way, which then keeps no camera open."""
        self._stop.set()
        self._let_go()

    def _take(self, own: OwnCamera) -> None:
        """Holds a camera that was opened; after `close` closes it and raises TableError."""
        with self._holding:
            if not self._stop.is_set():
                self._own = own
                return
        own.close()
        raise TableError(Sentence("the table is being ended"))

    def _let_go(self) -> None:
        """Lets go of a camera that was opened."""
        with self._holding:
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
            "kept": kept_json(self._path),
            "said": self._said,
            "ended": self._ended,
            "idle": self._idle(),
        }
        return shown if work is None else {**shown, **work.shown()}

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
        step = step_of(raw)
        with self._lock:
            self._said = self._ended = None
            self._touched = self._clock()
            if isinstance(step, Begin):
                self._begin(step)
            elif isinstance(step, End):
                self._end()
            else:
                if self._work is None:
                    raise TableError(Sentence("nobody is setting a camera up: begin again"))
                if isinstance(step, Keep):
                    self._said = self._keep(self._work)
                elif not isinstance(step, Stay):
                    self._work, self._said = _after(self._work, step)
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

    def _begin(self, step: Begin) -> None:
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
        lens, palette = known_of(self._path, source, board)
        setting = self._table.setting
        kinds = setting.pieces if setting is not None and setting.board == board else KINDS
        newest = self._newest_of_table
        if not is_own:  # last of all: what goes wrong before leaves no camera open
            own = OwnCamera(self._open_camera(source))
            self._take(own)
            newest = own.newest
        self._work = Work(source, ground, newest, kinds, lens, palette=palette)
        self._table.blind(True)

    def _end(self) -> None:
        self._let_go()
        self._work = None
        self._table.blind(False)

    def _keep(self, work: Work) -> Sentence:
        """Writes and uses what was set up; what to say of that."""
        view, faults = keep(self._path, work)
        kept = self._use(view)
        return kept if not faults else in_turn((kept, Sentence("But it is not good."), *faults))

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


def _after(work: Work, step: Step) -> tuple[Work, Sentence | None]:
    """As `after`; raises DeviceError also for a picture that no step was made for."""
    try:
        return after(work, step)
    except BankhalterError:
        raise
    except UNFIT as error:
        logging.getLogger(__name__).exception("a picture could not be read")
        raise DeviceError(unfit(error)) from error
