"""What stands on each square: a letter where the evidence suffices, else '?' with the letters that it may be.

Small networks (calibration/training says how they learned and what they reach) look at the whole board: one at first,
where there is a doubt all that know houses, and the one that knows flat pieces where these are unsure of many squares
or may take such pieces for bare ones. That the pieces are flat may also be known (`vision.palette.Palette.flat`).
Squares in doubt are looked at a second time, closer (`vision.second_look`), but not where flat pieces are told. What
is known of the board by many squares, as that its print looks like pieces, is known by the first look.
A letter needs a high mean certainty, more of it where mistakes were seen; things that are neither an empty square nor
a piece (hands, coins, paper) are a class of their own, which reads '?'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from calibration.nets import weights
from companion.board import Board
from companion.squares import Square
from vision._net import WITHOUT_EMPTY, features, odds
from vision.deciding import (
    AS_EMPTY,
    BRIGHT,
    DOUBTED,
    LETTERS,
    MANY_DOUBTED,
    PIECES,
    RECOLOURED,
    Certainties,
    Flat,
    clearness,
    decide,
    is_unknown,
    likely_pieces,
    looks_like_pieces,
    may_be_covered,
    surely_pieces,
    torn_squares,
    with_rather_bare,
    without_cover,
    without_print,
)
from vision.false_colours import FalseColours, false_colours
from vision.measures import Measures, measure, unlike_print, unreadable
from vision.own_colours import told_by_colours
from vision.patches import Views, patches, planes_of
from vision.rectify import MARGIN
from vision.second_look import second_look

SECOND = 0.5
"""Weight of the second look, where it is asked, against the first. With 0.65 a TOP of the labelled boards was called
empty and the square beside it a TOP; alone, with all of the weight, it made 20 squares wrong on pictures of a kind that
it did not learn from: fields of a house's own colour, bold numbers, a sleeve."""
MAY_COVER = 0.08
"""How likely anything else must have been for the second look not to make "." likelier: it learned of what covers
squares from straight edges alone, and called print under a grey strip empty (0.89, which was 0.76)."""
CLEAR, CLEARLY_EMPTY = 0.985, 0.998
"""Mean certainty in two orientations that every square must have for nothing else to be asked; the second is for "."
where a house might hide. On 246 boards the surest wrong ones of the net that is asked first were, with the empty board,
a TOP taken for "." at 0.982 and a blue house for a TOP at 0.98, without it a yellow house on yellow print for "." at
0.996; of things that are no houses a fallen one was called red with 0.997."""


MANY = 0.05
"""Share of a board's squares that read '?' from which it is seen whether the empty board is of another print: of 378
boards with the right one none had three '?' and more, and less than half as many without it. By another sequence's
picture 0 to 8 of 120 squares read '?' by these nets on 31 boards, more under hands, and none was wrong. With 0.025
houses that stand in the empty picture too would no longer be named as what is wrong."""


Places = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows and columns of squares."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A net that is asked where there is a doubt: in which quarter turns, each also mirrored, and its weight.

    ``knows_empty``: whether it looks at the picture of the empty board.
    """

    net: str
    knows_empty: bool
    turns: tuple[int, ...]
    weight: float


ASKED = (
    Opinion("with-empty", True, (0,), 0.4),
    Opinion("with-empty-2", True, (0,), 0.4),
    Opinion("alone", False, (0,), 0.2),
)
"""Whose opinions count where the empty board is known; the first is asked alone at first. The first two
were learned from different beginnings and err on different squares; the last does not know the empty board and is not
misled where its picture is off. With limits that left one wrong square of 44,000 on 391 boards, two of different
beginnings read 134 boards exactly; two of one beginning 98."""
ASKED_ALONE = (Opinion("alone", False, (0, 1, 2, 3), 1.0),)
FLAT_PIECES = (Opinion("flat", False, (0, 1, 2, 3), 1.0),)
"""Asked where the others are unsure of much of the board: it knows tiles and discs, which fill their squares and are so
low that they have no roof, but houses less well."""
UNSURE, MUCH = 0.8, 0.03
"""Mean certainty below which a square is unsure, and the share of unsure squares from which `FLAT_PIECES` are asked.

They are believed where half as many are as by the others' mean and by each of them: one that does not know the empty
board is sure where its picture shows another print. Of 102 boards of houses none was read by them with the empty board,
two without it, of 18 of tiles and discs 14: there 0.1 to 0.7 of the squares were unsure. By the nets of now 0.037 to
0.28 of four such boards are (of discs, which look like counters to the others, the fewest); of 165 readings of labelled
boards and of hard ones with counters, slips and fallen houses on them none was read by these."""


CALLED, MISREAD, LITTLE = 0.9, 0.05, 0.1
"""The others take flat pieces for bare squares where both sides are so certain of the second share of the board or
more, in two orientations of `FLAT_PIECES`. Then these are believed also where less than the last are unsure to them,
and else nothing is told. It is asked on every board: of a board of tiles the others were sure that all are bare, of
spoilt copies of three boards that 43 to 161 tiles are (with 0.97 and more): 0.1 to 0.55 of the board. Of 400 readings
of boards of houses none shows more than 0.0091, but one without its empty picture, red houses on red print: 0.06, and
nothing is told on it."""


UNLIKELIEST, TOLD_BETTER = 1e-3, 0.25
"""Pieces of known letters are flat where the mean logarithm of their likelihoods by `FLAT_PIECES` and by `ASKED_ALONE`
differs by more than the second; no likelihood counts for less than the first. On 208 boards of houses it was at most
0.12, on 37 of moulded tiles 0.52 to 5.2, on nine of level tiles and discs 0.15 to 2.8, on one of small discs 0.13. In a
lamp's or warm light, or darker, it is up to 0.23 on houses of one board and 0.42 of another, and 1.06 of red houses on
red print: so to call a square empty both must agree (`judge`)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What N squares look like to the nets: how likely each letter is, the letter that each gets, and what is on it.

    ``first_look`` (N, 7): how likely each was before the squares in doubt were looked at again; ``board``: the letters
    of all squares by that alone, empty where they were not asked.
    ``pieces_on`` (N,): whether some piece stands there for sure, though its colour may not be told. TOPs count there
    also in games without them: a house of clear plastic in its own shade is surely a piece, and looks most like one.
    Never where a square is too dark or burnt out to be read, or the picture has no colours, or false ones. What else
    decided: ``measured``; of the whole board ``torn``, its `torn_squares`, ``clear``, its `clearness`, None where every
    letter was sure enough for the least clear of boards, and ``print_like``: its print looks like pieces, so none is
    told.
    ``covered_around`` (N,): the share of squares around each that may be covered; None where the empty board is known.
    ``flat``: what colours tell, where pieces are flat.
    ``unknown``: the board is of a kind that was not learned (`vision.deciding.is_unknown`), or ``misread``: of flat
    pieces that are not told well enough (`MISREAD`), so nothing is told. ``false_colours``: why no piece is told, where
    the picture's colours are not its own.
    """

    certainties: Certainties
    first_look: Certainties
    letters: list[str]
    board: Sequence[str]
    pieces_on: NDArray[np.bool_]
    measured: Measures
    torn: int = 0
    clear: float | None = None
    print_like: bool = False
    covered_around: NDArray[np.float64] | None = None
    flat: Flat | None = None
    unknown: bool = False
    misread: bool = False
    false_colours: FalseColours | None = None

    @property
    def refused(self) -> bool:
        """Whether no piece is told for the whole board's sake."""
        return self.unknown or self.print_like


def judge(seen: Views, squares: Sequence[Square], pieces: str = PIECES, *, flat: bool = False) -> Judgement:
    """What stands on each square.

    ``pieces``: letters of those that may stand on the board; the net learned to tell houses apart in games without
    TOPs, which houses of clear plastic can look like. ``flat``: that the pieces are flat is known, so `FLAT_PIECES` are
    asked for letters; the others only whether a square may be called empty, for houses were learned as flat pieces in
    a lamp's light. A square too dark or burnt out to be read is surely anything else, and so is any piece where the
    picture has no colours or others than that of the empty board (`vision.false_colours`).
    """
    if not squares:
        nothing = Measures(np.empty(0), np.empty((0, 4)))
        none = np.empty((0, len(LETTERS)), np.float32)
        return Judgement(none, none, [], (), np.empty(0, bool), nothing)
    absent = [LETTERS.index(letter) for letter in PIECES if letter not in pieces]
    asked, every = _places(squares), _places(seen.board.squares())
    measured, hidden = _measured(seen, squares, tops="t" in pieces)
    if measured.difference is not None:
        plain = measured.difference < AS_EMPTY
    else:
        plain = (measured.brightness >= BRIGHT) | (not measured.tops)
    nets = _Nets(seen, absent)
    heard = nets.of_flat_pieces() if flat else nets.of_all(asked, plain)
    opinions, whole, glance, misread = heard.opinions, heard.whole, heard.glance, heard.misread
    colours = told_by_colours(seen, whole[every]) if opinions is FLAT_PIECES else None
    before, torn = whole[asked], torn_squares(whole[every])
    false = false_colours(seen)
    if false is not None:
        taken = before.argmax(axis=1) != LETTERS.index(".")
        hidden |= taken
        false = false if taken.any() else None
    before[hidden] = np.eye(len(LETTERS))[-1]
    raw = _mean(opinions, heard.found)
    certainties, on, tiles, unconfirmed = before, raw[asked], None, None
    if colours is not None:
        numbers = {square: number for number, square in enumerate(seen.board.squares())}
        tiles = colours.of([numbers[square] for square in squares]).but_for(hidden)
        unconfirmed = colours.but_for(colours.confirmed)
    else:
        certainties, on = _looked_at_again(seen, squares, before, raw, absent)
    letters, clear = decide(certainties, 0.0, measured, torn, tiles), None
    if "?" in letters:  # only then does it matter how clear the board is
        clear = clearness(glance[every])
        letters = decide(certainties, clear, measured, torn, tiles)
    if flat:
        seems = likely_pieces(nets.glance_of_houses()[asked]) >= DOUBTED
        letters = ["?" if letter == "." and each else letter for letter, each in zip(letters, seems, strict=True)]
    pieces_on = surely_pieces(on) & ~hidden
    told = not set(letters) <= {".", "?"} or pieces_on.any() or letters.count("?") >= MANY_DOUBTED * len(letters)
    board, open_to_view = list[str](), before
    if len(squares) == len(every[0]):
        board = decide(before, clearness(glance[every]), measured, torn, unconfirmed)
    elif told or seen.bare is None:
        board, open_to_view = _whole_board(seen, whole[every], glance[every], torn, unconfirmed, tops="t" in pieces)
    around = None
    if seen.bare is None:
        around = _covered_around(
            squares, dict(zip(seen.board.squares(), map(may_be_covered, board, whole[every]), strict=True))
        )
        letters = without_cover(letters, certainties, around)
    if colours is None:
        letters = with_rather_bare(letters, certainties, likely_pieces(on), measured.difference, around)
    print_like = told and looks_like_pieces(board, whole[every])
    if told:
        letters = without_print(letters, board, whole[every])
        pieces_on &= not print_like
    unknown = misread or (bool(board) and is_unknown(board, open_to_view))
    if unknown:
        letters = ["?"] * len(letters)
        pieces_on[:] = False
    return Judgement(
        certainties,
        before,
        letters,
        board,
        pieces_on,
        measured,
        torn,
        clear,
        print_like,
        around,
        tiles,
        unknown,
        misread,
        false,
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    """What nets said of a whole board: whose ``opinions`` count, and what each said (``found``, see `_Nets.ask`).

    ``whole``: the mean of these, ``glance``: of the first in two orientations, both (rows, cols, 7); only the one
    is without the pieces that are not in the game, for limits go by how clear a board is with all of them.
    ``misread``: as for `Judgement`.
    """

    opinions: Sequence[Opinion]
    found: Sequence[Certainties]
    whole: Certainties
    glance: Certainties
    misread: bool = False


class _Nets:
    """The nets, as they are asked about one board."""

    def __init__(self, seen: Views, absent: Sequence[int] = ()) -> None:
        """``absent``: the classes of pieces that are not in the game."""
        self._seen = seen
        self._absent = absent
        self._for_net = features(planes_of(seen))
        self._every = _places(seen.board.squares())
        self._of_houses = ASKED_ALONE if seen.bare is None else ASKED

    def of_all(self, asked: Places, plain: NDArray[np.bool_]) -> _Heard:
        """What those say that know houses, or `FLAT_PIECES`, where these are to be believed.

        The first says all where it is sure of the squares that are ``asked`` about; where one is not ``plain`` a house
        may hide, both (N,).
        """
        first, *others = self._of_houses
        found = [self.ask(first, first.turns[:1])]
        glance = self._likely(found[0])
        hides = (glance[asked].argmax(axis=1) == LETTERS.index(".")) & ~plain
        if (glance[asked].max(axis=1) < np.where(hides, CLEARLY_EMPTY, CLEAR)).any():
            all_of_first = np.concatenate([found[0], self.ask(first, first.turns[1:])])
            found = [all_of_first, *(self.ask(each, each.turns) for each in others)]
        heard = self._heard(self._of_houses, found)
        bare = _called_bare(self._seen, heard.whole[self._every])
        if self._unsure(heard.whole) < MUCH and bare.mean() < MISREAD:
            return heard
        begun = [self.ask(each, each.turns[:1]) for each in FLAT_PIECES]
        seem = self._likely(begun[0])[self._every][:, [LETTERS.index(letter) for letter in PIECES]].max(axis=1)
        misread = bool((bare & (seem >= CALLED)).mean() >= MISREAD)
        if misread or self._unsure(heard.whole) >= MUCH:
            flat = self.of_flat_pieces(begun)
            least = min(self._unsure(heard.whole), *(self._unsure(self._likely(each)) for each in found))
            if 2 * self._unsure(flat.whole) < least or (misread and self._unsure(flat.whole) < LITTLE):
                return flat
        return replace(heard, misread=misread)

    def of_flat_pieces(self, begun: Sequence[Certainties] | None = None) -> _Heard:
        """What `FLAT_PIECES` say; ``begun``: what they said in their first turn, where they were asked."""
        begun = [self.ask(each, each.turns[:1]) for each in FLAT_PIECES] if begun is None else begun
        rest = [self.ask(each, each.turns[1:]) for each in FLAT_PIECES]
        return self._heard(FLAT_PIECES, [np.concatenate(both) for both in zip(begun, rest, strict=True)])

    def first_look(self, opinions: Sequence[Opinion] | None = None) -> Certainties:
        """(rows, cols, 7): how likely each letter is to these, else to all that know houses."""
        opinions = self._of_houses if opinions is None else opinions
        return self._heard(opinions, [self.ask(each, each.turns) for each in opinions]).whole

    def glance_of_houses(self) -> Certainties:
        """(rows, cols, 7): what the first of those that know houses says, in two orientations."""
        first = self._of_houses[0]
        return self._likely(self.ask(first, first.turns[:1]))

    def ask(self, opinion: Opinion, turns: Sequence[int]) -> Certainties:
        """(2 * turns, rows, cols, 7): what a net says of the board's squares in each orientation."""
        known = self._for_net if opinion.knows_empty or self._seen.bare is None else self._for_net[..., WITHOUT_EMPTY]
        return odds(weights(opinion.net), known, turns)[:, MARGIN:-MARGIN, MARGIN:-MARGIN]

    def _heard(self, opinions: Sequence[Opinion], found: Sequence[Certainties]) -> _Heard:
        whole = _mean(opinions, [_without(self._absent, each) for each in found])
        return _Heard(opinions, found, whole, np.asarray(found[0][:2].mean(axis=0), np.float32))

    def _likely(self, found: Certainties) -> Certainties:
        return np.asarray(_without(self._absent, found).mean(axis=0), np.float32)

    def _unsure(self, certainties: Certainties) -> float:
        """The share of squares that are `UNSURE`."""
        return float((certainties[self._every].max(axis=1) < UNSURE).mean())


def _called_bare(seen: Views, certainties: Certainties) -> NDArray[np.bool_]:
    """(N,): which squares of a board (N, 7) are surely bare; of other colours than the empty board, if it is known."""
    bare = (certainties.argmax(axis=1) == LETTERS.index(".")) & (certainties.max(axis=1) >= CALLED)
    if seen.bare is not None and bare.any():
        bare &= unlike_print(patches(seen, seen.board.squares())) >= RECOLOURED
    return np.asarray(bare)


def looks_flat(samples: Iterable[tuple[Views, Mapping[Square, str]]]) -> bool:
    """Whether the pieces in pictures with known contents look flat: `FLAT_PIECES` tell them clearly better.

    ``samples``: what each picture's squares look like, and the true letters of those that nothing hides.
    """
    better: list[float] = []
    for seen, truth in samples:
        nets = _Nets(seen.without_bare())
        houses, tiles = nets.first_look(), nets.first_look(FLAT_PIECES)
        for square, letter in truth.items():
            if letter in PIECES:
                place = (square.row, square.col, LETTERS.index(letter))
                better.append(float(np.log(max(tiles[place], UNLIKELIEST)) - np.log(max(houses[place], UNLIKELIEST))))
    return bool(better) and float(np.mean(better)) > TOLD_BETTER


def first_look(seen: Views) -> Certainties:
    """(rows, cols, 7): how likely each letter is to all the nets that look at the whole board and know houses."""
    return _Nets(seen).first_look()


def _looked_at_again(
    seen: Views, squares: Sequence[Square], before: Certainties, raw: Certainties, absent: Sequence[int]
) -> tuple[Certainties, Certainties]:
    """The certainties of squares after a second look at those in doubt, and the same with all classes (both (N, 7)).

    ``before`` (N, 7), without the ``absent`` classes, and ``raw`` (rows, cols, 7), with all: those of the first look.
    """
    doubtful = before.max(axis=1) < CLEAR
    after, on = before.copy(), raw[_places(squares)]
    if doubtful.any():
        again = second_look(seen, [square for square, doubt in zip(squares, doubtful, strict=True) if doubt], raw)
        after[doubtful] = SECOND * _without(absent, again) + (1 - SECOND) * before[doubtful]
        else_, empty = LETTERS.index("?"), LETTERS.index(".")
        covered = (before[:, else_] >= MAY_COVER) & (after[:, empty] > before[:, empty])
        after[covered] = before[covered]
        on[doubtful] = SECOND * again + (1 - SECOND) * on[doubtful]
    return after, on


def _covered_around(squares: Sequence[Square], covered: Mapping[Square, bool]) -> NDArray[np.float64]:
    """(N,): the share of up to eight squares around each that may be covered; ``covered``: of the whole board."""
    shares = []
    for square in squares:
        places = product(range(square.row - 1, square.row + 2), range(square.col - 1, square.col + 2))
        around = [covered[other] for other in (Square(*place) for place in places) if other in covered]
        shares.append((sum(around) - covered[square]) / max(1, len(around) - 1))
    return np.array(shares)


def _measured(seen: Views, squares: Sequence[Square], *, tops: bool) -> tuple[Measures, NDArray[np.bool_]]:
    """What is measured of squares, and which are `unreadable`, (N,); their patches, 47 kB each, are let go."""
    looks = patches(seen, squares)
    return measure(seen, looks, tops=tops), unreadable(looks)


def _whole_board(
    seen: Views, certainties: Certainties, glance: Certainties, torn: int, flat: Flat | None, *, tops: bool
) -> tuple[list[str], Certainties]:
    """The letters of all squares by the first look (N, 7), before the print is thought of.

    And that look, with what is too dark or burnt out to be read as anything else.
    """
    measured, hidden = _measured(seen, seen.board.squares(), tops=tops)
    open_to_view = certainties.copy()
    open_to_view[hidden] = np.eye(len(LETTERS))[-1]
    return decide(certainties, clearness(glance), measured, torn, flat), open_to_view


def _mean(opinions: Sequence[Opinion], found: Sequence[Certainties]) -> Certainties:
    """(rows, cols, 7): the mean of the first opinions' answers, each in several orientations, by their weights."""
    shares = [opinion.weight for opinion in opinions[: len(found)]]
    return np.asarray(np.average([each.mean(axis=0) for each in found], axis=0, weights=shares), np.float32)


def judge_board(seen: Views, squares: Sequence[Square], *, flat: bool = False) -> tuple[Views, Judgement]:
    """What stands on all of a board's squares, and by which views; ``flat`` as for `judge`.

    By those without the empty board where with it many squares read '?', and without it less than half as many: then it
    is of another print, as the same board has in another edition. No measure of the pictures alone told that: in noise,
    or in one lamp's shadows, squares of the right print differ as much (`vision.measures.unlike_empty`).
    """
    judged = judge(seen, squares, flat=flat)
    untold = judged.board.count("?")
    if seen.bare is None or untold < MANY * len(squares) or judged.false_colours == "exchanged":
        return seen, judged
    alone = seen.without_bare()
    other = judge(alone, squares, flat=flat)
    return (alone, other) if 2 * other.board.count("?") < untold else (seen, judged)


def _places(squares: Sequence[Square]) -> Places:
    """Rows and columns of squares, to take them out of an array (rows, cols, …)."""
    rows, cols = np.array([(square.row, square.col) for square in squares], np.intp).T
    return rows, cols


def _without(absent: Sequence[int], found: Certainties) -> Certainties:
    """The same where some classes cannot be: the others (..., 7) are weighed against each other alone."""
    if not absent:
        return found
    others = np.maximum(found, np.float32(1e-30))
    others[..., list(absent)] = 0
    return np.asarray(others / others.sum(axis=-1, keepdims=True), np.float32)


def rows(board: Board, letters: Mapping[Square, str]) -> tuple[str, ...]:
    """One string a row; '.' where ``letters`` has none."""
    return tuple(
        "".join(letters.get(Square(row, col), ".") for col in range(board.grid.cols)) for row in range(board.grid.rows)
    )
