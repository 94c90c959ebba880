"""Company decisions from a player's own phone: the manager's, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import TableDenied
from companion.table import Policy
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At


@pytest.fixture(params=[Policy(), Policy(players=True)], ids=["asked", "at once"])
def at(request: pytest.FixtureRequest) -> Iterator[At]:
    """Red, Andrea's, invests first; blue is Bernd's."""
    made = At(None, request.param, header=header_of(2))
    yield made
    made.journal.close()


def ask(at: At, player: str, event: dict[str, Any]) -> dict[str, Any]:
    at.requests += 1
    command = {"do": "event", "request": f"r{at.requests}", "game": at.game, "version": at.version, "event": event}
    return at.table.ask(command, player)


def test_a_manager_decides_for_his_company(at: At) -> None:
    ask(at, "Andrea", {"do": "build", "company": "red", "type": "quarry"})
    if at.now["asked"]:
        at.ask("grant", asked=at.now["asked"][0]["id"])
    assert at.now["view"]["companies"]["red"]["factories"]["quarry"] == 1
    assert at.now["log"][0]["actor"] in ("player:Andrea", "banker:Andrea")


@pytest.mark.parametrize(
    "event",
    [
        {"do": "build", "company": "red", "type": "quarry"},
        {"do": "build", "company": "red", "player": "Bernd", "type": "quarry"},
        {"do": "build", "company": "blue", "type": "quarry"},
        {"do": "done", "company": "red"},
        {"do": "pass", "company": "red"},
        {"do": "amend", "company": "red", "note": "I won"},
    ],
    ids=["another's", "another's by his own name", "out of turn", "done", "not now", "remark"],
)
def test_nobody_decides_for_another_players_company_or_out_of_turn(at: At, event: dict[str, Any]) -> None:
    with pytest.raises(TableDenied):
        ask(at, "Bernd", event)
    assert (at.version, at.now["asked"]) == (0, [])


def test_a_phone_is_told_what_its_own_company_may_do(at: At) -> None:
    assert set(at.table.snapshot("Andrea")["legal"]) == {"build", "done"}
    assert at.table.snapshot("Bernd")["legal"] == {}
