"""The folder in which the games are kept: where it is, and one program at a time in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from platformdirs import user_data_path

from companion.errors import BankhalterError, DeviceError
from companion.files import locked, make_folder

data_option = click.option(
    "--data", type=click.Path(path_type=Path), default=None, help="Folder for the games [~/.local/share/bankhalter]."
)


def default_folder() -> Path:
    """Where games are kept when nobody says otherwise."""
    return user_data_path("bankhalter")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps a second bankhalter from the same games; the lock goes with the process, however it ends."""
    with ExitStack() as closing:
        try:
            make_folder(folder, above=True)
            closing.enter_context(locked(folder / "lock"))
        except BlockingIOError:
            raise BankhalterError(
                f"another bankhalter runs with the games in {folder}: stop it, or choose another folder with --data"
            ) from None
        except OSError as error:
            raise DeviceError(
                f"{folder} cannot be used for the games: {error.strerror}; choose another with --data"
            ) from None
        yield


def now() -> str:
    """The time as the journal writes it: ISO 8601, UTC, in milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
