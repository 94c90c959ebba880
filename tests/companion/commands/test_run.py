"""What can go wrong when the table starts is said in one line, and nothing is lost by it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.cli import main
from companion.commands.run import _board_file, _board_names, _door, _first_game, _secret
from companion.errors import DeviceError, FormatError
from companion.games.master_of_economy import MARKET
from companion.journal import Journal
from tests.running import RunningTable, time_limit


def offered_boards(table: RunningTable) -> list[str]:
    with urllib.request.urlopen(f"{table.address}/setup", timeout=30) as answer:
        select = re.search(r'<select id="s-board">(.*?)</select>', answer.read().decode(), re.DOTALL)
    assert select is not None
    return re.findall(r'value="([^"]*)"', select[1])


Ended = subprocess.CompletedProcess[str]
Run = Callable[..., Ended]


def run(*arguments: str) -> Ended:
    command = [sys.executable, "-m", "companion", "run", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def run_here(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same through the program's own entry, in this process: what ends before the table stands needs no other."""

    def called(*arguments: str) -> Ended:
        monkeypatch.setattr("sys.argv", ["bankhalter", "run", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), *capfd.readouterr())

    return called


@pytest.fixture(scope="module")
def plain_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningTable, Path]]:
    """A table without a camera, and its folder, for those that only look at it."""
    folder = tmp_path_factory.mktemp("table")
    running = RunningTable(folder, "--camera", "none")
    yield running, folder
    running.close()


def one_line(ended: Ended) -> str:
    assert ended.returncode == 2, ended.stderr
    (line,) = ended.stderr.splitlines()
    return line


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = one_line(run("--data", str(tmp_path), "--port", str(port), "--camera", "none"))
    assert f"port {port} is taken" in line


def test_a_second_program_on_the_same_games(plain_table: tuple[RunningTable, Path]) -> None:
    assert "another bankhalter runs" in one_line(run("--data", str(plain_table[1]), "--port", "0"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--board", "nowhere.json"), "nowhere.json"),
        (("--empty", "nowhere.jpg"), "nowhere.jpg"),
        (("--dice", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_a_file_that_is_not_there(run_here: Run, tmp_path: Path, arguments: tuple[str, str], told: str) -> None:
    assert told in one_line(run_here("--data", str(tmp_path / "data"), "--port", "0", *arguments))


def test_a_pin_that_will_not_do_is_refused_before_anything_is_made_or_opened(run_here: Run, tmp_path: Path) -> None:
    call = ["--data", str(tmp_path / "data"), "--pin", "1", "--camera", str(tmp_path / "no-such-camera")]
    line = one_line(run_here(*call))
    assert "PIN" in line
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_camera_that_is_not_there_is_told_with_what_to_do_and_the_table_starts(there: bool, tmp_path: Path) -> None:
    source = tmp_path / "photos"
    if there:
        source.mkdir()
        cv2.imwrite(str(source / "0000.jpg"), np.full((48, 64, 3), (90, 120, 150), np.uint8))
    table = RunningTable(tmp_path / "data", "--camera", str(source))
    table.close()
    told = [line for line in table.told.splitlines() if "there is no camera" in line]
    assert len(told) == (0 if there else 1)
    for line in told:
        assert str(source) in line
        assert "can be played without one" in line
        assert "name with --camera" in line


def test_settings_that_will_not_do_are_named(run_here: Run, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("voise = 'tv'\n")
    line = one_line(run_here("--data", str(tmp_path), "--port", "0", "--camera", "none"))
    assert "settings.toml" in line
    assert "the nearest is voice" in line


def test_a_journal_that_is_none(run_here: Run, tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("this is a letter, not a journal\n" * 200)
    line = one_line(run_here("--data", str(tmp_path), "--port", "0"))
    assert "journal.db" in line
    assert "nothing was changed" in line


def test_a_game_whose_board_is_gone_is_told_on_the_pages_and_stays_in_the_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db", lambda: "now") as journal:
        journal.new_game({**_first_game(None, tmp_path), "board": "lost"})
    table = RunningTable(tmp_path, "--camera", "none")
    try:
        shown = table.snapshot()
    finally:
        table.close()
    assert shown["game"] is None
    assert "lost" in shown["problems"][0]["text"]


@pytest.mark.parametrize("left", [b"", b"short"])
def test_a_key_that_was_cut_off_is_made_anew(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "secret").write_bytes(left)
    secret = _secret(tmp_path / "secret")
    assert len(secret) == 32
    assert _secret(tmp_path / "secret") == secret
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_a_board_of_ones_own_is_kept_for_its_games(tmp_path: Path) -> None:
    own = {**calibration.board_file("shark-1991"), "name": "my-board"}
    (tmp_path / "mine.json").write_text(json.dumps(own))
    header = _first_game(str(tmp_path / "mine.json"), tmp_path / "boards")
    assert (header["board"], header["edition"]) == ("my-board", "1991")
    (tmp_path / "mine.json").unlink()
    assert _board_file(tmp_path / "boards", "my-board") == own


@pytest.mark.parametrize("name", ["../escape", "shark-2001", ""])
def test_a_board_with_a_name_that_will_not_do_is_refused(tmp_path: Path, name: str) -> None:
    own = {**calibration.board_file("shark-1991"), "name": name}
    (tmp_path / "mine.json").write_text(json.dumps(own))
    with pytest.raises(FormatError, match="name"):
        _first_game(str(tmp_path / "mine.json"), tmp_path / "boards")


@pytest.mark.parametrize(
    ("board", "edition"), [("shark-2001", "2001"), ("shark-1991", "1991"), ("shark-compact", "2001")]
)
def test_the_first_game_has_the_edition_of_its_board(tmp_path: Path, board: str, edition: str) -> None:
    assert _first_game(board, tmp_path)["edition"] == edition


def test_a_board_of_one_s_own_is_offered_beside_those_of_the_program(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**calibration.board_file("shark-compact"), "name": "kitchen-table"}))
    table = RunningTable(tmp_path / "data", "--board", str(own), "--camera", "none", "--dice", "by-hand")
    try:
        assert offered_boards(table) == ["shark-1991", "shark-2001", "shark-compact", "kitchen-table"]
        assert table.snapshot()["game"]["board"] == "kitchen-table"
        assert table.snapshot()["grid"]["rows"] == 11
    finally:
        table.close()


def test_whatever_is_kept_beside_the_boards_lets_the_table_start_again(tmp_path: Path) -> None:
    market = {**calibration.board_file(MARKET), "name": "our-market"}
    kept = {
        "kitchen-table": {**calibration.board_file("shark-compact"), "name": "kitchen-table"},
        "our-city": {**calibration.board_file("big-shot"), "name": "our-city"},
        "our-figures": {"format": "bankhalter-market/1", "name": "our-figures", "goods": {}},
        "our-market": market,
    }
    for name, content in kept.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    names = _board_names(tmp_path)
    assert names == ("shark-1991", "shark-2001", "shark-compact", "kitchen-table")
    assert [_board_file(tmp_path, name)["name"] for name in names] == [*names]
    assert _board_file(tmp_path, "our-city")["name"] == "our-city"
    assert _board_file(tmp_path, MARKET) == market


def test_without_an_own_market_board_the_stand_in_is_taken(tmp_path: Path) -> None:
    assert _board_file(tmp_path, MARKET) == calibration.board_file(MARKET)


def test_an_own_market_board_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "ours.json").write_text('{"name": "ours", "fields": {}}', "utf-8")
    with pytest.raises(FormatError, match=r"ours\.json"):
        _board_file(tmp_path, MARKET)


def test_a_pipe_in_the_data_folder_is_told_and_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    for name in ("p.json", "secret"):
        os.mkfifo(tmp_path / name)
    with time_limit(10):
        assert "p" in _board_names(tmp_path)
        assert _board_file(tmp_path, MARKET) == calibration.board_file(MARKET)
        with pytest.raises(FormatError, match=r"p\.json: the board file cannot be read: it is no ordinary file"):
            _board_file(tmp_path, "p")
        with pytest.raises(DeviceError, match="secret cannot be used: it is no ordinary file"):
            _secret(tmp_path / "secret")
    assert time.monotonic() - began < 10, "a file beside the boards that cannot be read has no keys"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_table_of_this_machine_alone_asks_for_no_pin(tmp_path: Path, host: str) -> None:
    assert _door(tmp_path / "pin", host, None) is None
    assert not (tmp_path / "pin").exists()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20", "raspberrypi"])
def test_a_table_that_lets_phones_in_makes_a_pin_once_and_keeps_its_hash_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    door = _door(tmp_path / "pin", host, None)
    (made,) = re.findall(r"\b\d{6}\b", capsys.readouterr().out)
    assert door is not None
    assert door.check(made, "")
    assert made not in (tmp_path / "pin").read_text()
    assert (tmp_path / "pin").stat().st_mode & 0o077 == 0
    again = _door(tmp_path / "pin", host, None)
    assert again is not None
    assert again.check(made, "")
    assert made not in capsys.readouterr().out


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-machine.invalid"])
def test_no_pin_is_made_up_for_a_table_that_cannot_start(run_here: Run, tmp_path: Path, host: str) -> None:
    """The first is an address of documentation (RFC 5737), no machine's; the second a name that is never one's."""
    ended = run_here("--data", str(tmp_path), "--port", "0", "--camera", "none", "--host", host)
    assert host in one_line(ended)
    assert "PIN" not in ended.stdout
    assert not (tmp_path / "pin").exists()


def test_a_pin_that_is_given_takes_the_place_of_the_old_one_and_is_not_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _door(tmp_path / "pin", "0.0.0.0", None)
    given = _door(tmp_path / "pin", "0.0.0.0", "seven-sharks")
    kept = _door(tmp_path / "pin", "0.0.0.0", None)
    for door in (given, kept):
        assert door is not None
        assert door.check("seven-sharks", "")
    assert "seven-sharks" not in capsys.readouterr().out


def test_a_pin_that_is_given_is_asked_for_on_this_machine_too(tmp_path: Path) -> None:
    assert _door(tmp_path / "pin", "127.0.0.1", "seven-sharks") is not None


def test_a_pin_that_is_too_short_is_explained(run_here: Run, tmp_path: Path) -> None:
    assert "6 to 64" in one_line(run_here("--data", str(tmp_path), "--port", "0", "--camera", "none", "--pin", "123"))


def banker_of(table: RunningTable) -> str:
    """Where who asks for the banker's page comes to."""
    with urllib.request.urlopen(f"{table.address}/banker", timeout=30) as answer:
        return str(answer.url).removeprefix(table.address)


def test_phones_in_the_network_make_the_pin_necessary(plain_table: tuple[RunningTable, Path], tmp_path: Path) -> None:
    assert banker_of(plain_table[0]) == "/banker"
    table = RunningTable(tmp_path, "--host", "0.0.0.0", "--camera", "none", "--dice", "by-hand")
    try:
        assert banker_of(table) == "/pin?next=/banker"
    finally:
        table.close()


def test_an_owner_s_editions_are_offered_and_the_first_game_has_them(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[2001.options.cards]\nones = 12\nfives = 10\n[attic]\nlike = "1991"\n')
    table = RunningTable(tmp_path / "data", "--editions", str(mine), "--camera", "none", "--dice", "by-hand")
    try:
        with urllib.request.urlopen(f"{table.address}/setup", timeout=30) as answer:
            page = answer.read().decode()
        assert 'value="attic"' in page
        assert "62 shares a company on 22 cards" in page
        assert table.snapshot()["view"]["bank"]["red"] == [12, 10]
    finally:
        table.close()


def test_an_editions_file_that_is_none_is_named(run_here: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[2001")
    call = ["--data", str(tmp_path), "--port", "0", "--editions", str(mine)]
    assert "mine.toml: not TOML" in one_line(run_here(*call))
    mine.write_text('[attic]\nlike = "1991"\nboard = "nope"\n')
    told = one_line(run_here(*call))
    assert 'mine.toml: edition "attic": no board is called "nope": there are' in told
    assert not (tmp_path / "boards").exists()


@pytest.mark.parametrize(
    ("devices", "told"),
    [
        ("tracks.kind = 'ws2812'", "no price tracks on SPI 0.0"),
        ("buttons.undo = 27", "no button undo on GPIO27"),
        ("buzzer.pin = 23", "no buzzer on GPIO23"),
    ],
)
def test_parts_that_are_wired_but_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, devices: str, told: str
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-of-these")  # this machine may be a Pi
    (tmp_path / "devices.toml").write_text(devices)
    assert told in one_line(run("--data", str(tmp_path), "--port", "0"))


def test_the_banker_is_shown_the_simulated_buttons(plain_table: tuple[RunningTable, Path]) -> None:
    with urllib.request.urlopen(f"{plain_table[0].address}/snapshot?as=banker", timeout=30) as answer:
        assert set(json.load(answer)["buttons"]) == {"confirm", "undo", "next"}
