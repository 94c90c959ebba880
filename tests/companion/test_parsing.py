"""What is wrong with a text from outside, in plain words of every language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from companion.board import parse_board
from companion.calibrated import parse_calibrated
from companion.errors import FormatError
from companion.parsing import decode_object, decode_text, plainly
from companion.record import parse_record, read_header
from companion.settings import SettingsKeeper
from companion.words import say
from hardware.dice import FileDice
from hardware.wiring import read_wiring
from vision.palette import load_palette


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=5)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "x"
    kind: Literal["a", "b"] = "a"
    cash: dict[str, int] = {}
    turn: int | None = None
    size: tuple[float, float] = (1.0, 1.0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"count": 1.5}, '"count" must be a whole number, not a number with a decimal point'),
        ({"count": True}, '"count" must be a whole number, not true or false'),
        ({"count": 0}, '"count" must be 1 or more'),
        ({"count": 6}, '"count" must be 5 or less'),
        ({}, 'the key "count" is missing'),
        ({"count": 1, "name": ""}, '"name" is too short'),
        ({"count": 1, "name": "four"}, '"name" is longer than 3'),
        ({"count": 1, "kind": "c"}, '"kind" cannot be "c"'),
        ({"count": 1, "cash": {"Ann": "1"}}, '"cash" must be a whole number, not a text'),
        ({"count": 1, "turn": []}, '"turn" must be a whole number or null, not a list'),
        ({"count": 1, "cuont": 1}, 'nobody knows the key "cuont"'),
        ({"count": 1, "size": [1.0]}, '"size" must have just 2 values'),
        ({"count": 1, "size": [1.0, 2.0, 3.0]}, '"size" must have just 2 values'),
        ({"count": 1, "size": [1, "2"]}, '"size[1]" must be a number, not a text'),
        ([], "it must be an object, not a list"),
    ],
)
def test_a_value_that_does_not_fit(given: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(given, Shape)
    sentence = plainly(error.value)
    assert str(sentence) == said
    for language in ("de", "it", "fr"):
        assert "Expected" not in say(sentence, language)
        assert say(sentence, language) != said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"a": 1', "not JSON: line 1: it breaks off before its end"),
        (b'{"a" 1}', 'not JSON: line 1: something is wrong at byte 5, where "1}" stands'),
        (b'{"a": NaN}', 'not JSON: line 1: something is wrong at byte 6, where "NaN}" stands'),
        (b'{\n"a": 1,\n"b": [1,\n  2 3]}', 'not JSON: line 4: something is wrong at byte 4, where "3]}" stands'),
        (b'{\n"a": 1,\n\n', "not JSON: line 2: it breaks off before its end"),
        (b'{"a": nope}', 'not JSON: line 1: something is wrong at byte 6, where "nope}" stands'),
        (b'{"a": tru\n}', 'not JSON: line 1: something is wrong at byte 6, where "tru" stands'),
        (b'{"a": 1} "b": 2}', 'not JSON: line 1: something is wrong at byte 9, where ""b": 2}" stands'),
        ("{} \u00e9 tail".encode(), 'not JSON: line 1: something is wrong at byte 3, where "\u00e9 tail" stands'),
        (b'{"a": "x\ny"}', "not JSON: line 1: something is wrong at byte 8, where the line ends"),
        (b'{"a": [1, ]}', 'not JSON: line 1: something is wrong at byte 10, where "]}" stands'),
        (b'{"a": 1, "a": 1}', 'the key "a" stands twice in one object'),
        (b'{"a": 1, "\\u0061": 2}', 'the key "a" stands twice in one object'),
        (b'{"a": {"b": [{"c": 1, "c": 2}]}}', 'the key "c" stands twice in one object'),
        (b"\xef\xbb\xbf{}", "the file begins with a byte order mark: save it as UTF-8 without one"),
        (b'{"a": "\xff"}', "the file is not in UTF-8"),
        (b"[" * 100_000 + b"]" * 100_000, "it is nested too deeply"),
        (b"[]", "it must hold a JSON object, not []"),
        (b"null", "it must hold a JSON object, not null"),
        (b"true", "it must hold a JSON object, not true"),
        (b'[null, false, {"a": "b"}]', 'it must hold a JSON object, not [null, false, {"a": "b"}]'),
    ],
    ids=[
        "cut",
        "malformed",
        "nan",
        "line 4",
        "cut in line 2",
        "a wrong word",
        "a wrong word at the line's end",
        "too much",
        "too much beyond ASCII",
        "a line break in a text",
        "a comma too many",
        "twice",
        "twice as written",
        "twice within",
        "bom",
        "latin",
        "deep",
        "list",
        "null",
        "true",
        "of all",
    ],
)
def test_a_file_that_holds_no_object(content: bytes, said: str) -> None:
    with pytest.raises(FormatError) as error:
        decode_object(content)
    assert str(error.value) == said


MANY = b"1" + b"0" * 100


@pytest.mark.parametrize(
    "content",
    [
        b'{"amount": ' + MANY + b"}",
        b'{"amount": -' + MANY + b"}",
        b'{"amount": ' + b"9" * 4300 + b"}",
        b'{"rows": [{"amount": 1}, {"amount": ' + MANY + b"}]}",
        b'{"amount": [1, ' + MANY + b"]}",
    ],
    ids=["101 digits", "negative", "the longest that is printed", "deep", "in a list"],
)
def test_a_whole_number_with_too_many_digits(content: bytes) -> None:
    """What is worked out from the longest number that can be printed cannot be: it would stop every page."""
    with pytest.raises(FormatError, match=r'^"amount" is too large a number$'):
        decode_object(content)


def test_digits_that_are_no_whole_number_are_not_counted() -> None:
    digits = "9" * 120
    most = {"amount": 10**100 - 1, "least": 1 - 10**100, "note": digits, digits: 1}
    assert decode_object(msgspec.json.encode({"note": digits, digits: 1})) == {"note": digits, digits: 1}
    assert decode_object(json.dumps(most).encode()) == most
    assert decode_object(b'{"share": 0.' + b"3" * 120 + b"}") == {"share": 1 / 3}


@pytest.mark.parametrize(
    ("content", "said"), [(b"\xef\xbb\xbfa = 1", "byte order mark"), (b"a = '\xe4'", "not in UTF-8")]
)
def test_a_file_that_holds_no_text(content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        decode_text(content)


def test_a_key_is_not_taken_for_a_place() -> None:
    class Closed(msgspec.Struct, forbid_unknown_fields=True):
        a: int = 1

    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(b'{"JSON is malformed: x (byte 5)": 1}', type=Closed)
    assert str(plainly(error.value)) == 'nobody knows the key "JSON is malformed: x (byte 5)"'


def _of_bytes(parse: Callable[[bytes], object]) -> Callable[[Path], object]:
    return lambda path: parse(path.read_bytes())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "read",
    [
        _of_bytes(decode_object),
        _of_bytes(decode_text),
        _of_bytes(parse_board),
        _of_bytes(parse_calibrated),
        _of_bytes(parse_record),
        read_header,
        read_wiring,
        load_palette,
        FileDice,
        SettingsKeeper,
    ],
)
def test_a_file_in_utf_16_is_called_so(tmp_path: Path, read: Callable[[Path], object], encoding: str) -> None:
    """As Windows saves what it calls Unicode, with a mark of the order of its bytes."""
    path = tmp_path / "file"
    path.write_text('\ufeff{"name": "a"}\n', encoding)
    with pytest.raises(FormatError, match="the file is in UTF-16: save it as UTF-8"):
        read(path)
