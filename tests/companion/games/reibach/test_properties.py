"""Whatever is played or reported: what must hold after each event, and that records bring the same game again."""

from __future__ import annotations

import random
from abc import abstractmethod
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import calibration
from companion.errors import RuleError
from companion.games.reibach import BUSINESSES, MULTITALENT, REIBACH, RISK, Reibach
from companion.games.reibach._turn import TRANSITIONS
from companion.record import Record, parse_record, read_lines, render_record, replay

NAMES = ["Andrea", "Bernd", "Chloé", "Dörte", "Emil"]
KINDS = [*BUSINESSES, MULTITALENT, RISK]
BOX = {**dict.fromkeys(BUSINESSES, 9), MULTITALENT: 5, RISK: 5}


def incomes_by_hand(rows: dict[str, list[dict[str, Any]]]) -> dict[str, int]:
    """B-7 to B-11 a second time: each player's sum, by comparing him with the others one business after the other."""
    sums = dict.fromkeys(rows, 0)
    for business in BUSINESSES:
        lengths, risky = {}, set()
        for player, own in rows.items():
            for row in own:
                if row["business"] == business and row["cards"]:
                    lengths[player] = row["cards"] + row["multitalents"]
                    risky |= {player} if row["risk"] else set()
        for player, length in lengths.items():
            longer = [other for other in lengths if lengths[other] > length]
            equal = [other for other in lengths if lengths[other] == length]
            if len(lengths) == 1:
                income = 4
            elif not longer:
                income = 3 if len(equal) == 1 else [2, 1, 1, 0][len(equal) - 2]
            else:
                income = 1 if len(longer) == 1 and len(equal) == 1 else 0
            sums[player] += 2 * income if player in risky else income
    return sums


class Evening(RuleBasedStateMachine):
    """What both modes have in common."""

    mode = ""

    def __init__(self) -> None:
        super().__init__()
        self.game = Reibach()
        self.raw_events: list[dict[str, Any]] = []

    def begin(self, players: int, **header: Any) -> None:
        self.names = NAMES[:players]
        self.header = {
            "format": "bankhalter-game/1",
            "game": "reibach",
            "mode": self.mode,
            "players": self.names,
            "banker": self.names[0],
            "options": {},
            **header,
        }
        self.state = self.game.start(self.header, calibration.board_file).state

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, "")

    @property
    def legal(self) -> dict[str, Any]:
        return dict(self.game.legal(self.state))

    def book(self, raw: dict[str, Any]) -> None:
        before, seen = self.state, self.view
        step = self.game.apply(before, self.game.parse_event(raw))
        assert self.game.view(before, "") == seen, "apply changed the state that it was given"
        self.state = step.state
        self.raw_events.append(raw)
        view = self.view
        if raw["do"] != "amend":
            assert view["phase"] in TRANSITIONS[seen["phase"]][raw["do"]]
        assert bool(step.entries) <= (view["scorings"] == seen["scorings"] + 1)
        for entry in step.entries:
            assert str(entry.reason)
            assert entry.amount
            assert entry.reason.ruling in ("B-7", "B-8", "B-9", "B-11", "B-12")
        if view["scorings"] > seen["scorings"]:
            self.scored_right(seen, view, step.entries)
        assert view["totals"] == {name: sum(view["scores"][name]) for name in self.names}
        if view["over"]:
            totals = sorted(set(view["totals"].values()), reverse=True)
            ranks = [[name for name in self.names if view["totals"][name] == total] for total in totals]
            assert view["over"]["ranking"] == ranks
            assert view["scorings"] == 3

    def scored_right(self, seen: dict[str, Any], view: dict[str, Any], entries: Any) -> None:
        expected = incomes_by_hand({name: self.face_up(seen, view, name) for name in self.names})
        for name in self.names:
            empty, hand = self.left_over(seen, view, name)
            lost = 2 * empty + hand if view["scorings"] == 3 else 0
            assert view["scores"][name] == [*seen["scores"][name], expected[name] - lost]
            assert sum(entry.amount for entry in entries if entry.account == name) == expected[name] - lost

    @abstractmethod
    def face_up(self, seen: dict[str, Any], view: dict[str, Any], name: str) -> list[dict[str, Any]]:
        """The rows that count for a player in this scoring."""

    @abstractmethod
    def left_over(self, seen: dict[str, Any], view: dict[str, Any], name: str) -> tuple[int, int]:
        """His empty rows and the cards in his hand."""

    @rule()
    def remark(self):
        before = self.view
        self.book({"do": "amend", "note": "a cat on the table"})
        assert self.view == before

    def teardown(self):
        if not self.raw_events:
            return
        record = Record(self.header, tuple(self.raw_events))
        content = render_record(record)
        assert parse_record(content) == record
        *_, last = replay(read_lines(content), calibration.board_file)
        assert self.game.view(last.step.state, "") == self.view


class TrackedEvening(Evening):
    """A deck that is shuffled and played: what a card is is settled when it is drawn, named or not."""

    mode = "tracked"

    @initialize(
        players=st.integers(2, 5),
        seed=st.integers(0, 2**32),
        events=st.sampled_from([0, 30, 120, 300]),
        naming=st.booleans(),
    )
    def start(self, players, seed, events, naming):
        chance = random.Random(seed)
        deck = [card for card, count in BOX.items() for _ in range(count)]
        chance.shuffle(deck)
        names = NAMES[:players]
        self.hands = {name: [deck.pop() for _ in range(4)] for name in names}
        lying = [deck.pop() for _ in range(3)]
        self.deck = [*deck, *[REIBACH] * 10]
        chance.shuffle(self.deck)
        self.naming = naming
        self.begin(players, starter=chance.choice(names), open=lying)
        for _ in range(events):
            self.act(chance)

    def act(self, chance: random.Random) -> None:
        """The mover does one of the things that he can do with the cards that he really has."""
        legal = {do: bounds for do, bounds in self.legal.items() if do != "amend"}
        mover = self.view.get("turn")
        hand = self.hands.get(mover, [])
        possible = []
        for do, bounds in legal.items():
            if do == "take_open":
                possible += [{"do": do, "card": card} for card in bounds["cards"]]
            elif do == "dealmaker":
                possible += [{"do": do, "card": chance.choice(hand)}]
            elif do == "lay":
                fits = [(row["row"], card) for row in bounds["rows"] for card in row["cards"] if card in hand]
                possible += [{"do": do, "row": row, "card": card} for row, card in fits] * 3
            else:
                possible += [{"do": do}] * 2
        if not possible:
            return
        raw = {"player": mover, **chance.choice(possible)}
        if raw["do"] in ("take_open", "draw", "replace"):
            card = self.deck.pop()
            hidden = raw["do"] == "draw" or (raw["do"] == "replace" and None in legal["replace"]["cards"])
            if raw["do"] == "take_open":
                hand.append(raw["card"])
                raw["replaced_by"] = card
            else:
                raw["card"] = card if card == REIBACH or self.naming or not hidden else None
            if hidden and card != REIBACH:
                hand.append(card)
        else:
            hand.remove(raw["card"])
        self.book(raw)

    def book(self, raw: dict[str, Any]) -> None:
        super().book(raw)
        view, play = self.view, self.state.play
        assert view["pile"] == len(self.deck)
        assert view["hands"] == {name: len(hand) for name, hand in self.hands.items()}
        rows = [row for own in view["rows"].values() for row in own]
        face_up = sum(row["cards"] + row["multitalents"] + row["risk"] for row in rows)
        lying = sum(card is not None for card in view["open"])
        assert view["pile"] + view["reibach"] + lying + sum(view["hands"].values()) + len(rows) + face_up == 110
        assert all(play.known(card) <= BOX[card] for card in KINDS)
        for own in view["rows"].values():
            businesses = [row["business"] for row in own if row["business"]]
            assert len(set(businesses)) == len(businesses)
            assert len(own) <= 10
            assert all(row["risk"] <= 1 and (row["cards"] or not row["multitalents"] + row["risk"]) for row in own)
        assert view["scorings"] == sum(view["reibach"] >= number for number in (4, 7, 10))
        assert view["points"] in ((0, 1, 2) if view["phase"] != "act" else (1, 2, 3))
        assert (view["phase"] == "over") == (view["reibach"] == 10)

    def face_up(self, seen, view, name):
        return view["rows"][name]

    def left_over(self, seen, view, name):
        return sum(not row["cards"] for row in view["rows"][name]), view["hands"][name]

    @precondition(lambda self: len(self.legal) > 1)
    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed):
        self.act(random.Random(seed))

    @rule()
    def nothing_is_accepted_that_is_not_offered(self):
        legal, tried = self.legal, []
        for card in (*KINDS, REIBACH, "silver"):
            tried += [{"do": "take_open", "card": card, "replaced_by": "art"}, {"do": "dealmaker", "card": card}]
            tried += [{"do": "take_open", "card": self.view["open"][0] or "oil", "replaced_by": card}]
            tried += [{"do": do, "card": card} for do in ("draw", "replace")]
            tried += [{"do": "lay", "row": row, "card": card} for row in (0, 1, 5, 11)]
        tried += [{"do": "draw", "card": None}, {"do": "replace", "card": None}, {"do": "rows", "rows": []}]
        for player in (*self.names, "Zoë"):
            for keys in tried:
                raw = {"player": player, **keys}
                try:
                    self.game.apply(self.state, self.game.parse_event(raw))
                    ruling = ""
                except RuleError as error:
                    ruling = error.ruling
                assert ruling.startswith("B-") or self.offered(legal, raw), raw

    @staticmethod
    def offered(legal: dict[str, Any], raw: dict[str, Any]) -> bool:
        bounds = legal.get(raw["do"])
        if bounds is None or bounds["player"] != raw["player"]:
            return False
        if raw["do"] == "take_open":
            return raw["card"] in bounds["cards"] and raw["replaced_by"] in bounds["replaced_by"]
        if raw["do"] == "lay":
            return any(row["row"] == raw["row"] and raw["card"] in row["cards"] for row in bounds["rows"])
        return raw["do"] == "dealmaker" or raw["card"] in bounds["cards"]


class SheetEvening(Evening):
    """Score sheets with whatever rows there can be."""

    mode = "sheet"

    @initialize(players=st.integers(2, 5), seed=st.integers(0, 2**32), events=st.integers(0, 20))
    def start(self, players, seed, events):
        self.begin(players)
        chance = random.Random(seed)
        for _ in range(events):
            self.report_or_score(chance)

    def report_or_score(self, chance: random.Random) -> None:
        if self.view["phase"] == "over":
            return
        if "score" in self.legal and chance.random() < 0.8:
            self.book({"do": "score"})
            return
        missing = [name for name, report in self.view["reports"].items() if report is None]
        name = chance.choice(missing or self.names)
        listed = chance.sample(BUSINESSES, chance.randint(0, 9))
        rows = [{"business": business, "cards": chance.randint(0, 4)} for business in listed]
        for row in rows:
            row |= {key: chance.choice([0, 0, 0, 1]) for key in ("multitalents", "risk") if chance.random() < 0.5}
        raw = {"do": "rows", "player": name, "rows": rows, "empty": chance.randint(0, 1), "hand": chance.randint(0, 5)}
        if self.may_be(name, rows):
            self.book(raw)
        else:
            self.refused(raw)

    def may_be(self, name: str, rows: list[dict[str, Any]]) -> bool:
        """Whether there are so many cards, with the reports of the others (B-14)."""
        others = [report["rows"] for other, report in self.view["reports"].items() if report and other != name]
        every = [row for own in (*others, rows) for row in own if row["cards"]]
        cards = {business: sum(r["cards"] for r in every if r["business"] == business) for business in BUSINESSES}
        return (
            all(count <= 9 for count in cards.values())
            and sum(row.get("multitalents", 0) for row in every) <= 5
            and sum(row.get("risk", 0) for row in every) <= 5
        )

    def refused(self, raw: dict[str, Any]) -> None:
        try:
            self.game.apply(self.state, self.game.parse_event(raw))
            ruling = ""
        except RuleError as error:
            ruling = error.ruling
        assert ruling == "B-14"

    def face_up(self, seen, view, name):
        return seen["reports"][name]["rows"]

    def left_over(self, seen, view, name):
        return seen["reports"][name]["empty"], seen["reports"][name]["hand"]

    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed):
        self.report_or_score(random.Random(seed))


TestTracked = TrackedEvening.TestCase
TestTracked.settings = settings(
    max_examples=30, stateful_step_count=6, deadline=None, suppress_health_check=list(HealthCheck)
)
TestSheet = SheetEvening.TestCase
TestSheet.settings = settings(
    max_examples=40, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)
