"""bankhalter learn: the owner's colours, from pictures whose squares are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from companion.board import Board, rows_fault
from companion.commands._learning import (
    KINDS,
    Sample,
    asked_layout,
    check_layout,
    remark_on_colours,
    sample,
    what_was_learned,
    without_pictures,
)
from companion.commands._options import BoardType, is_given
from companion.commands._outputs import PALETTE, check_output
from companion.commands._pictures import empty_board, named, read_named
from companion.commands._remarks import EMPTY_UNUSED, FIRST_BELIEVED
from companion.devices import Image
from companion.errors import BoardNotFound, FormatError
from companion.files import is_there, read_file
from companion.parsing import decode_object, plainly
from companion.quoting import quoted
from companion.reading import Point
from companion.squares import Square
from vision.locate import begins_at
from vision.palette import is_kind, learn_palette, save_palette
from vision.pose import pose_from_corners


class _Truth(msgspec.Struct, frozen=True):
    """What stands on the squares of a picture; ``occluded``: [column, row] of squares that are left out."""

    squares: tuple[str, ...]
    corners_px: tuple[Point, Point, Point, Point] | None = None
    occluded: tuple[tuple[int, int], ...] = ()


@click.command("learn")
@click.argument("pictures", type=click.Path(path_type=Path), nargs=-1)
@click.option("--board", type=BoardType(), required=True, help="Board file, or the name of a board that is known.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the palette is written.")
@click.option("--layout", is_flag=True, help="The pictures show the layout that is printed without pictures.")
@click.option(
    "--kinds",
    default=KINDS,
    show_default=True,
    help="Letters of the pieces in the layout: r, b, g, y and t are the games' own, any others pieces of yours.",
)
def command(pictures: tuple[Path, ...], board: Board, out: Path | None, layout: bool, kinds: str) -> None:
    """Learn the colours of your own pieces from PICTURES whose contents are known.

    Beside each X.jpg lies X.json with "squares" (and "corners_px", "occluded"), or the pictures show the layout that
    `bankhalter learn --board B --layout` prints. X-empty.jpg, where there is one, helps.
    """
    if is_given("kinds") and not layout:
        raise click.UsageError("--kinds are those of the layout: it belongs to --layout")
    asked = asked_layout(board, kinds) if layout else None
    if not pictures:
        if asked is None:
            raise click.UsageError("name pictures, or ask with --layout what to put on the board")
        if out is not None:
            raise click.UsageError("nothing is learned without a picture: name some, or leave --out away")
        click.echo("Put these pieces on the board, take a picture, and give it to this command:")
        click.echo("\n".join(asked))
        own = [kind for kind in kinds if kind not in KINDS]
        if own:
            names = f"{', '.join(own)}: no letter of the games' own ({', '.join(KINDS)}), so a piece of yours"
            click.echo(names, err=True)
        return
    if out is None:
        raise click.UsageError("where shall the palette be written? Name it with --out")
    check_output(out, PALETTE)
    samples = [_sample(path, board, asked) for path in pictures]
    palette = learn_palette(board.name, samples)
    save_palette(out, palette)
    click.echo("\n".join(what_was_learned(palette)))
    if (remark := remark_on_colours(palette, samples)) is not None:
        click.echo(f"letters are checked by these colours, as far as they tell: {remark}")
    click.echo(f"{out}: give it to `bankhalter read` with --palette")


def _sample(path: Path, board: Board, asked: tuple[str, ...] | None) -> Sample:
    """What a picture's squares look like and what stands on them; raises FormatError naming the file."""
    image = read_named(path)  # first: where there is no picture nobody misses its truth
    truth = _Truth(asked) if asked is not None else _read_truth(path.with_suffix(".json"))
    if (fault := rows_fault("squares", truth.squares, board.grid) or _letter_fault(truth.squares)) is not None:
        raise FormatError(f"{path.with_suffix('.json')}: {fault}")
    own = path.with_name(f"{path.stem}-empty{path.suffix}")
    empty: Image | None = empty_board(own, read_named(own)) if is_there(own) else None
    hidden = {Square(row, col) for col, row in truth.occluded}
    with named(path):
        try:
            taken = sample(image, board, truth.squares, corners=truth.corners_px, empty=empty, hidden=hidden)
        except BoardNotFound as error:
            raise FormatError(error.sentence) from None
        if asked is not None:
            check_layout(taken)
        if truth.corners_px is not None:
            pose = pose_from_corners(truth.corners_px, board, (image.shape[1], image.shape[0]))
            if begins_at(image, pose) != 0:
                click.echo(f"{path}: {FIRST_BELIEVED}", err=True)
    if empty is not None and taken[0].bare is None:
        click.echo(f"{path}: {EMPTY_UNUSED}", err=True)
    cut = sorted(set(board.squares()) - hidden - set(taken[1]))
    if cut:
        click.echo(f"{path}: {', '.join(square.name for square in cut)}: {_CUT}", err=True)
    return without_pictures(taken)


def _letter_fault(rows: Sequence[str]) -> str | None:
    """The first that is neither a kind of piece nor '.' or '?', and what to write instead."""
    for number, letters in enumerate(rows, start=1):
        for letter in letters:
            if letter not in ".?" and not is_kind(letter):
                return (
                    f"squares, row {number}: {quoted(letter)} is no kind of piece: write a letter, '.' for an empty "
                    "square, '?' for one that is not known"
                )
    return None


_CUT = "not whole in the picture, or in that of the empty board, so nothing is learned there"


def _read_truth(path: Path) -> _Truth:
    try:
        return msgspec.convert(decode_object(read_file(path)), _Truth)
    except OSError as error:
        raise FormatError(f"{path}: what stands on the squares cannot be read: {error.strerror}") from None
    except (msgspec.ValidationError, FormatError) as error:
        why = error if isinstance(error, FormatError) else plainly(error)
        raise FormatError(f"{path}: not the contents of a picture's squares: {why}") from None
