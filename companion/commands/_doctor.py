"""What can be examined of the devices, by the command doctor and by the page Devices."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import cv2

from companion.board import Board, is_blank
from companion.checks import Finding, check_clock, check_folder, check_journal, check_pi
from companion.commands._calibration import View
from companion.devices import Buttons, Buzzer, Camera, Dice, Image, PriceTracks
from companion.errors import BoardNotFound, DeviceError
from companion.sentence import Sentence, as_it_is
from hardware.dice import FileDice, Look, SerialDice, VirtualDice, find_ports
from hardware.tracks import ConsoleTracks, PanelTracks
from vision.locate import locate
from vision.locate_sheet import locate_sheet
from vision.looker import Looker
from vision.placing import first_poses
from vision.view_check import check_sight, check_view

WALK_S = 0.04
"""So long each light is lit in a walk."""
_CAMERA = Sentence("Camera")
_PLACE = Sentence("Board in the picture")
_DICE = Sentence("Dice reader")
_TRACKS = Sentence("Price tracks")
_BUTTONS = Sentence("Buttons")
_DARK = 60
"""Mean grey level of a whole picture below which no board is found in it."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What is at hand to be examined; None where there is none. ``image``: the camera's newest picture.

    ``board``: None for a game without one that a camera can read, ``blind``: why it is not read. ``reader``: what looks
    for a board that has no grid to be found by. ``troubles``: what could not even be opened (camera, dice, tracks,
    buttons), with why.
    """

    board: Board | None
    camera: Camera | None = None
    image: Image | None = None
    dice: Dice | None = None
    tracks: PriceTracks | None = None
    buttons: Buttons | None = None
    buzzer: Buzzer | None = None
    view: View | None = None
    troubles: Mapping[str, Sentence] = field(default_factory=dict)
    reader: Looker | None = None
    blind: Sentence | None = None


def examine(folder: Path, devices: Devices | None, *, walk: bool = False) -> list[Finding]:
    """Everything that can be found out. ``devices`` None: another program has them. ``walk`` lights each light once."""
    journal, newest = check_journal(folder / "journal.db")
    findings = [check_folder(folder), journal, check_clock(datetime.now(UTC), newest), *check_pi(), check_ports()]
    if devices is None:
        text = Sentence("A table that runs has the camera, dice and lights: they are examined on its page Devices")
        return [*findings, Finding(Sentence("Devices"), "off", text)]
    checks: list[tuple[str, Sentence, Callable[[], list[Finding]]]] = [
        ("camera", _CAMERA, lambda: check_camera(devices)),
        ("dice", _DICE, lambda: check_dice(devices.dice)),
        ("tracks", _TRACKS, lambda: check_tracks(devices.tracks, walk=walk)),
        ("buttons", _BUTTONS, lambda: check_buttons(devices.buttons, devices.buzzer)),
    ]
    for kind, name, check in checks:
        if kind in devices.troubles:
            findings.append(Finding(name, "wrong", devices.troubles[kind], _TRY_AGAIN))
        else:
            findings += check()
    return findings


_TRY_AGAIN = Sentence("Put that right, then examine again.")


def check_ports() -> Finding:
    """The serial ports of this machine."""
    name, ports = Sentence("Serial ports"), find_ports()
    if not ports:
        return Finding(name, "off", Sentence("None is there: no dice reader is plugged in"))
    return Finding(name, "ok", Sentence("{ports}", {"ports": tuple(ports)}))


def check_camera(devices: Devices) -> list[Finding]:
    """Whether the camera gives pictures, and whether the board is found in them, large, light and sharp enough."""
    if devices.blind is not None:
        return [Finding(_CAMERA, "wrong", devices.blind, _TRY_AGAIN)]
    if devices.camera is None:
        return [Finding(_CAMERA, "off", Sentence("None: squares are tapped on the banker page"))]
    health = devices.camera.health()
    if devices.image is None:
        return [Finding(_CAMERA, "wrong", _sentence(health.text or "no picture came"), Sentence("Check its cable."))]
    height, width = devices.image.shape[:2]
    size = {"name": health.name, "width": width, "height": height}
    text = Sentence("{name} gives pictures of {width} x {height}", size)
    if health.state == "trouble":
        return [Finding(_CAMERA, "wrong", _sentence(health.text), _TRY_AGAIN)]
    found = [Finding(_CAMERA, "ok", text)]
    if health.state == "fine" and health.text:  # a remark: what the camera does not keep
        todo = Sentence("Let the light not change, or take another camera.")
        found.append(Finding(Sentence("Camera settings"), "wrong", _sentence(health.text), todo))
    if devices.reader is not None:
        return [*found, *_check_reader(devices.image, devices.reader)]
    if devices.board is None:
        return found
    return [*found, *check_picture(devices.image, devices.board, devices.view)]


def _check_reader(image: Image, reader: Looker) -> list[Finding]:
    """What the reader of a board of regions makes of a picture of it, by the place where it has found it."""
    health, pose = reader.health(), reader.pose
    fine = health.state == "fine"
    text = _sentence(health.text or Sentence("It reads the board."))
    said = Finding(Sentence("Board reader"), "ok" if fine else "wrong", text, None if fine else _TRY_AGAIN)
    if pose is None:
        return [said]
    found = Finding(_PLACE, "ok", Sentence("{board} is found", {"board": pose.board.name}))
    return [found, *check_sight(image, pose), said]


def _sentence(text: str | Sentence) -> Sentence:
    return text if isinstance(text, Sentence) else as_it_is(text)


def check_picture(image: Image, board: Board, view: View | None = None) -> list[Finding]:
    """Light, sharpness and place of the board in a picture, (H, W, 3) BGR."""
    if view is not None:
        image = view.straighten(image)
    try:
        if view is not None and is_blank(board):  # it may have been shown by its corners alone
            pose, _ = first_poses(image, board, view.empty, view.empty_pose, None, locate_sheet)
        else:
            pose = locate_sheet(image, board) if is_blank(board) else locate(image, board)
    except BoardNotFound as error:
        if cv2.mean(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))[0] < _DARK:
            todo = Sentence("The picture is dark: more light, or a longer exposure.")
        else:
            todo = Sentence("Put the whole board into the picture, and nothing over its corners.")
        return [Finding(_PLACE, "wrong", error.sentence, todo)]
    found = Finding(_PLACE, "ok", Sentence("{board} is found", {"board": board.name}))
    return [found, *(check_sight if is_blank(board) else check_view)(image, pose)]


def check_dice(dice: Dice | None) -> list[Finding]:
    """Whether the dice reader is heard, and what it has learned."""
    if dice is None:
        return [Finding(_DICE, "off", Sentence("None: throws are tapped on the banker page"))]
    if isinstance(dice, VirtualDice | FileDice):
        return [Finding(_DICE, "off", Sentence("The dice are simulated"))]
    if not isinstance(dice, SerialDice):
        return [Finding(_DICE, "ok", _sentence(dice.health().name))]
    todo = Sentence("Check its cable and its lamp; {file} tells what the lamp says.", {"file": "docs/hardware.md"})
    try:
        look = dice.look()
        learned = {well: int(dice.command("GET", well)[-1]) for well in ("num", "col")}
        wells = dice.command("GET", "wells")[-1]
    except DeviceError as error:
        return [Finding(_DICE, "wrong", error.sentence, todo)]
    except (ValueError, IndexError) as error:
        return [Finding(_DICE, "wrong", as_it_is(str(error)), todo)]
    return _what_it_knows(look, learned, wells)


def _what_it_knows(look: Look, learned: dict[str, int], wells: str) -> list[Finding]:
    assert look.hello is not None
    who = {"name": look.hello.identity, "firmware": look.hello.firmware, "boots": look.hello.boots}
    found = [Finding(_DICE, "ok", Sentence("{name} with firmware {firmware}, start number {boots}", who))]
    name = Sentence("Dice that were learned")
    count = {"number": learned["num"], "colour": learned["col"]}
    samples = Sentence("{number} samples of the number die, {colour} of the colour die", count)
    used = ("num", "col") if wells == "both" else (wells,)
    if all(learned.get(well) for well in used):
        return [*found, Finding(name, "ok", samples)]
    how = {"command": "bankhalter dice --learn"}
    todo = Sentence("Teach it the dice: on the page Devices, or with {command}.", how)
    return [*found, Finding(name, "wrong", samples, todo)]


def check_tracks(tracks: PriceTracks | None, *, walk: bool) -> list[Finding]:
    """Whether the display takes what is written to it; with ``walk`` each light is lit once, for people to see."""
    if tracks is None:
        return [Finding(_TRACKS, "off", Sentence("None: prices are on the pages"))]
    if not isinstance(tracks, PanelTracks):
        text = (
            Sentence("They are written to the console")
            if isinstance(tracks, ConsoleTracks)
            else Sentence("They are simulated")
        )
        return [Finding(_TRACKS, "off", text)]
    places, length = tracks.size
    try:
        if walk:
            walk_through(tracks)
        else:
            tracks.draw()
    except DeviceError as error:
        return [Finding(_TRACKS, "wrong", error.sentence, Sentence("Check the ribbon cable and the supply."))]
    values = {"count": places * length}
    if walk:
        text = Sentence("{count} lights were lit one after the other: was each of them on?", values)
    else:
        text = Sentence("{count} lights are written; only people can see whether they shine", values)
    return [Finding(_TRACKS, "ok", text)]


def walk_through(tracks: PanelTracks, seconds: float = WALK_S) -> None:
    """Lights one light after the other. Raises DeviceError."""
    places, length = tracks.size
    try:
        for place in range(places):
            for light in range(length):
                tracks.walk(place, light)
                time.sleep(seconds)
    finally:
        tracks.walk_ends()


def check_buttons(buttons: Buttons | None, buzzer: Buzzer | None) -> list[Finding]:
    """Whether the buttons are there and none is stuck."""
    if buttons is None:
        return [Finding(_BUTTONS, "off", Sentence("None: everything can be done on the banker page"))]
    health = buttons.health()
    if health.state == "trouble":
        todo = Sentence("Look whether it sticks, and whether its wires touch.")
        return [Finding(_BUTTONS, "wrong", _sentence(health.text), todo)]
    if buzzer is not None:
        buzzer.sound("look")
    text = Sentence("{names}: none is stuck", {"names": buttons.names})
    return [Finding(_BUTTONS, "ok", text)]
