"""What is examined of the machine, each with what to do."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import checks
from companion.checks import check_clock, check_folder, check_journal, check_pi
from companion.journal import Journal, NewLine

NOW = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def test_a_folder_with_room_is_fine_also_before_it_is_made(tmp_path: Path) -> None:
    finding = check_folder(tmp_path / "not" / "yet")
    assert finding.state == "ok"
    assert finding.todo is None
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_little_room_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LITTLE_BYTES", 10**18)
    finding = check_folder(tmp_path)
    assert finding.state == "wrong"
    assert "Delete what is not needed" in str(finding.todo)


def test_a_folder_that_cannot_be_written_is_wrong() -> None:
    finding = check_folder(Path("/proc/self/bankhalter"))
    assert finding.state == "wrong"
    assert "--data" in str(finding.todo)


def test_a_journal_is_whole_and_tells_when_it_was_written_last(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    finding, newest = check_journal(path)
    assert (finding.state, newest) == ("off", None)
    with Journal(path, NOW.isoformat) as journal:
        game = journal.new_game({"format": "bankhalter-game/1"})
        journal.append(game, 0, [NewLine("event", {"do": "x"})], actor="banker", request="r")
        finding, newest = check_journal(path)
        assert finding.state == "ok"
        assert str(finding.text) == "It is whole: 1 game, 1 line"
        assert newest == NOW


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be looked at" * 100, b""])
def test_a_damaged_journal_is_wrong_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    finding, newest = check_journal(path)
    assert finding.state == "wrong"
    assert newest is None
    assert "bankhalter restore" in str(finding.todo)
    assert path.read_bytes() == content


def test_a_page_that_was_overwritten_is_found(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path, NOW.isoformat) as journal:
        for _ in range(50):
            journal.new_game({"format": "bankhalter-game/1", "x": "y" * 200})
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)
    assert check_journal(path)[0].state == "wrong"


def test_the_clock(tmp_path: Path) -> None:
    assert check_clock(NOW, None, tmp_path).state == "ok"
    assert "no time server" in str(check_clock(NOW, NOW - timedelta(days=1), tmp_path).text)
    slow = check_clock(NOW, NOW + timedelta(minutes=1), tmp_path)
    assert slow.state == "wrong"
    assert "it is slow" in str(slow.text)
    assert check_clock(datetime(1970, 1, 1, tzinfo=UTC), None, tmp_path).state == "wrong"
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert "set by the network" in str(check_clock(NOW, None, tmp_path).text)


def pi(root: Path, degrees: str = "48312") -> Path:
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    (root / "sys/class/thermal/thermal_zone0").mkdir(parents=True)
    (root / "sys/class/thermal/thermal_zone0/temp").write_text(degrees + "\n")
    return root


def test_another_computer_is_no_fault(tmp_path: Path) -> None:
    assert [finding.state for finding in check_pi(tmp_path)] == ["off"]


# The bits of get_throttled: 0 too little voltage now, 16 since the start.
@pytest.mark.parametrize(
    ("told", "state", "words"),
    [
        ("throttled=0x0\n", "ok", "has had enough"),
        ("throttled=0x50005\n", "wrong", "too little voltage now"),
        ("throttled=0x50000\n", "wrong", "since it was started"),
        ("throttled=0x20000\n", "ok", "has had enough"),
        ("error", "off", "does not say"),
        (None, "off", "does not say"),
    ],
)
def test_the_power_of_a_pi(tmp_path: Path, told: str | None, state: str, words: str) -> None:
    model, power, temperature = check_pi(pi(tmp_path), lambda: told)
    assert str(model.text) == "Raspberry Pi 4 Model B Rev 1.5"
    assert power.state == state
    assert words in str(power.text)
    assert str(temperature.text) == "The processor has 48 °C"


@pytest.mark.parametrize(
    ("told", "state", "words"),
    [("71000", "ok", "71 °C, which is warm"), ("80000", "wrong", "80 °C"), ("", "off", "does not tell")],
)
def test_the_temperature_of_a_pi(tmp_path: Path, told: str, state: str, words: str) -> None:
    temperature = check_pi(pi(tmp_path, told), lambda: None)[2]
    assert temperature.state == state
    assert words in str(temperature.text)
