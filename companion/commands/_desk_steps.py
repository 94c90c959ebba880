"""The steps of setting a camera up, as the page asks for them (docs/table.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.errors import FormatError
from companion.reading import Point


class Begin(msgspec.Struct, frozen=True, tag_field="do", tag="begin"):
    camera: str
    board: str


class Sheet(msgspec.Struct, frozen=True, tag_field="do", tag="sheet"):
    pass


class Measure(msgspec.Struct, frozen=True, tag_field="do", tag="measure"):
    pass


class Bare(msgspec.Struct, frozen=True, tag_field="do", tag="no_lens"):
    pass


class Find(msgspec.Struct, frozen=True, tag_field="do", tag="find"):
    pass


class Corners(msgspec.Struct, frozen=True, tag_field="do", tag="corners"):
    corners: tuple[Point, Point, Point, Point]


class Empty(msgspec.Struct, frozen=True, tag_field="do", tag="empty"):
    pass


class Kinds(msgspec.Struct, frozen=True, tag_field="do", tag="kinds"):
    kinds: str


class Learn(msgspec.Struct, frozen=True, tag_field="do", tag="learn"):
    pass


class Plain(msgspec.Struct, frozen=True, tag_field="do", tag="no_colours"):
    pass


class Check(msgspec.Struct, frozen=True, tag_field="do", tag="check"):
    """``on``: what stands on the board now, nothing or the asked-for layout."""

    on: Literal["empty", "layout"] = "empty"


class Keep(msgspec.Struct, frozen=True, tag_field="do", tag="keep"):
    pass


class Stay(msgspec.Struct, frozen=True, tag_field="do", tag="stay"):
    """Somebody is at it, though no step is taken."""


class End(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    pass


Step = Begin | Sheet | Measure | Bare | Find | Corners | Empty | Kinds | Learn | Plain | Check | Keep | Stay | End


def step_of(raw: Mapping[str, Any]) -> Step:
    """The step that a page asks for; raises FormatError."""
    try:
        step: Step = msgspec.convert(raw, Step)
        return step
    except msgspec.ValidationError as error:
        raise FormatError(f"not a step of setting a camera up: {error}") from None
