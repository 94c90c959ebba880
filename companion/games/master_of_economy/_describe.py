"""Events in words, with how a vote was counted; and what the game waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games._events import Amend
from companion.games._protocol import Waiting
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy._election import Outcome, outcome
from companion.games.master_of_economy._end import result
from companion.games.master_of_economy._explain import purpose_of, shares_of
from companion.games.master_of_economy._meeting import is_passed, votes_for
from companion.games.master_of_economy._payments import missing
from companion.games.master_of_economy._state import Asked, Due, State
from companion.games.master_of_economy._turn import StepName, step_of
from companion.games.master_of_economy._words import a_factory, company_name, good_name, some_of
from companion.money import Amount
from companion.sentence import Either, Sentence, counted


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal.

    What lies face down is not named (M-19).
    """
    match event:
        case events.BuyPacket() | events.SellPacket() | events.SwapPacket():
            return _dealing(event)
        case events.Motion() | events.Vote() | events.BuyBack() | events.Candidate() | events.ElectVote():
            return _of_the_meeting(state, event)
        case events.PlaySuccess(player):
            return Sentence("{player} lays a success marker face down", {"player": player}, "M-19")
        case events.Support(player, company, markers):
            return counted(
                markers,
                "{player} lays {count} relation marker for {company}",
                "{player} lays {count} relation markers for {company}",
                {"player": player, "company": company_name(company)},
                "M-15",
            )
        case events.Pass():
            return _pass(state, event)
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})
        case _:
            return _of_a_company(state, event)


def public_event(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A raw event as everybody may see it: a success marker lies face down (M-19).

    >>> public_event({"do": "success", "player": "Andrea", "value": 2})
    {'do': 'success', 'player': 'Andrea', 'value': None}
    """
    return {**raw, "value": None} if raw.get("do") == "success" and "value" in raw else raw


def _of_a_company(state: State, event: Any) -> Sentence:
    values: dict[str, Any] = {"company": company_name(event.company)}
    match event:
        case events.Build(_, plant):
            return Sentence("{company} builds {factory}", {**values, "factory": a_factory(plant)}, "M-3")
        case events.SellFactory(_, plant):
            return Sentence("{company} sells {factory}", {**values, "factory": a_factory(plant)}, "M-3")
        case events.Supply(_, factories):
            return Sentence(
                "{company} supplies its factories: {factories}", {**values, "factories": some_of(factories)}, "M-4"
            )
        case events.Produce(_, goods):
            return Sentence("{company} stores what it makes: {goods}", {**values, "goods": some_of(goods)}, "M-5")
        case events.MakeOffers():
            return _offers(event)
        case events.TopUp(_, amount):
            if not amount:
                return Sentence("the manager of {company} adds nothing", values, "M-14")
            return Sentence("the manager of {company} adds {amount}", {**values, "amount": Amount(amount)}, "M-14")
        case events.ForcedSale(_, plant):
            return Sentence("{company} must sell {factory}", {**values, "factory": a_factory(plant)}, "M-14")
        case events.Repay(_, loans):
            return counted(loans, "{company} repays {count} loan", "{company} repays {count} loans", values, "M-8")
        case events.TakeLoan():
            return Sentence("{company} takes a loan", values, "M-8")
        case events.Embezzle(_, amount):
            return Sentence("the manager of {company} embezzles {amount}", {**values, "amount": Amount(amount)}, "M-10")
        case _:
            return _done(state, values)


def _done(state: State, values: Mapping[str, Any]) -> Sentence:
    match state.stage:
        case "invest":
            return Sentence("{company} is through with investing", values, "M-3")
        case "motions":
            return Sentence("no more motions for a dividend of {company}", values, "M-11")
        case "candidates":
            return Sentence("no more candidates for {company}", values, "M-13")
        case _:
            return Sentence("{company} buys nothing more back", values, "M-12")


def _pass(state: State, event: events.Pass) -> Sentence:
    values = {"who": company_name(event.actor) if event.by_company else event.actor}
    match state.stage:
        case "repay":
            return Sentence("{who} repays nothing", values, "M-8")
        case "loan":
            return Sentence("{who} takes no loan", values, "M-8")
        case "embezzle":
            return Sentence("the manager of {who} takes nothing", values, "M-10")
        case _:
            return Sentence("{who} passes", values, "M-8" if event.by_company else "M-13")


def _offers(event: events.MakeOffers) -> Sentence:
    """All markers, the export fields by their numbers."""
    values = {"company": company_name(event.company), "imports": some_of(event.import_)}
    exports = tuple(
        Sentence("{good} on {fields}", {"good": good_name(good), "fields": tuple(sorted(fields))})
        for good, fields in event.export.items()
        if fields
    )
    values["exports"] = exports
    if any(event.import_.values()) and exports:
        return Sentence("{company} wants {imports} and offers {exports}", values, "M-6")
    if exports:
        return Sentence("{company} offers {exports}", values, "M-6")
    if any(event.import_.values()):
        return Sentence("{company} wants {imports}", values, "M-6")
    return Sentence("{company} makes no offers", values, "M-6")


def _dealing(event: events.BuyPacket | events.SellPacket | events.SwapPacket) -> Sentence:
    ruling = "M-8" if event.by_company else "M-13"
    who = company_name(event.actor) if event.by_company else event.actor
    values = {"who": who, "company": company_name(event.of)}
    match event:
        case events.SwapPacket():
            return Sentence(
                "{who} changes packet {give} of {company} for packet {take}",
                {**values, "give": event.give, "take": event.take},
                ruling,
            )
        case events.BuyPacket():
            return Sentence("{who} buys packet {packet} of {company}", {**values, "packet": event.packet}, ruling)
        case events.SellPacket():
            return Sentence("{who} sells packet {packet} of {company}", {**values, "packet": event.packet}, ruling)


def _of_the_meeting(state: State, event: Any) -> Sentence:
    values: dict[str, Any] = {"company": company_name(event.company)}
    match event:
        case events.Motion(player, _, per_share):
            values |= {"player": player, "amount": Amount(per_share)}
            return Sentence("{player} moves that {company} pays {amount} a share", values, "M-11")
        case events.BuyBack(_, packet, keep):
            values |= {"packet": packet, "keep": keep}
            if not keep:
                return Sentence("{company} buys its packet {packet} back", values, "M-12")
            return Sentence("{company} buys a part of its packet {packet} back: packet {keep} stays", values, "M-12")
        case events.Candidate(player):
            return Sentence("{player} stands for manager of {company}", {**values, "player": player}, "M-13")
        case events.ElectVote(player, _, candidate):
            return _elect_vote(state, event, {**values, "player": player, "candidate": candidate})
        case _:
            return _vote(state, event, {**values, "player": event.player})


def _vote(state: State, event: events.Vote, values: dict[str, Any]) -> Sentence:
    cast = Sentence("{player} votes against the dividend", values, "M-11")
    if event.yes:
        cast = Sentence("{player} votes for the dividend", values, "M-11")
    after = _after_last_vote(state, "dividend_vote", event.player, event.yes)
    if after is None:
        return cast
    company = after.agenda[0]
    counting = {**values, "yes": votes_for(after, company), "out": after.shares_out(company)}
    return Sentence("{vote} – {counted}", {"vote": cast, "counted": _counted(after, counting)}, "M-11")


def _counted(state: State, values: dict[str, Any]) -> Sentence:
    """How a dividend vote has ended. ``values``: company, yes, out."""
    is_tie = 2 * values["yes"] == values["out"]
    if is_passed(state, state.agenda[0]):
        if is_tie:
            return Sentence("{yes} of {out} votes for it, a tie: passed, as the manager voted", values)
        return Sentence("{yes} of {out} votes for it: passed", values)
    if is_tie:
        return Sentence("{yes} of {out} votes for it, a tie: refused, as the manager voted", values)
    return Sentence("{yes} of {out} votes for it: refused", values)


def _elect_vote(state: State, event: events.ElectVote, values: dict[str, Any]) -> Sentence:
    cast = Sentence("{player} votes for {candidate} as manager of {company}", values, "M-13")
    after = _after_last_vote(state, "election", event.player, event.for_)
    if after is None or event.for_ not in state.candidates:
        return cast
    return Sentence("{vote} – {counted}", {"vote": cast, "counted": _elected(outcome(after, after.agenda[0]))}, "M-13")


def _elected(found: Outcome) -> Sentence:
    parts = tuple(
        Sentence("{player} {votes}", {"player": player, "votes": votes}) for player, votes in found.votes.items()
    )
    values: dict[str, Any] = {"votes": parts, "player": found.elected}
    if found.decider is None:
        return Sentence("votes: {votes}; {player} is elected", values)
    account = found.decider.account
    values["decider"] = company_name(account.name) if account.company else account.name
    values["shares"] = shares_of(found.decider.shares)
    return Sentence("votes: {votes}, a tie; {decider} decides with {shares}: {player} is elected", values)


def _after_last_vote(state: State, stage: StepName, player: str, vote: bool | str) -> State | None:
    """The state with the vote that completes a ballot; None for any other vote."""
    if state.stage != stage or len(state.asked) != 1 or state.asked[0].player != player:
        return None
    return replace(state, votes={**state.votes, player: vote})


def waiting(state: State) -> Waiting:
    """Whom the game waits for, and to do what; the kind is the step."""
    turn, step = state.turn, step_of(state)
    if turn is None:
        return Waiting(step, None, over_sentence(state))
    if state.due is not None:
        return Waiting(step, turn.player, _due(state, state.due, turn))
    return Waiting(step, turn.player, _asked(state, turn))


def _due(state: State, due: Due, turn: Asked) -> Sentence:
    values = {
        "player": turn.player,
        "company": company_name(due.charge.company),
        "missing": Amount(missing(state, due.charge)),
        "what": purpose_of(due.charge),
    }
    if due.step == "top_up":
        return Sentence("{player}: {missing} is missing in {company} for {what}; add your own cash?", values, "M-14")
    return Sentence("{player}: {missing} is missing in {company} for {what}; sell a factory for 2", values, "M-14")


def _asked(state: State, turn: Asked) -> Sentence:
    values: dict[str, Any] = {"player": turn.player, "company": company_name(turn.company or ""), "year": state.year}
    match state.stage:
        case "invest":
            return Sentence("{player}: {company} builds and sells factories, year {year}", values, "M-3")
        case "supply":
            return Sentence("{player}: supply the factories of {company}", values, "M-4")
        case "produce":
            return Sentence("{player}: what goes into the store of {company}?", values, "M-5")
        case "success":
            return Sentence("{player}: lay a success marker face down", values, "M-19")
        case "offers":
            return Sentence("{player}: put the offer markers of {company} on the market", values, "M-6")
        case "repay":
            return Sentence("{player}: does {company} repay loans?", values, "M-8")
        case "shares":
            return Sentence(
                "{player}: {company} deals in packets, round {round}", {**values, "round": state.round}, "M-8"
            )
        case "loan":
            return Sentence("{player}: does {company} take a loan?", values, "M-8")
        case "player_shares":
            return Sentence("{player}: deal in packets, round {round}", {**values, "round": state.round}, "M-13")
        case "support":
            return Sentence("{player}: lay relation markers for {company}, or none", values, "M-15")
        case _:
            return _asked_at_the_meeting(state, values)


def _asked_at_the_meeting(state: State, values: dict[str, Any]) -> Sentence:
    match state.stage:
        case "embezzle":
            return Sentence("{player}: is anything embezzled from {company}?", values, "M-10")
        case "motions":
            return Sentence("all: who moves a dividend of {company}?", values, "M-11")
        case "dividend_vote":
            values["amount"] = Amount(state.motions[0])
            return Sentence("{player}: vote on a dividend of {company}, {amount} a share", values, "M-11")
        case "buy_back":
            return Sentence("{player}: does {company} buy packets back?", values, "M-12")
        case "candidates":
            values["standing"] = state.candidates
            return Sentence("all: who stands for manager of {company} besides {standing}?", values, "M-13")
        case _:
            values["candidates"] = Either(state.candidates)
            return Sentence("{player}: vote for {candidates} as manager of {company}", values, "M-13")


_WHY_OVER: Mapping[str, Sentence] = {
    "points": Sentence("A company has 25 points"),
    "years": Sentence("The last trade is over"),
}


def over_sentence(state: State) -> Sentence:
    """Why the game is over, who has won, and with what."""
    ended = result(state)
    assert ended is not None
    winners = tuple(ended["ranking"][0])
    why = _WHY_OVER[ended["reason"]]
    values = {"winners": winners, "total": Amount(ended["result"][winners[0]]), "why": why}
    if len(winners) == 1:
        return Sentence("The game is over. {why}. {winners} wins with {total}", values, "M-18")
    return Sentence("The game is over. {why}. {winners} win with {total} each", values, "M-18")
