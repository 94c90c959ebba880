"""Files that are always whole, the old one or the new one, whenever the plug is pulled; and none is lost."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

LONGEST_NAME = 60
"""Letters of a file's name that are taken from what something is called."""


def file_name(name: str) -> str:
    """What a file may be called of something with that name: a record or a board file calls its board as it likes."""
    return re.sub(r"[^\w-]", "_", name)[:LONGEST_NAME]


def is_there(path: Path) -> bool:
    """Whether there is anything of that name. Where none can be, or nobody may look, there is none: nothing is raised,
    unlike by `Path.exists`."""
    return os.path.exists(path)


def is_file(path: Path) -> bool:
    """Whether it is an ordinary file; as `is_there`."""
    return os.path.isfile(path)


def is_folder(path: Path) -> bool:
    """Whether it is a folder; as `is_there`."""
    return os.path.isdir(path)


def open_file(path: Path, *, handed_over: bool = False) -> BinaryIO:
    """Opens an ordinary file to be read; raises OSError also for what is none.

    A pipe is never waited for: nobody may ever write into it. What was ``handed_over`` may be one, or anything else
    but a folder: who started this program has opened it.
    """
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not (handed_over or stat.S_ISREG(mode)):
            raise OSError(errno.EINVAL, "it is no ordinary file: copy what it holds into one first", str(path))
        os.set_blocking(number, True)
        return open(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_file(path: Path) -> bytes:
    """What an ordinary file holds, or what comes through a file that this program has open (/dev/stdin, or /dev/fd/63
    as the shell calls its `<(...)`); raises OSError as `open_file`."""
    with open_file(path, handed_over=path == Path("/dev/stdin") or path.parent == Path("/dev/fd")) as file:
        return file.read()


def save_whole(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Writes a file by way of a new one beside it, synced before it takes the old one's place; raises OSError.

    A link is followed; what is no ordinary file is left as it is; no folder is made. Who may read the file that was
    there may read the new one, a first one is for those whom the umask lets; a ``secret`` is its owner's alone.
    """
    path, mode = _place(path)
    new = path.with_name(f".{token_hex(8)}.new")
    number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None and not secret else 0o600)
    with open(number, "wb") as file:
        try:
            if mode is not None and not secret:
                os.fchmod(number, mode)
            file.write(content)
            file.flush()
            os.fsync(number)
            os.replace(new, path)
        except BaseException:
            new.unlink(missing_ok=True)  # Ctrl-C may come when it has its place already
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check_savable(path: Path) -> None:
    """Raises the OSError that `save_whole` would raise before it wrote anything; for what takes long to work out."""
    path, _ = _place(path)
    with tempfile.TemporaryFile(dir=path.parent):
        pass


def _place(path: Path) -> tuple[Path, int | None]:
    """Where a file is written whose name may be a link's, and the mode of the one that is there; raises OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if mode is not None and not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    place = Path(os.path.realpath(path)) if path.is_symlink() else path
    return place, None if mode is None else stat.S_IMODE(mode)


def make_folder(path: Path, *, above: bool = False) -> None:
    """Makes a folder where there is none, those above it only with ``above``; raises OSError."""
    try:
        path.mkdir(parents=above, exist_ok=True)
    except FileExistsError:  # "File exists" would be no answer to who named a folder
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keeps others who ask for this lock from it; raises BlockingIOError where one has it, else OSError.

    ``path`` is a file for nothing else, made here and removed in the end. The lock goes with the process, however that
    ends: a file that was left behind keeps nobody out.
    """
    number = _lock(path)
    try:
        yield
    finally:
        with suppress(OSError):
            if _is_at(path, number):
                path.unlink()
        os.close(number)


def _lock(path: Path) -> int:
    """A locked file that is still there under its name: who had it before may have removed the one just opened."""
    while True:
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(path, number):
                return number
        except BaseException:
            os.close(number)
            raise
        os.close(number)


def _is_at(path: Path, number: int) -> bool:
    """Whether an open file still has that name: it may have been removed, and another made there. Raises OSError."""
    try:
        return os.path.samestat(os.fstat(number), path.lstat())
    except FileNotFoundError:
        return False


def set_aside(path: Path) -> Path:
    """Renames a file that cannot be used, so that nothing is lost; its new name. Raises OSError."""
    return path.rename(_spare(path))


def copy_aside(path: Path) -> Path:
    """Keeps what a file holds under another name too, before the file is overwritten; that name. Raises OSError."""
    spare = _spare(path)
    save_whole(spare, read_file(path), secret=True)
    shutil.copystat(path, spare)  # only now may read it who may read the file
    return spare


def _spare(path: Path) -> Path:
    """A name beside a file that nothing has yet."""
    number = 1
    while os.path.lexists(spare := path.with_name(f"{path.name}.aside-{number}")):
        number += 1
    return spare
