"""``bankhalter backup``: everything that was booked in one file, also while a table runs."""

from __future__ import annotations

from pathlib import Path

import click

from companion.backup import JOURNAL, Backups
from companion.commands._folder import data_option, default_folder, now
from companion.errors import JournalError
from companion.files import is_file
from companion.journal import Journal


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Write all games and boards to FILE (a ZIP archive), also while a table runs."""
    folder = data or default_folder()
    if not is_file(folder / JOURNAL):
        raise JournalError(f"there are no games in {folder}: name their folder with --data")
    with Journal(folder / JOURNAL, now) as journal:
        Backups(journal, folder / "boards").write(file)
        count = len(journal.games())
    click.echo(f"{file} holds {count} {'game' if count == 1 else 'games'}.")
