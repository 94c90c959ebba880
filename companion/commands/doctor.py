"""bankhalter doctor: everything that is configured, examined on one screen."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import click

import calibration
from companion.board import Board
from companion.checks import Finding
from companion.commands._calibration import View, load_view
from companion.commands._calibration import option as calibration_option
from companion.commands._doctor import Devices, examine
from companion.commands._folder import alone, data_option, default_folder
from companion.commands._options import BoardType, Named, PortType, device_wiring, named_wiring, wiring_option
from companion.commands._stage import open_camera
from companion.commands._tracks import KINDS, open_tracks
from companion.devices import Camera, Device, Image
from companion.errors import BankhalterError, DeviceError, FormatError
from companion.files import is_there
from companion.sentence import Sentence
from companion.words import ENGLISH, LANGUAGES, say, spoken
from hardware.buttons import GpioButtons, GpioBuzzer
from hardware.dice import DiceSet, SerialDice
from hardware.wiring import TracksKind, Wiring

_PATIENCE_S = 5.0
"""So long a camera or a dice reader may take to be heard."""
_SETTLE = 5
"""Pictures that a camera may take until its exposure has settled."""
_BOARD = "shark-2001"
_MARKS = {"ok": "ok   ", "wrong": "WRONG", "off": "-    "}

D = TypeVar("D", bound=Device)


@click.command("doctor")
@click.option("--camera", help="As for `bankhalter run`: a number, picamera, an address … [devices.toml's, else none].")
@click.option("--board", type=BoardType(), help=f"The board that the camera is to find [{_BOARD}].")
@calibration_option
@click.option("--dice", help="serial, or a serial port [devices.toml's, else by-hand].")
@click.option("--tracks", type=click.Choice(KINDS), help="The price tracks [devices.toml's, else virtual].")
@wiring_option
@click.option("--port", type=PortType(1, 65535), default=8000, show_default=True, help="Port of the pages.")
@data_option
@click.option(
    "--lang", "language", type=click.Choice(list(LANGUAGES)), default=ENGLISH, help="The language to say it in."
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(
    camera: str | None,
    board: Board | None,
    calibrated: Path | None,
    dice: str | None,
    tracks: TracksKind | None,
    devices: Path | None,
    port: int,
    data: Path | None,
    language: str,
    as_json: bool,
) -> None:
    """Examine everything that is connected: what is fine, what is wrong, and what to do about it.

    Give it the options that the table is started with, or name the devices in devices.toml. Price tracks are lit one
    light after the other. Exit status: 0 when nothing is wrong, 1 when something is.
    """
    folder = data or default_folder()
    view = None if calibrated is None else load_view(calibrated)
    named, otherwise = Named(camera, dice, tracks), Named("none", "by-hand", "virtual")
    unread: list[Finding] = []
    try:
        wiring = device_wiring(devices, folder, named, otherwise)
    except (FormatError, DeviceError) as error:
        todo = Sentence("Correct it, then examine again: nothing that it names was examined.")
        unread.append(Finding(Sentence("Devices and pins"), "wrong", error.sentence, todo))
        wiring = named_wiring(Wiring(), named, otherwise)
    board = board or (view.board if view is not None else calibration.board(_BOARD))
    with ExitStack() as closing:
        if is_there(folder):
            try:
                closing.enter_context(alone(folder))
            except DeviceError:
                pass  # a folder that cannot be written is among the findings
            except BankhalterError:
                findings = [*unread, *examine(folder, None)]
                _tell(findings, language, as_json=as_json)
        opened = _open(closing, board, view, wiring)
        findings = [*unread, *examine(folder, opened, walk=True), _check_port(port)]
    _tell(findings, language, as_json=as_json)


def _tell(findings: list[Finding], language: str, *, as_json: bool) -> None:
    """Prints the findings and ends with the exit status that they mean."""
    wrong = sum(finding.state == "wrong" for finding in findings)
    if as_json:
        said = {"ok": wrong == 0, "findings": [spoken(finding.to_json(), language) for finding in findings]}
        click.echo(json.dumps(said, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            click.echo(f"{_MARKS[finding.state]}  {say(finding.name, language)}: {say(finding.text, language)}")
            if finding.todo is not None:
                click.echo(f"       -> {say(finding.todo, language)}")
    sys.exit(1 if wrong else 0)


def _open(closing: ExitStack, board: Board, view: View | None, wiring: Wiring) -> Devices:
    """The devices that were named, each with what keeps it from being opened."""
    camera, dice = wiring.camera.source or "none", wiring.dice.source or "by-hand"
    troubles: dict[str, Sentence] = {}

    def opened(what: str, make: Callable[[], D]) -> D | None:
        try:
            device = make()
        except DeviceError as error:
            troubles[what] = error.sentence
            return None
        closing.callback(device.close)
        return device

    eye, image = None, None
    if camera not in ("none", "virtual"):
        eye = opened("camera", lambda: open_camera(camera, wiring.camera))
    if eye is not None:
        try:
            image = _settled_picture(eye)
        except DeviceError as error:
            troubles["camera"] = error.sentence
    reader = None
    if dice == "serial" or dice.startswith("/") or "://" in dice:
        reader = opened("dice", lambda: SerialDice(None if dice == "serial" else dice, DiceSet()))
    if reader is not None:
        _until_heard(reader)
    lights = opened("tracks", lambda: open_tracks(wiring.tracks))
    pins, sounds = wiring.buttons.pins(), wiring.buzzer
    buttons = opened("buttons", lambda: GpioButtons(pins)) if pins else None
    buzzer = opened("buttons", lambda: GpioBuzzer(sounds.pin)) if sounds is not None else None
    return Devices(board, eye, image, reader, lights, buttons, buzzer, view, troubles)


def _settled_picture(camera: Camera) -> Image | None:
    """A picture after a live camera's exposure has settled; the last one of a folder or a film that is shorter."""
    image: Image | None = None
    for _ in range(_SETTLE):
        frame = camera.read(_PATIENCE_S)
        if frame is None:
            break
        image = frame.image
    return image


def _until_heard(reader: SerialDice) -> None:
    """Waits until the reader is heard, or its patience is over: then its check says why."""
    end = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end:
        try:
            reader.look()
        except DeviceError:
            time.sleep(0.1)
        else:
            return


def _check_port(port: int) -> Finding:
    name = Sentence("Port of the pages")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            text = Sentence(
                "{port} cannot be used: {error}", {"port": str(port), "error": error.strerror or str(error)}
            )
            todo = Sentence("Another program has it; give the table another one with {option}.", {"option": "--port"})
            return Finding(name, "wrong", text, todo)
    return Finding(name, "ok", Sentence("{port} is free", {"port": str(port)}))
