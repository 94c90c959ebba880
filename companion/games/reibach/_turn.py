"""Which event may come in which phase, and whose it is (B-15, B-16)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import RuleError
from companion.games._events import Amend, name_of
from companion.games._protocol import Step
from companion.games.reibach import _events as events
from companion.games.reibach import _sheet, _tracked
from companion.games.reibach._state import Phase, Sheet, State
from companion.quoting import quoted
from companion.sentence import Sentence

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    "act": {
        "take_open": ("act", "replace", "over"),
        "draw": ("act", "replace", "over"),
        "dealmaker": ("act",),
        "lay": ("act",),
    },
    "replace": {"replace": ("act", "replace", "over")},
    "report": {"rows": ("report",), "score": ("report", "over")},
    "over": {},
}
"""For each phase the events that may come, and the phases that each can lead to. ``amend`` may always come."""

_AWAITED: Mapping[Phase, Sentence] = {
    "act": Sentence("the mover takes, draws or lays a card"),
    "replace": Sentence("the Reibach card is replaced first"),
    "report": Sentence("the players report their rows, then comes the scoring"),
    "over": Sentence("the game is over"),
}


def apply(state: State, event: events.Event) -> Step[State]:
    """The state after an event, and the entries that it caused; raises RuleError."""
    if isinstance(event, Amend):
        return Step(state)
    do, play = name_of(event), state.play
    if do not in TRANSITIONS[state.phase]:
        values = {"event": do, "awaited": _AWAITED[state.phase]}
        raise RuleError("B-15", Sentence("{event} may not come now: {awaited}", values))
    if not isinstance(event, events.Score) and event.player not in state.table.players:
        raise RuleError("B-16", Sentence("no player is called {name}", {"name": quoted(event.player)}))
    if isinstance(play, Sheet):
        assert isinstance(event, events.Rows | events.Score)
        return _sheet.score(state, play) if isinstance(event, events.Score) else _sheet.rows(state, play, event)
    assert not isinstance(event, events.Rows | events.Score)
    if event.player != play.turn:
        awaited = {"player": event.player, "awaited": play.turn}
        raise RuleError("B-15", Sentence("{player} is not on turn: {awaited} is awaited", awaited))
    match event:
        case events.TakeOpen():
            return _tracked.take_open(state, play, event)
        case events.Draw():
            return _tracked.draw(state, play, event)
        case events.Replace():
            return _tracked.replace_card(state, play, event)
        case events.Dealmaker():
            return _tracked.dealmaker(state, play, event)
        case events.Lay():
            return _tracked.lay(state, play, event)
