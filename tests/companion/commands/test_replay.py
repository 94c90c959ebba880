"""The command ``bankhalter replay``: recorded games with what an independent program made of them."""

from __future__ import annotations

import fcntl
import gzip
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.replay import command
from companion.errors import FormatError

RECORDS = Path(__file__).parents[2] / "games"
GAMES = RECORDS / "shark"
LEGAL = sorted(RECORDS.glob("*/legal/*.game.jsonl"))
BROKEN = sorted(RECORDS.glob("*/broken/*.game.jsonl"))
EXPECTED = ".expected.jsonl"


def beside(game: Path, ending: str) -> Path:
    return game.with_name(game.name.removesuffix(".game.jsonl") + ending)


def expected_lines(game: Path) -> list[str]:
    """The lines that the replay must print; packed where a game's lines repeat the whole city each."""
    packed = beside(game, EXPECTED + ".gz")
    content = gzip.decompress(packed.read_bytes()) if packed.exists() else beside(game, EXPECTED).read_bytes()
    return content.decode().splitlines()


def name(game: Path) -> str:
    return f"{game.parts[-3]}-{game.name.split('.')[0]}"


def run(*arguments: str | Path):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_there_are_games():
    assert len(LEGAL) == 13 + 5 + 5 + 5
    assert len(BROKEN) == 26 + 18 + 20 + 26


@pytest.mark.parametrize("game", LEGAL, ids=name)
def test_legal_game_is_replayed_line_by_line_as_expected(game):
    done = run(game, "--jsonl")
    assert (done.exit_code, done.stderr) == (0, "")
    expected = expected_lines(game)
    printed = done.stdout.splitlines()
    assert len(printed) == len(expected)
    for got, wanted in zip(printed, expected, strict=True):
        assert json.loads(got) == json.loads(wanted)


@pytest.mark.parametrize("game", BROKEN, ids=name)
def test_broken_game_stops_at_its_line_with_the_ruling(game):
    wanted = json.loads(beside(game, ".expected-error.json").read_text(encoding="utf-8"))
    done = run(game, "--jsonl")
    assert done.exit_code == wanted["exit"]
    rule = wanted["rule"] or wanted.get("ruling")
    ruling = f" {rule}:" if rule else ""
    assert done.stderr.startswith(f"{game}:{wanted['line']}:{ruling}")
    assert done.stderr.count("\n") == 1
    printed = done.stdout.splitlines()
    assert len(printed) == wanted["line"] - 1
    if beside(game, EXPECTED + ".gz").exists():
        assert [json.loads(line) for line in printed] == [json.loads(line) for line in expected_lines(game)]


def test_the_account_tells_payments_with_their_reasons_and_the_result(tmp_path):
    done = run(GAMES / "legal" / "g0029.game.jsonl")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "   0  SHARK (2001): Bernd, Andrea"
    assert "   4  Bernd puts a red house on G10" in lines
    assert (
        "      Bernd +1,000 commission: the first house, alone on G10: Red rises 0 → 1,000, "
        "the commission is the new price (R-14)" in lines
    )
    assert lines[-3:] == [
        "The game is over: one player is left. Bernd wins with 3,000",
        "      Bernd is worth 3,000 in all (cash: 3,000)",
        "      Andrea is worth 0 in all (cash: 0)",
    ]


def test_the_account_of_an_unfinished_game_says_whom_it_waits_for(tmp_path):
    game = GAMES / "legal" / "g0029.game.jsonl"
    short = tmp_path / "short.game.jsonl"
    short.write_text("\n".join(game.read_text(encoding="utf-8").splitlines()[:5]), encoding="utf-8")
    lines = run(short).stdout.splitlines()
    assert lines[-3] == "Bernd: buy, sell or end the turn"


def test_the_account_shows_control_characters_of_a_remark_as_text(tmp_path):
    game = tmp_path / "x.game.jsonl"
    header = (GAMES / "legal" / "g0029.game.jsonl").read_text(encoding="utf-8").splitlines()[0]
    game.write_text(header + '\n{"do": "amend", "note": "a\\u001b[2Jb"}\n', encoding="utf-8")
    assert "Remark: a\\x1b[2Jb" in run(game).stdout


def test_names_do_nothing_to_a_terminal(tmp_path):
    game = tmp_path / "x.game.jsonl"
    header = json.loads((GAMES / "legal" / "g0029.game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    header |= {"players": ["\u202eB\u2028", "Andrea"], "banker": "Andrea", "options": {"start_share": False}}
    roll = {"do": "roll", "player": "\u202eB\u2028", "zone": "1", "colour": "red"}
    game.write_text("\n".join(map(json.dumps, (header, roll, roll))), encoding="utf-8")
    done = run(game)
    assert (done.exit_code, done.stderr.count("\n")) == (3, 1)
    assert "\\u202eB\\u2028 throws red, zone 1" in done.stdout
    assert not {"\u202e", "\u2028"} & set(done.stdout + done.stderr)


def test_another_board_can_be_given_as_a_file(tmp_path):
    game = GAMES / "legal" / "g0029.game.jsonl"
    board = tmp_path / "tiny.json"
    zones = ["1234"] * 3
    grid = {"origin_mm": [0, 0], "pitch_mm": [20, 20], "cols": 4, "rows": 3}
    board.write_text(json.dumps({"name": "tiny", "size_mm": [80, 60], "grid": grid, "zones": zones}))
    done = run(game, "--jsonl", "--board", board)
    assert json.loads(done.stdout.splitlines()[0])["board"] == ["....", "....", "...."]
    assert (done.exit_code, ":5: R-32: " in done.stderr) == (3, True)  # G10 is no square of it


def test_a_board_that_nobody_knows_is_asked_for_as_a_file(tmp_path):
    header, *lines = (GAMES / "legal" / "g0029.game.jsonl").read_text().splitlines()
    game = tmp_path / "own.game.jsonl"
    game.write_text("\n".join([json.dumps(json.loads(header) | {"board": "attic"}), *lines]))
    done = run(game)
    assert (done.exit_code, ':1: no board is called "attic": there are' in done.stderr) == (2, True)
    assert "give the file of a board of your own with --board" in done.stderr


def test_the_owners_own_figures_can_be_given_as_a_file(tmp_path):
    game = GAMES / "legal" / "g0029.game.jsonl"
    mine = tmp_path / "mine.toml"
    mine.write_text("[2001.options.cards]\nones = 9\nfives = 4\n")
    done = run(game, "--jsonl", "--editions", mine)
    assert json.loads(done.stdout.splitlines()[0])["bank"]["red"] == [9, 4]
    mine.write_text("[2001.options.cards]\nones = true\n")
    with pytest.raises(FormatError, match=r"mine\.toml: edition .*options\.cards\.ones"):
        CliRunner().invoke(command, [str(game), "--editions", str(mine)], catch_exceptions=False)


def test_file_that_is_not_there_is_exit_status_2():
    assert run("missing.game.jsonl", "--jsonl").exit_code == 2


def test_file_names_and_messages_keep_their_letters_in_any_locale(tmp_path):
    game = tmp_path / "späti.game.jsonl"
    shutil.copy(GAMES / "broken" / "header-same-name-twice.game.jsonl", game)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "replay", game, "--jsonl"],
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode() == f'{game}:1: two players are called "Andrea": give them different names\n'


def test_replay_loads_neither_pictures_nor_pages():
    code = (
        "import sys; from companion.commands.replay import run; status = run(sys.argv[1], jsonl=True);"
        "print([m for m in ('numpy', 'cv2', 'flask', 'babel', 'rich') if m in sys.modules], status, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, GAMES / "legal" / "g0029.game.jsonl"], capture_output=True, check=True
    )
    assert done.stderr.decode() == "[] 0\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = " + b"[" * 100_000, "it is nested too deeply"),
        (b"\xef\xbb\xbf[1991]", "the file begins with a byte order mark: save it as UTF-8 without one"),
        (b"[1991]\nlanguage = '\xff'", "the file is not in UTF-8"),
        (b"[1991]\nplayers = [2, 9]", 'edition "1991": "players[1]" must be 6 or less'),
        (b"[1991]\nplayers = [5, 3]", 'edition "1991": players are the fewest and the most, as [2, 6]'),
        (b"[1991]\nboard = 5", 'edition "1991": "board" must be a text, not a whole number'),
    ],
    ids=["deep", "bom", "latin", "seats", "seats-turned", "board"],
)
def test_an_editions_file_that_cannot_be_read_is_one_line(tmp_path, content, said):
    mine = tmp_path / "mine.toml"
    mine.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "replay", str(LEGAL[0]), "--editions", str(mine)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"bankhalter: {mine}: {said}\n")


@pytest.mark.parametrize("arguments", [["replay"], ["replay", "--jsonl"], ["explain"]], ids=" ".join)
def test_output_that_cannot_be_written_is_one_line(arguments):
    words = [sys.executable, "-m", "companion", *arguments, str(LEGAL[-1])]
    if arguments == ["explain"]:
        words.append("2")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"bankhalter: the output cannot be written: No space left on device\n"


def test_a_reader_that_goes_away_ends_the_replay_without_a_word():
    words = [sys.executable, "-m", "companion", "replay", "--jsonl", str(LEGAL[-1])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        fcntl.fcntl(running.stdout, fcntl.F_SETPIPE_SZ, 4096)  # else all of it fits, and is gone before the reader is
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_a_closed_output_is_one_line():
    words = f"{sys.executable} -m companion replay {LEGAL[-1]} >&-"
    done = subprocess.run(["sh", "-c", words], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"bankhalter: the output cannot be written: Bad file descriptor\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"start": {"chash": {"Ann": 1000}}}, 'the key "chash" in the header\'s start: did you mean "cash"?'),
        ({"start": {"Share": {}}}, 'the key "Share" in the header\'s start: did you mean "shares"?'),
        ({"strat": {}}, 'the header\'s key "strat": did you mean "start"?'),
        ({"option": {}}, 'the header\'s key "option": did you mean "options"?'),
    ],
)
def test_a_key_that_is_likely_misspelt_is_told_but_for_programs(tmp_path, change, said):
    path = tmp_path / "slip.game.jsonl"
    header = {
        "format": "bankhalter-game/1", "game": "shark", "edition": "1991", "board": "shark-1991",
        "players": ["Ann", "Bob"], "banker": "Bob", "options": {}, "x_start": 1, "place": "kitchen",
    }  # fmt: skip
    path.write_text(json.dumps({**header, **change}), encoding="utf-8")
    done = run(path)
    assert done.exit_code == 0
    assert said in done.stdout
    done = run(path, "--jsonl")
    assert (done.exit_code, done.stderr) == (0, "")
    path.write_text(json.dumps(header), encoding="utf-8")
    assert "did you mean" not in run(path).stdout


@pytest.mark.parametrize(
    "call",
    ["slow | bankhalter replay /dev/stdin", "bankhalter replay <(slow)", "slow | bankhalter explain /dev/stdin 1"],
)
def test_a_record_that_another_program_writes_is_read(call: str) -> None:
    program, game = shlex.quote(sys.executable), shlex.quote(str(LEGAL[0]))
    shell = f'bankhalter() {{ {program} -m companion "$@"; }}; slow() {{ sleep 1; cat {game}; }}; {call}'
    ended = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout
