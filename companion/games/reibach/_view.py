"""What people and other rooms may see of a state: the replay's keys, what is legal, whom the game waits for.

No name of a card that is hidden from people is in any of it (B-5): not what a hand holds, even where it is known, and
not what lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion.games._protocol import Waiting
from companion.games.reibach._material import BUSINESSES, IN_THE_BOX, MOST_DEALMAKERS, SCORED_WITH
from companion.games.reibach._scoring import result
from companion.games.reibach._sheet import missing_reports
from companion.games.reibach._state import Report, Row, Sheet, State, Tracked
from companion.games.reibach._tracked import DRAWING, fitting
from companion.games.reibach._words import CARDS
from companion.money import Amount
from companion.sentence import Sentence, counted


def view(state: State) -> dict[str, Any]:
    """The state with the keys of the replay format, all but n and entries; the same for every viewer."""
    own = _tracked(state, state.play) if isinstance(state.play, Tracked) else _sheet(state, state.play)
    return {
        "scorings": state.scorings,
        **own,
        "scores": {player: list(scores) for player, scores in state.scores.items()},
        "totals": state.totals(),
        "over": result(state),
    }


def _tracked(state: State, play: Tracked) -> dict[str, Any]:
    return {
        "turn": play.turn,
        "phase": state.phase,
        "points": play.points,
        "open": list(play.open),
        "pile": play.pile,
        "reibach": play.reibach,
        "hands": {player: hand.cards for player, hand in play.hands.items()},
        "rows": {player: _rows(rows) for player, rows in play.rows.items()},
    }


def _sheet(state: State, sheet: Sheet) -> dict[str, Any]:
    return {"phase": state.phase, "reports": {player: _report(report) for player, report in sheet.reports.items()}}


def _report(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    return {"rows": _rows(report.rows), "empty": report.empty, "hand": report.hand}


def _rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def legal(state: State) -> dict[str, Any]:
    """Every event that may come now, by its "do", with its bounds; fit for JSON.

    What hands hold is not in it, so a card that it offers may still be refused because the player does not have it, or
    because all cards of the kind are known (B-17).

    - take_open: player, cards (that lie open), replaced_by
    - draw: player, cards
    - replace: player, cards
    - dealmaker: player
    - lay: player, rows [{"row", "cards"}]: what fits there
    - rows: players, businesses, counts_needed (whether ``empty`` and ``hand`` must be given)
    - score: nothing
    - amend: nothing

    ``replaced_by`` and ``cards`` of draw and replace: what the next card can be, None = not named.
    """
    possible = _sheet_legal(state, state.play) if isinstance(state.play, Sheet) else _tracked_legal(state, state.play)
    return {**possible, "amend": {}}


def _sheet_legal(state: State, sheet: Sheet) -> dict[str, Any]:
    if state.phase == "over":
        return {}
    last = state.scorings + 1 == len(SCORED_WITH)
    rows = {"players": list(state.table.players), "businesses": list(BUSINESSES), "counts_needed": last}
    return {"rows": rows} if missing_reports(state, sheet) else {"rows": rows, "score": {}}


def _tracked_legal(state: State, play: Tracked) -> dict[str, Any]:
    player = {"player": play.turn}
    named = ["reibach"] if play.only_reibach else [*IN_THE_BOX, "reibach"]
    drawn: list[str | None] = [*named] if play.only_reibach else [None, *named]
    if state.phase == "over":
        return {}
    if state.phase == "replace":
        return {"replace": {**player, "cards": drawn if play.missing == "hand" else named}}
    cards = list(dict.fromkeys(play.open))
    possible: dict[str, Any] = {"take_open": {**player, "cards": cards, "replaced_by": named}}
    if play.points >= DRAWING:
        possible["draw"] = {**player, "cards": drawn}
    if play.hands[play.turn].cards:
        rows = play.rows[play.turn]
        if len(rows) < MOST_DEALMAKERS:
            possible["dealmaker"] = player
        open_rows = [{"row": at + 1, "cards": list(fitting(rows, at))} for at in range(len(rows)) if fitting(rows, at)]
        if open_rows:
            possible["lay"] = {**player, "rows": open_rows}
    return possible


def waiting(state: State) -> Waiting:
    """Whom the game waits for, and to do what; the kind is the phase. When all have reported it is the banker."""
    if state.phase == "over":
        return Waiting("over", None, over_sentence(state))
    if isinstance(state.play, Sheet):
        return _sheet_waiting(state, state.play)
    play = state.play
    if state.phase == "replace":
        mover = {"player": play.turn}
        sentence = Sentence("{player}: turn up the next card in place of the Reibach card", mover, "B-6")
        if play.missing == "hand":
            sentence = Sentence("{player}: draw the next card in place of the Reibach card", mover, "B-6")
        return Waiting("replace", play.turn, sentence)
    sentence = counted(
        play.points,
        "{player}: use {count} action point",
        "{player}: use {count} action points",
        {"player": play.turn},
        "B-2",
    )
    return Waiting("act", play.turn, sentence)


def _sheet_waiting(state: State, sheet: Sheet) -> Waiting:
    missing, number = missing_reports(state, sheet), state.scorings + 1
    if missing:
        values = {"player": missing[0], "number": number}
        sentence = Sentence("{player}: report the rows for scoring {number}", values, "B-14")
        return Waiting("report", missing[0], sentence)
    banker = state.table.banker
    values = {"player": banker, "number": number}
    sentence = Sentence("{player}: all have reported, score them (scoring {number})", values, "B-15")
    return Waiting("report", banker, sentence)


def over_sentence(state: State) -> Sentence:
    """Who has won, and with what."""
    outcome = result(state)
    assert outcome is not None
    winners = outcome["ranking"][0]
    values = {"winners": tuple(winners), "total": Amount(outcome["result"][winners[0]])}
    if len(winners) == 1:
        return Sentence("The game is over. {winners} wins with {total} million", values, "B-13")
    return Sentence("The game is over. {winners} win with {total} million each", values, "B-13")


def extras(state: State) -> dict[str, Any]:
    """What pages need besides the view; the same for everybody, and nothing hidden in it.

    ``cards``: what each kind is called; ``businesses`` in the order of the sheet; ``scored``: the incomes and
    penalties of each scoring so far, with their reasons.
    """
    return {
        "mode": state.table.mode,
        "cards": dict(CARDS),
        "businesses": list(BUSINESSES),
        "dealmakers": MOST_DEALMAKERS,
        "scored": [
            [{**entry.to_json(), "text": entry.reason, "ruling": entry.reason.ruling} for entry in entries]
            for entries in state.scored
        ],
    }
