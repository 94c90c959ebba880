"""The owner's colours, on a board of 20 x 20 squares: pieces of colours that the nets never learned."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.board import Board
from companion.commands._learning import asked_layout, sample
from companion.commands.learn import command as learn
from companion.devices import Image
from companion.errors import FormatError
from companion.quoting import quoted
from companion.squares import Square
from tests.vision.own_pieces import BOARD, FILE, OWN, give_colours, own_pieces, photo, scattered, shift_colours
from vision.deciding import LETTERS, Certainties
from vision.palette import (
    FORMAT,
    MIDDLE,
    Colour,
    Palette,
    colours_alone,
    learn_palette,
    load_palette,
    parse_palette,
    second_opinion,
)
from vision.patches import FINE, PX, Views
from vision.reader import look_at
from vision.rectify import MARGIN

Part = tuple[slice, slice]
"""Rows and columns of a square, of `PX`."""


@pytest.fixture(autouse=True)
def own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual table has pieces of those colours too."""
    give_colours(monkeypatch, OWN)


@pytest.fixture(scope="module")
def palette(tmp_path_factory: pytest.TempPathFactory) -> Palette:
    """Learned as an owner learns it: from one picture of the layout that is asked for."""
    folder = tmp_path_factory.mktemp("palette")
    with pytest.MonkeyPatch.context() as patch:
        give_colours(patch, OWN)
        image, empty = photo(asked_layout(BOARD, "opc"))
    for name, picture in (("set-up.png", image), ("set-up-empty.png", empty)):
        cv2.imwrite(str(folder / name), picture)
    (folder / "board.json").write_text(json.dumps(FILE))
    call = [str(folder / "set-up.png"), "--board", str(folder / "board.json"), "--layout", "--kinds", "opc"]
    result = CliRunner().invoke(learn, [*call, "--out", str(folder / "mine.json")])
    assert result.exit_code == 0, result.output or result.exception
    return load_palette(folder / "mine.json")


def compared(read: tuple[str, ...], true: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """How often each true letter was read as which."""
    return Counter(
        (house, letter) for row, other in zip(true, read, strict=True) for house, letter in zip(row, other, strict=True)
    )


def wrong(seen: Counter[tuple[str, str]]) -> dict[tuple[str, str], int]:
    return {pair: count for pair, count in seen.items() if pair[1] not in ("?", pair[0])}


def test_new_colours_are_named_by_the_palette_and_the_empty_board(palette: Palette) -> None:
    rows, image, empty = own_pieces()
    seen = compared(look_at(image, BOARD, empty=empty, palette=palette)[0].squares, rows)
    assert wrong(seen) == {}
    for letter in "opc.":
        stand = sum(count for (house, _), count in seen.items() if house == letter)
        assert seen[letter, letter] >= 0.9 * stand


def test_new_colours_are_named_among_pieces_that_the_nets_know_too(palette: Palette) -> None:
    """Beside these they are the surer that a purple piece is none."""
    rows = scattered("opcrbgyt")
    image, empty = photo(rows)
    seen = compared(look_at(image, BOARD, empty=empty, palette=palette)[0].squares, rows)
    assert wrong(seen) == {}
    for letter in "opc.":
        stand = sum(count for (house, _), count in seen.items() if house == letter)
        assert seen[letter, letter] >= 0.9 * stand


def test_without_the_empty_board_colours_alone_name_pieces_on_plain_print_and_never_wrongly(palette: Palette) -> None:
    """Colours told all squares of the set-up picture apart, so they name what the nets cannot."""
    rows, image, _ = own_pieces()
    assert palette.empty is not None
    seen = compared(look_at(image, BOARD, palette=palette)[0].squares, rows)
    assert wrong(seen) == {}
    for letter in "opc":
        stand = sum(count for (house, _), count in seen.items() if house == letter)
        assert seen[letter, letter] >= 0.9 * stand


def test_colours_alone_name_nothing_where_a_piece_differs_from_the_print_in_brightness_only() -> None:
    """A shadow on the print looks like a TOP, and a TOP with a lamp mirrored in it like the print."""
    rows = scattered("rbgyt")
    image, empty = photo(rows)
    learned = sample(image, BOARD, rows, empty=empty)
    assert learn_palette(BOARD.name, [learned]).empty is None


def likely(*squares: dict[str, float]) -> Certainties:
    """How likely each letter is to the nets, for each square."""
    certainties = np.zeros((len(squares), len(LETTERS)), np.float32)
    for number, letters in enumerate(squares):
        for letter, certainty in letters.items():
            certainties[number, LETTERS.index(letter)] = certainty
    return certainties


GREY, EVEN_GREY = Colour((0, 0, 0), (0.1, 0.1, 0.3), 20), Colour((0, 0, 0), (0.1, 0.1, 0.1), 20)
"""The print of `grey_squares`, in shadow too, and lit alike only."""
LIGHT = Colour((0, 0, 0.7), (0.1, 0.1, 0.1), 4)
"""What is of 240 there: log(248 / 128) = 0.66."""
NO_GREY = Colour((2, 2, 0), (0.1, 0.1, 0.3), 20)
AT = [Square(2, 2), Square(2, 12), Square(10, 2), Square(10, 12)]


def light_in(at_board: Sequence[Part], at_roof: Sequence[Part]) -> Views:
    """`grey_squares` with light parts of the squares `AT`, at the board's height and at a roof's."""
    seen = grey_squares({}, BOARD)
    planes = []
    for parts in (at_board, at_roof):
        plane = seen.ground.copy()
        for square, part in zip(AT, parts, strict=False):
            row, col = (PX * (at + MARGIN) for at in (square.row, square.col))
            plane[row : row + PX, col : col + PX][part] = 240
        planes.append(plane)
    return replace(seen, ground=planes[0], roof=planes[1])


PIECE = slice(3, 13), slice(3, 13)
WHOLE, NOTHING = (slice(0, 16), slice(0, 16)), (slice(0, 0), slice(0, 0))
STRAPS = [(slice(4, 13), slice(0, 16)), (slice(0, 16), slice(4, 12))]
CARD_CORNERS = [(slice(0, 12), slice(0, 12)), (slice(4, 16), slice(0, 12))]


def test_a_new_colour_does_not_override_what_the_nets_are_nearly_certain_of() -> None:
    """A sleeve is no piece of its colour, nor is print; of a true one the nets think what the first square shows."""
    bare = [Square(6, col) for col in range(12)]
    nets = likely({"?": 0.77, "y": 0.23}, {"?": 0.77, "y": 0.23}, {".": 0.999}, {"t": 0.999}, *[{".": 1.0}] * len(bare))
    seen = light_in([PIECE, WHOLE, PIECE, PIECE], [PIECE, WHOLE, PIECE, PIECE])
    for palette, taken in (
        (Palette(FORMAT, BOARD.name, {"w": LIGHT}), seen),
        (Palette(FORMAT, BOARD.name, {"w": LIGHT}, EVEN_GREY), seen.without_bare()),
    ):
        letters = second_opinion(palette, taken, [*AT, *bare], nets, ["?", "?", ".", "t", *"." * len(bare)])
        assert letters == ["w", "?", "?", "?", *"." * len(bare)]


def test_what_ends_within_its_square_is_a_new_piece_though_the_nets_are_certain_that_it_is_none_of_theirs() -> None:
    """They know no purple piece. What goes on over opposite edges is a strap, what lies in a corner a card."""
    palette = Palette(FORMAT, BOARD.name, {"w": LIGHT})
    others = [*STRAPS, *CARD_CORNERS]
    for sure in (0.999, 0.6):
        nets = likely(*[{"?": sure, "y": 1 - sure}] * 4)
        assert second_opinion(palette, light_in([PIECE], [PIECE]), AT[:1], nets[:1], ["?"]) == ["w"]
        assert second_opinion(palette, light_in(others, others), AT, nets, ["?"] * 4) == ["?"] * 4
    tops = likely({"t": 0.999})
    assert second_opinion(palette, light_in([PIECE], [PIECE]), AT[:1], tops, ["t"]) == ["?"]


def test_a_tall_piece_may_lean_into_a_corner_at_either_height() -> None:
    """Its roof does at the board's height, its foot at the roof's, the other way; no thing lies in two squares so."""
    palette = Palette(FORMAT, BOARD.name, {"w": LIGHT})
    leaning = light_in([(slice(3, 16), slice(3, 16))], [(slice(0, 13), slice(0, 13))])
    assert second_opinion(palette, leaning, AT[:1], likely({"?": 0.999}), ["?"]) == ["w"]


def test_a_square_is_not_called_empty_by_its_colour_where_something_that_was_not_learned_may_stand_there() -> None:
    """Pale TOPs on pale print were called so: the nets left them "?" with as much as this."""
    palette = Palette(FORMAT, BOARD.name, {"r": NO_GREY}, GREY)
    nets = likely(
        {".": 0.67, "?": 0.28, "t": 0.05}, {".": 0.81, "?": 0.19}, {".": 0.94, "?": 0.06}, {".": 0.7, "r": 0.3}
    )
    seen = grey_squares({}, BOARD).without_bare()
    assert second_opinion(palette, seen, AT, nets, ["?"] * 4) == ["?", "?", ".", "."]


def test_where_new_kinds_may_stand_what_stands_out_is_empty_only_where_the_nets_are_plainly_sure() -> None:
    """A shadow is, a white piece on pale print may look so: the nets called one empty with 0.971."""
    palette = Palette(FORMAT, BOARD.name, {"o": ORANGE})
    seen = grey_squares({AT[0]: 60, AT[1]: 60}, BOARD)
    nets = likely({".": 0.97, "t": 0.03}, {".": 0.985}, {".": 0.97, "t": 0.03})
    assert second_opinion(palette, seen, AT[:3], nets, ["."] * 3) == ["?", ".", "."]


def test_colours_alone_name_no_known_piece_where_the_empty_board_looks_the_same() -> None:
    """Print of the piece's colour is there without it; where something darker lies on it, that shows through."""
    print_coloured = Palette(FORMAT, BOARD.name, {"r": GREY}, NO_GREY)
    unsure = likely({".": 0.6, "r": 0.4}, {".": 0.6, "r": 0.4})
    seen = grey_squares({AT[1]: 60}, BOARD)
    assert second_opinion(print_coloured, seen, AT[:2], unsure, ["?", "?"]) == ["?", "?"]
    assert second_opinion(print_coloured, seen.without_bare(), AT[:1], unsure[:1], ["?"]) == ["r"]
    light = Palette(FORMAT, BOARD.name, {"y": LIGHT}, EVEN_GREY)
    seen = grey_squares({AT[1]: 240}, BOARD)
    assert second_opinion(light, seen, AT[:2], likely({"y": 0.6}, {"y": 0.6}), ["?", "?"]) == ["?", "y"]


def test_a_piece_that_the_nets_are_sure_of_needs_to_differ_from_the_empty_board_too() -> None:
    palette = Palette(FORMAT, BOARD.name, {"r": GREY, "b": NO_GREY})
    surely = likely({"r": 0.6, "b": 0.4}, {"r": 0.6, "b": 0.4})
    assert second_opinion(palette, grey_squares({AT[1]: 60}, BOARD), AT[:2], surely, ["?", "?"]) == ["?", "r"]


def test_a_square_is_not_called_empty_by_its_colour_where_it_stands_out_from_the_empty_board() -> None:
    """Grey as the print, but half as bright: a coin, or a TOP with a lamp mirrored in it. No piece is of a new kind."""
    palette = Palette(FORMAT, BOARD.name, {"r": NO_GREY}, GREY)
    seen = grey_squares({AT[1]: 60}, BOARD)
    assert second_opinion(palette, seen, AT[:2], likely({".": 0.7}, {".": 0.7}), ["?", "?"]) == [".", "?"]


def test_colours_alone_name_nothing_on_another_board_than_they_were_learned_on() -> None:
    """That they tell all squares apart was seen on one print; another may have the pieces' colours."""
    seen = light_in([NOTHING, PIECE], [NOTHING, PIECE]).without_bare()
    unsure = likely({".": 0.9}, {"?": 0.5})
    palette = Palette(FORMAT, BOARD.name, {"w": LIGHT}, EVEN_GREY)
    assert second_opinion(palette, seen, AT[:2], unsure, ["?", "?"]) == [".", "w"]
    other = msgspec.structs.replace(palette, board="another")
    assert second_opinion(other, seen, AT[:2], unsure, ["?", "?"]) == ["?", "?"]


def test_nothing_is_named_where_pieces_and_print_may_have_changed_places_but_by_the_empty_board() -> None:
    """Light pieces on print look like print under dark pieces in more light: either way each square is of a kind."""
    dark = Colour((0, 0, -0.7), (0.1, 0.1, 0.1), 4)
    palette = Palette(FORMAT, BOARD.name, {"w": LIGHT, "k": dark}, EVEN_GREY)
    seen = grey_squares({AT[0]: 240, AT[1]: 240}, BOARD)
    unsure = likely(*[{".": 0.7}] * 4)
    assert second_opinion(palette, seen.without_bare(), AT, unsure, ["?"] * 4) == ["?"] * 4
    assert second_opinion(palette, seen, AT, unsure, ["?"] * 4) == ["w", "w", ".", "."]


def test_colours_alone_name_nothing_where_two_kinds_differ_in_brightness_only() -> None:
    """An apricot piece in a shadow looks brown, though in the set-up picture all were told apart."""
    rows = asked_layout(BOARD, "an")
    image, empty = photo(rows)
    samples = [sample(image, BOARD, rows, empty=empty)]
    palette = learn_palette(BOARD.name, samples)
    assert set(palette.colours) == {"a", "n"}
    assert palette.empty is None
    assert str(colours_alone(palette, samples)).startswith("pieces a and n differ in little but brightness")


def test_colours_alone_name_nothing_that_covers_a_square_or_may_be_a_piece_that_was_not_learned() -> None:
    squares = [Square(2, 2), Square(2, 12), Square(10, 2), Square(10, 12)]
    seen = grey_squares({}, BOARD)  # all of the print's colour, (0, 0, 0)
    red, plain = Colour((0, 1.5, -0.5), (0.1, 0.1, 0.3), 4), Colour((0, 0, 0), (0.1, 0.1, 0.3), 20)
    # Of the second the nets think that something covers it, as a coin or a grey sleeve does.
    certainties = likely({".": 0.6, "r": 0.4}, {".": 0.3, "?": 0.7}, {"?": 0.95}, {".": 0.7, "t": 0.3})
    palette = Palette(FORMAT, BOARD.name, {"r": red}, plain)
    assert second_opinion(palette, seen, squares, certainties, ["?"] * 4) == [".", "?", "?", "?"]
    assert second_opinion(palette, seen, squares, certainties, ["r"] * 4) == ["?"] * 4
    assert (
        second_opinion(msgspec.structs.replace(palette, empty=None), seen, squares, certainties, ["?"] * 4) == ["?"] * 4
    )


def test_colours_alone_name_no_new_piece_where_the_empty_board_looks_the_same() -> None:
    """Print of the piece's own colour is there without it."""
    squares = [Square(2, 2)]
    seen = grey_squares({}, BOARD)
    print_coloured, other = Colour((0, 0, 0), (0.1, 0.1, 0.3), 4), Colour((2, 2, 0), (0.1, 0.1, 0.3), 20)
    palette = Palette(FORMAT, BOARD.name, {"o": print_coloured}, other)
    nothing = np.full((1, 7), 1 / 7, np.float32)
    assert second_opinion(palette, seen, squares, nothing, ["."]) == ["."]
    assert second_opinion(palette, seen, squares, nothing, ["?"]) == ["?"]


def grey_squares(levels: dict[Square, int], board: Board) -> Views:
    """A board of an even grey of 120 but for whole squares of other levels, seen from straight above; it was empty."""
    planes = []
    for px in (FINE, PX):
        grid = np.full([px * (side + 2 * MARGIN) for side in (board.grid.rows, board.grid.cols)], 120, np.uint8)
        empty = np.repeat(grid[..., None], 3, axis=2)
        for square, level in levels.items():
            row, col = (px * (at + MARGIN) for at in (square.row, square.col))
            grid[row : row + px, col : col + px] = level
        planes.append((np.repeat(grid[..., None], 3, axis=2), empty))
    (fine, fine_empty), (seen, empty) = planes
    return Views(board, seen, seen, empty, (fine, fine, fine_empty), ())


ORANGE = Colour((-1.44, 0.72, -0.32), (0.1, 0.1, 0.3), 8)
"""(20, 110, 235) beside a print of 120: the logarithms of 28, 118 and 243 by 128 are -1.52, -0.08 and 0.64."""
PALE, DARK_GREY = Colour((-0.12, 0.03, -0.24), (0.1, 0.1, 0.3), 8), Colour((0, 0, -0.71), (0.1, 0.1, 0.3), 8)
YELLOW = Colour((-1.25, 0.16, -0.1), (0.1, 0.1, 0.3), 8)
"""A pale yellow piece and a grey one, which print looks like in some light, and one of a full yellow."""


def beside_print(columns: dict[Square, int]) -> Views:
    """Squares of `grey_squares` of which so many of the ten columns in the middle are orange, on the left."""
    seen = grey_squares({}, BOARD)
    ground = seen.ground.copy()
    for square, count in columns.items():
        row, col = (PX * (at + MARGIN) for at in (square.row, square.col))
        ground[row : row + PX, col : col + (PX - MIDDLE) // 2 + count] = (20, 110, 235)
    return replace(seen, ground=ground, roof=ground)


@pytest.mark.parametrize("with_empty", [True, False])
def test_a_letter_that_the_piece_s_colour_contradicts_is_taken_away_though_print_looks_like_a_piece(
    with_empty: bool,
) -> None:
    """Print of the colour of a pale piece is left beside an orange one: that it could be pale is no word for "y"."""
    seen = beside_print({AT[0]: 6, AT[1]: 6, AT[2]: 6})
    seen = seen if with_empty else seen.without_bare()
    palette = Palette(FORMAT, BOARD.name, {"r": ORANGE, "y": PALE, "t": DARK_GREY})
    certainties = likely({"y": 0.95}, {"t": 0.95}, {"r": 0.95}, {"y": 0.95})
    assert second_opinion(palette, seen, AT, certainties, ["y", "t", "r", "y"]) == ["?", "?", "r", "y"]


def test_a_letter_is_taken_away_too_where_the_colour_of_the_print_itself_was_learned() -> None:
    palette = Palette(FORMAT, BOARD.name, {"r": ORANGE, "y": YELLOW}, GREY)
    seen = beside_print({AT[0]: 6, AT[1]: 6})
    assert second_opinion(palette, seen, AT[:2], likely({"y": 0.95}, {"r": 0.95}), ["y", "r"]) == ["?", "r"]


def test_a_neighbour_that_leans_over_a_square_takes_no_letter_away() -> None:
    """Orange is the smaller part of it."""
    palette = Palette(FORMAT, BOARD.name, {"r": ORANGE, "y": PALE})
    seen = beside_print({AT[0]: 3, AT[1]: 4})
    assert second_opinion(palette, seen, AT[:2], likely({"y": 0.95}, {"y": 0.95}), ["y", "y"]) == ["y", "y"]


@pytest.fixture(scope="module")
def shifted() -> tuple[Palette, tuple[str, ...], Image, Image]:
    """Small pieces of other colours under the usual letters: what was learned of them, where they stand, pictures."""
    with pytest.MonkeyPatch.context() as patch:
        shift_colours(patch)
        asked = asked_layout(BOARD, "rbgyt")
        learned, bare = photo(asked)
        rows = scattered("rbgyt")
        image, empty = photo(rows)
    return learn_palette(BOARD.name, [sample(learned, BOARD, asked, empty=bare)]), rows, image, empty


@pytest.mark.parametrize("with_empty", [True, False])
def test_usual_letters_for_pieces_of_other_colours_are_never_read_wrong(
    shifted: tuple[Palette, tuple[str, ...], Image, Image], with_empty: bool
) -> None:
    """The nets take some of the small orange pieces for yellow, which the owner's yellow is not."""
    palette, rows, image, empty = shifted
    reading, evidence = look_at(image, BOARD, empty=empty if with_empty else None, palette=palette)
    assert evidence is not None
    by_nets = evidence.judged.letters
    taken = [letter for letter, true in zip(by_nets, "".join(rows), strict=True) if letter not in ("?", true)]
    assert wrong(compared(reading.squares, rows)) == {}
    assert "".join(reading.squares).count("?") <= by_nets.count("?") + len(taken)  # no right one is taken back


def test_too_few_empty_squares_are_told() -> None:
    """Of the 400 squares only those of two rows are known: eight pieces of each kind, and 16 empty ones."""
    rows = ("opcopcopcopc........", "opcopcopcopc........", *["?" * 20] * 18)
    shown = tuple(letters.replace("?", ".") for letters in rows)
    samples = [sample(photo(shown)[0], BOARD, rows)]
    palette = learn_palette(BOARD.name, samples)
    assert palette.empty is None
    assert "fewer than 20 empty squares were seen" in str(colours_alone(palette, samples))


def test_squares_too_dark_or_burnt_out_get_no_letter_of_a_black_or_white_piece() -> None:
    """What can just be read has one: a white piece of 240, a black one of 50, on print of 120."""
    squares = [Square(2, 2), Square(2, 12), Square(10, 2), Square(10, 12)]
    seen = grey_squares(dict(zip(squares, (240, 50, 255, 0), strict=True)), BOARD)
    # Against the print log(248 / 128) = 0.66 and log(263 / 128) = 0.72 are white, log(58 / 128) = -0.79 and
    # log(8 / 128) = -2.77 black.
    white, black = Colour((0, 0, 0.7), (0.1, 0.1, 0.1), 4), Colour((0, 0, -1.7), (0.1, 0.1, 0.5), 4)
    palette = Palette(FORMAT, BOARD.name, {"w": white, "k": black})
    nothing = np.full((4, 7), 1 / 7, np.float32)
    assert second_opinion(palette, seen, squares, nothing, ["?"] * 4) == ["w", "k", "?", "?"]
    assert second_opinion(palette, seen, squares, nothing, ["."] * 4) == ["w", "k", "?", "?"]


@pytest.mark.parametrize("with_empty", [True, False])
def test_large_board_with_known_colours_has_no_wrong_square(with_empty: bool) -> None:
    rows = scattered("rbgyt")
    image, empty = photo(rows)
    reading, _ = look_at(image, BOARD, empty=empty if with_empty else None)
    seen = compared(reading.squares, rows)
    assert wrong(seen) == {}
    # Some squares are named, else "none is wrong" would say nothing; how many is a figure of the nets' README.
    assert sum(count for (_, letter), count in seen.items() if letter == "?") < 0.5 * 400


@pytest.mark.parametrize("kind", ["red", "", "?", ".", " ", "1", "\n", "e\u0301"])
def test_a_kind_that_is_no_single_letter_is_named_with_its_file(kind: str, tmp_path: Path, palette: Palette) -> None:
    """Rows would hold too many or too few letters, or one that means something else."""
    raw = msgspec.to_builtins(palette)
    raw["colours"][kind] = raw["colours"].pop("o")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(FormatError) as told:
        load_palette(path)
    assert str(told.value).startswith(f"{path}: no palette")
    assert f"{quoted(kind)} is no kind of piece: write a single letter" in str(told.value)


@pytest.mark.parametrize("kind", ["r", "t", "o", "Z", "é"])
def test_a_kind_may_be_any_letter(kind: str, palette: Palette) -> None:
    raw = msgspec.to_builtins(palette)
    colour = raw["colours"]["o"]
    assert set(parse_palette({**raw, "colours": {kind: colour}}).colours) == {kind}


@pytest.mark.parametrize(
    ("part", "wrong", "said"),
    [
        *(("spread", value, "each spread must be above 0 and at most 10") for value in (0, -0.1, 1e300)),
        *(("middle", value, "each middle must be from -10 to 10") for value in (1e308, -11)),
    ],
)
def test_a_colour_that_is_none_is_refused(part: str, wrong: float, said: str, palette: Palette, tmp_path: Path) -> None:
    raw = msgspec.to_builtins(palette)
    raw["colours"]["o"][part] = [0.1, wrong, 0.3]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(FormatError) as told:
        load_palette(path)
    assert str(told.value).startswith(f"{path}: no palette")
    assert f'the colour of "o": {said}' in str(told.value)


@pytest.mark.parametrize(
    ("colour", "said"),
    [
        ({"middle": [0, 0, 0], "pieces": 3}, 'the key "spread" is missing'),
        ({"middle": [0, 0, "a"], "spread": [1, 1, 1], "pieces": 3}, '"middle[2]" must be a number, not a text'),
        ({"middle": [0, 0], "spread": [1, 1, 1], "pieces": 3}, '"middle" must have just 3 values'),
        (3, "it must be an object, not a whole number"),
    ],
)
def test_a_colour_that_is_none_is_named_by_its_kind(colour: object, said: str, palette: Palette) -> None:
    raw = msgspec.to_builtins(palette)
    with pytest.raises(FormatError) as told:
        parse_palette({**raw, "colours": {**raw["colours"], "z": colour}})
    assert f'the colour of "z": {said}' in str(told.value)


NO_PIECE = '{"format": "bankhalter-palette/1", "board": "b", "colours": {}'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "breaks off"),
        ("{}", "is missing"),
        ('{"format": "other/1", "board": "b", "colours": {}}', "learn the colours again"),
        ('{"format": 1, "board": "b", "colours": {}}', '"format" must be a text'),
        ('{"format": "bankhalter-palette/1",\n"board": "b",\n"board": "c", "colours": {}}', "stands twice"),
        ("\ufeff{}", "byte order mark"),
        (NO_PIECE + ', "empty": {"middle": [0, 0, 0], "spread": [1, 1, 1], "pieces": 3}}', "no kind of piece"),
        (NO_PIECE + "}", "no kind of piece"),
        ('{"format": "bankhalter-palette/1", "board": "b", "colours": 1%s}' % ("0" * 200), "too large a number"),
    ],
    ids=["nothing", "no keys", "another", "a number", "a key twice", "a mark", "no piece", "nor empty", "endless"],
)
def test_file_that_is_no_palette_is_named_with_what_is_wrong(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content, "utf-8")
    with pytest.raises(FormatError) as told:
        load_palette(path)
    assert str(told.value).startswith(f"{path}: ")
    assert said in str(told.value)
