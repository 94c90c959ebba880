"""The whole program at work: from a tap to all screens, memory, what it costs to do nothing, how soon it is there.

A `bankhalter run` of its own is measured from outside, by its sockets and by what /proc tells of it (Linux).
"""

from __future__ import annotations

import http.client
import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2

import calibration
from bench._compare import figure
from hardware.virtual import VirtualTable

SCREENS = 30
DEAF = 5
"""Screens that open a stream and never read from it."""
TAPS = 100
STARTS = 3
MEASURED_S = 20.0
SETTLE_S = 8.0
"""So long the camera may take to read the whole board the first time."""
WATCH_FPS = 5
LOOKS = ("banker", "seat-1", "seat-2", "seat-3", "")
LANGUAGES = ("en", "de", "it", "fr")


class Program:
    """``bankhalter run`` on a free port; `started_s` is from its start to the whole first page."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [sys.executable, "-m", "companion", "run", "--data", str(folder), "--port", str(self.port)]
        begin = time.perf_counter()
        self.process = subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL)  # noqa: S603 (our own)
        while True:
            try:
                self.get("/")
                break
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    raise SystemExit("bankhalter has ended: its message is above") from None
                time.sleep(0.01)
        self.started_s = time.perf_counter() - begin

    def get(self, path: str) -> bytes:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request("GET", path)
        content = line.getresponse().read()
        line.close()
        return content

    def snapshot(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.get("/snapshot?as=banker"))
        return shown

    def cpu_s(self) -> float:
        """What the process has used so far of a core."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self, key: str) -> float:
        """``VmRSS``: in memory now; ``VmHWM``: the most so far."""
        found = re.search(rf"{key}:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found is not None
        return int(found[1]) * 1024 / 1e6

    def busy(self, seconds: float = MEASURED_S) -> float:
        """The share of one core that it takes, in percent."""
        before, begin = self.cpu_s(), time.perf_counter()
        time.sleep(seconds)
        return 100 * (self.cpu_s() - before) / (time.perf_counter() - begin)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


class Banker:
    """A banker's page as far as it taps."""

    def __init__(self, program: Program) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", program.port, timeout=30)
        self._cookie = ""
        self._token = self._ask("GET", "/token")["token"]

    def tap(self, game: int, version: int, **command: Any) -> int:
        """Sends a command and gives the version after it."""
        body = json.dumps({**command, "game": game, "version": version, "request": os.urandom(8).hex()})
        answer = self._ask("POST", "/command", body, {"X-CSRFToken": self._token, "Content-Type": "application/json"})
        if not answer["ok"]:
            raise SystemExit(f"the table refuses what the benchmark taps: {answer['error']}")
        return int(answer["version"])

    def _ask(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> Any:
        self._line.request(method, path, body, {"Cookie": self._cookie, **(headers or {})})
        answer = self._line.getresponse()
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).split(";")[0]
        return json.loads(answer.read())


class Screens:
    """Open streams of many screens, read by one thread that notes when each has a whole snapshot of a version."""

    def __init__(self, program: Program) -> None:
        self._selector = selectors.DefaultSelector()
        self._lines = [_stream(program.port, number) for number in range(SCREENS)]
        self._deaf = [_stream(program.port, number, buffer=4096) for number in range(DEAF)]
        self._unread = dict.fromkeys(self._lines, b"")
        self._versions = dict.fromkeys(self._lines, -1)
        for line in self._lines:
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)

    def wait_for(self, version: int) -> float:
        """The moment at which the last screen has that version."""
        deadline = time.perf_counter() + 10
        while min(self._versions.values()) < version:
            for key, _ in self._selector.select(timeout=1):
                self._read(key.fileobj)  # type: ignore[arg-type]
            if time.perf_counter() > deadline:
                raise SystemExit("a screen did not hear of a tap within 10 seconds")
        return time.perf_counter()

    def _read(self, line: socket.socket) -> None:
        self._unread[line] += line.recv(1 << 16)
        *whole, self._unread[line] = self._unread[line].split(b"\n\n")
        for event in whole:
            if found := re.search(rb'"version":(\d+)', event):
                self._versions[line] = int(found[1])

    def close(self) -> None:
        for line in (*self._lines, *self._deaf):
            line.close()
        self._selector.close()


def _stream(port: int, number: int, buffer: int = 0) -> socket.socket:
    """An open stream of server-sent events; screens differ in who looks and in their language."""
    line = socket.socket()
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.connect(("127.0.0.1", port))
    path = f"/events?as={LOOKS[number % len(LOOKS)]}&lang={LANGUAGES[number % len(LANGUAGES)]}"
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line


def taps(program: Program, screens: Screens, banker: Banker) -> list[float]:
    """Milliseconds from each tap to the last screen.

    What is tapped: a placement that pays is taken back, and booked again.
    """
    shown = program.snapshot()
    game, version = shown["game"]["id"], shown["version"]

    def book(**event: Any) -> dict[str, Any]:
        nonlocal version
        version = banker.tap(game, version, do="event", event=event)
        return program.snapshot()

    for _ in shown["game"]["players"]:
        shown = book(do="pick", player=shown["view"]["turn"], company="red")
    player = shown["view"]["turn"]
    shown = book(do="roll", player=player, zone="1", colour="red")
    book(do="place", player=player, company="red", square=shown["legal"]["place"]["options"][0]["square"])
    screens.wait_for(version)
    took = []
    for number in range(TAPS):
        begin = time.perf_counter()
        version = banker.tap(game, version, do="redo" if number % 2 else "undo")
        took.append(1000 * (screens.wait_for(version) - begin))
        time.sleep(0.05)  # people tap one after the other
    return took


@contextmanager
def camera(folder: Path) -> Iterator[str]:
    """A network camera over an untouched table, its address: pictures with noise, of `WATCH_FPS` a second."""
    board = VirtualTable(calibration.board("shark-2001"), None, seed=1)
    pictures = [cv2.imencode(".jpg", board.render(float(number)))[1].tobytes() for number in range(2 * WATCH_FPS)]
    cv2.imwrite(str(folder / "empty.png"), board.empty_picture())

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            due = time.perf_counter()
            number = 0
            try:
                while True:
                    picture = pictures[number % len(pictures)]
                    head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                    self.wfile.write(head.encode() + picture + b"\r\n")
                    number += 1
                    due += 1 / WATCH_FPS
                    time.sleep(max(0.0, due - time.perf_counter()))
            except OSError:
                return  # who looked has gone

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/table.mjpg"
    server.shutdown()


def figures() -> Iterator[str]:
    """The figures one by one, each with its aim."""
    with ExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        yield f"  {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}: what waits for a core is slower by that"
        started, worked = [], []
        for number in range(STARTS):
            program = Program(folder / f"start-{number}")
            started.append(program.started_s)
            worked.append(program.cpu_s())
            program.close()
        yield figure("start to the first page, best", min(started), "s", "below 2")
        yield figure("start to the first page, worst", max(started), "s", "below 2")
        yield figure("start to the first page, processor time, best", min(worked), "s", "below 2")

        program = Program(folder / "table", "--seed", "1")
        closing.callback(program.close)
        time.sleep(SETTLE_S)
        yield figure("idle, virtual table, no page open", program.busy(), "%", "below 3")
        screens = Screens(program)
        closing.callback(screens.close)
        screens.wait_for(0)
        yield figure(f"idle, {SCREENS} streams and {DEAF} that never read", program.busy(), "%", "below 3")
        before = program.cpu_s()
        took = taps(program, screens, Banker(program))
        worked_ms = 1000 * (program.cpu_s() - before) / TAPS
        yield figure(f"tap to all {SCREENS} screens, p50 of {TAPS}", statistics.median(took), "ms", "")
        yield figure(f"tap to all {SCREENS} screens, p95 of {TAPS}", _quantile(took, 0.95), "ms", "below 50")
        yield figure(f"tap to all {SCREENS} screens, the longest", max(took), "ms", "")
        yield figure("processor time for a tap and all its screens", worked_ms, "ms", "")
        yield figure("memory now", program.memory_mb("VmRSS"), "MB", "below 200")
        yield figure("memory, the most so far", program.memory_mb("VmHWM"), "MB", "below 200")

        address = closing.enter_context(camera(folder))
        watching = Program(folder / "watching", "--camera", address, "--empty", str(folder / "empty.png"))
        closing.callback(watching.close)
        time.sleep(SETTLE_S)
        yield figure(f"watching a still board at {WATCH_FPS} pictures a second", watching.busy(), "%", "")
        further = Screens(watching)
        closing.callback(further.close)
        further.wait_for(0)
        yield figure("the same with all streams", watching.busy(), "%", "")
        yield figure("memory with a real picture stream, the most", watching.memory_mb("VmHWM"), "MB", "below 200")
        (found,) = [device for device in watching.snapshot()["devices"] if device["name"].startswith("camera")]
        yield f"  (its camera is {found['state']}; the board is {watching.snapshot()['board_seen']['text'] or 'read'})"


def _quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
