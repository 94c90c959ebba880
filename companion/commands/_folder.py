"""The folder in which the games are kept: where it is, and one program at a time in it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from platformdirs import user_data_path

from companion.errors import BankhalterError, DeviceError
from companion.files import make_folder

data_option = click.option(
    "--data", type=click.Path(path_type=Path), default=None, help="Folder for the games [~/.local/share/bankhalter]."
)


def default_folder() -> Path:
    """Where games are kept when nobody says otherwise."""
    return user_data_path("bankhalter")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps a second bankhalter from the same games; the lock goes with the process, however it ends."""
    try:
        make_folder(folder, above=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DeviceError(
            f"{folder} cannot be used for the games: {error.strerror}; choose another with --data"
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise BankhalterError(
            f"another bankhalter runs with the games in {folder}: stop it, or choose another folder with --data"
        ) from None
    try:
        yield
    finally:
        os.close(lock)


def now() -> str:
    """The time as the journal writes it: ISO 8601, UTC, in milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
