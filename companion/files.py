"""Files that are always whole, the old one or the new one, whenever the plug is pulled; and none is lost."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def save_whole(path: Path, content: bytes) -> None:
    """Writes a file by way of a new one beside it, synced before it takes the old one's place; raises OSError.

    Its folder is made where there is none. Only the owner may read it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=".new", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def set_aside(path: Path) -> Path:
    """Renames a file that cannot be used, so that nothing is lost; its new name. Raises OSError."""
    number = 1
    while (spare := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return path.rename(spare)
