"""Reading and writing of game records, and what is common to the headers of all games."""

from __future__ import annotations

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

import calibration
from companion.errors import FormatError, RuleError
from companion.record import (
    IllegalLine,
    Record,
    UnreadableLine,
    check_header,
    parse_record,
    read_lines,
    render_played,
    render_record,
    replay,
    write_record,
)

HEADER = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Chloé"],
    "banker": "Chloé",
    "options": {"start_share": False},
    "x_place": "kitchen",
}
ROLL = {"do": "roll", "player": "Andrea", "zone": "1", "colour": "red", "x_ms": 12}
PLACE = {"do": "place", "player": "Andrea", "company": "red", "square": "A1"}


def lines(*contents: dict | str) -> bytes:
    return "".join((c if isinstance(c, str) else json.dumps(c, ensure_ascii=False)) + "\n" for c in contents).encode()


def test_record_is_written_as_json_lines_and_read_back_with_unknown_keys():
    record = Record(HEADER, (ROLL, PLACE))
    content = render_record(record)
    assert content.decode().splitlines()[1] == (
        '{"do": "roll", "player": "Andrea", "zone": "1", "colour": "red", "x_ms": 12}'
    )
    assert "Chloé".encode() in content
    assert parse_record(content) == record


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(st.text(min_size=1), json_values, max_size=4), max_size=4))
def test_reading_what_was_written_and_writing_it_again_gives_the_same_bytes(events):
    content = render_record(Record(HEADER, tuple(events)))
    assert render_record(parse_record(content)) == content


def test_file_is_written_whole_and_read_back(tmp_path):
    path = tmp_path / "evening.game.jsonl"
    write_record(path, Record(HEADER))
    write_record(path, Record(HEADER, (ROLL,)))
    assert parse_record(path.read_bytes()) == Record(HEADER, (ROLL,))
    assert [file.name for file in tmp_path.iterdir()] == ["evening.game.jsonl"]


def test_a_missing_final_newline_loses_nothing():
    whole = lines(HEADER, ROLL, PLACE)
    assert parse_record(whole.removesuffix(b"\n")) == parse_record(whole)
    assert list(read_lines(whole[:-1]))[-1].number == 3


def test_crlf_is_read_as_the_record_that_it_would_be_without():
    whole = lines(HEADER, ROLL, PLACE)
    assert parse_record(whole.replace(b"\n", b"\r\n")) == parse_record(whole)


def test_empty_lines_are_skipped_but_counted_and_crlf_does_no_harm():
    content = b"\n" + lines(HEADER, "", "   ", ROLL, PLACE).replace(b"\n", b"\r\n")
    assert [line.number for line in read_lines(content)] == [2, 5, 6]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"\n\n", 1),
        (b"SHARK\n", 1),
        (b"[1]\n", 1),
        (b"\xff\n", 1),
        (b"\xef\xbb\xbf{}\n", 1),
        (lines(HEADER) + b"{\n", 2),
        (lines(HEADER) + b"\n3\n", 3),
        (lines(HEADER) + b'{"do": "amend", "note": "\xff"}\n', 2),
        (lines(HEADER) + b'{"do": "amend", "note": "\\ud800"}\n', 2),
        (lines(HEADER) + b'{"do": NaN}\n', 2),
        (lines(HEADER) + b'{"do": "amend"} {}\n', 2),
        (lines(HEADER) + b"[" * 100_000 + b"\n", 2),
        (lines(HEADER) + b'{"x_a":' * 100_000 + b"1" + b"}" * 100_000 + b"\n", 2),
        (lines(HEADER) + b'{"do": "amend", "note": "a\r\n', 2),
        (lines(HEADER).replace(b"\n", b"\r") * 2, 1),
        (lines(HEADER) + b'{"do": "amend", "note": Infinity}\n', 2),
        (lines(HEADER) + b'{"do": "amend", "x_n": 1e999}\n', 2),
        (lines(HEADER) + b'{"do": "amend", "note": "", "x_n": 1' + b"0" * 5_000 + b"}\n", 2),
        (lines(HEADER).decode().encode("utf-16"), 1),
    ],
)
def test_what_is_no_json_object_is_unreadable_at_its_line(content, line):
    with pytest.raises(UnreadableLine) as error:
        parse_record(content)
    assert error.value.line == line
    assert "\n" not in str(error.value)


def without(key):
    return {name: value for name, value in HEADER.items() if name != key}


@pytest.mark.parametrize(
    "header",
    [
        without("format"),
        without("game"),
        without("players"),
        {**HEADER, "format": "bankhalter-game/2"},
        {**HEADER, "game": "chess"},
        {**HEADER, "game": 1},
        {**HEADER, "players": "Andrea"},
        {**HEADER, "players": {"Andrea": 1}},
        {**HEADER, "players": ["Andrea", "Andrea"]},
        {**HEADER, "players": ["Chloé", "Chloe\u0301"]},
        {**HEADER, "players": ["Andrea", "A\u0000"]},
        {**HEADER, "banker": "Bernd"},
        {**HEADER, "banker": 0},
        {**HEADER, "options": []},
        {**HEADER, "board": 7},
    ],
)
def test_what_is_wrong_in_any_games_header_is_a_format_error(header):
    with pytest.raises(FormatError):
        check_header(header)
    with pytest.raises(UnreadableLine) as error:
        parse_record(lines(header))
    assert error.value.line == 1


def test_replay_gives_the_header_as_0_and_each_event_after_it():
    played = list(replay(read_lines(lines(HEADER, ROLL, PLACE)), calibration.board_file))
    assert [line.n for line in played] == [0, 1, 2]
    last = played[-1].to_json()
    assert list(last)[:2] == ["n", "entries"]
    assert last["entries"] == [{"kind": "commission", "player": "Andrea", "amount": 1000}]
    assert str(played[1].sentence) == "Andrea throws red, zone 1"


def test_replay_stops_at_the_first_bad_line_after_giving_those_before_it():
    content = lines(HEADER, "", ROLL, {"do": "end_turn", "player": "Andrea"}, "{")
    played = replay(read_lines(content), calibration.board_file)
    assert [next(played).n, next(played).n] == [0, 1]
    with pytest.raises(IllegalLine) as error:
        next(played)
    assert (error.value.line, error.value.ruling) == (4, "R-30")
    assert isinstance(error.value, RuleError)


def test_replay_names_the_line_of_a_header_or_event_that_the_game_cannot_read():
    for content, line in ((lines({**HEADER, "edition": "x"}), 1), (lines(HEADER, ROLL, {"do": "place"}), 3)):
        with pytest.raises(UnreadableLine) as error:
            list(replay(read_lines(content), calibration.board_file))
        assert error.value.line == line


def refusal(*contents: dict | str) -> UnreadableLine | IllegalLine:
    """What a replay of these lines stops at."""
    with pytest.raises((UnreadableLine, IllegalLine)) as error:
        list(replay(read_lines(lines(*contents)), calibration.board_file))
    assert "\n" not in str(error.value)
    return error.value


def test_byte_order_mark_is_refused_with_what_to_do():
    with pytest.raises(UnreadableLine, match="byte order mark: save it as UTF-8 without one") as error:
        parse_record(b"\xef\xbb\xbf" + lines(HEADER))
    assert error.value.line == 1


@pytest.mark.parametrize(
    "line",
    [
        '{"do": "roll", "do": "roll", "player": "Andrea", "zone": "1", "colour": "red"}',
        '{"do": "roll", "player": "Andrea", "zone": "1", "colour": "red", "z\\u006fne": "2"}',
        '{"do": "amend", "note": "\\"", "x_a": 1, "x_a": 1}',
        '{"do": "amend", "note": "", "x_deep": [{"a": {"b": 1, "b": 1}}]}',
    ],
)
def test_key_that_stands_twice_in_an_object_is_refused(line):
    error = refusal(HEADER, line)
    assert (type(error), error.line) == (UnreadableLine, 2)
    assert "stands twice" in str(error)


def test_key_may_stand_in_several_objects_of_a_line():
    line = '{"do": "amend", "note": "do \\" do", "x_a": {"do": 1}, "x_b": [{"do": 1}, {"do": 1}]}'
    assert len(parse_record(lines(HEADER, line)).events) == 1


@pytest.mark.parametrize("shares", ["1.0", "1e0", "1e3", "true", '"1"', "null", "[1]", "1.5", "-0.0"])
def test_share_count_that_is_no_whole_number_is_unreadable(shares):
    error = refusal(HEADER, '{"do": "buy", "player": "Andrea", "company": "red", "shares": ' + shares + "}")
    assert (type(error), error.line) == (UnreadableLine, 2)


def test_whole_number_with_more_digits_than_can_be_reckoned_with_is_unreadable():
    error = refusal(HEADER, '{"do": "buy", "player": "Andrea", "company": "red", "shares": ' + "9" * 101 + "}")
    assert (type(error), error.line, str(error)) == (UnreadableLine, 2, '"shares" is too large a number')


@pytest.mark.parametrize("shares", ["0", "-0", "-1", "1" + "0" * 40, "-1" + "0" * 40])
def test_whole_number_that_no_share_count_can_be_breaks_a_rule(shares):
    error = refusal(HEADER, '{"do": "buy", "player": "Andrea", "company": "red", "shares": ' + shares + "}")
    assert (type(error), error.line) == (IllegalLine, 2)


@pytest.mark.parametrize(
    "name",
    [
        "Chloe\u0301 的",
        "عمر",
        "👩‍👩‍👧",
        "\u202eaerdnA",
        "a\u2028b",
        "a\u00a0b",
        "O'\"Neil{x}\\",
        "Ⅻ",
        "0",
        "top",
        "x" * 5_000,
    ],
)
def test_names_may_hold_any_letters(name):
    header = {**HEADER, "players": ["Andrea", name], "banker": "Andrea"}
    roll = {**ROLL, "player": name}
    content = lines(header, roll, {**PLACE, "player": name}, {"do": "end_turn", "player": name})
    *_, last = replay(read_lines(content), calibration.board_file)
    seen = json.loads(render_played(last))
    assert seen["cash"] == {"Andrea": 0, name: 1000}
    assert [str(played.sentence) for played in replay(read_lines(content), calibration.board_file)]
    assert render_record(parse_record(content)) == content


@pytest.mark.parametrize(
    "players",
    [
        ["Andrea", "Andrea"],
        ["Andrea", " Andrea\u3000"],
        ["Chloé", "Chloe\u0301"],
        ["Andrea", ""],
        ["Andrea", " "],
        ["Andrea", "a\tb"],
        ["Andrea", "a\u0085b"],
    ],
)
def test_names_that_cannot_be_told_apart_or_seen_are_refused(players):
    error = refusal({**HEADER, "players": players, "banker": players[0]})
    assert (type(error), error.line) == (UnreadableLine, 1)


def test_name_in_another_normal_form_than_the_headers_is_no_player():
    error = refusal({**HEADER, "players": ["Chloé", "Bernd"], "banker": "Bernd"}, {**ROLL, "player": "Chloe\u0301"})
    assert (type(error), error.line) == (IllegalLine, 2)
    assert error.ruling == "R-32"


def test_record_of_100000_lines_is_read_and_replayed():
    content = lines(HEADER, *[{"do": "amend", "note": "x"}] * 99_998) + json.dumps(ROLL).encode()
    *_, last = replay(read_lines(content), calibration.board_file)
    assert (last.n, json.loads(render_played(last))["phase"]) == (99_999, "place")


def test_line_of_a_megabyte_is_read_and_a_message_about_it_stays_short():
    note = "x" * 2**20
    assert parse_record(lines(HEADER, {"do": "amend", "note": note})).events[0]["note"] == note
    for line in ({"do": note}, {**ROLL, "player": note}, {**ROLL, "zone": note}, {"do": "amend", "note": [note]}):
        assert len(str(refusal(HEADER, line))) < 300
    assert len(str(refusal({**HEADER, "edition": note}))) < 300
    assert len(str(refusal({**HEADER, "options": {note: 1}}))) < 500


def test_square_with_a_name_of_a_megabyte_is_refused_at_once():
    for square in ("A" * 2**20 + "1", "A" + "1" * 2**20, "A" + "1" * 4000):
        error = refusal(HEADER, ROLL, {**PLACE, "square": square})
        assert (type(error), error.line) == (IllegalLine, 3)
        assert error.ruling == "R-32"


def test_numbers_of_any_size_in_unknown_keys_are_kept():
    content = lines(HEADER, '{"do": "amend", "note": "", "x_n": [1%s, -0.5, 1e3]}' % ("0" * 40))
    again = render_record(parse_record(content))
    assert parse_record(again) == parse_record(content)
    assert render_record(parse_record(again)) == again
    assert b"1" + b"0" * 40 in again
