"""What is said aloud: the newest events with prices and payments, once, in any language, nothing that is hidden."""

from __future__ import annotations

from typing import Any

from companion.errors import DeviceError
from companion.table import Announcer, Policy
from tests.companion.table.conftest import HEADER, At, roll


def placed() -> At:
    """Andrea has thrown red 1 and put a red house on D1: the chain of 3 is one of 4 (conftest)."""
    at = At(None)
    roll(at)
    at.event("place", company="red", square="D1")
    return at


def test_a_placement_names_the_price_and_each_payment_once() -> None:
    # Commission 4,000; red rises by 1,000: 2 and 4 shares.
    said = [item["text"] for item in placed().table.snapshot(language="de")["aloud"]]
    assert said == [
        "Andrea würfelt Rot, Zone 1",
        "Andrea setzt ein rotes Haus auf D1: Smith & Smith steigt auf 4.000, Erfolgsprovision 4.000 für Andrea, "
        "Dividende 2.000 für Andrea und Dividende 4.000 für Bernd",
    ]


def test_where_cash_is_hidden_no_payment_is_named() -> None:
    at = At(None, header={**HEADER, "x_hidden_cash": True})
    roll(at)
    at.event("place", company="red", square="D1")
    last = at.table.snapshot("\0public")["aloud"][-1]["text"]
    assert last == "Andrea puts a red house on D1: Smith & Smith rises to 4,000"


def test_a_sale_says_its_sum_once() -> None:
    at = At(None)
    at.event("sell", company="red", shares=1)
    assert at.now["aloud"][-1]["text"] == "Andrea sells 1 Smith & Smith share for 3,000"


def test_an_event_that_was_corrected_is_said_anew_and_an_undone_one_not_again() -> None:
    at = placed()
    before = {item["key"] for item in at.now["aloud"]}
    at.ask("undo")
    assert {item["key"] for item in at.now["aloud"]} < before
    at.ask("redo")
    assert {item["key"] for item in at.now["aloud"]} == before


class Voice:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.broken = False

    def say(self, text: str) -> None:
        if self.broken:
            raise DeviceError("no loudspeaker")
        self.said.append(text)


def announcer(at: At, voice: Voice, wanted: Any = lambda: True) -> Announcer:
    return Announcer(lambda: at.now["aloud"], wanted, voice.say, at.table.wait)


def test_the_announcer_says_what_is_new_once_and_nothing_from_before_it_listened() -> None:
    at, voice = placed(), Voice()
    teller = announcer(at, voice)
    teller.look()
    assert voice.said == []
    at.event("end_turn")
    teller.look()
    teller.look()
    assert voice.said == ["Andrea ends the turn"]


def test_the_announcer_is_silent_where_it_is_not_wanted() -> None:
    at, voice, wanted = placed(), Voice(), [False]
    teller = announcer(at, voice, lambda: wanted[0])
    teller.look()
    at.event("end_turn")
    teller.look()
    wanted[0] = True
    teller.look()
    assert voice.said == [], "switched on: what was before is not said"


def test_a_voice_that_fails_keeps_nothing_up() -> None:
    at, voice = placed(), Voice()
    teller = announcer(at, voice)
    teller.look()
    voice.broken = True
    at.event("end_turn")
    teller.look()
    voice.broken = False
    roll(at, key="t2")
    teller.look()
    assert voice.said == ["Bernd throws red, zone 1"]


def test_the_page_of_the_television_speaks_where_the_policy_says_so() -> None:
    at = At(None)
    assert at.now["tv_speaks"] is False
    at.table.follow(Policy(tv_speaks=True))
    assert at.table.snapshot("\0public")["tv_speaks"] is True
