"""The table says everything in the language that it is asked in; what it books has no language."""

from __future__ import annotations

import json

import pytest

from companion.errors import TableError, TableStale
from companion.words import say
from tests.companion.table.conftest import At, roll, seen


def texts(shown: dict) -> dict[str, object]:
    return {"waiting": shown["waiting"]["text"], "undo": shown["undo"], "log": [line["text"] for line in shown["log"]]}


def test_a_snapshot_in_four_languages(at: At) -> None:
    at.event("buy", company="blue", shares=1)
    assert texts(at.table.snapshot(language="de")) == {
        "waiting": "Andrea: würfle (oder kaufe und verkaufe zuerst)",
        "undo": "Andrea kauft 1 Aktie von Empire für 1.000",
        "log": ["Andrea kauft 1 Aktie von Empire für 1.000"],
    }
    assert at.table.snapshot(language="it")["undo"] == "Andrea compra 1 azione Empire per 1.000"
    assert at.table.snapshot(language="fr")["undo"] == "Andrea achète 1 action Empire pour 1\u202f000"
    assert at.table.snapshot()["undo"] == "Andrea buys 1 Empire share for 1,000"


def test_snapshots_differ_in_their_texts_alone(at: At) -> None:
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    english, german = at.table.snapshot(), json.loads(json.dumps(at.table.snapshot(language="de")))
    assert german["proposal"]["text"] == "Andrea setzt ein rotes Haus auf D1"
    for key in ("revision", "version", "view", "wealth", "legal", "tracks", "grid"):
        assert german[key] == json.loads(json.dumps(english[key]))
    assert german["proposal"]["id"] == english["proposal"]["id"]


def test_what_contradicts_the_books_is_said_in_the_language(at: At) -> None:
    at.table.observe(seen({"C1": "."}))
    [problem] = at.table.snapshot(language="fr")["problems"]
    assert problem == {"text": "la maison rouge en C1 manque", "squares": ["C1"]}
    roll(at)
    at.table.observe(seen({}))
    assert roll(at, key="t2") is False
    [stray] = at.table.snapshot(language="it")["problems"]
    assert stray["text"] == "un lancio (1 red) è arrivato quando non era atteso: non è stato registrato"


def test_a_look_ahead_speaks_too(at: At) -> None:
    at.event("buy", company="blue", shares=1)
    told = at.table.look_ahead({"do": "undo", "game": at.game, "version": at.version, "to": 1}, language="de")
    assert told["was"]["text"] == "Andrea kauft 1 Aktie von Empire für 1.000"


def test_refusals_of_the_table_can_be_said_in_any_language(at: At) -> None:
    with pytest.raises(TableError) as nothing:
        at.ask("undo")
    assert say(nothing.value.sentence, "de") == "nichts mehr zurückzunehmen: das Spiel steht am Anfang"
    with pytest.raises(TableStale) as stale:
        at.ask("undo", version=7)
    assert say(stale.value.sentence, "it") == (
        "il tavolo intanto è andato avanti: guarda di nuovo, nulla è stato registrato"
    )
