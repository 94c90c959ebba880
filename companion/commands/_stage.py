"""The devices around a running game: set up for its board and its dice, and again when another game begins."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.board import Board
from companion.commands._calibration import View, fits
from companion.commands._dice_keeper import DiceKeeper
from companion.commands._doctor import Devices
from companion.commands._hands import Reach, carry_out
from companion.commands._photos import KeptCrops, chain_outlines
from companion.commands._pictures import empty_board, read_named
from companion.commands._tracks import open_tracks
from companion.devices import Buttons, Buzzer, Camera, DeviceHealth, Image, PriceTracks
from companion.errors import BankhalterError, FormatError
from companion.files import file_name, is_folder
from companion.games import PUBLIC
from companion.reading import PictureKind, Seen
from companion.sentence import Sentence
from companion.settings import Settings
from companion.table import Announcer, ButtonsKeeper, LightsKeeper, Patience, PictureKeeper, Setting, Table
from companion.words import ENGLISH
from hardware.buttons import GpioButtons, GpioBuzzer, VirtualButtons
from hardware.cameras import FolderCamera, LiveCamera, Wanted, source_opener
from hardware.dice import VirtualDice
from hardware.tracks import VirtualTracks
from hardware.virtual import VirtualCamera, VirtualRegions, VirtualTable
from hardware.voice import EspeakVoice
from hardware.wiring import CameraWiring, Wiring
from vision.following import Follower
from vision.lens import StraightCamera
from vision.looker import Looker
from vision.onlooker import Onlooker
from vision.palette import Palette
from vision.pose import Pose
from vision.region_watcher import RegionWatcher
from vision.watcher import BoardWatcher

AGREE = 2
"""So many still frames must agree before a live camera's reading counts: one more than a hand in flight can fool."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which devices are to be used. ``data``: the folder for what must be kept. ``empty``: a picture of the empty board
    that goes before the one of ``view``, until the camera is set up anew.

    ``view``: how the camera was calibrated; ``view_named``: it was named for this start, so it holds whatever the
    camera is called, and over another board it is said that it does not; ``view_lost``: why the one that was kept could
    not be used. ``seed`` makes the virtual table and dice repeatable; None lets chance reign.
    """

    wiring: Wiring
    empty: Path | None
    data: Path
    seed: int | None = None
    view: View | None = None
    view_named: bool = False
    view_lost: Sentence | None = None


class Stage:
    """Holds the devices; to the pages it is the eyes and, with a virtual table, the simulator (web's protocols)."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._lock = threading.RLock()
        self._table: Table | None = None
        self._setting: Setting | None = None
        self._virtual: VirtualTable | VirtualRegions | None = None
        self._camera: Camera | None = None
        self._looker: Looker | None = None
        self._dice = DiceKeeper(plan.wiring.dice, plan.seed)
        self._trouble: Sentence | None = None
        self._why_blind: Sentence | None = None
        self._tracks: PriceTracks | None = None
        self._page_tracks = VirtualTracks()
        self._lights: LightsKeeper | None = None
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None
        self._presses: ButtonsKeeper | None = None
        self._pictures: PictureKeeper | None = None
        self._crops = KeptCrops()
        self._patience: Patience | None = None
        self._voice = EspeakVoice()
        self._announcer: Announcer | None = None
        self._settings = Settings()
        self._watching = True
        self._blind = self._renew = False
        self._view, self._view_named, self._view_lost = plan.view, plan.view_named, plan.view_lost
        self._view_elsewhere: Sentence | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # Life.

    def start(self, table: Table) -> None:
        """Sets the devices up for the table's game and keeps them so; returns when they are there."""
        self._table = table
        # What may not be there comes first: nothing runs yet that would have to be stopped.
        self._tracks = open_tracks(self._plan.wiring.tracks)
        if isinstance(self._tracks, VirtualTracks):
            self._page_tracks = self._tracks
        self._set_up_buttons(table)
        self._set_up(first=True)
        displays = [self._page_tracks] if self._tracks is self._page_tracks else [self._tracks, self._page_tracks]
        self._lights = LightsKeeper(displays, table.lights, table.wait)
        self._lights.start()
        self._pictures = PictureKeeper(
            self._plan.data / "pictures",
            lambda: self._settings.pictures_mb * 1_000_000,
            table.decision,
            self._settled,
            table.wait,
            lambda: {game["id"] for game in table.games()},
        )
        self._pictures.start()
        self._patience = Patience(table.patience, self._still, table.book_by_itself, table.wait)
        self._patience.start()
        self._announcer = Announcer(self._aloud, lambda: self._settings.voice == "table", self._say, table.wait)
        self._announcer.start()
        self._dice.start(table)
        self._thread = threading.Thread(target=self._keep_set_up, args=(table,), name="stage", daemon=True)
        self._thread.start()

    def heed(self, settings: Settings) -> None:
        """Keeps to other settings from now on; the camera is switched on or off by the stage's own thread."""
        self._settings = settings
        if self._table is not None:
            self._table.touch()

    def _set_up_buttons(self, table: Table) -> None:
        """Buttons as devices.toml has them; where it has none and the table is simulated, simulated ones."""
        wiring = self._plan.wiring
        if wiring.buzzer is not None:
            self._buzzer = GpioBuzzer(wiring.buzzer.pin)
        buttons: Buttons
        if pins := wiring.buttons.pins():
            buttons = GpioButtons(pins, wiring.buttons.long_press_ms / 1000)
        elif "virtual" in (wiring.camera.source, wiring.dice.source):
            buttons = VirtualButtons()
        else:
            return
        self._buttons = buttons
        self._presses = ButtonsKeeper(buttons, self._buzzer, table.meanings, table.command, table.wait)
        self._presses.start()

    def close(self) -> None:
        self._stop.set()
        if self._table is not None:
            self._table.touch()
        if self._thread is not None:
            self._thread.join(timeout=3)
        keepers = (self._presses, self._lights, self._pictures, self._patience, self._announcer)
        closing = [threading.Thread(target=keeper.close) for keeper in keepers if keeper is not None]
        for thread in closing:
            thread.start()
        if self._table is not None:
            self._table.touch()  # each waits for the table to change: so they wait together, and not for long
        for thread in closing:
            thread.join()
        self._dice.close()
        self._take_down()
        for device in (self._buttons, self._buzzer, self._tracks):
            if device is not None:
                device.close()

    def _keep_set_up(self, table: Table) -> None:
        revision = 0
        while not self._stop.is_set():
            revision = table.wait(revision, 5.0)
            if table.setting() != self._setting or self._watching != self._settings.camera or self._renew:
                try:
                    self._set_up(first=False)
                except BankhalterError as error:  # told among the devices, and tried again
                    self._trouble = error.sentence
                    self._setting = None
                    table.touch()
                    self._stop.wait(5.0)

    def _set_up(self, *, first: bool) -> None:
        """Devices for the running game; raises BankhalterError when one cannot be had."""
        assert self._table is not None
        setting = self._table.setting()
        before, self._setting = self._setting, setting
        if setting is None:
            return
        watching, self._watching = self._watching, self._settings.camera
        renew, self._renew = self._renew, False
        if before is None or replace(before, game=setting.game) != setting:
            self._take_down()
            self._dice.set_up(setting.dice)
            self._set_up_camera(setting)
        elif watching != self._watching or renew:
            self._take_camera_down()
            self._set_up_camera(setting)
        if not self._watching:
            self._table.look_away()
        if self._virtual is not None and before is not None and not first and before.game != setting.game:
            self._virtual.clear()  # another game: whoever begins it clears the board
        if self._looker is not None:
            self._looker.tell_again()
        self._trouble = None
        self._table.touch()

    def _take_down(self) -> None:
        """Ends what was set up for a game."""
        self._virtual = None
        self._dice.take_down()
        self._take_camera_down()

    def _take_camera_down(self) -> None:
        """Pages see it gone at once; no lock is held while it closes."""
        with self._lock:
            looker, camera = self._looker, self._camera
            self._camera = self._looker = None
        if looker is not None:
            looker.close()
        if camera is not None:
            camera.close()
        if looker is not None:
            looker.join(timeout=10)  # a thread in the middle of a picture would bring the program's end down

    def _set_up_camera(self, setting: Setting) -> None:
        source = self._plan.wiring.camera.source
        self._why_blind = self._view_elsewhere = None
        if source is None or source == "none":
            return
        board = setting.playfield
        if board is None:
            if setting.regions is not None:
                self._look_on(setting.regions.name, source, setting.regions.trouble())
            return
        view = self._view_of(source, board)
        if source == "virtual" and self._virtual is None:
            self._virtual = self._virtual_board(setting, board)
        if not self._watching:
            return
        empty: Image | Callable[[], Image] | None = None
        if self._virtual is not None:
            camera = VirtualCamera(self._virtual, fps=2)  # more would only warm the room: the board changes slowly
            empty = camera.empty_picture  # drawn by the looker's thread: the pages need not wait for it
            self._camera = camera
        else:
            self._camera = open_camera(source, self._plan.wiring.camera)
        pose = None
        if self._plan.empty is not None and self._view is self._plan.view:
            empty, pose = _named_empty(self._plan.empty, view)
        elif view is not None:
            empty, pose = view.empty, view.empty_pose
        if view is not None and view.lens is not None:
            self._camera = StraightCamera(self._camera, view.lens)
        watcher = _watcher(setting, board, empty, pose, None if view is None else view.palette)
        if watcher is None:
            self._why_blind, watcher = _NOTHING_TO_COMPARE, Onlooker(board.name, _NOTHING_TO_COMPARE)
        self._watch(self._camera, watcher)

    def _look_on(self, board: str, source: str, why: Sentence | None) -> None:
        """The camera's pictures without a reading: outlines are drawn on them. What is virtual cannot be drawn."""
        self._why_blind = why
        if source != "virtual" and self._watching and why is not None:
            self._camera = open_camera(source, self._plan.wiring.camera)
            self._watch(self._camera, Onlooker(board, why))

    def _watch(self, camera: Camera, watcher: Follower) -> None:
        self._looker = Looker(camera, watcher, self._observe, chain_outlines)
        self._looker.start()

    def _view_of(self, source: str, board: Board) -> View | None:
        """The calibration that holds for this camera and board; it is told where the one that was named does not."""
        view = self._view
        if view is None:
            return None
        if not self._view_named:
            return view if fits(view, source, board) else None
        if view.board == board:
            return view
        self._view_elsewhere = Sentence(
            "the camera was calibrated for the board {known}, the game is played on {board} and goes on without: "
            "calibrate for it, or start without --calibration",
            {"known": view.board.name, "board": board.name},
        )
        return None

    def _virtual_board(self, setting: Setting, board: Board) -> VirtualTable | VirtualRegions:
        path = self._plan.data / f"virtual-{file_name(board.name)}.json"
        seed = secrets.randbits(64) if self._plan.seed is None else self._plan.seed
        if setting.regions is None:
            return VirtualTable(board, path, seed=seed, hand_seconds=0.6)
        return VirtualRegions(setting.regions, path, seed=seed, hand_seconds=0.6)

    def _observe(self, seen: Seen) -> None:
        """What the looker tells; nothing once the camera is switched off or set up, though it may be in the midst."""
        if self._table is not None and self._watching and not self._blind:
            self._table.observe(seen)
            if self._blind:  # since a moment ago
                self._table.look_away()

    def _aloud(self) -> Sequence[Mapping[str, Any]]:
        """What is to be said in the table's language: nothing that is not for all ears."""
        assert self._table is not None
        aloud: Sequence[Mapping[str, Any]] = self._table.snapshot(PUBLIC, language=self._spoken())["aloud"]
        return aloud

    def _say(self, text: str) -> None:
        self._voice.say(text, self._spoken())

    def _spoken(self) -> str:
        return ENGLISH if self._settings.language == "browser" else self._settings.language

    def _still(self) -> bool:
        looker = self._looker
        return looker is not None and looker.still and not self._blind

    # For the table's snapshots.

    def health(self) -> list[DeviceHealth]:
        """How each device fares."""
        with self._lock:
            camera, looker = self._camera, self._looker
        eyes, others = (camera, looker), (self._tracks, self._buttons, self._buzzer)
        told = [device.health() for device in eyes if device is not None]
        if camera is None or self._why_blind is not None:
            told.insert(0, self._no_camera())
        told += self._dice.health()
        told += [device.health() for device in others if device is not None]
        if self._settings.voice == "table":
            told.append(self._voice.health())
        for why in (self._view_lost, self._view_elsewhere, _BLIND if self._blind else None):
            if why is not None:
                told.append(DeviceHealth(Sentence("camera set-up"), "trouble", why))
        if self._trouble is not None:
            told.append(DeviceHealth(Sentence("set-up"), "trouble", self._trouble))
        return told

    def _no_camera(self) -> DeviceHealth:
        if self._why_blind is not None:
            return DeviceHealth(Sentence("camera"), "trouble", self._why_blind)
        return DeviceHealth(Sentence("camera"), "off", Sentence("squares are tapped on the banker page"))

    def button_names(self) -> Sequence[str]:
        """The buttons that are at the table."""
        return () if self._buttons is None else self._buttons.names

    def state(self) -> Mapping[str, Any] | None:
        """What stands on the virtual table, and what the dice show; None where nothing is virtual."""
        virtual, thrown = self._virtual, self._dice.thrown
        if virtual is None and not isinstance(self._dice.dice, VirtualDice):
            return None
        stones = virtual.counts if isinstance(virtual, VirtualRegions) else None
        houses = virtual.houses if isinstance(virtual, VirtualTable) else {}
        return {
            "houses": {square.name: letter for square, letter in houses.items()},
            "stones": None if stones is None else {name: dict(lying) for name, lying in stones.items()},
            "dice": list(thrown.faces) if thrown else None,
        }

    def lights(self) -> Mapping[str, Any]:
        """What the price tracks show from now on (docs/table.md)."""
        if self._table is not None:
            self._page_tracks.show(self._table.lights())  # the page may be sooner than the thread that tells the lights
        return asdict(self._page_tracks.film())

    # For the pages: the eyes.

    def picture(self, kind: PictureKind) -> bytes | None:
        looker = self._looker
        return None if looker is None else looker.picture(kind)

    def has_pictures(self) -> bool:
        """Whether a camera has given a picture of the board of the game on the table."""
        looker = self._looker
        return looker is not None and looker.image is not None

    def crop(self, square: str) -> bytes | None:
        looker = self._looker
        return None if looker is None else looker.crop(square)

    def kept(self, game: int, key: str) -> bytes | None:
        """The picture that decided an event."""
        return None if self._pictures is None else self._pictures.kept(game, key)

    def kept_keys(self, game: int) -> set[str]:
        """The keys of the pictures that are kept of a game."""
        return set() if self._pictures is None else self._pictures.keys(game)

    def kept_crop(self, game: int, key: str, square: str, board: Board) -> bytes | None:
        """A square in a kept picture of a game: the board is found in it, never guessed."""
        content = self.kept(game, key)
        return None if content is None else self._crops.crop(game, key, content, board, square)

    def _settled(self) -> bytes | None:
        looker = self._looker
        return None if looker is None else looker.settled()

    # For the page Devices.

    def devices(self) -> Devices | None:
        """Those that are set up now, and the camera's newest picture; None without a game."""
        setting, looker = self._setting, self._looker
        if setting is None:
            return None
        jpeg = None if looker is None else looker.picture("live")
        image = None if jpeg is None else cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        with self._lock:
            return Devices(
                setting.playfield,
                self._camera,
                None if image is None else np.asarray(image, np.uint8),
                self._dice.dice,
                self._tracks,
                self._buttons,
                self._buzzer,
                reader=None if looker is None or setting.regions is None else looker,
                blind=self._why_blind,
            )

    def deafen(self, deaf: bool) -> None:
        """While it is deaf, dice that fall are not thrown: the reader is being taught."""
        self._dice.deaf = deaf

    # For the page that sets the camera up.

    @property
    def source(self) -> str | None:
        """The table's own camera in the words of the command line."""
        return self._plan.wiring.camera.source

    @property
    def setting(self) -> Setting | None:
        """What is set up for the game on the table; None without one."""
        return self._setting

    def raw_picture(self) -> Image | None:
        """The newest picture of the table's own camera as it was taken, (H, W, 3); None where it takes none now."""
        with self._lock:
            camera, looker = self._camera, self._looker
        if camera is None or camera.health().state == "trouble":
            return None
        if isinstance(camera, StraightCamera):
            return camera.bent
        return None if looker is None else looker.image

    def blind(self, blind: bool) -> None:
        """While it is blind, nothing that the camera sees counts: its view is being set up."""
        self._blind = blind
        looker = self._looker
        if self._table is None:
            return
        if blind:
            self._table.look_away()
        elif looker is not None:
            looker.tell_again()
        self._table.touch()

    def use_view(self, view: View) -> bool:
        """Looks by another calibration from now on; False where it is not of the table's own camera and board."""
        self._view, self._view_named, self._view_lost, self._view_elsewhere = view, False, None, None
        setting = self._setting
        board = None if setting is None else setting.playfield
        if self._table is None or board is None:
            return False
        if not fits(view, self.source, board):
            return False
        self._renew = True
        self._table.touch()
        return True

    # For the pages: the hands at the virtual table.

    def command(self, raw: Mapping[str, Any]) -> None:
        """What people do at the virtual table; raises as `carry_out` does."""
        assert self._table is not None
        table = self._table
        with self._lock:
            reach = Reach(self._virtual, self._dice.dice, self._buttons)
            carry_out(raw, reach, table.snapshot)
        table.touch()


_BLIND = Sentence(
    "It is being set up: what it sees does not count until that is ended on the page {page}.", {"page": "/calibrate"}
)


_NOTHING_TO_COMPARE = Sentence(
    "What lies on this board is told by a picture of it with nothing on it: set the camera up on the page {page}, or "
    "start with {option}.",
    {"page": "/calibrate", "option": "--empty"},
)


def _named_empty(path: Path, view: View | None) -> tuple[Image, Pose | None]:
    """The picture of the empty board that the command line names, and the board's pose in it where a view tells it.

    Raises FormatError naming the file.
    """
    picture = empty_board(path, read_named(path))
    try:
        return (picture, None) if view is None else view.with_empty(picture)
    except FormatError as error:
        raise FormatError(Sentence("{file}: {reason}", {"file": str(path), "reason": error.sentence})) from None


def _watcher(
    setting: Setting,
    board: Board,
    empty: Image | Callable[[], Image] | None,
    pose: Pose | None,
    palette: Palette | None,
) -> Follower | None:
    """What reads the board; None where it needs a picture of the empty one and there is none."""
    if setting.regions is None:
        return BoardWatcher(board, empty=empty, empty_pose=pose, pieces=setting.pieces, palette=palette, agree=AGREE)
    return None if empty is None else RegionWatcher(setting.regions, empty=empty, empty_pose=pose, agree=AGREE)


def open_camera(source: str, wiring: CameraWiring | None = None) -> Camera:
    """A camera by its source in the words of the command line; raises DeviceError for a folder without pictures."""
    if is_folder(Path(source)):
        return FolderCamera(Path(source))
    wanted = Wanted() if wiring is None else Wanted(wiring.exposure_ms, wiring.gain, wiring.focus)
    return LiveCamera(source, opener=source_opener(source, wanted))
