"""``bankhalter restore``: puts back what a backup holds."""

from __future__ import annotations

from pathlib import Path

import click

from companion.backup import JOURNAL, Backups, check_backup
from companion.commands._folder import alone, data_option, default_folder, now
from companion.errors import FormatError
from companion.files import read_file
from companion.journal import Journal


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Put the games in the backup FILE in the place of those that are kept; these go into a backup beside them.

    No table may run on them meanwhile; while one runs, its page Games does the same.
    """
    folder = data or default_folder()
    try:
        content = read_file(file)
    except OSError as error:
        raise FormatError(f"{file} cannot be read: {error.strerror}") from None
    try:
        check_backup(content)  # before anything is made where the games are
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from None
    with alone(folder), Journal(folder / JOURNAL, now) as journal:
        before = Backups(journal, folder / "boards").restore(content)
        games = len(journal.games())
        kept = "Nothing was there before." if before is None else f"What was there before is in {before}."
        click.echo(f"{games} {'game is' if games == 1 else 'games are'} back. {kept}")
