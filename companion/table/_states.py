"""How the table can stand beside the board: every state, what people are told in it, and what leads out of it.

The table works by this (`Table` tells pages where it stands), pages print it, and docs/table.md holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games import game_names, transitions
from companion.sentence import Sentence

Standing = Literal["none", "blind", "agrees", "proposed", "dismissed", "disagrees", "doubtful", "to_do", "over"]

_SEEN: tuple[Standing, ...] = ("agrees", "proposed", "disagrees", "doubtful", "to_do")
"""Where a reading of the board can lead."""
_BOOKED: tuple[Standing, ...] = ("blind", "dismissed", *_SEEN, "over")
"""Where anything that was booked can lead: the newest reading is compared anew."""


@dataclass(frozen=True, slots=True)
class State:
    """``says``: what people are told; ``then``: by what is done or seen, the states that may follow."""

    says: Sentence
    then: Mapping[str, tuple[Standing, ...]]


STEPS: Mapping[str, Sentence] = {
    "picture": Sentence("the camera reads the board"),
    "camera_off": Sentence("the camera is switched off"),
    "book": Sentence("“Book”, a button at the table, or the board was still for the seconds that were set"),
    "dismiss": Sentence("“Not so”"),
    "event": Sentence("something is tapped, or the dice are thrown"),
    "trust": Sentence("“The books are right about this square”"),
    "change": Sentence("undo, redo or a correction"),
    "game": Sentence("a game is begun, opened or archived"),
}
"""What is done or seen, in words."""

_ALWAYS: Mapping[str, tuple[Standing, ...]] = {
    "camera_off": ("blind", "over"),
    "event": _BOOKED,
    "change": _BOOKED,
    "game": ("none", "blind", "over"),
}
_WATCHED: Mapping[str, tuple[Standing, ...]] = {**_ALWAYS, "picture": ("dismissed", *_SEEN)}
_TRUST: Mapping[str, tuple[Standing, ...]] = {"trust": ("dismissed", *_SEEN)}

STATES: Mapping[Standing, State] = {
    "none": State(Sentence("No game is running: begin one."), {"game": ("none", "blind", "over")}),
    "blind": State(
        Sentence("Whose turn it is and what he does. No camera has read the board: squares are tapped."),
        _WATCHED,
    ),
    "agrees": State(Sentence("Whose turn it is and what he does."), {**_WATCHED, **_TRUST}),
    "proposed": State(
        Sentence("The event that explains what is seen, what it pays to whom, and the square as the camera sees it."),
        {**_WATCHED, **_TRUST, "book": _BOOKED, "dismiss": ("dismissed",)},
    ),
    "dismissed": State(
        Sentence("What was not to be booked is still seen: what is true is tapped."), {**_WATCHED, **_TRUST}
    ),
    "disagrees": State(
        Sentence("What contradicts the books, square by square, with every way out to be tapped: nothing is proposed."),
        {**_WATCHED, **_TRUST},
    ),
    "doubtful": State(
        Sentence("Which squares the camera cannot tell; they count for nothing until it can, or somebody says."),
        {**_WATCHED, **_TRUST},
    ),
    "to_do": State(Sentence("What is still to be done: taken off the board, or entered."), {**_WATCHED, **_TRUST}),
    "over": State(
        Sentence("Who has won, and why; undo and corrections still lead back."),
        {**_WATCHED, "picture": ("over",), "trust": ("over",)},
    ),
}
"""Every state of the table."""


def markdown() -> str:
    """The states of the table and of each game's turn as tables for docs/table.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "| the table stands | people are told | then | and it may stand |"
    yield "|---|---|---|---|"
    for standing, state in STATES.items():
        shown = f"`{standing}` | {state.says}"
        for step, after in state.then.items():
            yield f"| {shown} | {STEPS[step]} | {_names(after)} |"
            shown = " | "
    for name in game_names():
        phases = transitions(name)
        if not phases:
            continue
        yield ""
        yield f"| phase of `{name}` | event | leads to |"
        yield "|---|---|---|"
        for phase, events in phases.items():
            shown = f"`{phase}`"
            for event, leads in events.items() or (("", ()),):
                yield f"| {shown} | {f'`{event}`' if event else 'the game is over'} | {_names(leads)} |"
                shown = ""


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
