"""What a person is told of a reading beside its letters: where the pictures or the corners fall short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.devices import Image
from companion.reading import Point
from companion.sentence import Sentence
from companion.squares import Square
from companion.words import ENGLISH, say
from vision.locate import found_elsewhere
from vision.reader import Evidence

EMPTY_UNUSED = Sentence(
    "the picture of the empty board does not show this view, so it is not used. Take it again from where the camera "
    "stands now"
)


def tell_remarks(
    path: Path, image: Image, evidence: Evidence, corners: Sequence[Point] | None, language: str = ENGLISH
) -> None:
    """Says on standard error, with the picture's ``path``, what squares cannot be told and why.

    And that ``corners``, where a person gave them, lie beside the board: that costs up to 6 s where it is not found.
    """
    for remark in _remarks(image, evidence, corners):
        click.echo(f"{path}: {say(remark, language)}", err=True)


def _remarks(image: Image, evidence: Evidence, corners: Sequence[Point] | None) -> Iterator[Sentence]:
    if evidence.beyond:
        yield Sentence(
            "{squares}: not whole in the picture, so they read '?'. Take one that shows the whole board",
            {"squares": _named(evidence.beyond)},
        )
    if evidence.beyond_empty:
        yield Sentence(
            "{squares}: not whole in the picture of the empty board, so they read '?'. Take that one again, of the "
            "whole board",
            {"squares": _named(evidence.beyond_empty)},
        )
    if evidence.not_empty:
        yield Sentence(
            "{squares}: the picture of the empty board is not empty there, so they read '?'. Clear the board and take "
            "it again",
            {"squares": _named(evidence.not_empty)},
        )
    if evidence.empty_unused:
        yield EMPTY_UNUSED
    if corners is not None and (found := found_elsewhere(image, evidence.pose)) is not None:
        yield Sentence(
            "by its print the board lies elsewhere than these corners say, at {corners}: look at them again",
            {"corners": " ".join(f"{x:.0f},{y:.0f}" for x, y in found.corners_px)},
        )


def _named(squares: Sequence[Square]) -> str:
    """Their names, to be counted rather than read: without a last "and"."""
    return ", ".join(square.name for square in squares)
