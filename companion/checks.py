"""What can be examined of the machine itself: disk, journal, clock, power. Each finding says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from companion.files import is_there
from companion.sentence import Sentence, as_it_is, counted

LITTLE_BYTES = 300_000_000
"""An evening's pictures and journal, and then some."""
HOT_C, WARM_C = 80.0, 70.0
"""From 80 degrees on a Raspberry Pi slows itself down."""
NOT_BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that goes right shows less: this program did not exist."""
_TIMEOUT_S = 5.0

State = Literal["ok", "wrong", "off"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined. ``off``: it is not there, and need not be. ``todo``: what to do about it."""

    name: Sentence
    state: State
    text: Sentence
    todo: Sentence | None = None

    def to_json(self) -> dict[str, Any]:
        """Its sentences not yet said."""
        return {"name": self.name, "state": self.state, "text": self.text, "todo": self.todo}


def check_folder(folder: Path) -> Finding:
    """Whether the data folder (or where it will be made) can be written, and has room."""
    name = Sentence("Disk")
    there = next((path for path in (folder, *folder.parents) if is_there(path)), Path("/"))
    free = shutil.disk_usage(there).free
    values = {"folder": str(folder), "free": f"{free / 1e9:.1f}"}
    try:
        with tempfile.NamedTemporaryFile(dir=there) as file:
            file.write(b"bankhalter")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding(
            name,
            "wrong",
            Sentence("{folder} cannot be written: {error}", {**values, "error": error.strerror or str(error)}),
            Sentence("Choose another folder with {option}, or make this one writable.", {"option": "--data"}),
        )
    text = Sentence("{folder} can be written, {free} GB are free", values)
    if free < LITTLE_BYTES:
        return Finding(name, "wrong", text, Sentence("Delete what is not needed: an evening takes about 0.3 GB."))
    return Finding(name, "ok", text)


def check_journal(path: Path) -> tuple[Finding, datetime | None]:
    """Whether SQLite finds the journal whole, and when the newest line was booked. Opens it for reading alone."""
    name = Sentence("Journal")
    if not is_there(path):
        return Finding(name, "off", Sentence("There are no games yet")), None
    try:
        journal = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            (whole,) = journal.execute("PRAGMA integrity_check(1)").fetchone()
            (games,) = journal.execute("SELECT count(*) FROM games").fetchone()
            lines, newest = journal.execute("SELECT count(*), max(time) FROM lines").fetchone()
        finally:
            journal.close()
    except sqlite3.Error as error:
        whole, games, lines, newest = str(error), 0, 0, None
    if whole != "ok":
        return Finding(
            name,
            "wrong",
            Sentence("{path} is damaged: {error}", {"path": str(path), "error": whole}),
            Sentence(
                "Put it aside, and put the newest backup back: {command}", {"command": "bankhalter restore FILE.zip"}
            ),
        ), None
    counts = {
        "games": counted(games, "{count} game", "{count} games"),
        "lines": counted(lines, "{count} line", "{count} lines"),
    }
    text = Sentence("It is whole: {games}, {lines}", counts)
    return Finding(name, "ok", text), None if newest is None else datetime.fromisoformat(newest)


def check_clock(now: datetime, newest: datetime | None, root: Path = Path("/")) -> Finding:
    """Whether the clock can be right. ``newest``: when the journal's newest line was booked."""
    name = Sentence("Clock")
    shown = {"now": f"{now:%Y-%m-%d %H:%M} UTC"}
    todo = Sentence("Connect the table to the network, or set the clock: {command}", {"command": "sudo date -s …"})
    if now < NOT_BEFORE:
        return Finding(name, "wrong", Sentence("It shows {now}: that is long past", shown), todo)
    if newest is not None and now < newest:
        before = {**shown, "newest": f"{newest:%Y-%m-%d %H:%M} UTC"}
        return Finding(
            name, "wrong", Sentence("It shows {now}, before the last booking ({newest}): it is slow", before), todo
        )
    if (root / "run/systemd/timesync/synchronized").exists():
        return Finding(name, "ok", Sentence("It shows {now}, set by the network", shown))
    return Finding(name, "ok", Sentence("It shows {now}; no time server has confirmed that", shown))


def check_pi(root: Path = Path("/"), ask: Callable[[], str | None] | None = None) -> tuple[Finding, ...]:
    """Power and temperature of a Raspberry Pi. ``ask`` gives what its firmware says of its power."""
    name = Sentence("Raspberry Pi")
    try:
        model = (root / "proc/device-tree/model").read_text("utf-8").rstrip("\0\n")
    except (OSError, UnicodeDecodeError):
        model = ""
    if "Raspberry Pi" not in model:
        return (Finding(name, "off", Sentence("This is another computer: no pins, and no ribbon for a camera")),)
    return (
        Finding(name, "ok", as_it_is(model)),
        _power((throttled if ask is None else ask)()),
        _temperature(root),
    )


def _power(told: str | None) -> Finding:
    name = Sentence("Power")
    try:
        bits = int((told or "").strip().removeprefix("throttled="), 0)
    except ValueError:
        return Finding(name, "off", Sentence("The Pi's firmware does not say how its power is"))
    todo = Sentence("Use the Pi's own power supply and a short cable; lamps and motors need a supply of their own.")
    if bits & 0x1:
        return Finding(name, "wrong", Sentence("The Pi gets too little voltage now"), todo)
    if bits & 0x10000:
        return Finding(name, "wrong", Sentence("The Pi got too little voltage since it was started"), todo)
    return Finding(name, "ok", Sentence("The Pi has had enough voltage since it was started"))


def _temperature(root: Path) -> Finding:
    name = Sentence("Temperature")
    try:
        degrees = int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return Finding(name, "off", Sentence("The processor does not tell its temperature"))
    text = Sentence("The processor has {degrees} °C", {"degrees": round(degrees)})
    if degrees >= HOT_C:
        return Finding(name, "wrong", text, Sentence("It slows down: give it air, a heat sink or a fan."))
    if degrees >= WARM_C:
        return Finding(name, "ok", Sentence("{text}, which is warm", {"text": text}))
    return Finding(name, "ok", text)


def throttled() -> str | None:
    """What the Pi's firmware says of its power, as ``throttled=0x50000``; None where there is no way to ask."""
    command = shutil.which("vcgencmd")
    if command is None:
        return None
    try:
        asked = subprocess.run(  # noqa: S603 (a fixed command)
            [command, "get_throttled"], capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout if asked.returncode == 0 else None
