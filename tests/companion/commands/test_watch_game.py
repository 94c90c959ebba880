"""A game played along with a camera's frames: the two sequences that are legal pieces of games, and what goes wrong."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.watch import command
from companion.record import parse_record

Watch = Callable[..., "Outcome"]
Played = Callable[[str], tuple["Outcome", bytes]]
PICTURES = Path(__file__).parents[2] / "pictures"
GAME = PICTURES / "seq02"


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


def arguments(folder: Path, record: Path, **files: Path) -> list[str]:
    call = ["bankhalter", "watch", "--frames", str(folder), "--board", "shark-1991", "--record", str(record)]
    for name, default in (("game", "header.json"), ("dice", "dice.jsonl")):
        call += [f"--{name}", str(files.get(name, folder / default))]
    return call


@pytest.fixture
def watch(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The command as a person calls it, through the program's own entry."""

    def called(folder: Path, record: Path, *more: str, **files: Path) -> Outcome:
        monkeypatch.setattr("sys.argv", [*arguments(folder, record, **files), *more])
        with pytest.raises(SystemExit) as ended:
            main()
        return Outcome(int(ended.value.code or 0), *capfd.readouterr())

    return called


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A whole sequence as a person has it played along, once for all tests: what was said, and the record."""
    known: dict[str, tuple[Outcome, bytes]] = {}

    def of(sequence: str) -> tuple[Outcome, bytes]:
        if sequence not in known:
            record, out, err = tmp_path_factory.mktemp(sequence) / "out.game.jsonl", StringIO(), StringIO()
            with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
                patch.setattr("sys.argv", arguments(PICTURES / sequence, record))
                with pytest.raises(SystemExit) as ended:
                    main()
            said = Outcome(int(ended.value.code or 0), out.getvalue(), err.getvalue())
            known[sequence] = said, record.read_bytes()
        return known[sequence]

    return of


@pytest.fixture
def begin(tmp_path: Path) -> Callable[[int], Path]:
    """Makes a folder with the longer sequence's frames to that house, one to every second frame, and the throws."""

    def made(houses: int) -> Path:
        folder = tmp_path / "frames"
        folder.mkdir()
        for name in ("header.json", "empty.jpg", *(f"{number:04}.jpg" for number in range(2 * houses + 1))):
            shutil.copy(GAME / name, folder)
        throws = (GAME / "dice.jsonl").read_text().splitlines()[:houses]
        (folder / "dice.jsonl").write_text("\n".join(throws) + "\n")
        return folder

    return made


def wanted_to(houses: int) -> list[Any]:
    """A throw, a house and the turn's end, for each house."""
    return list(parse_record((GAME / "expected.game.jsonl").read_bytes()).events)[: 3 * houses]


@pytest.mark.parametrize("sequence", ["seq00", "seq02"])
def test_the_record_that_comes_out_is_the_game_that_was_played(played: Played, sequence: str) -> None:
    result, record = played(sequence)
    wanted = parse_record((PICTURES / sequence / "expected.game.jsonl").read_bytes())
    written = parse_record(record)
    assert list(written.events) == list(wanted.events), result.err
    assert written.header == wanted.header
    assert result.status == 0, result.err


def test_a_half_written_frame_does_not_end_the_game(watch: Watch, begin: Callable[[int], Path], tmp_path: Path) -> None:
    folder = begin(3)
    (folder / "0003a.jpg").write_bytes((GAME / "0003.jpg").read_bytes()[:40_000])
    result = watch(folder, tmp_path / "out.game.jsonl")
    assert list(parse_record((tmp_path / "out.game.jsonl").read_bytes()).events) == wanted_to(3)
    assert "0003a.jpg" in result.err
    assert result.status == 4


@pytest.mark.parametrize("empty", ["0002", "0006", "0010"])
def test_a_house_where_the_empty_picture_has_one_keeps_the_game_waiting(
    watch: Watch, begin: Callable[[int], Path], tmp_path: Path, empty: str
) -> None:
    """What stands there is never told: the next house must not take its throw. Zone 3 is thrown three times."""
    result = watch(begin(7), tmp_path / "out.game.jsonl", "--empty", str(GAME / f"{empty}.jpg"))
    wanted = wanted_to(7)
    written = list(parse_record((tmp_path / "out.game.jsonl").read_bytes()).events)
    placed = [event for event in written if event["do"] == "place"]
    assert placed == [event for event in wanted if event["do"] == "place"][: len(placed)]
    assert len(placed) < sum(event["do"] == "place" for event in wanted)
    assert result.status == 1
    assert "is not sure: the game waits for it" in result.err


def test_a_house_whose_colour_is_not_seen_gets_it_from_the_throw_and_that_is_said(played: Played) -> None:
    """B4 in seq00 is of clear plastic and looks black, with hardly any of its colour; D5 shows enough of its red."""
    lines = played("seq00")[0].out.splitlines()
    told = "0008.jpg  by the throw: a house stands on B4, but the picture does not show its colour"
    assert [line for line in lines if "by the throw" in line] == [told]


@pytest.mark.parametrize(
    "fourth",
    [
        None,
        '{"zone": "5", "colour": "yellow"}',
        '{"zone": "1", "colour": "red"}',
        '{"zone": "1", "colour": "blue"}',
    ],
    ids=["no throw", "another zone", "red", "blue"],
)
def test_where_no_throw_tells_a_house_s_colour_the_game_waits_and_says_for_what(
    watch: Watch, tmp_path: Path, fourth: str | None
) -> None:
    """B4 is a yellow house. A green throw is left out: green looks nearly as likely there, so it would be believed."""
    folder, dice = tmp_path / "frames", tmp_path / "dice.jsonl"
    folder.mkdir()
    for path in (PICTURES / "seq00").glob("*"):  # B4 is put in 0008, another house in 0010
        if not "0011" <= path.stem <= "0016":
            shutil.copy(path, folder)
    throws = (folder / "dice.jsonl").read_text().splitlines()[:3]
    dice.write_text("\n".join([*throws, fourth] if fourth else throws) + "\n")
    result = watch(folder, tmp_path / "out.game.jsonl", dice=dice)
    wanted = list(parse_record((folder / "expected.game.jsonl").read_bytes()).events[:9])
    written = list(parse_record((tmp_path / "out.game.jsonl").read_bytes()).events)
    assert written[:9] == wanted
    assert all(event["do"] == "roll" for event in written[9:])
    assert result.status == 1
    assert "what stands on B4" in result.err
    assert "is not sure: the game waits for it" in result.err


def test_each_payment_is_printed_with_its_reason(played: Played) -> None:
    lines = played("seq02")[0].out.splitlines()
    # First placement: the first yellow house, alone on K4: 0 -> 1,000, commission 1,000, and 1,000 on each of
    # the 1, 4 and 3 yellow shares of Andrea, Bernd and Carla, the mover first.
    placed = next(n for n, line in enumerate(lines) if "K4" in line and line.startswith("0002.jpg"))
    amounts = [" ".join(line.split()[:2]) for line in lines[placed + 1 : placed + 5]]
    assert amounts == ["+1,000 Andrea:", "+1,000 Andrea:", "+4,000 Bernd:", "+3,000 Carla:"]
    assert all(re.search(r"\(R-\d+\)$", line) for line in lines[placed + 1 : placed + 5])


def test_for_programs_each_event_is_a_line_of_json(watch: Watch, begin: Callable[[int], Path], tmp_path: Path) -> None:
    result = watch(begin(3), tmp_path / "out.game.jsonl", "--jsonl")
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.out.splitlines()]
    events = [line["event"] for line in lines if "event" in line]
    assert events == list(parse_record((tmp_path / "out.game.jsonl").read_bytes()).events) == wanted_to(3)


def test_too_few_throws_leave_a_house_that_is_not_booked(
    watch: Watch, begin: Callable[[int], Path], tmp_path: Path
) -> None:
    dice = tmp_path / "dice.jsonl"
    throws = (GAME / "dice.jsonl").read_text().splitlines()
    dice.write_text("\n".join(throws[:2]) + "\n")
    result = watch(begin(3), tmp_path / "out.game.jsonl", dice=dice)
    assert result.status == 1
    assert "not booked" in result.err
    written = parse_record((tmp_path / "out.game.jsonl").read_bytes())
    assert [event["do"] for event in written.events] == ["roll", "place", "end_turn"] * 2


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("dice", '{"zone": "4"}\n', "dice.jsonl:1"),
        ("dice", "not json\n", "dice.jsonl:1"),
        ("dice", '{"zone": "4", "colour": "red"}\n\n{"zone": "4", "colour": "pink"}\n', "dice.jsonl:3: "),
        ("dice", '{"zone": "9", "colour": "red"}\n', "dice.jsonl:1: "),
        ("game", "{}", "header.json"),
        ("game", "not json", "header.json"),
        ("game", None, "header.json"),
    ],
)
def test_a_file_that_is_wrong_is_named(watch: Watch, tmp_path: Path, name: str, content: str | None, told: str) -> None:
    path = tmp_path / {"game": "header.json", "dice": "dice.jsonl"}[name]
    if content is not None:
        path.write_text(content)
    result = watch(GAME, tmp_path / "out.game.jsonl", **{name: path})
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert told in result.err
    assert not (tmp_path / "out.game.jsonl").exists()


@pytest.mark.parametrize("key", ["format", "game", "edition", "board", "players", "banker", "options"])
def test_a_header_that_lacks_a_key_is_named_with_it(watch: Watch, tmp_path: Path, key: str) -> None:
    header = json.loads((GAME / "header.json").read_text())
    path = tmp_path / "header.json"
    path.write_text(json.dumps({name: value for name, value in header.items() if name != key}))
    result = watch(GAME, tmp_path / "out.game.jsonl", game=path)
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith(f"bankhalter: {path}: ")
    assert f'the key "{key}" is missing' in line
    assert not (tmp_path / "out.game.jsonl").exists()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": [], "banker": None}, '"players" is empty'),
        ({"optoins": {}}, 'did you mean "options"'),
        ({"start": {"money": {}}}, '"money"'),
        ({"start": {"board": ["............"] * 10, "csh": {}}}, 'did you mean "cash"'),
    ],
)
def test_a_header_with_a_slip_begins_no_game(watch: Watch, tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    header = json.loads((GAME / "header.json").read_text())
    path = tmp_path / "header.json"
    path.write_text(json.dumps({**header, **changes}))
    result = watch(GAME, tmp_path / "out.game.jsonl", game=path)
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith(f"bankhalter: {path}: ")
    assert told in line
    assert not (tmp_path / "out.game.jsonl").exists()


def test_a_game_that_begins_with_what_no_camera_sees_is_refused(watch: Watch, tmp_path: Path) -> None:
    """R-1: each player picks a share first. Without that no throw is booked, to the end of the pictures."""
    header = json.loads((GAME / "header.json").read_text())
    path = tmp_path / "header.json"
    path.write_text(json.dumps({key: value for key, value in header.items() if key != "start"}))
    result = watch(GAME, tmp_path / "out.game.jsonl", game=path)
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith(f"bankhalter: {path}: ")
    assert "pick" in line
    assert '"start"' in line
    assert not (tmp_path / "out.game.jsonl").exists()


def test_a_game_without_pieces_on_squares_is_refused(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "header.json"
    header = {
        "format": "bankhalter-game/1",
        "game": "reibach",
        "mode": "tracked",
        "players": ["Andrea", "Bernd"],
        "banker": "Bernd",
        "options": {},
        "starter": "Andrea",
        "open": ["antiques", "stocks", "art"],
    }
    path.write_text(json.dumps(header))
    result = watch(GAME, tmp_path / "out.game.jsonl", game=path)
    assert result.status == 2
    assert result.err.startswith(f"bankhalter: {path}: ")
    assert len(result.err.splitlines()) == 1
    assert '"reibach"' in result.err
    assert not (tmp_path / "out.game.jsonl").exists()


def test_a_game_on_another_board_is_refused(watch: Watch, tmp_path: Path) -> None:
    header = json.loads((GAME / "header.json").read_text())
    path = tmp_path / "header.json"
    path.write_text(json.dumps({**header, "board": "shark-compact"}))
    result = watch(GAME, tmp_path / "out.game.jsonl", game=path)
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert line.startswith(f"bankhalter: {path}: ")
    assert "shark-compact" in line
    assert not (tmp_path / "out.game.jsonl").exists()


def test_game_dice_and_record_belong_together(tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    shutil.copy(GAME / "0000.jpg", folder)
    result = CliRunner().invoke(command, ["--frames", str(folder), "--board", "shark-1991", "--game", "header.json"])
    assert result.exit_code == 2
    assert "belong together" in result.output


@pytest.mark.parametrize("record", ["h.json", "./h.json", "link"])
def test_a_record_is_not_written_over_the_game_s_own_header(watch: Watch, tmp_path: Path, record: str) -> None:
    header = (GAME / "expected.game.jsonl").read_text().splitlines(keepends=True)[0]
    (tmp_path / "h.json").write_text(header)
    (tmp_path / "link").symlink_to("h.json")
    result = watch(GAME, tmp_path / record, game=tmp_path / "h.json")
    assert result.status == 2
    assert "--record names the game's own header" in result.err
    assert (tmp_path / "h.json").read_text() == header


def test_a_record_that_cannot_be_written_is_said_before_the_first_frame(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = watch(GAME, tmp_path / "file" / "out.game.jsonl")
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert result.out == ""
