"""Pictures that a person names, one by one or by their folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.commands._calibration import View
from companion.devices import Image
from companion.errors import FormatError
from companion.pictures import GREY, Undecodable, is_grey, others_in, pictures_in, read_picture
from companion.sentence import Sentence
from vision.unfit import UNFIT, unfit


def read_named(path: Path) -> Image:
    """As `read_picture`, for a picture that was named by itself: no folder is spoken of where it is none."""
    try:
        return read_picture(path)
    except FormatError as error:
        cause = error.__context__
        if isinstance(cause, Undecodable) and cause.in_folder:
            raise FormatError(f"{path}: {cause}; name another one") from None
        raise


@contextmanager
def named(picture: Path | str) -> Iterator[None]:
    """Names the picture that is read meanwhile in each FormatError, also where no step was made for such a one."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{picture}: {error}") from None
    except UNFIT as error:
        raise FormatError(f"{picture}: {unfit(error)}") from error


def jpegs_in(folder: Path, *, empties: bool = False) -> list[Path]:
    """As `pictures_in`; what it leaves out is told on standard error, with ``empties`` also of the empty board."""
    if others := others_in(folder, empties=empties):
        name = others[0].name
        text = f"{len(others)} pictures of other kinds are left out, {name} the first: save them as JPEG"
        if len(others) == 1:
            text = f"a picture of another kind is left out, {name}: save it as JPEG"
        click.echo(f"{folder}: only *.jpg are read; {text}", err=True)
    return pictures_in(folder)


def empty_board(path: Path, picture: Image, view: View | None = None) -> Image:
    """The picture of the empty board at ``path``, straightened; raises FormatError naming it, not the photo."""
    try:
        picture = picture if view is None else view.straighten(picture)
        if is_grey(picture):
            raise FormatError(GREY)
    except (FormatError, *UNFIT) as error:
        reason = error.sentence if isinstance(error, FormatError) else unfit(error)
        raise FormatError(Sentence("{file}: {reason}", {"file": str(path), "reason": reason})) from None
    return picture
