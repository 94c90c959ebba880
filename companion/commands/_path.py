"""What a command takes as the name of a file or folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class NamedPath(click.Path):
    """A path, but no empty word, as an unset variable of the shell gives: it would name the current folder."""

    def __init__(self, *, exists: bool = False, dir_okay: bool = True) -> None:
        super().__init__(exists=exists, dir_okay=dir_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail(
                "the name is empty: give that of a file or folder (is a variable of the shell not set?)", param, ctx
            )
        return super().convert(value, param, ctx)
