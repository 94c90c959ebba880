"""The table's own voice: espeak-ng, a small program that speaks over the computer's loudspeaker."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence

from companion.devices import DeviceHealth
from companion.errors import DeviceError
from companion.sentence import Sentence

PROGRAM = "espeak-ng"
LONGEST_S = 30.0
"""No announcement takes longer; one that does hangs in the sound system."""

GROUPED = re.compile(r"(?<=\d)[\u202f\u00a0](?=\d{3})")
"""What stands between the thousands of a French number: it would be read as two numbers."""

Run = Callable[[Sequence[str], bytes], tuple[int, str]]
"""Runs a program with that standard input: its exit status and what it complains of. Raises OSError or TimeoutError."""


def run(command: Sequence[str], spoken: bytes) -> tuple[int, str]:
    try:
        ended = subprocess.run(  # noqa: S603 (a program of the system, its text on standard input)
            command,
            input=spoken,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(str(error)) from None
    return ended.returncode, ended.stderr.decode(errors="replace")


class EspeakVoice:
    """Says a text and returns when it is said. ``find`` gives the path of a program, None where there is none."""

    def __init__(self, find: Callable[[str], str | None] = shutil.which, run: Run = run) -> None:
        self._find = find
        self._run = run
        self._trouble: Sentence | None = None

    def say(self, text: str, language: str) -> None:
        """Says it in that language (en, de, it, fr). Raises DeviceError, and `health` says why."""
        path = self._find(PROGRAM)
        if path is None:
            self._fail(Sentence("espeak-ng is not installed: sudo apt install espeak-ng"))
        try:
            # On standard input: no text, whatever it begins with, is taken for an option.
            command = [path or PROGRAM, "-v", language, "--stdin"]
            status, complaint = self._run(command, GROUPED.sub("", text).encode())
        except (OSError, TimeoutError) as error:
            self._fail(Sentence("espeak-ng cannot speak: {reason}", {"reason": str(error)}))
        # Without a loudspeaker it ends as if it had spoken (1.51), but says "error: No such file or directory".
        if status != 0 or re.search(r"^error", complaint, re.IGNORECASE | re.MULTILINE):
            self._fail(Sentence("espeak-ng cannot speak: is a loudspeaker connected and set up?"))
        self._trouble = None

    def health(self) -> DeviceHealth:
        return DeviceHealth(Sentence("voice"), "fine" if self._trouble is None else "trouble", self._trouble or "")

    def _fail(self, trouble: Sentence) -> None:
        self._trouble = trouble
        raise DeviceError(trouble)
