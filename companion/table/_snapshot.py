"""The table's state for pages (docs/table.md): JSON once its sentences are said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from itertools import islice
from typing import Any

from companion.board import Board
from companion.devices import DeviceHealth, Track
from companion.games import Viewer
from companion.reading import Seen
from companion.regions import Counts, RegionBoard, regions_json
from companion.sentence import Sentence
from companion.table._course import Booked
from companion.table._outlook import entry_json
from companion.table._paper import money_kind, notes_json, paper_json
from companion.table._pictures import picture_key
from companion.table._running import Running
from companion.table._sight import Proposal
from companion.table._viewers import Asked

LOG_LINES = 40


def of_game(running: Running | None, viewer: Viewer) -> dict[str, Any]:
    """The part of a snapshot that the books alone decide; `_viewers.show_to` takes out what is not for the viewer."""
    if running is None:
        return {
            "version": 0,
            "last": None,
            "game": None,
            "grid": None,
            "regions": None,
            "view": None,
            "extras": {},
            "wealth": {},
            "legal": {},
            "waiting": {"kind": "none", "actor": None, "text": Sentence("No game is running: begin one")},
            "log": [],
            "undo": None,
            "redo": None,
            "undone": [],
            "paper": None,
        }
    rules, state = running.rules, running.state
    waiting = rules.waiting(state)
    return {
        "version": running.version,
        "last": running.last_key,
        "game": {
            "id": running.id,
            "name": rules.name,
            "title": rules.title,
            "edition": running.header.get("edition"),
            "board": running.board.name if running.board else None,
            "players": list(running.header["players"]),
            "banker": running.header.get("banker"),
            "companies": dict(rules.companies(state)),
            "pieces": rules.pieces(state),
            "dice": [list(die) for die in rules.dice(state)],
            "over": rules.result(state) is not None,
            "hidden_cash": running.hides_cash,
        },
        "grid": _grid(running.board),
        "regions": _regions(running.regions, rules.lying(state)),
        "view": rules.view(state, viewer),
        "extras": dict(rules.extras(state)),
        "wealth": dict(rules.wealth(state)),
        "legal": dict(rules.legal(state)),
        "waiting": {"kind": waiting.kind, "actor": waiting.actor, "text": waiting.sentence},
        "log": _log(running),
        "undo": running.undo_sentence(),
        "redo": running.undone[-1].sentence if running.undone else None,
        "undone": [booked.line.n for booked in reversed(running.undone)],
        "paper": paper_json(running.course.paper, money_kind(running.header)),
    }


def _grid(board: Board | None) -> dict[str, Any] | None:
    if board is None:
        return None
    return {"cols": board.grid.cols, "rows": board.grid.rows, "zones": list(board.zones)}


def _regions(board: RegionBoard | None, books: Counts) -> dict[str, Any] | None:
    """What lies in each region by the books; None for a board that no camera can count on: nobody has measured it."""
    if board is None or board.size_mm is None:
        return None
    return {"books": {name: {colour: n for colour, n in lying.items() if n} for name, lying in books.items()}}


def _log(running: Running) -> list[dict[str, Any]]:
    in_force = {booked.line.n for booked in running.done}
    newest: list[Booked] = list(islice(reversed(running.log.values()), LOG_LINES))
    return [
        {
            "seq": booked.line.n,
            "event": None if booked.line.event is None else dict(running.rules.public_event(booked.line.event)),
            "text": booked.sentence,
            "entries": [entry_json(entry) for entry in booked.step.entries],
            "news": list(booked.news),
            "notes": notes_json(booked.paper),
            "picture": picture_key(booked.line),
            "undone": booked.line.n not in in_force,
            "corrects": booked.line.target,
            "corrected_by": running.corrected.get(booked.line.n),
            "time": booked.line.time,
            "actor": booked.line.actor,
        }
        for booked in newest
    ]


def of_proposal(proposal: Proposal, running: Running | None) -> dict[str, Any]:
    """What booking the proposal would do."""
    assert running is not None
    return {
        "id": proposal.id,
        "event": dict(running.rules.public_event(proposal.event)),
        "text": proposal.sentence,
        "entries": [entry_json(entry) for entry in proposal.step.entries],
        "news": list(proposal.news),
        "notes": notes_json(running.course.paper_after(proposal.step)),
        "prices": dict(running.rules.prices(proposal.step.state)),
        "squares": list(proposal.sighting.squares),
        "todo": list(proposal.sighting.todo),
    }


def of_draft(draft: Proposal) -> dict[str, Any]:
    """An event that the camera suggests, for people to fill a form with."""
    return {"id": draft.id, "event": dict(draft.event), "text": draft.sentence}


def of_asked(asked: Asked, running: Running | None) -> dict[str, Any]:
    """What a player asks for, and what booking it would do."""
    assert running is not None
    return {
        "id": asked.id,
        "player": asked.player,
        "event": dict(running.rules.public_event(asked.event)),
        "text": asked.sentence,
        "entries": [entry_json(entry) for entry in asked.step.entries],
    }


def of_seen(seen: Seen | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    return {
        "found": seen.places is not None,
        "squares": list(seen.squares or ()),
        "regions": None if seen.regions is None else regions_json(seen.regions),
        "frame": seen.frame,
        "text": seen.text,
    }


def of_tracks(tracks: Mapping[str, Track]) -> dict[str, Any]:
    return {company: asdict(track) for company, track in tracks.items()}


def of_health(health: DeviceHealth) -> dict[str, Any]:
    return {"name": health.name, "state": health.state, "text": health.text}
