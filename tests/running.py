"""A running bankhalter, and Debian's chromium, for tests of the whole."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

CHROMIUM = "/usr/bin/chromium"
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
