"""What a person is told of a reading beside its letters: where the pictures fall short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.sentence import Sentence
from companion.squares import Square
from companion.words import ENGLISH, say
from vision.false_colours import WHY
from vision.measures import Light, spoilt_by
from vision.reader import Evidence

EMPTY_UNUSED = Sentence(
    "the picture of the empty board does not show this view, or not this print, or it is in quite another light, or "
    "too much stands on the board for the two to be compared, so it is not used. If the board is not full, take it "
    "again, of this board, from where the camera stands now and in this light"
)

FIRST_BELIEVED = Sentence(
    "neither its grid, as it is seen, nor markers tell which way round the board lies: the first of the four corners "
    "was believed to be its own top left, next to square A1"
)

UNKNOWN = Sentence(
    "nearly half of the board cannot be told, though nothing seems to cover it, so nothing is told: the light, or this "
    "kind of board, is none that is known. More even light may help, and a picture of the empty board"
)

PRINT_LIKE = Sentence(
    "much of the board looks like pieces, but not surely, as numbers printed in its squares do, so none is told: give "
    "a picture of the empty board too"
)

NOT_USED = Sentence(
    "the picture of the empty board is not used: a piece stands in it, and others that are overlooked would be called "
    "empty squares"
)

MAY_BE_TAKEN = Sentence(
    "it cannot be told whether the picture of the empty board is empty, for what is printed in its squares looks like "
    "pieces, or the board is of a kind that is not known. What stands in that picture, and here too, would read as an "
    "empty square: look yourself that nothing stands in it"
)


def tell_remarks(path: Path, evidence: Evidence, language: str = ENGLISH) -> None:
    """Says on standard error, with the picture's ``path``, what squares cannot be told and why."""
    for remark in _remarks(evidence):
        click.echo(f"{path}: {say(remark, language)}", err=True)


_SPOILT: dict[Light, Sentence] = {
    "dark": Sentence("most squares are too dark to be read: more light, or a longer exposure"),
    "burnt": Sentence("most squares are burnt out, too bright to be read: less light, or a shorter exposure"),
}


def _remarks(evidence: Evidence) -> Iterator[Sentence]:
    spoilt = spoilt_by(evidence.seen, evidence.pose.board.squares())
    if spoilt is not None:
        yield _SPOILT[spoilt]
    if evidence.judged.false_colours is not None and "?" in evidence.letters:  # a palette may tell black from white
        yield WHY[evidence.judged.false_colours]
    if evidence.judged.print_like and evidence.seen.bare is None:
        yield PRINT_LIKE
    if evidence.judged.unknown:
        yield UNKNOWN
    if evidence.first_believed:
        yield FIRST_BELIEVED
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
            "{squares}: the picture of the empty board is not empty there, so they read '?'. Clear the board "
            "and take it again; if it was clear, in more even light",
            {"squares": _named(evidence.not_empty)},
        )
    if not evidence.bareness.of_use:
        yield NOT_USED
    if evidence.covered:
        yield Sentence(
            "{squares}: something lies there, as in the picture of the empty board, so they read '?'. Clear the board "
            "and take that one again",
            {"squares": _named(evidence.covered)},
        )
    if (evidence.bareness.print_like or evidence.bareness.unknown) and evidence.seen.bare is not None:
        yield MAY_BE_TAKEN
    if evidence.empty_unused:
        yield EMPTY_UNUSED


def _named(squares: Sequence[Square]) -> str:
    """Their names, to be counted rather than read: without a last "and"."""
    return ", ".join(square.name for square in squares)
