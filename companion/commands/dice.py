"""bankhalter dice: the dice reader alone, to try it and to teach it its dice."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable
from functools import partial

import click

from companion.commands._options import dice_options
from companion.errors import DeviceError
from hardware.dice import DiceSet, Lesson, Look, NumberDie, SerialDice, Wells

_PATIENCE_S = 10.0
"""So long a reader may take to be heard: its boot loader takes two seconds."""


@click.command("dice")
@click.option("--port", default=None, help="The reader's serial port; without it all are looked at.")
@dice_options
@click.option("--learn", is_flag=True, help="Teach the reader the dice, step by step.")
@click.option("--values", is_flag=True, help="Show what the sensors measure, too.")
@click.option("--throws", type=click.IntRange(1), default=None, help="End after so many throws.")
def command(
    port: str | None, number_die: NumberDie | None, wells: Wells | None, learn: bool, values: bool, throws: int | None
) -> None:
    """Try the dice reader: shows what lies in it and every throw that it hears, until Ctrl-C."""
    if learn and number_die is None and wells != "col":
        raise click.UsageError("--learn has to know the number die: add --number-die 1-6, sharks or pips")
    dice_set = DiceSet(number_die, wells or "both")
    if port == "":
        raise click.BadParameter("name the port, as /dev/ttyUSB0, or leave --port out", param_hint="--port")
    with SerialDice(port, dice_set) as dice:
        look = _until_heard(dice)
        assert look.hello is not None
        click.echo(f"dice reader {look.hello.identity}, firmware {look.hello.firmware}, start {look.hello.boots}")
        if learn:
            lesson = Lesson(dice_set, partial(dice.command, start=look.hello))
            teach(lesson, lambda text: _confirm(text, dice))
            click.echo("Learned and saved. Throw the dice to try it; Ctrl-C ends.")
        try:
            _follow(dice, values=values, throws=throws)
        except KeyboardInterrupt:
            click.echo()  # as it was told to end


def teach(lesson: Lesson, confirm: Callable[[str], None]) -> None:
    """Leads through the lesson; ``confirm`` shows a text and comes back when it has been done."""
    while not lesson.done:
        confirm(str(lesson.text))
        lesson.go_on()


def _confirm(text: str, dice: SerialDice) -> None:
    click.echo(f"{text} Then press Enter, or the button on the reader. ", nl=False)
    presses = dice.look().presses
    while dice.look().presses == presses:
        if select.select([sys.stdin], [], [], 0.1)[0]:
            if not sys.stdin.readline():
                raise click.Abort
            return
    click.echo()


def _until_heard(dice: SerialDice) -> Look:
    """What the reader says first; raises DeviceError when it is not heard."""
    end = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return dice.look()
        except DeviceError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _follow(dice: SerialDice, *, values: bool, throws: int | None) -> None:
    if values:
        dice.command("STREAM", "1")
    told = ""
    heard = 0
    while throws is None or heard < throws:
        try:
            throw = dice.read(0.1)
            text = _told(dice.look(), values=values)
        except DeviceError as error:
            throw, text = None, str(error)
        if text != told:
            click.echo(text)
            told = text
        if throw is not None:
            heard += 1
            click.echo(f"throw {heard}: {' '.join(throw.faces)}  ({throw.key})")


def _told(look: Look, *, values: bool) -> str:
    status = look.status
    text = "…" if status is None else f"{status.state:7}{status.zone or '-':3}{status.colour or '-'}"
    if look.not_understood:
        text += f"   not counted: {look.not_understood}"
    if values and look.values is not None:
        text += "   " + " ".join(f"{value:3}" for value in look.values)
    return text
