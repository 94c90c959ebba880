"""The command line: one command a module of `companion.commands`, loaded only when it is called."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from itertools import pairwise
from typing import Any

import click

from companion import __version__
from companion.errors import BankhalterError

_COMMANDS = {
    "run": "Start the table: camera, dice, price tracks and pages.",
    "doctor": "Examine everything that is connected, and say what to do.",
    "calibrate": "Set up a camera over the board: its picture, place, light, lens.",
    "learn": "Learn the colours of your own pieces.",
    "read": "Read a picture of the board, or a folder of them.",
    "regions": "Count the stones on a board of districts.",
    "rows": "Count the cards of REIBACH's rows on a picture.",
    "chains": "Count the chains on a picture, and say who may take over whom.",
    "watch": "Follow the frames of a camera, and book a game from them.",
    "backup": "Write all games to one file, also while a table runs.",
    "restore": "Put back what a backup holds.",
    "print": "Print boards, markers and calibration sheets (PDF).",
    "dice": "Try the dice reader, or teach it its dice.",
    "replay": "Replay a game record and check it against the rules.",
    "explain": "Say what a line of a game record did, and why.",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"companion.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, words = super().resolve_command(ctx, args)
        for before, word in pairwise([args[0], *words]):
            if word == "" or (word.startswith("--") and word.endswith("=")):
                named = word.removesuffix("=") or before
                raise click.UsageError(f"what stands behind {named} is empty: is a variable of the shell not set?")
        if "--corners" in words:
            from companion.commands._options import check_corners

            check_corners(words[words.index("--corners") + 1 :])
        return name, command, words

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            if error.option_name == "--corners":  # written as one word, or one too few
                from companion.commands._options import FOUR_CORNERS

                text = f"{error.message.rstrip('.')}, as in {FOUR_CORNERS}"
                raise click.BadOptionUsage(error.option_name, text, error.ctx) from None
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bankhalter")
def _bankhalter() -> None:
    """The banker at the table: reads the board, hears the dice, keeps the money, explains every payment."""


def main() -> None:
    """Runs the command line; what a person did wrong ends in one line on standard error, exit status 2.

    Output that cannot be written ends in one line and status 1; a reader that has seen enough (``| head``) in status 1.
    """
    try:
        try:
            _bankhalter(prog_name="bankhalter")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BankhalterError as error:
        print(f"bankhalter: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        _mute()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:
            look = "" if error.errno in (*_OUTPUT_FAILS, errno.EINVAL) else _LOOK
            print(f"bankhalter: {error.filename}: {error.strerror}{look}", file=sys.stderr)
            sys.exit(2)
        if error.errno not in _OUTPUT_FAILS:
            raise
        print(f"bankhalter: the output cannot be written: {error.strerror}", file=sys.stderr)
        _mute()
        sys.exit(1)


_LOOK = ": is the name right, and may you use what goes by it?"
_OUTPUT_FAILS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def _mute() -> None:
    """Lets what is still to be written go nowhere, or Python would try, and complain, once more at its end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
