"""Pictures that a person names one by one."""

from __future__ import annotations

from pathlib import Path

from companion.commands._calibration import View
from companion.devices import Image
from companion.errors import FormatError
from companion.pictures import GREY, Undecodable, is_grey, read_picture


def read_named(path: Path) -> Image:
    """As `read_picture`, for a picture that was named by itself: no folder is spoken of where it is none."""
    try:
        return read_picture(path)
    except FormatError as error:
        cause = error.__context__
        if isinstance(cause, Undecodable) and cause.in_folder:
            raise FormatError(f"{path}: {cause}; name another one") from None
        raise


def empty_board(path: Path, picture: Image, view: View | None = None) -> Image:
    """The picture of the empty board at ``path``, straightened; raises FormatError naming it, not the photo."""
    try:
        picture = picture if view is None else view.straighten(picture)
        if is_grey(picture):
            raise FormatError(GREY)
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    return picture
