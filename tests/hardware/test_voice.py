"""espeak-ng gets the text on its standard input, in the language that is wanted; what is wrong is said."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.errors import DeviceError
from hardware.voice import EspeakVoice, run


class Program:
    def __init__(self, status: int = 0, error: Exception | None = None) -> None:
        self.status = status
        self.error = error
        self.calls: list[tuple[Sequence[str], bytes]] = []

    def __call__(self, command: Sequence[str], spoken: bytes) -> int:
        self.calls.append((command, spoken))
        if self.error is not None:
            raise self.error
        return self.status


def voice(program: Program, path: str | None = "/usr/bin/espeak-ng") -> EspeakVoice:
    return EspeakVoice(lambda _: path, program)


def test_a_text_is_never_an_option() -> None:
    program = Program()
    voice(program).say("--help für Chloé", "de")
    assert program.calls == [(["/usr/bin/espeak-ng", "-v", "de", "--stdin"], "--help für Chloé".encode())]


@pytest.mark.parametrize(
    ("program", "path", "told"),
    [
        (Program(), None, "not installed"),
        (Program(status=1), "/usr/bin/espeak-ng", "loudspeaker"),
        (Program(error=PermissionError("denied")), "/usr/bin/espeak-ng", "denied"),
        (Program(error=TimeoutError("30 s")), "/usr/bin/espeak-ng", "30 s"),
    ],
)
def test_what_is_wrong_is_said_and_shown_until_it_speaks_again(program: Program, path: str | None, told: str) -> None:
    speaker = voice(program, path)
    with pytest.raises(DeviceError, match=told):
        speaker.say("hello", "en")
    assert speaker.health().state == "trouble"
    assert told in str(speaker.health().text)


def test_a_voice_that_speaks_again_is_fine() -> None:
    program = Program(status=1)
    speaker = voice(program)
    with pytest.raises(DeviceError):
        speaker.say("hello", "en")
    program.status = 0
    speaker.say("hello", "en")
    assert speaker.health().state == "fine"


def test_a_real_program_gets_the_text() -> None:
    assert run(["/bin/grep", "-q", "hello"], b"hello\n") == 0
    assert run(["/bin/grep", "-q", "hello"], b"farewell\n") == 1
