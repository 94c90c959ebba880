"""Whatever legal moves are made: what must hold after each of them, and that nothing else is accepted."""

from __future__ import annotations

import random
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import calibration
from companion.errors import RuleError
from companion.games import PUBLIC
from companion.games.big_shot import COLOURS, BigShot
from companion.games.big_shot._turn import TRANSITIONS
from companion.record import Record, parse_record, read_lines, render_record, replay

NAMES = ["Andrea", "Bernd", "Chloé", "Dörte"]
BOARD = calibration.board_file("big-shot")
PRINTED = {district["name"]: district for district in BOARD["districts"]}

tables = st.one_of(
    st.tuples(st.just(2), st.just({})),
    st.tuples(st.integers(3, 4), st.fixed_dictionaries({"hard": st.booleans()})),
)


def dealt(chance: random.Random) -> list[dict[str, int]]:
    """Stones drawn from a bag, again until no space has four of a colour."""
    while True:
        bag = [colour for colour in COLOURS for _ in range(18)]
        chance.shuffle(bag)
        spaces = [bag[at : at + 4] for at in range(0, 72, 4)]
        if all(len(set(space)) > 1 for space in spaces):
            return [{colour: space.count(colour) for colour in set(space)} for space in spaces]


def winner_by_hand(stones: dict[str, int]) -> str | None:
    """G-6 a second time: of the colours whose number no other has, the one with most."""
    alone = {count: colour for colour, count in stones.items() if list(stones.values()).count(count) == 1}
    return alone[max(alone)] if alone else None


class Table(RuleBasedStateMachine):
    """Players who do anything that `legal` offers."""

    def __init__(self) -> None:
        super().__init__()
        self.game = BigShot()
        self.raw_events: list[dict[str, Any]] = []

    @initialize(
        table=tables,
        two_parks=st.sampled_from(["double", "quadruple"]),
        seed=st.integers(0, 2**32),
        events=st.sampled_from([0, 30, 100, 170, 600, 1000]),
        thirst=st.sampled_from([0.2, 1, 6]),
    )
    def start(self, table, two_parks, seed, events, thirst):
        players, options = table
        chance = random.Random(seed)
        self.names = NAMES[:players]
        colours = list(COLOURS)
        chance.shuffle(colours)
        each = 2 if players == 2 else 1
        self.colours = {name: colours[at * each : (at + 1) * each] for at, name in enumerate(self.names)}
        self.options = {**options, "two_parks": two_parks}
        self.header = {
            "format": "bankhalter-game/1",
            "game": "big_shot",
            "players": self.names,
            "banker": self.names[-1],
            "options": self.options,
            "board": "big-shot",
            "colours": self.colours,
            "stones": dealt(chance),
            "broker": chance.randint(1, 18),
            "starter": chance.choice(self.names),
        }
        self.state = self.game.start(self.header, calibration.board_file).state
        owned = [colour for name in self.names for colour in self.colours[name]]
        self.cash = dict.fromkeys(owned, 10)
        self.loans = dict.fromkeys(owned, 0)
        self.lying: dict[str, dict[str, int]] = {name: {} for name in PRINTED}
        self.owners: dict[str, str] = {}
        self.play_on(chance, events, thirst)

    def play_on(self, chance: random.Random, events: int, thirst: float) -> None:
        """Lets the players go on for so many events; ``thirst``: how often they take a loan that is to be had."""
        for _ in range(events):
            legal = self.legal
            kinds = [do for do in legal if do != "amend"]
            if not kinds:
                return
            [do] = chance.choices(kinds, [{"loan": thirst}.get(do, 1) for do in kinds])
            self.book(self.drawn(do, legal[do], chance))

    def drawn(self, do: str, bounds: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        raw = {"do": do, "player": bounds["player"]}
        if do == "roll":
            raw |= {"die": chance.choice(bounds["die"])}
        elif do == "loan":
            raw |= {"colour": chance.choice(sorted(bounds["colours"]))}
        elif do == "bid":
            # Where any bid is taken, too many high ones would only have the auction begin anew again and again.
            lowest, highest = bounds["min"], bounds["min"] + 5 if bounds["max"] is None else bounds["max"]
            raw |= {"amount": chance.choice([lowest, lowest, highest, chance.randint(lowest, highest)])}
        elif do == "choose_purse":
            raw |= {"colour": chance.choice(bounds["colours"])}
        elif do == "place":
            # Few districts at a time, so that they fill up; those that a stone decides every other time.
            deciding = [option for option in bounds["options"] if option["decides"]]
            few = [option for option in bounds["options"] if int(option["district"][1:]) % 3 == chance.randint(0, 2)]
            options = deciding if deciding and chance.random() < 0.5 else few or bounds["options"]
            option = chance.choice(options)
            raw |= {"colour": option["colour"], "district": option["district"]}
        return raw

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, "\0banker")

    @property
    def legal(self) -> dict[str, Any]:
        return dict(self.game.legal(self.state))

    def book(self, raw: dict[str, Any]) -> None:
        before, seen = self.state, self.view
        step = self.game.apply(before, self.game.parse_event(raw))
        assert self.game.view(before, "\0banker") == seen, "apply changed the state that it was given"
        self.state = step.state
        self.raw_events.append(raw)
        if raw["do"] != "amend":
            assert self.view["phase"] in TRANSITIONS[seen["phase"]][raw["do"]]
        for entry in step.entries:
            assert str(entry.reason)
            assert entry.reason.ruling in ("G-4", "G-5", "G-10", "G-12")
            if entry.kind == "loan":
                colour = entry.details["colour"]
                assert (entry.amount, entry.details["debt"]) == (max(0, 9 - self.loans[colour]), 10)
                self.loans[colour] += 1
            if entry.kind in ("loan", "payment"):
                self.cash[entry.details["colour"]] += entry.amount
        if raw["do"] == "roll":
            left = [(seen["broker"] + step_on) % 18 + 1 for step_on in range(18)]
            left = [space for space in left if seen["spaces"][space - 1]]
            assert self.view["broker"] == left[(raw["die"] - 1) % len(left)]
        if raw["do"] == "place":
            stones = self.lying[raw["district"]]
            stones[raw["colour"]] = stones.get(raw["colour"], 0) + 1
        self.money_is_conserved()
        self.stones_are_conserved()
        self.districts_are_decided_as_they_should_be()
        self.cards_do_not_exceed_the_material()
        if self.view["over"]:
            self.the_result_is_right()

    def money_is_conserved(self):
        cash = {colour: amount for purses in self.view["cash"].values() for colour, amount in purses.items()}
        assert cash == self.cash
        assert min(cash.values()) >= 0
        assert sum(cash.values()) + self.view["bank"] == 0

    def stones_are_conserved(self):
        view = self.view
        heaps = [*view["spaces"], view["hand"], view["gone"], *(d["stones"] for d in view["districts"].values())]
        for colour in COLOURS:
            assert sum(heap.get(colour, 0) for heap in heaps) == 18
        assert all(count > 0 for heap in heaps if heap is not view["gone"] for count in heap.values())

    def districts_are_decided_as_they_should_be(self):
        view, decided = self.view, {}
        for name, stones in self.lying.items():
            if name not in self.owners and stones and (sum(stones.values()) == 7 or view["phase"] == "over"):
                self.owners[name] = decided[name] = winner_by_hand(stones)
        assert {found["district"]: found["colour"] for found in view["decided"]} == decided
        for name, district in view["districts"].items():
            assert sum(district["stones"].values()) < 7
            assert district["closed"] == (name in self.owners)
            owner = self.owners.get(name)
            assert district["owner"] == owner
            if district["closed"]:
                assert district["stones"] == ({owner: 1} if owner else {})
            else:
                assert district["stones"] == self.lying[name]

    def cards_do_not_exceed_the_material(self):
        view = self.view
        loans = [count for purses in view["loans"].values() for count in purses.values()]
        assert loans == [self.loans[c] for name in self.names for c in sorted(self.colours[name], key=COLOURS.index)]
        assert view["loan_cards"] == 30 - sum(loans) >= 0
        assert sum(district["owner"] is not None for district in view["districts"].values()) <= 13

    def the_result_is_right(self):
        over, rank = self.view["over"], {}
        for name in self.names:
            counted, best, number = 0, 0, 0
            for district, colour in self.owners.items():
                if colour in self.colours[name]:
                    number += 1
                    parks = sum(
                        "park" in PRINTED[other] and self.owners.get(other) == colour
                        for other in PRINTED[district]["neighbours"]
                    )
                    times = 1 if parks == 0 else 2 if parks == 1 or self.options["two_parks"] == "double" else 4
                    worth = PRINTED[district].get("value", 0) * times
                    assert over["districts"][name][district] == worth
                    counted, best = counted + worth, max(best, worth)
            wealth = counted + sum(self.cash[colour] - 10 * self.loans[colour] for colour in self.colours[name])
            assert over["result"][name] == wealth
            able = all(list(self.owners.values()).count(colour) >= 2 for colour in self.colours[name])
            rank[name] = (able, wealth, number, best)
        places = sorted(set(rank.values()), reverse=True)
        assert over["ranking"] == [[name for name in self.names if rank[name] == place] for place in places]
        assert over["winners"] == (over["ranking"][0] if places[0][0] else [])

    @precondition(lambda self: len(self.legal) > 1)
    @rule(seed=st.integers(0, 2**32), which=st.integers(0, 2))
    def go_on(self, seed, which):
        kinds = [do for do in self.legal if do != "amend"]
        do = kinds[which % len(kinds)]
        self.book(self.drawn(do, self.legal[do], random.Random(seed)))

    @rule()
    def exactly_what_is_legal_is_accepted(self):
        """Every event that could be tried, from everybody, is accepted just where `legal` offers it."""
        legal, bid = self.legal, self.view["bid"] or {"amount": 0}
        amounts = {0, 1, bid["amount"], bid["amount"] + 1}
        if "bid" in legal:
            amounts |= {legal["bid"]["min"], (legal["bid"]["max"] or 50) + 1, legal["bid"]["max"] or 50}
        tried = [{"do": "roll", "die": die} for die in (0, 1, 6, 7)]
        tried += [{"do": "bid", "amount": amount} for amount in sorted(amounts)] + [{"do": "pass"}]
        tried += [{"do": do, "colour": colour} for do in ("loan", "choose_purse") for colour in (*COLOURS, "pink")]
        tried += [{"do": "place", "colour": c, "district": d} for c in COLOURS for d in (*PRINTED, "D14")]
        for player in (*self.names, "Emil"):
            for keys in tried:
                raw = {"player": player, **keys}
                try:
                    self.game.apply(self.state, self.game.parse_event(raw))
                    ruling = ""
                except RuleError as error:
                    ruling = error.ruling
                assert ruling == "" if self.offered(legal, raw) else ruling.startswith("G-"), raw

    @staticmethod
    def offered(legal: dict[str, Any], raw: dict[str, Any]) -> bool:
        bounds = legal.get(raw["do"])
        if bounds is None or bounds["player"] != raw["player"]:
            return False
        if raw["do"] == "roll":
            return raw["die"] in bounds["die"]
        if raw["do"] == "bid":
            return bounds["min"] <= raw["amount"] and (bounds["max"] is None or raw["amount"] <= bounds["max"])
        if raw["do"] in ("loan", "choose_purse"):
            return raw["colour"] in bounds["colours"]
        if raw["do"] == "place":
            return any(o["colour"] == raw["colour"] and o["district"] == raw["district"] for o in bounds["options"])
        return True

    @rule()
    def hidden_money_stays_hidden(self):
        shown = self.game.view(self.state, PUBLIC)
        if self.options.get("hard") and not shown["over"]:
            assert shown["bank"] is None
            assert all(amount is None for purses in shown["cash"].values() for amount in purses.values())
            assert {**shown, "cash": 0, "bank": 0} == {**self.view, "cash": 0, "bank": 0}
        else:
            assert shown == self.view

    @rule()
    def remark(self):
        self.book({"do": "amend", "note": "a cat on the board"})

    def teardown(self):
        if not self.raw_events:
            return
        record = Record(self.header, tuple(self.raw_events))
        content = render_record(record)
        assert parse_record(content) == record
        *_, last = replay(read_lines(content), calibration.board_file)
        assert self.game.view(last.step.state, "\0banker") == self.view


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)
