"""A thread that follows a camera: every frame goes to the watcher, what it knows goes to the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2

from companion.devices import Camera, DeviceHealth, Frame, Image
from companion.errors import BankhalterError
from companion.reading import ChainOutline, PictureKind, Seen, Trouble
from companion.sentence import Sentence
from vision.following import Follower
from vision.pose import Pose
from vision.unfit import UNFIT, unfit

_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 85)
_READ_TIMEOUT = 3.0
_PAUSE = 0.5


class Looker:
    """Follows ``camera`` with ``watcher`` and tells what it sees; holds the newest pictures for pages.

    A picture that the watcher stumbles over is a trouble that people are told of, and the next one is looked at.

    ``tell`` is called from the looker's own thread, only when something that people would notice has changed. The
    looker does not own the camera: its maker closes it.
    """

    def __init__(
        self,
        camera: Camera,
        watcher: Follower,
        tell: Callable[[Seen], None],
        outlines: Callable[[Sequence[str]], Sequence[ChainOutline]] = lambda rows: (),
    ) -> None:
        """``outlines`` says what to outline in a board that was read, for the pictures "chains" and "chains-flat"."""
        self._outlines = outlines
        self._camera = camera
        self._watcher = watcher
        self._tell = tell
        self._view = _View()
        self._told: Seen | None = None
        self._trouble: Trouble | None = None
        self._doubt: Trouble | None = None  # the newest of what cannot be told: it outlasts other troubles
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="looker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Asks the thread to end; it tells nothing more from now on."""
        self._stop.set()

    def join(self, timeout: float) -> None:
        """Waits until the thread has ended, after `close` and when its camera is closed: it may be in a long step."""
        self._thread.join(timeout)

    @property
    def still(self) -> bool:
        """Whether nothing has moved over the board since it was read."""
        return self._watcher.settled

    def tell_again(self) -> None:
        """Tells with the next frame what it sees, though nothing has changed: somebody has forgotten it."""
        self._told = None

    def health(self) -> DeviceHealth:
        """How the camera's eye fares, for the list of devices."""
        trouble = self._trouble
        return DeviceHealth(Sentence("board reader"), "trouble" if trouble else "fine", trouble.text if trouble else "")

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                frame = self._camera.read(_READ_TIMEOUT)
                if frame is None:
                    if not self._stop.is_set():
                        self._fail("", Sentence("the camera's pictures have ended"))
                    return
                self._look(frame)
            except BankhalterError as error:
                self._fail("", error.sentence)
                self._stop.wait(_PAUSE)
            except UNFIT as error:
                logging.getLogger(__name__).exception("a picture could not be read")
                self._fail("", unfit(error))
                self._stop.wait(_PAUSE)

    def _look(self, frame: Frame) -> None:
        watcher = self._watcher
        for item in watcher.see(frame):
            if isinstance(item, Trouble):
                self._trouble = item
                self._doubt = item if item.kind == "unsure" else self._doubt
                logging.getLogger(__name__).info("%s: %s %s", item.frame, item.kind, item.text)
        trouble = self._trouble
        if watcher.settled and trouble is not None:
            known = watcher.seen(frame.name, "", None)
            if trouble.kind != "unsure" or not known.unknown:
                trouble = self._trouble = self._doubt if known.unknown else None
        settled = (frame.image, watcher.pose) if watcher.settled else self._view.settled
        text, kind = ("", None) if trouble is None else (trouble.text, trouble.kind)
        about = () if trouble is None or kind == "unsure" else trouble.squares
        seen = replace(watcher.seen(frame.name, text, kind), about=about)
        self._view = _View(frame.image, watcher.pose if watcher.placed else None, seen, settled)
        self._say(seen)

    def _fail(self, frame: str, text: Sentence) -> None:
        if self._trouble is None or self._trouble.text != text:
            logging.getLogger(__name__).warning("%s", text)
        self._trouble = Trouble(frame, "moved", (), text)
        before = self._view.seen or Seen(self._watcher.board.name, frame, None)
        self._say(replace(before, frame=frame, text=text, kind="moved", about=()))

    def _say(self, seen: Seen) -> None:
        told = self._told
        if self._stop.is_set() or (told is not None and (told.places, told.text) == (seen.places, seen.text)):
            return
        self._told = seen  # before it is told: who forgets it meanwhile is told again
        self._tell(seen)

    # For pages.

    @property
    def image(self) -> Image | None:
        """The newest frame (H, W, 3); None before the first."""
        return self._view.image

    @property
    def pose(self) -> Pose | None:
        """Where the board lies in the newest frame; None where it has not been found."""
        return self._view.pose

    def picture(self, kind: PictureKind) -> bytes | None:
        """The newest frame as a JPEG file: as taken, with what was read or its chains drawn on it, or rectified."""
        view = self._view
        if view.image is None:
            return None
        if kind == "live" or view.pose is None:
            return _jpeg(view.image)
        squares = (view.seen.squares if view.seen is not None else None) or ()
        return _jpeg(self._watcher.draw(kind, view.image, view.pose, view.seen, self._outlines(squares)))

    def settled(self) -> bytes | None:
        """The newest settled picture, from which the squares were taken, as a JPEG file."""
        return None if self._view.settled is None else _jpeg(self._view.settled[0])

    def crop(self, place: str) -> bytes | None:
        """A square or a region in the newest settled picture as a JPEG file; None for what is none."""
        if self._view.settled is None:
            return None
        image, pose = self._view.settled
        found = None if pose is None else self._watcher.close_up(image, pose, place)
        return None if found is None else _jpeg(found)


@dataclass(frozen=True, slots=True)
class _View:
    """What pages are shown: the newest frame with its pose and what was read, the newest settled one with its own."""

    image: Image | None = None
    pose: Pose | None = None
    seen: Seen | None = None
    settled: tuple[Image, Pose | None] | None = None


def _jpeg(image: Image) -> bytes:
    _, data = cv2.imencode(".jpg", image, _JPEG)
    return data.tobytes()
