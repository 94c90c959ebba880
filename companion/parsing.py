"""What a parser says is wrong with a text from outside, in plain sentences that can be said in any language."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.quoting import quoted, shortened
from companion.sentence import Either, Sentence, as_it_is

_KINDS: Mapping[str, Sentence] = {
    "int": Sentence("a whole number"),
    "float": Sentence("a number with a decimal point"),
    "str": Sentence("a text"),
    "bool": Sentence("true or false"),
    "array": Sentence("a list"),
    "object": Sentence("an object"),
    "null": Sentence("null"),
}
_WANTED: Mapping[str, Sentence] = {**_KINDS, "float": Sentence("a number")}
"""As what is wanted: a whole number is as good there as one with a decimal point."""
_MALFORMED = re.compile(r"JSON is malformed: .*\(byte (\d+)\)", re.DOTALL)
"""What msgspec says of a text that is no JSON, and where it noticed."""
BYTE_ORDER_MARK = Sentence("the file begins with a byte order mark: save it as UTF-8 without one")
IN_UTF16 = Sentence("the file is in UTF-16: save it as UTF-8")
NOT_UTF8 = Sentence("the file is not in UTF-8")
TOO_DEEP = Sentence("it is nested too deeply")
DIGITS = 100
"""So many digits may a whole number have: what is worked out from such ones can still be printed (Python: 4,300)."""
SHOWN = 20
"""So many letters are shown of what stands where a text is no JSON."""
_TOO_MANY = re.compile(rb"[0-9]{%d}" % (DIGITS + 1))


def plainly(error: msgspec.DecodeError, content: bytes = b"") -> Sentence:
    """What msgspec found wrong; of no JSON what stands there in ``content``, and at which byte of its line, from 0.

    >>> wrong = msgspec.ValidationError("Expected `int`, got `float` - at `$.shares`")
    >>> str(plainly(wrong))
    '"shares" must be a whole number, not a number with a decimal point'
    """
    if found := _MALFORMED.fullmatch(str(error)):
        return _malformed(_place(int(found[1]), content), content)
    what, _, path = str(error).partition(" - at ")
    place = re.sub(r"\[\.\.\.\]|[`$]|key in ", "", path).removeprefix(".")
    where = quoted(place) if place else Sentence("it")
    for pattern, sentence in _FINDINGS:
        found = re.fullmatch(pattern, what)
        if found:
            values = {name: _word(name, text) for name, text in found.groupdict().items()}
            return Sentence(sentence.text, {**values, "where": where})
    return as_it_is(str(error))


def _place(at: int, content: bytes) -> int:
    """The byte at which a text goes wrong: msgspec's lies behind a wrong word, or a letter too far.

    The standard library tells the word's beginning; it has nothing against NaN.
    """
    try:
        if content:
            json.loads(content.decode())
    except json.JSONDecodeError as error:
        return len(error.doc[: error.pos].encode())
    except (UnicodeDecodeError, RecursionError):
        return at
    return at


def _malformed(at: int, content: bytes) -> Sentence:
    begin = content.rfind(b"\n", 0, at) + 1
    rest = content[at : at + 4 * SHOWN].partition(b"\n")[0].decode(errors="replace").rstrip()
    if content[at : at + 1] == b"\n":
        return Sentence("something is wrong at byte {at}, where the line ends", {"at": at - begin})
    if not rest:
        return Sentence("something is wrong at byte {at}", {"at": at - begin})
    there = quoted(shortened(rest, SHOWN))
    return Sentence("something is wrong at byte {at}, where {there} stands", {"at": at - begin, "there": there})


def _word(name: str, text: str) -> Any:
    if name not in ("wanted", "found"):
        return quoted(text) if name in ("key", "value") else text
    kinds = _WANTED if name == "wanted" else _KINDS
    return Either(kinds.get(kind, kind) for kind in text.split(" | "))


_FINDINGS: tuple[tuple[str, Sentence], ...] = (
    (r"Expected `(?P<wanted>.+?)`, got `(?P<found>.+?)`", Sentence("{where} must be {wanted}, not {found}")),
    (r"Expected `(?:int|float)` >= (?P<least>.+)", Sentence("{where} must be {least} or more")),
    (r"Expected `(?:int|float)` <= (?P<most>.+)", Sentence("{where} must be {most} or less")),
    (
        r"Expected `array` of length (?P<number>\d+)(?:, got \d+)?",
        Sentence("{where} must have just {number} values"),
    ),
    (r"Expected `\w+` of (?:at least )?length (?:>= )?(?P<least>\d+)(?:, got \d+)?", Sentence("{where} is too short")),
    (r"Expected `\w+` of (?:at most )?length <= (?P<most>\d+)", Sentence("{where} is longer than {most}")),
    (r"Object missing required field `(?P<key>.+?)`", Sentence("the key {key} is missing")),
    (r"Object contains unknown field `(?P<key>.+?)`", Sentence("nobody knows the key {key}")),
    (r"Invalid (?:enum )?value '?(?P<value>.*?)'?", Sentence("{where} cannot be {value}")),
    (r"(?:Integer value|Number) out of range", Sentence("{where} is too large a number")),
    (r"Input data was truncated", Sentence("it breaks off before its end")),
)


def line_of(error: msgspec.DecodeError, content: bytes) -> int:
    """The line of a JSON file, from 1, to which ``error`` points: of a byte, or of the outermost key that it names.

    >>> wrong = msgspec.ValidationError("Expected `int`, got `str` - at `$.shares[0]`")
    >>> line_of(wrong, b'{\\n"name": "a",\\n"shares": ["b"]\\n}')
    3
    """
    text = str(error)
    if found := _MALFORMED.fullmatch(text):
        return content.count(b"\n", 0, _place(int(found[1]), content)) + 1
    if found := re.search(r" at `\$\.(\w+)", text):
        return line_of_key(found[1], content)
    return content.rstrip().count(b"\n") + 1 if "truncated" in text else 1


def line_of_key(key: str, content: bytes) -> int:
    """The line of a JSON file on which a key first stands; 1 where it is not there."""
    at = content.find(b'"%s"' % key.encode())
    return 1 if at < 0 else content.count(b"\n", 0, at) + 1


def decode_object(content: bytes) -> dict[str, Any]:
    """The JSON object in a file's bytes; raises FormatError."""
    check_encoding(content)
    try:
        raw = msgspec.json.decode(content)
        check_numbers(content, raw)
        if not isinstance(raw, dict):
            raise FormatError(Sentence("it must hold a JSON object, not {value}", {"value": quoted(raw)}))
        check_keys(content, raw)
    except UnicodeDecodeError:
        raise FormatError(NOT_UTF8) from None
    except msgspec.DecodeError as error:
        values = {"line": line_of(error, content), "reason": plainly(error, content)}
        raise FormatError(Sentence("not JSON: line {line}: {reason}", values)) from None
    except RecursionError:
        raise FormatError(TOO_DEEP) from None
    return raw


def check_encoding(content: bytes) -> None:
    """Raises FormatError where a text file's bytes begin with a byte order mark: that of UTF-8, or of UTF-16.

    UTF-16 is what editors on Windows call Unicode.
    """
    if content.startswith(codecs.BOM_UTF8):
        raise FormatError(BYTE_ORDER_MARK)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FormatError(IN_UTF16)


def check_keys(content: bytes, value: Mapping[str, Any]) -> None:
    """Raises FormatError where a key stands twice in an object of what was decoded from these bytes.

    Which of the two values holds would be a guess.
    """
    if _may_repeat_a_key(content, value):
        json.loads(content, object_pairs_hook=_once_each)


def _may_repeat_a_key(content: bytes, value: Mapping[str, Any]) -> bool:
    """False when a count of quotation marks shows that no key of the object stands twice in its text.

    Keys and texts have two marks each, and what was read may only have fewer of them than the text. Anything else in it
    (an object within, a mark within a text) makes the count say "perhaps".
    """
    texts = [type(item) for item in value.values()].count(str)
    return content.count(b'"') != 2 * (len(value) + texts)


def _once_each(pairs: Sequence[tuple[str, Any]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise FormatError(Sentence("the key {key} stands twice in one object", {"key": quoted(key)}))
        seen.add(key)


def check_numbers(content: bytes, value: Any) -> None:
    """Raises FormatError where a whole number in what was decoded from these bytes has more than `DIGITS`."""
    if not _TOO_MANY.search(content):
        return
    left: list[tuple[str, Any]] = [("", value)]
    while left:
        key, value = left.pop()
        if isinstance(value, dict):
            left.extend(value.items())
        elif isinstance(value, list):
            left.extend((key, item) for item in value)
        elif isinstance(value, int) and abs(value) >= 10**DIGITS:
            where = quoted(key) if key else Sentence("it")
            raise FormatError(Sentence("{where} is too large a number", {"where": where}))


def decode_text(content: bytes) -> str:
    """The text in a file's bytes; raises FormatError for what is not UTF-8 or has a byte order mark."""
    check_encoding(content)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(NOT_UTF8) from None
