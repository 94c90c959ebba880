"""What people and other rooms may see of a state: the replay's keys, what is legal, whom the game waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games._protocol import BANKER, Viewer, Waiting
from companion.games.big_shot._auction import least_bid, lending, most_to_bid
from companion.games.big_shot._districts import holdings, winner
from companion.games.big_shot._end import result
from companion.games.big_shot._material import COLOURS, DEBT, DIE, DISTRICT_HOLDS, Colour, added, payout
from companion.games.big_shot._state import State
from companion.games.big_shot._turn import TRANSITIONS
from companion.games.big_shot._words import COLOURS as COLOUR_WORDS
from companion.games.big_shot._words import some_stones
from companion.money import Amount
from companion.sentence import Either, Sentence, counted


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The state with the keys of the replay format, all but n and entries.

    Everything lies open, but for the money in the game ``hard`` (G-10) and where the table hides cash: until the end a
    player sees his own alone; hidden amounts are None, and so is what the bank has, which would tell them.
    """
    hidden = state.table.hides_money and state.phase != "over" and viewer != BANKER
    return {
        "decided": [{"district": found.district, "colour": found.colour} for found in state.decided],
        "round": state.round,
        "starter": state.starter,
        "turn": state.turn,
        "phase": state.phase,
        "broker": state.broker,
        "bid": None if state.bid is None else {"player": state.bid.player, "amount": state.bid.amount},
        "passed": list(state.passed),
        "loaned": [colour for colour in COLOURS if colour in state.loaned],
        "cash": {
            player: {
                colour: None if hidden and player != viewer else state.purses[colour].cash
                for colour in state.colours(player)
            }
            for player in state.table.players
        },
        "loans": {
            player: {colour: state.purses[colour].loans for colour in state.colours(player)}
            for player in state.table.players
        },
        "loan_cards": state.loan_cards,
        "bank": None if hidden else state.bank,
        "spaces": [dict(stones) for stones in state.spaces],
        "hand": dict(state.hand),
        "districts": {
            name: {"stones": dict(place.stones), "owner": place.owner, "closed": place.closed}
            for name, place in state.places.items()
        },
        "gone": dict(state.gone),
        "over": result(state),
    }


def extras(state: State) -> dict[str, Any]:
    """What pages need besides the view, the same for everybody.

    ``districts``: as printed, in board order; ``stand_in``: whether these are no real copy's; ``holdings``: what each
    player's own districts count for him now (G-8).
    """
    city = state.table.city
    return {
        "board": city.name,
        "stand_in": city.stand_in,
        "hard": state.options.hard,
        "two_purses": state.table.two_purses,
        "colours": {player: list(state.colours(player)) for player in state.table.players},
        "districts": {
            name: {"value": district.value, "park": district.park, "neighbours": list(district.neighbours)}
            for name, district in city.districts.items()
        },
        "holdings": {player: dict(holdings(state, player)) for player in state.table.players},
    }


def legal(state: State) -> dict[str, Any]:
    """Every event that may come now, by its "do", with its bounds; fit for JSON.

    - roll: player, die (the faces)
    - loan: player, colours {colour: {"payout", "debt"}}
    - bid: player, min, max (None = no limit), loan_above: a bid above it brings this round's loan with it when it
      wins; None where no bid does
    - pass: player
    - choose_purse: player, amount, colours (those that can pay)
    - place: player, options [{"colour", "district", "decides"}]: ``decides`` is None, or {"colour"} with the one that
      gets the district by this stone
    - amend: nothing
    """
    possible: dict[str, Any] = {}
    for do in TRANSITIONS[state.phase]:
        bounds = _BOUNDS[do](state)
        if bounds is not None:
            possible[do] = {"player": state.turn, **bounds}
    return {**possible, "amend": {}}


def _loan(state: State) -> dict[str, Any] | None:
    if state.phase == "auction" and state.table.loans_first:
        return None
    colours = lending(state, state.turn)
    offers = {colour: {"payout": payout(state.purses[colour].loans), "debt": DEBT} for colour in colours}
    return {"colours": offers} if offers else None


def _bid(state: State) -> dict[str, Any] | None:
    least, most = least_bid(state), most_to_bid(state, state.turn)
    if most is not None and most < least:
        return None
    cash = state.cash(state.turn)
    return {"min": least, "max": most, "loan_above": cash if most is not None and most > cash else None}


def _choose_purse(state: State) -> dict[str, Any]:
    assert state.bid is not None
    able = [colour for colour in state.colours(state.turn) if state.purses[colour].cash >= state.bid.amount]
    return {"amount": state.bid.amount, "colours": able}


def _place(state: State) -> dict[str, Any]:
    return {
        "options": [
            {"colour": colour, "district": district, "decides": _decides(state, colour, district)}
            for colour in state.hand
            for district, place in state.places.items()
            if not place.closed
        ]
    }


def _decides(state: State, colour: Colour, district: str) -> dict[str, Any] | None:
    stones = added(state.places[district].stones, colour, 1)
    return {"colour": winner(stones)} if sum(stones.values()) == DISTRICT_HOLDS else None


_BOUNDS: dict[str, Callable[[State], dict[str, Any] | None]] = {
    "roll": lambda _: {"die": list(DIE)},
    "loan": _loan,
    "bid": _bid,
    "pass": lambda _: {},
    "choose_purse": _choose_purse,
    "place": _place,
}


def waiting(state: State) -> Waiting:
    """Whom the game waits for, and to do what; the kind is the phase."""
    return Waiting(state.phase, None if state.phase == "over" else state.turn, _sentence(state))


def _sentence(state: State) -> Sentence:
    player = {"player": state.turn}
    match state.phase:
        case "roll":
            return Sentence("{player}: throw the die, round {round}", {**player, "round": state.round}, "G-2")
        case "loans":
            return _loans_sentence(state)
        case "auction":
            return _auction_sentence(state)
        case "purse":
            assert state.bid is not None
            return counted(
                Amount(state.bid.amount),
                "{player}: choose the purse that pays {count} million",
                "{player}: choose the purse that pays {count} million",
                player,
                "G-12",
            )
        case "place":
            values = {**player, "stones": some_stones(state.hand)}
            return Sentence("{player}: put the stones into open districts: {stones}", values, "G-5")
        case "over":
            return over_sentence(state)


def _loans_sentence(state: State) -> Sentence:
    able = lending(state, state.turn)
    if state.table.two_purses:
        values = {"player": state.turn, "colours": Either(COLOUR_WORDS[colour] for colour in able)}
        return Sentence("{player}: take a loan before the auction ({colours}), or pass", values, "G-12")
    paid = {"player": state.turn, "paid": Amount(payout(state.purses[able[0]].loans))}
    return Sentence("{player}: take a loan before the auction ({paid} million), or pass", paid, "G-10")


def _auction_sentence(state: State) -> Sentence:
    least, values = Amount(least_bid(state)), {"player": state.turn, "space": state.broker}
    if _bid(state) is None and not state.table.hides_money:
        return counted(
            least,
            "{player}: pass, a bid of {count} million cannot be paid",
            "{player}: pass, a bid of {count} million cannot be paid",
            values,
            "G-3",
        )
    if _loan(state) is None:
        return counted(
            least,
            "{player}: bid at least {count} million for space {space}, or pass",
            "{player}: bid at least {count} million for space {space}, or pass",
            values,
            "G-3",
        )
    return counted(
        least,
        "{player}: bid at least {count} million for space {space}, take a loan first, or pass",
        "{player}: bid at least {count} million for space {space}, take a loan first, or pass",
        values,
        "G-3",
    )


def over_sentence(state: State) -> Sentence:
    """Who has won, and with what."""
    outcome = result(state)
    assert outcome is not None
    winners = outcome["winners"]
    if not winners and state.table.two_purses:
        return Sentence("The game is over. Nobody has two districts of each colour, so nobody wins", {}, "G-12")
    if not winners:
        return Sentence("The game is over. Nobody has two districts, so nobody wins", {}, "G-9")
    values = {"winners": tuple(winners), "total": Amount(outcome["result"][winners[0]])}
    if len(winners) == 1:
        return Sentence("The game is over. {winners} wins with {total} million", values, "G-9")
    return Sentence("The game is over. {winners} win with {total} million each", values, "G-9")
