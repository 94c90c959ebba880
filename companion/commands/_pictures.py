"""Pictures that a person names one by one."""

from __future__ import annotations

from pathlib import Path

from companion.devices import Image
from companion.errors import FormatError
from companion.pictures import Undecodable, read_picture


def read_named(path: Path) -> Image:
    """As `read_picture`, for a picture that was named by itself: no folder is spoken of where it is none."""
    try:
        return read_picture(path)
    except FormatError as error:
        cause = error.__context__
        if isinstance(cause, Undecodable) and cause.in_folder:
            raise FormatError(f"{path}: {cause}; name another one") from None
        raise
