"""espeak-ng gets the text on its standard input, in the language that is wanted; what is wrong is said."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence

import numpy as np
import pytest

from companion.errors import DeviceError
from hardware.voice import EspeakVoice, run


class Program:
    def __init__(self, status: int = 0, error: Exception | None = None, complaint: str = "") -> None:
        self.status = status
        self.error = error
        self.complaint = complaint
        self.calls: list[tuple[Sequence[str], bytes]] = []

    def __call__(self, command: Sequence[str], spoken: bytes) -> tuple[int, str]:
        self.calls.append((command, spoken))
        if self.error is not None:
            raise self.error
        return self.status, self.complaint


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
        (
            Program(complaint="ALSA lib: no default\nerror: No such file or directory\n"),
            "/usr/bin/espeak-ng",
            "loudspeaker",
        ),
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


def test_what_alsa_grumbles_about_while_it_speaks_is_no_trouble() -> None:
    speaker = voice(Program(complaint="ALSA lib pcm.c:8675:(snd_pcm_recover) underrun occurred\n"))
    speaker.say("hello", "en")
    assert speaker.health().state == "fine"


def test_the_thousands_of_a_french_sum_are_said_as_one_number() -> None:
    program = Program()
    voice(program).say("Wings monte à 14\u202f000, chaîne C4-C7", "fr")
    assert program.calls[0][1].decode() == "Wings monte à 14000, chaîne C4-C7"


def test_a_real_program_gets_the_text() -> None:
    assert run(["/bin/grep", "-q", "hello"], b"hello\n") == (0, "")
    assert run(["/bin/grep", "-q", "hello"], b"farewell\n") == (1, "")
    assert run(["/bin/sh", "-c", "cat >&2"], "für".encode()) == (0, "für")


# The real espeak-ng, which .ci/setup test brings along.


def test_without_a_loudspeaker_the_real_voice_does_not_pretend_to_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/dev/null")
    monkeypatch.setenv("PULSE_SERVER", "unix:/dev/null")
    speaker = EspeakVoice()
    with pytest.raises(DeviceError, match="loudspeaker"):
        speaker.say("hello", "en")
    assert speaker.health().state == "trouble"


@pytest.mark.parametrize("language", ["en", "de", "it", "fr"])
def test_the_real_voice_speaks_each_language_of_the_pages(language: str) -> None:
    heard = io.BytesIO()

    def into_memory(command: Sequence[str], spoken: bytes) -> tuple[int, str]:
        ended = subprocess.run([*command, "--stdout"], input=spoken, capture_output=True, timeout=30, check=False)
        heard.write(ended.stdout)
        return ended.returncode, ended.stderr.decode()

    EspeakVoice(run=into_memory).say("Wings 14\u202f000, Chloé", language)
    # A RIFF header of 44 bytes, then 16-bit samples of one channel; a voice is loud somewhere.
    samples = np.frombuffer(heard.getvalue()[44:], "<i2")
    assert heard.getvalue()[:4] == b"RIFF"
    assert np.abs(samples.astype(int)).max() > 3000


def test_the_real_voice_reads_a_sum_as_one_number() -> None:
    def phonemes(text: str) -> str:
        spoken: list[str] = []

        def written(command: Sequence[str], text: bytes) -> tuple[int, str]:
            ended = subprocess.run([*command, "-q", "-x"], input=text, capture_output=True, timeout=30, check=True)
            spoken.append(ended.stdout.decode())
            return 0, ""

        EspeakVoice(run=written).say(text, "fr")
        return spoken[0].replace("'", "")  # where the stress lies is another matter

    assert phonemes("14\u202f000") == phonemes("quatorze mille")
