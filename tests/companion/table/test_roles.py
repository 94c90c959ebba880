"""Players act for themselves alone, the banker confirms, and hidden cash stays with its owner."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.errors import FormatError, RuleError, TableDenied, TableStale
from companion.games import BANKER, PUBLIC
from companion.journal import Journal
from companion.record import parse_record
from companion.table import Policy, Table
from companion.table._running import begin
from tests.companion.table.conftest import At
from tests.companion.table.test_table import HEADER

GAMES = Path(__file__).parents[2] / "games"


class Seats:
    """A table at which Andrea is on turn (5,000 cash, red at 3,000), with the banker's door and the players'."""

    def __init__(self, policy: Policy = Policy(), **header: Any) -> None:  # noqa: B008
        self.journal = Journal(None, lambda: "2026-01-02T03:04:05+00:00")
        self.journal.new_game({**HEADER, **header})
        self.table = Table(self.journal, calibration.board_file, policy=policy)
        self.requests = 0

    def command(self, do: str, **keys: Any) -> dict[str, Any]:
        self.requests += 1
        now = self.table.snapshot()
        return {"do": do, "request": f"r{self.requests}", "game": now["game"]["id"], "version": now["version"], **keys}

    def buys(self, player: str, shares: int = 1, **keys: Any) -> dict[str, Any]:
        event = {"do": "buy", "player": player, "company": "red", "shares": shares}
        return self.command("event", event=event, **keys)

    def asked(self, viewer: str = BANKER) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = self.table.snapshot(viewer)["asked"]
        return asked

    @property
    def actors(self) -> list[str]:
        return [line.actor for line in self.journal.lines(1)]


@pytest.fixture
def seats() -> Iterator[Seats]:
    made = Seats()
    yield made
    made.journal.close()


@pytest.fixture
def hidden() -> Iterator[Seats]:
    made = Seats(x_hidden_cash=True)
    yield made
    made.journal.close()


def test_a_trade_from_the_phone_waits_for_the_banker_with_what_it_costs(seats: Seats) -> None:
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    (asked,) = seats.asked()
    assert asked["player"] == "Andrea"
    assert [(entry["kind"], entry["amount"]) for entry in asked["entries"]] == [("purchase", -3000)]
    assert seats.table.snapshot()["view"]["cash"]["Andrea"] == 5000, "nothing is booked yet"
    seats.table.command(seats.command("grant", asked=asked["id"]), "banker")
    assert seats.table.snapshot()["view"]["cash"]["Andrea"] == 2000
    assert seats.actors == ["banker:Andrea"]
    assert seats.asked() == []


def test_what_is_asked_is_shown_to_the_banker_and_the_player_alone(seats: Seats) -> None:
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    assert [len(seats.asked(viewer)) for viewer in (BANKER, "Andrea", "Bernd", PUBLIC)] == [1, 1, 0, 0]


def test_with_trades_at_once_the_player_is_who_booked_it() -> None:
    seats = Seats(Policy(players=True))
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    assert seats.table.snapshot()["view"]["shares"]["Andrea"]["red"] == 3
    assert seats.actors == ["player:Andrea"]
    seats.journal.close()


@pytest.mark.parametrize("policy", [Policy(), Policy(players=True)], ids=["asked", "at once"])
def test_nobody_acts_for_another(policy: Policy) -> None:
    seats = Seats(policy)
    with pytest.raises(TableDenied):
        seats.table.ask(seats.buys("Andrea"), "Bernd")
    assert seats.asked() == []
    assert seats.actors == []
    seats.journal.close()


def test_a_name_from_another_game_may_do_nothing(seats: Seats) -> None:
    with pytest.raises(TableDenied, match="Clara"):
        seats.table.ask(seats.buys("Clara"), "Clara")


@pytest.mark.parametrize("do", ["undo", "redo", "new_game", "book", "dismiss", "correct", "grant", "refuse"])
def test_what_is_the_banker_s_is_refused_to_a_player(seats: Seats, do: str) -> None:
    keys = {
        "new_game": {"header": HEADER},
        "book": {"proposal": "p"},
        "dismiss": {"proposal": "p"},
        "correct": {"event": {"do": "end_turn", "player": "Andrea"}},
        "grant": {"asked": "r"},
        "refuse": {"asked": "r"},
    }.get(do, {})
    with pytest.raises(TableDenied):
        seats.table.ask(seats.command(do, **keys), "Andrea")


@pytest.mark.parametrize(
    "event",
    [
        {"do": "roll", "player": "Andrea", "zone": "1", "colour": "red"},
        {"do": "place", "player": "Andrea", "company": "red", "square": "D1"},
        {"do": "amend", "player": "Andrea", "note": "I won"},
        {"do": ["buy"], "player": "Andrea", "company": "red", "shares": 1},
        {"do": {"buy": 1}, "player": "Andrea"},
        {"do": None, "player": "Andrea"},
        {"player": "Andrea"},
    ],
    ids=lambda event: str(event.get("do")),
)
def test_dice_and_houses_are_not_a_player_s_to_tell(seats: Seats, event: dict[str, Any]) -> None:
    with pytest.raises(TableDenied):
        seats.table.ask(seats.command("event", event=event), "Andrea")


def test_what_the_rules_refuse_is_refused_at_once(seats: Seats) -> None:
    with pytest.raises(RuleError):  # two shares would cost 6,000, and Andrea has 5,000
        seats.table.ask(seats.buys("Andrea", 2), "Andrea")
    assert seats.asked() == []


def test_a_new_wish_takes_the_place_of_the_last_and_can_be_withdrawn(seats: Seats) -> None:
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    event = {"do": "sell", "player": "Andrea", "company": "red", "shares": 1}
    seats.table.ask(seats.command("event", event=event), "Andrea")
    assert [asked["event"]["do"] for asked in seats.asked()] == ["sell"]
    seats.table.ask(seats.command("withdraw"), "Andrea")
    assert seats.asked() == []


def test_the_same_wish_that_arrives_twice_is_one(seats: Seats) -> None:
    wish = seats.buys("Andrea")
    assert seats.table.ask(wish, "Andrea") == seats.table.ask(wish, "Andrea")
    assert len(seats.asked()) == 1


def test_the_same_trade_at_once_that_arrives_twice_is_booked_once() -> None:
    seats = Seats(Policy(players=True))
    wish = seats.buys("Andrea")
    for _ in range(2):
        seats.table.ask(wish, "Andrea")
    assert seats.table.snapshot()["view"]["cash"]["Andrea"] == 2000
    seats.journal.close()


def test_a_wish_ends_with_the_state_that_it_was_for(seats: Seats) -> None:
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    (asked,) = seats.asked()
    sold = {"do": "sell", "player": "Andrea", "company": "red", "shares": 1}
    seats.table.command(seats.command("event", event=sold), "banker")
    assert seats.asked() == []
    with pytest.raises(TableStale):
        seats.table.command(seats.command("grant", asked=asked["id"]), "banker")


def test_a_refused_wish_is_gone_and_books_nothing(seats: Seats) -> None:
    seats.table.ask(seats.buys("Andrea"), "Andrea")
    seats.table.command(seats.command("refuse", asked=seats.asked()[0]["id"]), "banker")
    assert seats.asked() == []
    assert seats.actors == []


def test_who_comes_too_late_is_told_what_was_booked(seats: Seats) -> None:
    late = seats.buys("Andrea")
    sold = {"do": "sell", "player": "Andrea", "company": "red", "shares": 1}
    seats.table.command(seats.command("event", event=sold), "banker")
    with pytest.raises(TableStale, match=r"Andrea sells 1 Smith & Smith share"):
        seats.table.ask(late, "Andrea")
    late = seats.buys("Andrea")
    seats.table.command(seats.command("undo"), "banker")
    with pytest.raises(TableStale, match=r"taken back: Andrea sells 1 Smith & Smith share"):
        seats.table.ask(late, "Andrea")


def test_a_player_is_told_only_what_he_may_do_himself(seats: Seats) -> None:
    assert set(seats.table.snapshot("Andrea")["legal"]) == {"buy", "sell"}
    assert seats.table.snapshot("Bernd")["legal"] == {}
    assert "roll" in seats.table.snapshot(BANKER)["legal"]


# Hidden cash: Andrea and Bernd have 5,000 each; a bought share moves it to 2,000.


def test_hidden_cash_is_sent_to_its_owner_and_the_banker_alone(hidden: Seats) -> None:
    cash = {viewer: hidden.table.snapshot(viewer)["view"]["cash"] for viewer in (BANKER, PUBLIC, "Andrea", "Bernd")}
    assert cash == {
        BANKER: {"Andrea": 5000, "Bernd": 5000},
        PUBLIC: {},
        "Andrea": {"Andrea": 5000},
        "Bernd": {"Bernd": 5000},
    }
    # cash + 2 red at 3,000, and 4 red at 3,000 + 1 blue at 1,000
    assert hidden.table.snapshot("Bernd")["wealth"] == {"Bernd": 18000}
    assert hidden.table.snapshot(PUBLIC)["wealth"] == {}


def test_no_payment_of_another_and_no_bound_by_his_cash_is_sent(hidden: Seats) -> None:
    hidden.table.command(hidden.buys("Andrea"), "banker")
    for viewer in (PUBLIC, "Bernd"):
        shown = hidden.table.snapshot(viewer)
        assert [line["entries"] for line in shown["log"]] == [[]]
        assert "buy" not in shown["legal"], "how many he can pay for tells what he has"
        assert '"cash": 2000' not in json.dumps(shown)
        assert "2000" not in json.dumps([shown["view"]["cash"], shown["wealth"], shown["log"], shown["legal"]])
    (line,) = hidden.table.snapshot("Andrea")["log"]
    assert [entry["amount"] for entry in line["entries"]] == [-3000]


def test_a_wish_of_another_is_not_sent_where_cash_is_hidden(hidden: Seats) -> None:
    hidden.table.ask(hidden.buys("Andrea"), "Andrea")
    assert hidden.asked("Bernd") == []


@pytest.mark.parametrize("value", ["yes", 1, None])
def test_whether_cash_is_hidden_is_true_or_false(value: Any) -> None:
    with pytest.raises(FormatError, match="hidden_cash"):
        begin(1, {**HEADER, "x_hidden_cash": value}, calibration.board_file)


def test_what_was_counted_in_a_hand_is_told_to_its_owner_and_the_banker_alone() -> None:
    seats = Seats(x_hidden_cash=True, x_money="both")
    late = seats.buys("Andrea")
    count = seats.command("count", player="Bernd", notes={"5000": 1}, difference=0)
    seats.table.command(count, "banker")
    for viewer, lines in ((BANKER, 1), ("Bernd", 1), ("Andrea", 0), (PUBLIC, 0)):
        assert len(seats.table.snapshot(viewer)["log"]) == lines, viewer
    for viewer in ("Andrea", PUBLIC):
        shown = seats.table.snapshot(viewer)
        assert (shown["paper"], shown["undo"], shown["redo"]) == (None, None, None)
        assert "5,000" not in json.dumps({key: shown[key] for key in ("log", "waiting", "problems", "todo")})
    with pytest.raises(TableStale) as told:
        seats.table.ask(late, "Andrea")
    assert "5,000" not in str(told.value)
    seats.table.command(seats.command("undo"), "banker")
    with pytest.raises(TableStale) as told:
        seats.table.ask(late, "Andrea")
    assert "5,000" not in str(told.value)
    seats.journal.close()


def test_hidden_cash_of_big_shot_is_its_owners_and_the_bankers() -> None:
    record = parse_record((GAMES / "big_shot" / "legal" / "g0001.game.jsonl").read_bytes())
    at = At(None, header={**record.header, "x_hidden_cash": True})
    for event in record.events[:40]:
        at.ask("event", event=dict(event))
    first = record.header["players"][0]
    shown, own, all_ = at.table.snapshot(PUBLIC), at.table.snapshot(first), at.now
    assert (shown["view"]["cash"], shown["view"]["bank"], shown["wealth"]) == ({}, None, {})
    assert own["view"]["cash"] == {first: all_["view"]["cash"][first]}
    assert None not in all_["view"]["cash"][first].values()
    assert not any(line["entries"] for line in shown["log"])
    assert any(line["entries"] for line in all_["log"])
    at.journal.close()
