"""Events in words."""

from __future__ import annotations

from companion.games._events import Amend
from companion.games._protocol import Sentence
from companion.games.big_shot import _events as events
from companion.games.big_shot._auction import moved_broker
from companion.games.big_shot._explain import decision_reason
from companion.games.big_shot._material import DIE, DISTRICT_HOLDS, added
from companion.games.big_shot._setup import known_colour
from companion.games.big_shot._state import State
from companion.money import Amount


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.RollDie(player, die):
            return _roll(state, player, die)
        case events.Loan(player, colour):
            if state.table.two_purses and isinstance(colour, str):
                return Sentence("{player} takes a loan for {colour}", {"player": player, "colour": colour}, "G-12")
            return Sentence("{player} takes a loan", {"player": player}, "G-10" if state.options.hard else "G-4")
        case events.Bid(player, amount):
            return Sentence("{player} bids {amount} million", {"player": player, "amount": Amount(amount)}, "G-3")
        case events.Pass(player):
            if state.phase == "loans":
                ruling = "G-12" if state.table.two_purses else "G-10"
                return Sentence("{player} takes no loan", {"player": player}, ruling)
            return Sentence("{player} passes", {"player": player}, "G-3")
        case events.ChoosePurse(player, colour):
            return Sentence("{player} pays with the {colour} purse", {"player": player, "colour": colour}, "G-12")
        case events.Place(player, colour, district):
            return _place(state, player, colour, district)
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _roll(state: State, player: str, die: int) -> Sentence:
    values = {"player": player, "die": die}
    if die not in DIE or not any(state.spaces):
        return Sentence("{player} throws {die}", values, "G-2")
    values["space"] = moved_broker(state.spaces, state.broker, die)
    return Sentence("{player} throws {die}: the broker goes to space {space}", values, "G-2")


def _place(state: State, player: str, colour: str, district: str) -> Sentence:
    values = {"player": player, "colour": colour, "district": district}
    text = "{player} puts a {colour} stone into {district}"
    known, place = known_colour(colour), state.places.get(district)
    if known is None or place is None or place.closed:
        return Sentence(text, values, "G-5")
    stones = added(place.stones, known, 1)
    if sum(stones.values()) < DISTRICT_HOLDS:
        return Sentence(text, values, "G-5")
    reason = decision_reason(stones)
    winner = {"stones": reason.values["stones"], "winner": reason.values["colour"]}
    return Sentence(text + " – " + reason.text.replace("{colour}", "{winner}"), {**values, **winner}, reason.ruling)
