"""The owner's pieces: colours learned from pictures with known contents, and what they add to a reading.

A colour is a place in a space that the lamp's colour and strength hardly move: how blue and how red a pixel is against
its green, and how bright it is, all in logarithms and against the picture's empty squares. A palette is a second
opinion: it takes a letter away where it clearly sees another one, names a house whose presence is sure and only its
colour is not, and names pieces of colours that the nets never learned, where the empty board is known. On plain print,
where colours alone told every square that it was learned from, it also names squares that the nets cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.errors import FormatError
from companion.files import read_file, save_whole
from companion.parsing import decode_object, plainly
from companion.quoting import quoted
from companion.sentence import Sentence
from companion.squares import Square
from vision.classify import looks_flat
from vision.deciding import AS_EMPTY, LETTERS, PIECES, Certainties, surely_pieces
from vision.measures import hue_and_level, unlike_empty, unreadable
from vision.patches import PX, Views, patches
from vision.rectify import cut

FORMAT = "bankhalter-palette/1"
MIDDLE = 10
"""Pixels of a square's middle, of `PX`, whose colours count: a house pushed aside still covers half of them."""
REACH = 2.5
"""A pixel has a piece's colour within so many of its spreads."""
CLAIM, APART = 0.4, 2.0
"""A piece is seen where it explains this share of the middle, and so many times as much as any other piece."""
STANDS_OUT = 0.28
"""Unlikeness to the empty board (`vision.measures.unlike_empty`) that a piece of a new colour must show."""
PRINTED = 0.02
"""Share of the empty squares that may look like a piece of a new colour."""
LEAST = 3
"""Pieces of a letter that its colour is learned from."""
LEAST_SPREAD, WIDEST_SPREAD = (0.10, 0.10, 0.30), 10
"""A colour's spreads are at least the first; a file's above the second, or middles, are of no colour: levels of 8 to
263, in logarithms, are 3.5 apart."""
TOLD, LEAST_EMPTY = 0.95, 20
"""Share of the squares learned from that colours alone must have named, none wrongly, for them to name others; and the
empty squares among them that this takes."""
COLOURED = 0.4
"""How far the blue and red of each two kinds, empty squares among them, must be apart for that: shadows and glare move
brightness, and an orange piece in a shadow that leaves 0.45 of the light looks like a brown one."""
CONTRADICTED = 5.0
"""A piece that has another kind's colour loses a letter whose own is so many of its spreads away. Twelve orange pieces
that the nets called y, as their owner calls pale yellow ones, were 9.8 and more from those. They filled 0.46 to 0.57 of
the middle, but 0.30 to 0.41 of it looked yellow, as the print does, so that `claims` saw none. On the labelled boards,
by colours learned from themselves or from several prints at once, of the pieces with a right letter that another kind
was nearer to, and none claimed, none was more than 4.4 away."""
COVERED, FOREIGN = 0.9, 0.2
"""How likely anything else, or a piece that was not learned, must be to the nets for a square to stay '?' whatever its
colour, but for a new one's (`GOES_ON`): what covers a square, and a TOP with a lamp mirrored in it,
have the colour of some print."""
NEARLY_CERTAIN = 0.99
"""How likely an empty square, or a piece that they know, must be to the nets for a new colour not to override it. Of
1,609 orange, purple and cyan pieces without the empty board, and 1,199 with it, they called none so surely empty (at
most 0.77) or a piece that they know (0.989)."""
PLAINLY_EMPTY = 0.98
"""How likely '.' must be to the nets for a square that stands out to stay empty where new kinds may stand on it: what
stands out beside a piece is mostly its shadow. Of 3,305 empty squares of 150 boards that do 2,663 have as much; of 498
pieces of foreign colours, fallen ones and coins there two, none of them a piece that stands (a white one had 0.971).
Drawn cubes and pegs of cream and light grey, as the print is, had up to 0.995."""
EDGE, GOES_ON, IN_CORNER = 2, 0.1, 0.5
"""Pixels of a square's edge, the share of them from which a thing goes on over that edge, and the share of as many in a
corner from which it lies there. A piece goes on over one of two opposite edges at most and lies in no corner; straps,
sleeves and cards do. So of squares that to the nets are rather anything else than a piece or print only those hold one
where it does not. Of 193 orange, purple and cyan pieces among others on a drawn board all were named, by a limit of the
nets' certainty (0.99) instead 155; of 1,854 squares under straps, sleeves, cards and slips of these colours 28 instead
of 150; of 324 pieces of 15 mm that touch each other, in squares of 20 mm, 269 instead of 320."""
EMPTY_LIKELY, LITTLE = 0.6, 0.1
"""How likely '.' must be to the nets for a square to be empty by its colour alone, and anything that has no colour in
the palette at most: cream paper, a grey sleeve, coins and white pieces have the colour of print in some light. Of 223
empty squares that the nets left '?' 217 have as much of the first (219 have 0.5), of 199 such squares under grey coins
49 (56), of 36 under cream paper 3 (5). Of 83 empty squares with as much 79 have less of the second, of 49 with white
pieces, which were not learned, nine."""
RIVAL = 0.95
"""Lights by which that share of the squares of the best one look like some kind must tell the same of most: seen by a
piece's light, pieces and print can change places. With pieces of several kinds a wrong light makes a third as many look
like one, with one kind on 60 % of a board 0.65, on 90 % 0.90; lights that are right differ on no square."""

Colours = NDArray[np.float64]
"""(..., 3): blue against green, red against green, brightness."""


class Colour(msgspec.Struct, frozen=True):
    """A kind of piece: where its colour lies, how far it spreads, from how many pieces that was learned."""

    middle: tuple[float, float, float]
    spread: tuple[float, float, float]
    pieces: int


class Palette(msgspec.Struct, frozen=True):
    """The owner's pieces by letter; letters are those of the truth files that they were learned from.

    ``empty``: the colour of the empty squares, where colours alone told all squares that were learned from. ``flat``:
    whether the pieces are flat and fill their squares, as tiles do (`vision.classify.looks_flat`).
    """

    format: str
    board: str
    colours: dict[str, Colour]
    empty: Colour | None = None
    flat: bool = False

    def new_letters(self) -> frozenset[str]:
        """Letters of pieces that the nets do not know."""
        return frozenset(self.colours) - frozenset(PIECES)

    def on(self, board: str) -> Palette:
        """What of it holds on that board: on another than its own, whose print may have any colour, not ``empty``.

        One that was learned on plain print read seven yellow and blue houses as "." on three of eight SHARK boards.
        ``flat`` holds: it is the pieces that are, whatever they lie on.
        """
        return self if board == self.board else msgspec.structs.replace(self, empty=None)

    def kinds(self) -> dict[str, Colour]:
        """All that a square's colour may tell: the pieces, and "." where that is known."""
        return self.colours if self.empty is None else {**self.colours, ".": self.empty}


def is_kind(text: str) -> bool:
    """Whether a kind of piece may be called so: one letter, which takes one place in a row of squares.

    >>> is_kind("o"), is_kind("red"), is_kind(""), is_kind("?"), is_kind(".")
    (True, False, False, False, False)
    """
    return len(text) == 1 and text.isalpha()


def colours_of(seen: Views, squares: Sequence[Square], empty: Sequence[bool]) -> Colours:
    """(N, pixels, 3): the colours in the middle of each square, at the board's height and at a roof's.

    ``empty``: which of ``squares`` are empty; their median is the light that the colours are seen by.
    """
    return _by_light(_heights(seen, squares), _light_on(seen, squares, empty))


def print_colours(bare: Image, squares: Sequence[Square]) -> Colours:
    """(N, pixels, 3): the colours of the print in the middle of each square, from the empty board's picture."""
    logs = _logs(bare, squares)
    return _by_light(logs, _median(logs))


def _heights(seen: Views, squares: Sequence[Square], side: int = MIDDLE) -> Colours:
    """(N, 2 * side * side, 3): logarithms of so much of each square, at the board's height and then at a roof's."""
    return np.concatenate([_logs(plane, squares, side) for plane in (seen.ground, seen.roof)], axis=1)


def _logs(plane: Image, squares: Sequence[Square], side: int = MIDDLE) -> Colours:
    return np.asarray(np.log(cut(plane, squares, PX, side).reshape(len(squares), -1, 3).astype(float) + 8.0))


def _light_on(seen: Views, squares: Sequence[Square], empty: Sequence[bool]) -> NDArray[np.float64]:
    """(3,): the light on the board, as its empty squares show it."""
    if seen.bare is not None:  # the whole board is print, in the same light
        return _median(_logs(seen.bare, squares))
    logs = _heights(seen, squares)
    return _median(logs[np.asarray(empty)] if any(empty) else logs)


def _median(logs: Colours) -> NDArray[np.float64]:
    return np.asarray(np.median(logs.reshape(-1, 3), axis=0))


def _by_light(logs: Colours, light: NDArray[np.float64]) -> Colours:
    return hue_and_level(logs - light)


def learn_palette(board: str, samples: Sequence[tuple[Views, Mapping[Square, str]]]) -> Palette:
    """The palette of the pieces in pictures whose squares are known; raises FormatError where there are too few.

    ``samples``: what each picture's squares look like, and the true letters of those that nothing hides; of a picture
    in which everything is hidden nothing is learned.
    """
    middles: dict[str, list[Colours]] = {}
    for seen, truth in samples:
        if not truth:
            continue
        squares = list(truth)
        colours = colours_of(seen, squares, [truth[square] == "." for square in squares])
        for square, pixels in zip(squares, colours, strict=True):
            if truth[square] not in ".?":
                middles.setdefault(truth[square], []).append(_piece(pixels))
    least = {"least": LEAST}
    rare = sorted(letter for letter, found in middles.items() if len(found) < LEAST)
    if rare or not middles:
        if not rare:
            raise FormatError(Sentence("no pieces are in these pictures: put {least} of each kind on the board", least))
        values = {**least, "kinds": tuple(rare)}
        raise FormatError(
            Sentence("of {kinds} there are too few: put at least {least} of each kind on the board", values)
        )
    palette = Palette(FORMAT, board, {letter: _colour(found) for letter, found in sorted(middles.items())})
    for letter in sorted(palette.new_letters()):
        if _printed_share(palette, letter, samples) > PRINTED:
            raise FormatError(
                Sentence(
                    "pieces {letter} have the colour of empty squares, so they cannot be told: choose others",
                    {"letter": letter},
                )
            )
    told = colours_alone(palette, samples)
    return msgspec.structs.replace(palette, empty=told if isinstance(told, Colour) else None, flat=looks_flat(samples))


def colours_alone(palette: Palette, samples: Sequence[tuple[Views, Mapping[Square, str]]]) -> Colour | Sentence:
    """The colour of the empty squares, where colours alone tell all squares of the pictures that it was learned from.

    Else why colours alone name nothing by that palette, and what would change it.
    """
    colours: list[Colours] = []
    true: list[str] = []
    for seen, truth in samples:
        squares = [square for square in truth if truth[square] != "?"]
        if squares:
            colours.append(colours_of(seen, squares, [truth[square] == "." for square in squares]))
            true += [truth[square] for square in squares]
    every = np.concatenate(colours)
    empty = [_piece(pixels) for pixels, letter in zip(every, true, strict=True) if letter == "."]
    if len(empty) < LEAST_EMPTY:
        return Sentence(
            "fewer than {least} empty squares were seen, so no square is named by its colour alone: leave more of the "
            "board empty",
            {"least": LEAST_EMPTY},
        )
    told = _colour(empty)
    kinds = {**palette.colours, ".": told}
    alike = [pair for pair in combinations(kinds, 2) if _alike_but_for_light(kinds[pair[0]], kinds[pair[1]])]
    if alike:
        return _but_for_light(alike)
    claimed = claims(kinds, every)
    named = [(letter, claim) for letter, claim in zip(true, claimed, strict=True) if claim is not None]
    right = all(letter == claim for letter, claim in named)
    if right and len(named) >= TOLD * len(true):
        return told
    return Sentence(
        "colours did not tell all squares of these pictures apart, so no square is named by its colour alone: take "
        "them again in even light, or choose pieces of other colours"
    )


def _but_for_light(alike: Sequence[tuple[str, str]]) -> Sentence:
    """What pairs of kinds that differ in little but brightness keep a palette from; "." comes last in each."""
    print_coloured = tuple(kind for kind, other in alike if other == ".")
    if print_coloured:
        return Sentence(
            "empty squares differ in little but brightness from pieces {kinds}, so no square is named by its colour "
            "alone. A letter that the piece's colour plainly contradicts still becomes '?'. For more, choose pieces of "
            "other colours than the board",
            {"kinds": print_coloured},
        )
    return Sentence(
        "pieces {kinds} differ in little but brightness, so no square is named by its colour alone. A letter that "
        "the piece's colour plainly contradicts still becomes '?'. For more, choose pieces of colours further apart",
        {"kinds": tuple(sorted({kind for pair in alike for kind in pair}))},
    )


def _alike_but_for_light(one: Colour, other: Colour) -> bool:
    """Whether two kinds differ in little more than brightness."""
    return bool(np.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]) < COLOURED)


def _like_print(colour: Colour) -> bool:
    """Whether a kind differs from the print, against which colours are measured, in little more than brightness."""
    return bool(np.hypot(*colour.middle[:2]) < COLOURED)


def _printed_share(palette: Palette, letter: str, samples: Sequence[tuple[Views, Mapping[Square, str]]]) -> float:
    """The share of the empty squares that look like pieces of that letter."""
    claimed: list[str | None] = []
    for seen, truth in samples:
        squares = [square for square in truth if truth[square] == "."]
        if squares:
            claimed += claims(palette.colours, colours_of(seen, squares, [True] * len(squares)))
    return claimed.count(letter) / max(1, len(claimed))


def _piece(pixels: Colours) -> Colours:
    """(n, 3): the half of a square's pixels that hangs together most: the house, without print, glare and shadow."""
    middle = np.median(pixels, axis=0)
    for _ in range(5):
        near = np.argsort((np.abs(pixels - middle) / LEAST_SPREAD).sum(axis=1))[: len(pixels) // 2]
        middle = np.median(pixels[near], axis=0)
    return np.asarray(pixels[near])


def _colour(found: Sequence[Colours]) -> Colour:
    middles = np.array([np.median(pixels, axis=0) for pixels in found])
    middle = np.median(middles, axis=0)
    spread = np.maximum(1.48 * np.median(np.abs(np.concatenate(found) - middle), axis=0), LEAST_SPREAD)
    return Colour(
        (float(middle[0]), float(middle[1]), float(middle[2])),
        (float(spread[0]), float(spread[1]), float(spread[2])),
        len(found),
    )


def claims(kinds: Mapping[str, Colour], colours: Colours) -> list[str | None]:
    """For each square (N, pixels, 3) the kind whose colour its middle clearly has; None where that is none or two."""
    table = np.array([_near(colour, colours).mean(axis=1) for colour in kinds.values()]).T
    letters = list(kinds)
    claimed: list[str | None] = []
    for row in table:
        order = np.argsort(-row)
        second = row[order[1]] if len(order) > 1 else 0.0
        clear = row[order[0]] >= CLAIM and row[order[0]] >= APART * second
        claimed.append(letters[order[0]] if clear else None)
    return claimed


def _near(colour: Colour, colours: Colours) -> NDArray[np.bool_]:
    """(...): which colours are within that one's reach."""
    return _far(colour, colours) < REACH


def _far(colour: Colour, colours: Colours) -> NDArray[np.float64]:
    """(...): how many of its spreads colours are from that one."""
    return np.asarray(np.sqrt((((colours - colour.middle) / colour.spread) ** 2).sum(axis=-1)))


def _nearest(kinds: Mapping[str, Colour], colours: Colours) -> NDArray[np.intp]:
    """(...): the number of the kind whose colour each is nearest to, -1 where none is within reach."""
    far = np.array([_far(colour, colours) for colour in kinds.values()])
    return np.where(far.min(axis=0) < REACH, far.argmin(axis=0), -1)


def _contradicted(palette: Palette, letter: str, pixels: Colours) -> bool:
    """Whether what hangs together most in a square (pixels, 3) has plainly another kind's colour than its letter's.

    `claims` sees none where the print beside a piece looks like a kind too. Here a kind that print looks like does not
    contradict a letter: what hangs together may be the print.
    """
    if letter not in palette.colours:
        return False
    piece = np.median(_piece(pixels), axis=0)
    kinds = palette.kinds()
    nearest = int(_nearest(kinds, piece))
    if nearest < 0 or _like_print(list(kinds.values())[nearest]):
        return False
    return bool(_far(palette.colours[letter], piece) >= CONTRADICTED)


def _light_as_learned(palette: Palette, seen: Views, squares: Sequence[Square]) -> NDArray[np.float64] | None:
    """(3,): the light that makes most squares look like some kind that was learned; None where two may be it.

    The nets need not have told which squares are empty, and pieces may stand on most. The light is looked for among
    the colours of the squares themselves: one of them is empty, and seen by it most others are of a kind.
    """
    logs = _heights(seen, squares)
    medians = np.median(logs, axis=1)
    kinds = palette.kinds()
    by_light = np.array([_nearest(kinds, _by_light(medians, light)) for light in medians])
    told = np.count_nonzero(by_light >= 0, axis=1)
    best, rivals = by_light[told.argmax()], by_light[told >= RIVAL * told.max()]
    both = (rivals >= 0) & (best >= 0)
    if (2 * np.count_nonzero(both & (rivals != best), axis=1) > np.count_nonzero(both, axis=1)).any():
        return None
    empty = best == list(kinds).index(".")
    return _median(logs[empty] if empty.any() else logs)


def _ends_within(heights: NDArray[np.bool_]) -> bool:
    """Whether what lies in a square, where (2, PX, PX) says, ends there, as a piece does (`GOES_ON`).

    A tall piece's roof leans over an edge at the board's height, its foot over the opposite one at the roof's.
    """
    mask = heights[0] & heights[1]
    edges = (mask[:EDGE], mask[-EDGE:]), (mask[:, :EDGE], mask[:, -EDGE:])
    corners = (mask[np.ix_(rows, cols)] for rows, cols in product((range(EDGE), range(-EDGE, 0)), repeat=2))
    over_two = any(min(one.mean(), other.mean()) >= GOES_ON for one, other in edges)
    return not over_two and all(corner.mean() < IN_CORNER for corner in corners)


def second_opinion(
    palette: Palette,
    seen: Views,
    squares: Sequence[Square],
    certainties: Certainties,
    letters: Sequence[str],
    *,
    refused: bool = False,
) -> list[str]:
    """The letters of squares after the palette has had its say (see the module).

    One too dark or burnt out to be read stays '?': it only looks as a black or a white piece would. ``refused``: no
    piece of those that the nets know is told on this board, for its print looks like them, or it is of a kind that was
    not learned (`vision.classify.Judgement`); then the palette gives back none of these either.
    """
    palette = palette.on(seen.board.name)
    if palette.empty is not None and seen.bare is None:
        light = _light_as_learned(palette, seen, squares)
    else:
        light = _light_on(seen, squares, [letter == "." for letter in letters])
    looks = patches(seen, squares)
    hidden = unreadable(looks)
    unlike: Sequence[float | None] = [None] * len(squares)
    printed: Sequence[str | None] = [None] * len(squares)
    if seen.bare is not None:
        unlike = [float(number) for number in unlike_empty(looks)]
        printed = claims(palette.colours, print_colours(seen.bare, squares))
    surely = surely_pieces(certainties)
    claimed: list[str | None] = [None] * len(squares)
    against, within = [False] * len(squares), [False] * len(squares)
    if light is not None:
        colours = _by_light(_heights(seen, squares), light)
        claimed = claims(palette.kinds(), colours)
        against = [_contradicted(palette, *one) for one in zip(letters, colours, strict=True)]
        new = palette.new_letters()
        within = [
            kind in new and _ends_within(_near(palette.colours[kind], _whole(seen, square, light)))
            for kind, square in zip(claimed, squares, strict=True)
        ]
    known = zip(letters, certainties, surely, claimed, against, within, unlike, printed, strict=True)
    told = [
        "?" if unread else _opinion(palette, _Known(*one)) for one, unread in zip(known, hidden.tolist(), strict=True)
    ]
    return ["?" if refused and letter in PIECES else letter for letter in told]


def _whole(seen: Views, square: Square, light: NDArray[np.float64]) -> Colours:
    """(2, PX, PX, 3): the colours of a square at the board's height and at a roof's."""
    return _by_light(_heights(seen, [square], PX), light).reshape(2, PX, PX, 3)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a square that the palette is asked about.

    ``letter``, ``certainty`` (7,): the nets' own, ``surely``: whether some piece stands there for sure. ``claimed``:
    the kind whose colour the square has, ``contradicted``: whether its piece has plainly another one than the letter's,
    ``within``: whether what has the claimed colour ends within the square. ``unlike``: how unlike the empty board it
    is, None where that is not known; ``printed``: the piece whose colour the print there has.
    """

    letter: str
    certainty: Certainties
    surely: bool
    claimed: str | None
    contradicted: bool
    within: bool
    unlike: float | None
    printed: str | None

    @property
    def likeliest(self) -> str:
        return LETTERS[int(self.certainty.argmax())]

    def how_likely(self, letter: str) -> float:
        return float(self.certainty[LETTERS.index(letter)])

    @property
    def stands_out(self) -> bool:
        return self.unlike is not None and self.unlike >= STANDS_OUT

    @property
    def as_empty(self) -> bool:
        return self.unlike is not None and self.unlike < AS_EMPTY


def _opinion(palette: Palette, square: _Known) -> str:
    """The letter of a square that can be read."""
    alone, new, letter, claimed = palette.empty is not None, palette.new_letters(), square.letter, square.claimed
    if claimed is not None and claimed in new:
        if _is_new_piece(palette, square):
            return claimed
        return "." if letter == "." and square.as_empty else "?"
    if letter == "?":
        return claimed if claimed is not None and _is_kind_learned(palette, square) else "?"
    if letter == ".":  # with new kinds the nets do not know all that may stand out
        untold = new and square.stands_out and square.how_likely(".") < PLAINLY_EMPTY
        doubtful = untold or (alone and claimed not in (None, "."))
    else:
        doubtful = letter not in palette.colours or claimed not in (None, letter) or square.contradicted
    return "?" if doubtful else letter


def _is_new_piece(palette: Palette, square: _Known) -> bool:
    """Whether a square of the colour of a new kind of piece is told to hold one."""
    if square.likeliest == "?":
        if not square.within:
            return False
    elif square.how_likely(square.likeliest) >= NEARLY_CERTAIN:
        return False
    if square.unlike is None:
        return palette.empty is not None
    # where the print has that colour, a shadow on it stands out as well
    return square.stands_out and square.printed != square.claimed


def _is_kind_learned(palette: Palette, square: _Known) -> bool:
    """Whether a square that the nets cannot tell is told to be of the kind whose colour it has: "." or no new one."""
    if square.claimed == ".":
        return square.how_likely(".") >= EMPTY_LIKELY and _untold(palette, square) < LITTLE and not square.stands_out
    if square.as_empty:
        return False
    if square.surely and square.claimed == square.likeliest:
        return True
    return palette.empty is not None and square.printed != square.claimed and not _may_be_untold(palette, square)


def _may_be_untold(palette: Palette, square: _Known) -> bool:
    """Whether a square may well hold what has no colour in the palette."""
    foreign = any(square.how_likely(letter) >= FOREIGN for letter in _foreign(palette))
    return foreign or square.how_likely("?") >= COVERED


def _untold(palette: Palette, square: _Known) -> float:
    """How likely it is to the nets that a square holds what has no colour in the palette."""
    return square.how_likely("?") + sum(square.how_likely(letter) for letter in _foreign(palette))


def _foreign(palette: Palette) -> list[str]:
    """The pieces that the nets know and the palette does not."""
    return [letter for letter in PIECES if letter not in palette.colours]


def parse_palette(raw: object) -> Palette:
    """The palette in a decoded JSON object; raises FormatError, in plain words, where it is none."""
    try:
        palette = msgspec.convert(raw, Palette)
    except msgspec.ValidationError as error:
        raise _no_palette(_fault_of_a_colour(raw) or plainly(error)) from None
    for kind in palette.colours:
        if not is_kind(kind):
            raise _no_palette(
                Sentence(
                    "colours: {kind} is no kind of piece: write a single letter, or learn the colours again",
                    {"kind": quoted(kind)},
                )
            )
    if palette.format == FORMAT and not palette.colours:  # the empty squares' colour alone tells no piece from them
        raise _no_palette(Sentence("colours: no kind of piece stands there, learn the colours again"))
    if palette.format != FORMAT:
        raise FormatError(f"no palette of the kind {FORMAT}: learn the colours again")
    for kind, colour in palette.kinds().items():
        most = {"most": WIDEST_SPREAD}
        fault = None
        if not all(abs(each) <= WIDEST_SPREAD for each in colour.middle):
            fault = Sentence("each middle must be from -{most} to {most}: learn the colours again", most)
        elif not all(0 < spread <= WIDEST_SPREAD for spread in colour.spread):
            fault = Sentence("each spread must be above 0 and at most {most}: learn the colours again", most)
        if fault is not None:
            raise _no_palette(_of_the_colour(kind, fault))
    return palette


def _fault_of_a_colour(raw: object) -> Sentence | None:
    """What is wrong with the first colour of a palette in which something is, which the whole does not tell."""
    colours = raw.get("colours") if isinstance(raw, Mapping) else None
    for kind, colour in colours.items() if isinstance(colours, Mapping) else ():
        try:
            msgspec.convert(colour, Colour)
        except msgspec.ValidationError as error:
            return _of_the_colour(kind, plainly(error))
    return None


def _of_the_colour(kind: str, fault: Sentence) -> Sentence:
    return Sentence("the colour of {kind}: {fault}", {"kind": quoted(kind), "fault": fault})


def _no_palette(reason: str | Sentence) -> FormatError:
    return FormatError(Sentence("no palette (made by `bankhalter learn`): {reason}", {"reason": reason}))


def load_palette(path: Path) -> Palette:
    """Reads a palette file; raises FormatError naming it."""
    try:
        return parse_palette(decode_object(read_file(path)))
    except OSError as error:
        raise FormatError(f"{path}: the palette cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def save_palette(path: Path, palette: Palette) -> None:
    """Writes a palette file, whole or not at all; raises FormatError naming it."""
    try:
        save_whole(path, msgspec.json.format(msgspec.json.encode(palette), indent=1))
    except OSError as error:
        raise FormatError(f"{path}: the palette cannot be written: {error.strerror}") from None
