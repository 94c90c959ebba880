"""A running bankhalter, Debian's chromium, and a limit to what tests wait for them."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

CHROMIUM = "/usr/bin/chromium-headless-shell"
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)
STARTED = "the table is ready"


@contextmanager
def time_limit(seconds: float, again: float = 30.0) -> Iterator[None]:
    """Raises TimeoutError in what runs longer, and anew every ``again`` seconds: what tidies up may hang as well.

    For the main thread only, where playwright's waiting is done too.
    """

    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise TimeoutError(f"this took longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class RunningTable:
    """``bankhalter run`` as a process of its own, on a free port of 127.0.0.1."""

    def __init__(self, data: Path, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "companion", "run", "--data", str(data), "--port", str(self.port), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        told = []
        for line in self.process.stdout:
            told.append(line)
            if STARTED in line:
                return
        raise AssertionError("bankhalter did not start: " + "".join(told))

    def snapshot(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}/snapshot", timeout=30) as answer:
            shown: dict[str, Any] = json.load(answer)
            return shown

    def kill(self) -> None:
        """As a pulled plug would: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Ends it as Ctrl-C does, if it still runs."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)
