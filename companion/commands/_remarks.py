"""What a person is told of a reading beside its letters: where the pictures or the corners fall short."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.devices import Image
from companion.reading import Point
from vision.locate import found_elsewhere
from vision.reader import Evidence

_BEYOND = "not whole in the picture, so they read '?'. Take one that shows the whole board"
_BEYOND_EMPTY = "not whole in the picture of the empty board, so they read '?'. Take that one again, of the whole board"
_NOT_EMPTY = "the picture of the empty board is not empty there, so they read '?'. Clear the board and take it again"
_ELSEWHERE = "by its print the board lies elsewhere than these corners say, at {corners}: look at them again"


def tell_remarks(path: Path, image: Image, evidence: Evidence, corners: Sequence[Point] | None) -> None:
    """Says on standard error, with the picture's ``path``, what squares cannot be told and why.

    And that ``corners``, where a person gave them, lie beside the board: that costs up to 6 s where it is not found.
    """
    for squares, text in (
        (evidence.beyond, _BEYOND),
        (evidence.beyond_empty, _BEYOND_EMPTY),
        (evidence.not_empty, _NOT_EMPTY),
    ):
        if squares:
            click.echo(f"{path}: {', '.join(square.name for square in squares)}: {text}", err=True)
    if corners is not None and (found := found_elsewhere(image, evidence.pose)) is not None:
        places = " ".join(f"{x:.0f},{y:.0f}" for x, y in found.corners_px)
        click.echo(f"{path}: {_ELSEWHERE.format(corners=places)}", err=True)
