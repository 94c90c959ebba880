"""From how likely each letter is to the letter of a square, or '?': the limits, and the mistakes that they are for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.measures import Measures

LETTERS = ".rbgyt?"
"""The classes in the order of the network's answers; the last is anything else."""
PIECES = "rbgyt"
"""The letters of all pieces that can be told."""
Certainties = NDArray[np.float32]
"""(N, 7): how likely each of `LETTERS` is for each of N squares; rows sum to 1."""
TINTED, SURELY = {"r": 0.1, "b": 0.45, "g": 0.1, "y": 0.1}, 0.975
"""`tints` below which a colour needs the second against the other letters. Dark grey TOPs in daylight were taken for
blue houses with up to 0.972 (tints 0.13 to 0.41); by the nets before, a blue house for green with 0.67 (-0.01), a TOP
for yellow with 0.62 (-0.02). Of the blue houses of the labelled boards one in three is below."""
BLUE_ALL_OVER, BLUE_IN_THE_DIM, PERHAPS_A_TOP = 0.9, 0.45, 0.008
"""Blue (`tints`) of a square from which `TINTED` tells nothing, as on an ocean in a window's light: there no blue house
is told where a TOP has the third. One at its square's edge, far away (24 px a square), was taken for a blue house with
0.968 (TOP 0.025, tint 1.02). So it is from `BLUE_ALONE` on where the darkest seventh is darker than the second: a TOP
between blue houses was told as one in colder or violet light with up to 0.985 (TOP 0.009 to 0.017, tint 0.76 to 1.07;
`dev/5109`). Of 1,489 blue houses told on 119 boards six read '?' for it."""
PALE_AND_A_TOP, ANY_TOP = 0.02, 0.1
"""The same where a square's blue is less than `TINTED`, and on any other: a TOP on a pale square in much bluer light
was told as a blue house with 0.978 (TOP 0.021, tint 0.21; `table/5026`), one in colder light with 0.817 (0.112, 0.5).
Of the 1,489 three and one read '?' for it."""
PERHAPS_GREEN = 0.02
"""No yellow house is told where a green one has so much: in warmer light (red by 1.2, blue by 0.8) two were told as
yellow with 0.924 and 0.967 (green 0.06 and 0.028). Of 1,528 yellow houses told on 119 boards as they are none read '?'
for it. That a square shows more green than yellow (`tints`) is so of yellow houses of clear plastic too (`seq00`)."""
CONTESTS_A_TOP = {"r": (0.1, 0.01), "b": (TINTED["b"], 0.02), "g": (0.2, 0.01), "y": (0.1, 0.01)}
"""No TOP is told where a square shows so much of a colour (`tints`) and a house of it has the second: a blue one far
away in dim light was taken for a TOP with 0.939 (blue 0.041, tint 0.57; `dev/5112`, without the empty board), three
green ones in a low lamp's light with up to 0.948 (green 0.014 to 0.09, tint 0.38; `dev/5056`, darker by a power of
1.7). Of 505 TOPs told on 119 boards two read '?' for it."""
PALE_TOP = 0.5
"""A square whose darkest seventh is brighter, against the board's bright tenth, needs `SURE_IN_MURK` to hold a TOP,
against all else: houses in whose roofs a lamp is mirrored have hardly a colour left, and were taken for one with 0.85
(green, at 0.55) and 0.82 (blue, 0.59), without the empty board with 0.98; dark grey numbers printed in a square with
0.79 to 0.981 (at 0.57 to 0.68), against the other letters alone with 0.995. Of 1,750 TOPs in 560 pictures 63 are as
bright, on the labelled boards none is; of 395 on 166 further boards 9 read '?' for it, on two boards."""
PRINT_DARK, BLACK_AS_A_TOP = 0.55, 0.3
"""On print whose median is darker than the first, against the board's bright tenth, a square whose darkest seventh is
darker than the second may hold a TOP that looks like a shadow: `EMPTY_HIDING` says what '.' needs there. One far away
on such print, 16 px a square, was called empty with 0.79 (at 0.276; dev/0010 at half its size)."""
AS_EMPTY, LIKELY = 0.18, 0.65
"""Unlikeness to the empty board below which no house is told there, and the mean certainty that '.' needs then. Five of
some 9,000 houses on 246 boards showed less, in dim light or on dark print, and none was called empty with more than
0.5; a blue house on print of its own brightness was with 0.63 (0.16 unlike)."""
UNLIKE, UNLIKELY = 0.8, 0.95
"""Unlikeness to the empty board from which '.' needs the second on any board: a red house half hidden behind another
was called empty with 0.85 (0.94 unlike), a blue one on blue print in a shadow with 0.9 (0.88 unlike). Of some 30,000
empty squares 83, in shadows and under neighbours' roofs, are 0.9 unlike and more."""
BLUE, BLUE_ALONE, BLUELY = 0.7, 0.6, 0.97
"""Blue (`tints`) of a square from which '.' needs the third, with and without the empty board: a blue house on blue
print differs from it in little more than its edges, and was called empty with 0.962 (tint 0.94, unlikeness 0.33), and
without the empty board with 0.964, 0.917 (0.91) and 0.82 (0.62), in four of 124 readings. Of 820 and 1,300 squares as
blue and empty some 60 read '?' for it. On print of another colour one was called so, without it: yellow, 0.999."""
OWN_HUE, SURELY_BARE = {"r": 1.1, "g": 0.7, "y": 1.1}, 0.99
"""`tints` of a square from which '.' needs the second: on fields painted in a house's own colour one shows little but
its edges. Of 622 houses on 16 boards with red, blue, green or yellow fields 38 were called empty without the empty
board, all but three of them with less, and two with it (0.98, 0.964). Of 11,000 empty squares of the labelled boards 19
read '?' for it."""
HOUSE_BARELY = 0.003
"""How likely houses of all colours must be together for the hues of a square (`BLUE`, `OWN_HUE`) to tell of one: where
they are less, it is the print's. Of 541 squares on which nothing but its hue stood against '.', in some 900 readings
with and without the empty board, 322 have less, all of them bare; of 52 houses that look most like bare squares there
the least has 0.05. The net that knows flat pieces is not asked for it: it is sure that houses are no pieces; nor is it
asked in games without TOPs, where what looks like one may be a house in its own shade."""
COVERED_AROUND, BESIDE_COVERED = 0.4, 0.995
"""Share of the squares around that may be covered from which '.' needs the second, where the empty board is not known:
a sleeve of the print's own colours may lie over this one too. A TOP under the edge of such a sleeve was called empty
with 0.988. Of 4,640 squares of the labelled boards 18 read '?' for it, of 15,300 of hard ones 130."""
BARELY_A_PIECE, RATHER_BARE = 0.01, 0.85
"""Where all pieces together are less likely than the first, '.' needs only the second: what is against it is that
something may lie there. So it is of 165 squares in some 800 readings, all of them bare and in the open, as where the
light is uneven. Not where it is beside covered ones, or more than `UNLIKE`: 18 under hands and sleeves of the print's
own colours are like that, five of them with a TOP below, called empty with 0.85 to 0.97 (`dev/0019`)."""
PIECE, PIECE_SHARE = 0.8, 0.97
"""How likely some piece must be, all colours together, for a square to hold one, whatever its colour may be: against
all else, and against an empty square alone. Of 36,800 empty squares six reached both, five of them on one board out of
focus whose red houses lean over them."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
SURE_IN_MURK = 0.985
"""What a letter needs against the others on a board that is hard to read, where the surest mistakes are made: on one
out of focus (`clearness` 0.58) a TOP between red houses was called red with 0.993."""


@dataclass(frozen=True, slots=True)
class Flat:
    """What the colours of N squares tell where pieces are flat and fill them (`vision.own_colours`).

    ``confirmed`` (N,): whose colour confirms the likeliest letter, a piece's: it needs no more than on the clearest of
    boards; ``yellow`` (N,): whose colour is that of the surely yellow ones, so that yellow needs no more than others.
    """

    confirmed: NDArray[np.bool_]
    yellow: NDArray[np.bool_]

    def of(self, numbers: Sequence[int]) -> Flat:
        """The same of some of the squares."""
        return Flat(self.confirmed[numbers], self.yellow[numbers])

    def but_for(self, where: NDArray[np.bool_]) -> Flat:
        """The same where no colour confirms anything on some squares, ``where`` (N,)."""
        return Flat(self.confirmed & ~where, self.yellow)

    def needed(self, letter: str, number: int, clear: float) -> float:
        """What a piece's letter needs on one square in any case, on a board as clear as that."""
        if self.confirmed[number]:
            return 0.0
        return UNLIKE_YELLOW.needed(clear) if letter == "y" and not self.yellow[number] else FLAT_LEAST


@dataclass(frozen=True, slots=True)
class Ease:
    """From which `clearness` on less is needed: ``sure`` up to ``murky``, ``enough`` from ``clear`` on."""

    murky: float
    clear: float
    enough: float
    sure: float = SURE_IN_MURK

    def needed(self, clearness: float) -> float:
        """The mean certainty that is needed on a board as clear as that."""
        share = min(1.0, max(0.0, (clearness - self.murky) / (self.clear - self.murky)))
        return self.sure - max(0.0, self.sure - self.enough) * share


SURE = Ease(0.7, 0.9, 0.7, 0.97)
"""The mean certainty that a house needs against all else: things that are no houses look like one, but less surely. Of
159 fallen houses and coins on squares 14 get a letter all the same, without the empty board 13."""
PERHAPS_A_THING, DARK_THING = 0.15, 0.1
"""How likely anything else may be at most where a house is told, and where a TOP is. Of 48 things that were told as
houses on 162 boards, fallen ones and counters, 9 had more, of 9,800 houses told on these and others 30; of 13 told as
TOPs four (and a finger's black shadow 0.117), of 729 TOPs three."""
SHARE = {
    "r": Ease(0.7, 0.92, 0.87),
    "b": Ease(0.7, 0.92, 0.8),
    "g": Ease(0.85, 0.97, 0.8),
    "y": Ease(0.8, 0.92, 0.87),
    "t": Ease(0.84, 0.96, 0.89),
}
"""What each letter needs against the other letters alone, "?" left out. These and the next were chosen on 206 boards
that the nets did not learn from, later on 150 further ones; the surest wrong ones in the open, and the `clearness` of
their boards: a TOP for red 0.84 (at 0.93), for blue 0.83 (0.8; not `TINTED`), for green 0.94 (0.85; green houses
mirrored in it), an empty square for green 0.79 (0.76), for yellow 0.95 (0.83), for a TOP 0.92 (0.81), 0.90 (0.89), 0.74
(0.9), after a second look 0.92 (0.88) and, by nets half way to these, 0.83 (0.96; a tower's soft shadow), a blue house
for a TOP 0.94 (0.82), a finger's shadow for one 0.88 (0.96, in a picture of half its size). Without the empty board two
of these 150 have wrong letters above all limits: TOPs that cold light made blue 0.98 (0.79), and green print called
houses 0.99."""
DARK_BLUE, DARK_AS_A_SHADOW = Ease(0.8, 0.92, 0.8, 0.995), 0.3
"""The same for 'b' on a square as blue as `BLUE_ALONE` whose darkest seventh is darker than the second: on a dark ocean
shadows of blue houses were taken for such with 0.968 (at 0.73, 20 to 23 px a square; `dev/5111`), in that picture made
smaller with up to 0.992 (0.76, 10 px). Of 3,459 blue houses told in some 500 readings, with and without the empty
board, 30 read '?' for it, on 16 boards, none of them a labelled one."""
EMPTY, EMPTY_HIDING = Ease(0.73, 0.89, 0.76, 0.95), Ease(0.7, 0.92, 0.86, 0.95)
"""For '.' where the empty board is known; the second where a TOP may hide in the dark. The surest wrong ones, all TOPs:
0.91 (at 0.72), 0.78 (0.79), 0.67 (0.96), 0.78 (0.83), 0.748 (0.91); in the dark 0.93 (0.53) and 0.63 (0.78), after a
second look 0.81 (0.88). That one and the TOP of 0.92 are neighbours on one board, each taken for the other's square."""
EMPTY_BRIGHT, EMPTY_DARK = Ease(0.85, 0.95, 0.75, 0.965), Ease(0.87, 0.95, 0.8, 0.965)
EMPTY_BLACK = Ease(0.89, 0.96, 0.88, 0.98)
"""For '.' where the empty board is not known: on a square where a TOP would be seen (`BRIGHT`), on a darker one, and on
one as black as a TOP (`BLACK_ALONE`). The surest wrong ones: on a bright one a TOP under a card 0.96 (at 0.52), yellow
houses on yellow print 0.87 (0.85) and 0.81 (0.86); on a darker one 0.90 (0.81), 0.86 (0.88), 0.75 (0.97), and 0.92
(0.85) and 0.94 (0.86) on two further boards; on a black one 0.96 (0.79), 0.963 (0.88), 0.94 (0.32) and 0.85 (0.88).
Three were above all limits: a yellow house on yellow print 0.985, a TOP in glare on dark print 0.984, a violet TOP for
blue 0.981."""
BRIGHT = 0.55
"""A square whose darkest seventh is at least so bright, against the board's bright tenth, holds no TOP that can be
seen: those that were called empty with more than 0.5 were at 0.54 and darker; one that was half hidden was at 0.66."""
BLACK_ALONE = 0.25
"""A darker one is as black as a TOP is, in whatever light."""
PERHAPS_A_HOUSE = 0.08
"""No '.' is told where houses of all colours together have so much, whatever its own certainty: a blue house was called
empty with 0.905 in colder light, with the empty board (blue 0.089). Of 19,400 bare squares told on 119 boards as they
are 12 read '?' for it."""
DIM, LURKING, LURKING_ALONE = 0.35, 0.13, 0.02
"""Where a square's darkest seventh is darker than the first, no '.' is told where a TOP has the second, without the
empty board the third: in colder light (blue by 1.2, red by 0.8), or half of it, seven TOPs on dark print were called
empty in 513 readings of 55 boards, with 0.78 to 0.88 (TOP 0.11 to 0.21) and 0.84 to 0.976 (0.022 to 0.16). One of them
still is (`dev/0010` G7, 0.113): thin numbers on dark print look so. Of some 4,000 bare squares each, told on these
boards as they are, 4 and 8 have so much."""
TORN, TORN_SQUARES = 0.1, 3
"""On a board where so many squares are torn between a TOP and a colour, each likelier than the first, no TOP is told
where a colour has `HOUSE_BARELY`: against the light, or with a lamp mirrored in them, houses look black there. A yellow
one of clear plastic was taken for a TOP with 0.97 on such boards (3 to 7 squares torn in ten pictures). Of 37 houses
that look most like TOPs on 24 such boards the least has 0.1 of the colours, of 208 TOPs that nothing else stood against
half have less than `HOUSE_BARELY`."""
DOUBTED, MANY_DOUBTED = 0.5, 1 / 3
"""How likely some piece must be on a square that reads '?' for it to be doubted, and the share of a board's squares
from which on no piece is told at all: it is the print that looks like pieces, as bold numbers in all squares do. Of 24
such boards without an empty picture 11 had 1 to 41 wrong letters, with 0.37 to 0.93 of the squares doubted; of 70
boards, 30 of them hard, none had more than 0.28."""
TOP_DOUBTED, MANY_TOPS_DOUBTED = 0.3, 1 / 12
"""The same of TOPs, which black print looks like most: of the 70 boards none had more than 0.06."""
FLAT_LEAST, UNLIKE_YELLOW = 0.93, Ease(0.9, 0.95, 0.93, 0.995)
"""What the letters of flat pieces need in any case; the second for yellow on a square of another colour than the surely
yellow ones: a lamp mirrored in tiles makes them look so. Of 8,800 told on 85 boards of moulded tiles and discs 174 had
less than the first, and 13 of these were wrong, 11 fields printed in the pieces' colours; of boards spoilt otherwise
one blue tile was called red (0.926). Green and red tiles were called yellow with 0.83 to 0.996 on six pictures of
boards far away (clearness 0.8 to 0.92): 25 of 26 are of another colour (`vision.own_colours.NEAR`), two are told."""
RECOLOURED = 0.15
"""By how much the colour of a square must differ from the empty board's (`vision.measures.unlike_print`) for a flat
piece to be told: of 31 fields printed in the pieces' colours that were called pieces 29 differ less, of 1,115 pieces
five, in glare. One that lies on a field of its own colour is not told: it shows nothing but its edges."""
UNTOLD = 0.45
"""Share of a board's squares that read '?' though nothing seems to cover them, from which on none is told at all: such
a board is of a kind that was not learned. Of three pictures of tiles of clear plastic on a pink board in glare 0.51 to
0.57 of the squares read so, and 41 to 51 others were wrong, pieces called empty with up to 0.996; of the labelled
boards none shows more than 0.34 (`dev/0019`, an arm's shadow)."""
GLANCED = 0.97
"""Certainty, in two orientations, of the squares that make a board clear."""


def decide(
    certainties: Certainties, clear: float, measured: Measures, torn: int = 0, flat: Flat | None = None
) -> list[str]:
    """The letter of each square from its certainties, '?' where none is sure.

    ``clear``: how easily the whole board is read (`clearness`); ``torn``: how many of its squares are (`torn_squares`);
    ``flat``: what colours tell, where pieces are flat.
    """
    letters = []
    for number, certainty in enumerate(certainties):
        letter, sure = LETTERS[int(certainty.argmax())], float(certainty.max())
        hued = flat is not None or not measured.tops or _some_colour(certainty) >= HOUSE_BARELY
        if letter == ".":
            enough = sure >= _needed_by_empty(clear, measured, number, hued=hued)
            enough &= flat is not None or not _may_hide_a_piece(certainty, measured, number)
        else:
            ease = 1.0 if flat is not None and flat.confirmed[number] else clear
            enough = (
                letter != "?"
                and sure >= (flat.needed(letter, number, clear) if flat else 0.0)
                and _is_house(letter, certainty, ease, measured, number)
            )
            enough &= letter != "y" or flat is not None or certainty[LETTERS.index("g")] < PERHAPS_GREEN
        black = letter == "t" and torn >= TORN_SQUARES and hued
        printed = flat is not None and letter in PIECES and _has_the_prints_colour(measured, number)
        letters.append(letter if enough and not black and not printed else "?")
    return letters


def _has_the_prints_colour(measured: Measures, number: int) -> bool:
    return measured.recoloured is not None and bool(measured.recoloured[number] < RECOLOURED)


def _is_house(letter: str, certainty: Certainties, clear: float, measured: Measures, number: int) -> bool:
    """Whether the likeliest letter of a square (7,) is certain enough: against all else, and the others alone."""
    sure, else_ = float(certainty.max()), float(certainty[-1])
    share = sure / (1 - else_)
    if else_ >= (DARK_THING if letter == "t" else PERHAPS_A_THING):
        return False
    if measured.difference is not None and measured.difference[number] < AS_EMPTY:
        return False
    if letter == "t" and measured.brightness[number] > PALE_TOP:
        return sure >= SURE_IN_MURK
    blue = measured.tints[number, list(TINTED).index("b")]
    if letter == "b" and certainty[LETTERS.index("t")] >= _contested_by_a_top(blue, measured.brightness[number]):
        return False
    if letter == "t" and _contested_by_a_colour(certainty, measured, number):
        return False
    return sure >= SURE.needed(clear) and share >= _needed_by_house(letter, clear, measured, number)


def _contested_by_a_colour(certainty: Certainties, measured: Measures, number: int) -> bool:
    """Whether a square (7,) that looks like a TOP shows a colour of which a house is not unlikely."""
    tints = dict(zip(TINTED, measured.tints[number], strict=True))
    return any(
        tints[letter] >= tint and certainty[LETTERS.index(letter)] >= likely
        for letter, (tint, likely) in CONTESTS_A_TOP.items()
    )


def _contested_by_a_top(blue: float, bright: float) -> float:
    """How likely a TOP must be for no blue house to be told on a square so blue (`tints`) and so bright."""
    if blue > BLUE_ALL_OVER or (blue >= BLUE_ALONE and bright < BLUE_IN_THE_DIM):
        return PERHAPS_A_TOP
    return PALE_AND_A_TOP if blue < TINTED["b"] else ANY_TOP


def _needed_by_house(letter: str, clear: float, measured: Measures, number: int) -> float:
    """The share of all letters that a house's needs on one square."""
    if letter == "t":
        return SHARE[letter].needed(clear)
    tint = measured.tints[number, list(TINTED).index(letter)]
    if letter == "b" and tint >= BLUE_ALONE and measured.brightness[number] < DARK_AS_A_SHADOW:
        return DARK_BLUE.needed(clear)
    pale = tint < TINTED[letter]
    return SURELY if pale else SHARE[letter].needed(clear)


def _some_colour(certainty: Certainties) -> float:
    """How likely houses of all colours are together on one square (7,)."""
    return float(sum(certainty[LETTERS.index(letter)] for letter in TINTED))


def _needed_by_empty(clear: float, measured: Measures, number: int, *, hued: bool) -> float:
    """The mean certainty that '.' needs on one square; ``hued``: whether its hue may be a house's."""
    bright = measured.brightness[number] if measured.tops else np.inf
    tints = dict(zip(TINTED, measured.tints[number], strict=True))
    by_hue = 0.0
    if hued:
        by_hue = BLUELY if tints["b"] > (BLUE_ALONE if measured.difference is None else BLUE) else 0.0
        by_hue = SURELY_BARE if any(tints[letter] > least for letter, least in OWN_HUE.items()) else by_hue
    if measured.difference is None or measured.print_level is None:
        ease = EMPTY_BRIGHT if bright >= BRIGHT else EMPTY_DARK if bright >= BLACK_ALONE else EMPTY_BLACK
        return max(ease.needed(clear), by_hue)
    if measured.difference[number] < AS_EMPTY:
        return LIKELY
    hiding = measured.print_level[number] < PRINT_DARK and bright < BLACK_AS_A_TOP
    needed = max((EMPTY_HIDING if hiding else EMPTY).needed(clear), by_hue)
    return max(needed, UNLIKELY) if measured.difference[number] > UNLIKE else needed


def _may_hide_a_piece(certainty: Certainties, measured: Measures, number: int) -> bool:
    """Whether a house, or on a dark square a TOP, is not unlikely where it looks bare, by such certainties (7,).

    Never where hardly anything differs from the empty board.
    """
    if measured.difference is not None and measured.difference[number] < AS_EMPTY:
        return False
    least = LURKING_ALONE if measured.difference is None else LURKING
    lurking = measured.brightness[number] < DIM and certainty[LETTERS.index("t")] >= least
    return bool(lurking or _some_colour(certainty) >= PERHAPS_A_HOUSE)


def likely_pieces(certainties: Certainties) -> NDArray[np.float32]:
    """(N,): how likely some piece is, all colours together."""
    return np.asarray(certainties[:, [LETTERS.index(letter) for letter in PIECES]].sum(axis=1), np.float32)


def surely_pieces(certainties: Certainties) -> NDArray[np.bool_]:
    """(N,): whether some piece stands on each square for sure."""
    likely = likely_pieces(certainties)
    return np.asarray((likely >= PIECE) & (likely >= PIECE_SHARE * (likely + certainties[:, LETTERS.index(".")])))


def clearness(glance: Certainties) -> float:
    """How easily a board is read: the share of its squares that are certain in two orientations already, 0..1."""
    return float((glance.max(axis=1) > GLANCED).mean())


def without_print(letters: Sequence[str], board: Sequence[str], certainties: Certainties) -> list[str]:
    """The letters without those of pieces, or of TOPs, that the print may look like.

    ``board`` and ``certainties`` (N, 7): the letters and certainties of all its squares.
    """
    if looks_like_pieces(board, certainties):
        return ["?" if letter in PIECES else letter for letter in letters]
    top = certainties[:, LETTERS.index("t")] >= TOP_DOUBTED
    if _doubted(board, top) >= MANY_TOPS_DOUBTED:
        return ["?" if letter == "t" else letter for letter in letters]
    return list(letters)


def without_cover(letters: Sequence[str], certainties: Certainties, around: NDArray[np.floating]) -> list[str]:
    """The letters without each '.' that is not sure enough for what covers the squares around it.

    ``around`` (N,): the share of the squares around each that may be covered.
    """
    doubtful = (around >= COVERED_AROUND) & (certainties[:, LETTERS.index(".")] < BESIDE_COVERED)
    return ["?" if letter == "." and no else letter for letter, no in zip(letters, doubtful.tolist(), strict=True)]


def with_rather_bare(
    letters: Sequence[str],
    certainties: Certainties,
    pieces: NDArray[np.floating],
    difference: NDArray[np.floating] | None,
    around: NDArray[np.floating] | None,
) -> list[str]:
    """The letters with '.' for each '?' on which hardly a piece stands, though something else may.

    ``pieces`` (N,): `likely_pieces`, of those too that are not in the game: what looks like a TOP may be a house in its
    own shade. ``difference`` (N,): `vision.measures.unlike_empty`, and ``around`` (N,): the share of the squares around
    each that may be covered; the one is known with, the other without the empty board.
    """
    bare = (certainties[:, LETTERS.index(".")] >= RATHER_BARE) & (pieces < BARELY_A_PIECE)
    if difference is not None:
        bare &= difference <= UNLIKE
    if around is not None:
        bare &= around < COVERED_AROUND
    return ["." if letter == "?" and each else letter for letter, each in zip(letters, bare.tolist(), strict=True)]


def may_be_covered(letter: str, certainty: Certainties) -> bool:
    """Whether a square (7,) that reads that letter is rather covered than anything but its likeliest letter."""
    covered = certainty[LETTERS.index("?")]
    return letter == "?" and bool(covered >= POSSIBLE and np.count_nonzero(certainty > covered) <= 1)


def looks_like_pieces(board: Sequence[str], certainties: Certainties) -> bool:
    """Whether so many of a board's squares look like pieces, but not surely, that it must be their print."""
    likely = likely_pieces(certainties)
    return _doubted(board, likely >= DOUBTED) >= MANY_DOUBTED


def is_unknown(board: Sequence[str], certainties: Certainties) -> bool:
    """Whether so many of a board's squares cannot be told, though they seem to lie open, that none is to be told.

    ``board`` and ``certainties`` (N, 7): the letters and certainties of all its squares; of one that is too dark or
    burnt out to be read it must be certain that it is anything else.
    """
    return _doubted(board, certainties.argmax(axis=1) != LETTERS.index("?")) >= UNTOLD


def _doubted(board: Sequence[str], likely: NDArray[np.bool_]) -> float:
    """The share of squares that read '?' and are likely something."""
    return float(np.mean([letter == "?" and bool(each) for letter, each in zip(board, likely, strict=True)]))


def torn_squares(certainties: Certainties) -> int:
    """How many of a board's squares may be a TOP as well as a house of some colour."""
    top, colours = LETTERS.index("t"), [LETTERS.index(letter) for letter in TINTED]
    return int(np.count_nonzero((certainties[:, top] > TORN) & (certainties[:, colours].max(axis=1) > TORN)))


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)
