"""Whatever legal moves are made: what must hold after each of them, and that nothing else is accepted."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import calibration
from companion.errors import RuleError
from companion.games import BANKER, PUBLIC
from companion.games.master_of_economy import COMPANIES, FACTORIES, GOODS, MasterOfEconomy
from companion.games.master_of_economy._turn import EVENTS
from companion.record import Record, parse_record, read_lines, render_record, replay

NAMES = ["Andrea", "Bernd", "Chloé", "red"]
"""The last is called like a company: nothing may mix them up."""
PIECES = {"building": 24, "coal": 20, "iron": 16, "power": 24, "steel": 16, "ship": 12}
FACTORY_PIECES = dict(zip(FACTORIES, (12, 10, 10, 12, 10, 10), strict=True))
NEEDS = {
    "coal_mine": ["power"],
    "iron_mine": ["power"],
    "power_station": ["coal"],
    "steel_mill": ["iron", "coal"],
    "shipyard": ["power", "steel"],
}
ENDING = ("done", "pass")


class Table(RuleBasedStateMachine):
    """Players who do anything that `legal` offers."""

    def __init__(self) -> None:
        super().__init__()
        self.game = MasterOfEconomy()
        self.raw_events: list[dict[str, Any]] = []

    @initialize(
        players=st.integers(2, 4),
        variant=st.booleans(),
        open_cash=st.booleans(),
        seed=st.integers(0, 2**32),
        events=st.sampled_from([0, 30, 100, 250, 500]),
        idleness=st.sampled_from([0.5, 1, 3]),
    )
    def start(self, players, variant, open_cash, seed, events, idleness):
        chance = random.Random(seed)
        self.idleness = idleness
        self.names = NAMES[-players:]
        companies = chance.sample(COMPANIES, players)
        self.options: dict[str, Any] = {"open_cash": open_cash}
        if variant and players < 4:
            self.options["shadow_company"] = next(c for c in COMPANIES if c not in companies)
        elif variant:
            self.options["two_against_two"] = [[NAMES[0], NAMES[2]], [NAMES[1], NAMES[3]]]
        position = chance.sample(companies, players)
        owned = dict(zip(self.names, companies, strict=True))
        self.bids = {name: chance.randint(0, 6) for name in self.names if owned[name] != position[-1]}
        self.header = {
            "format": "bankhalter-game/1",
            "game": "master_of_economy",
            "edition": "2010",
            "players": self.names,
            "companies": owned,
            "position": position,
            "bids": self.bids,
            "options": self.options,
        }
        self.state = self.game.start(self.header, calibration.board_file).state
        self.cash = {("company", c): 25 for c in companies} | {("player", name): 0 for name in self.names}
        for _ in range(events):
            if self.view["over"]:
                return
            self.go_on_by(chance)

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, BANKER)

    @property
    def legal(self) -> dict[str, Any]:
        return dict(self.game.legal(self.state))

    def go_on_by(self, chance: random.Random) -> None:
        """An event that is offered; where secret cash lets it be refused, the one who is asked wants nothing then."""
        legal = self.legal
        kinds = [do for do in legal if do != "amend"]
        [do] = chance.choices(kinds, [self.idleness if kind in ENDING else 1 for kind in kinds])
        raw = self.drawn(do, legal[do], chance)
        ruling = self.ruling_against(raw)
        if ruling == "":
            self.book(raw)
        else:
            assert not self.options["open_cash"], raw
            assert ruling in ("M-13", "M-14"), raw
            self.book(self.harmless(legal))

    def ruling_against(self, raw: dict[str, Any]) -> str:
        """The ruling that forbids an event now; empty when it may come."""
        try:
            self.game.apply(self.state, self.game.parse_event(raw))
        except RuleError as error:
            return error.ruling
        return ""

    def harmless(self, legal: dict[str, Any]) -> dict[str, Any]:
        if "top_up" in legal:
            cash = self.view["players"][self.view["turn"]["player"]]["cash"]
            amount = 0 if legal["top_up"]["zero"] else min(legal["top_up"]["max"], cash)
            return {"do": "top_up", "company": legal["top_up"]["company"], "amount": amount}
        do = next(do for do in ENDING if do in legal)
        return {"do": do, **legal[do]}

    def drawn(self, do: str, bounds: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        raw = {"do": do} | {key: bounds[key] for key in ("company", "player") if key in bounds}
        if do in ("build", "sell_factory", "forced_sale"):
            raw["type"] = chance.choice(list(bounds["types"]))
        elif do == "supply":
            raw["factories"] = self.supplies(bounds, chance)
        elif do == "produce":
            raw["goods"], room = {}, bounds["room"]
            for good, made in bounds["goods"].items():
                raw["goods"][good] = min(made, room, bounds["bank"][good])
                room -= raw["goods"][good]
        elif do == "success":
            raw["value"] = chance.choice(bounds["values"])
        elif do == "offers":
            raw |= self.offers(bounds, chance)
        elif do == "top_up":
            amounts = list(range(bounds["min"], bounds["max"] + 1)) + [0] * bounds["zero"]
            raw["amount"] = chance.choice(amounts)
        elif do == "repay":
            raw["loans"] = chance.randint(1, bounds["most"])
        elif do in ("buy_packet", "sell_packet", "swap_packet", "buy_back"):
            option = chance.choice(bounds["options"])
            raw |= {key: option[key] for key in ("of", "packet", "give", "take", "keep") if key in option}
        elif do == "embezzle":
            raw["amount"] = chance.randint(1, bounds["most"])
        elif do == "motion":
            open_amounts = [d for d in range(1, bounds["most"] + 1) if d not in bounds["moved"]]
            raw |= {"player": chance.choice(bounds["players"]), "per_share": chance.choice(open_amounts)}
        elif do == "vote":
            raw["yes"] = chance.random() < 0.5
        elif do == "candidate":
            raw["player"] = chance.choice(bounds["players"])
        elif do == "elect_vote":
            raw["for"] = chance.choice(bounds["candidates"])
        elif do == "support":
            raw["markers"] = chance.randint(0, bounds["most"])
        return raw

    def supplies(self, bounds: dict[str, Any], chance: random.Random) -> dict[str, int]:
        store, factories = Counter(bounds["store"]), {}
        types = list(bounds["factories"].items())
        chance.shuffle(types)
        for plant, printed in types:
            most = min([printed["most"], *(store[good] for good in printed["needs"])])
            factories[plant] = chance.choice([most, most, chance.randint(0, most)])
            store.subtract(dict.fromkeys(printed["needs"], factories[plant]))
        return factories

    def offers(self, bounds: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        """Mostly what the store holds, on fields from the left; some that is not there."""
        store = self.view["companies"][bounds["company"]]["store"]
        markers, imports, exports = bounds["most"], dict.fromkeys(GOODS, 0), {}
        for good in chance.sample(GOODS, len(GOODS)):
            fields = [int(field) for field in bounds["goods"][good]["export"]]
            wanted = store[good] if chance.random() < 0.8 else chance.randint(0, 2)
            count = min(markers, wanted, len(fields))
            exports[good] = fields[:count] if chance.random() < 0.6 else chance.sample(fields, count)
            markers -= count
            if chance.random() < 0.4:
                imports[good] = min(markers, chance.randint(0, 2))
                markers -= imports[good]
        return {"import": imports, "export": exports}

    def book(self, raw: dict[str, Any]) -> None:
        before, seen = self.state, self.view
        step = self.game.apply(before, self.game.parse_event(raw))
        assert self.game.view(before, BANKER) == seen, "apply changed the state that it was given"
        self.state = step.state
        self.raw_events.append(raw)
        assert raw["do"] in (*EVENTS[seen["step"]], "amend")
        for entry in step.entries:
            assert str(entry.reason)
            assert entry.reason.ruling.startswith("M-")
            self.cash[entry.holder, entry.account] += entry.amount
        self.cash_is_what_the_entries_say()
        self.each_packet_is_in_one_place()
        self.goods_and_factories_stay_within_the_material()
        self.the_turn_is_somebodys(step.entries)
        if self.view["over"]:
            self.the_result_is_right()

    def cash_is_what_the_entries_say(self):
        view = self.view
        found = {("company", c): firm["cash"] for c, firm in view["companies"].items() if firm["manager"]}
        found |= {("player", name): person["cash"] for name, person in view["players"].items()}
        assert found == self.cash
        assert min(found.values()) >= 0
        assert sum(found.values()) + view["bank"]["cash"] == 20 + 20 * 2 + 12 * 5 + 20 * 10 + 8 * 50

    def each_packet_is_in_one_place(self):
        view = self.view
        for company in view["companies"]:
            holders = [*view["players"].values(), *view["companies"].values()]
            held = [packet for holder in holders for packet in holder["packets"].get(company, [])]
            assert sorted(held + view["bank"]["packets"][company]) == list(range(1, 11))
            assert company not in view["companies"][company]["packets"], "never one's own"
            owned = any(company in person["packets"] for person in view["players"].values())
            assert owned or company == self.options.get("shadow_company")

    def goods_and_factories_stay_within_the_material(self):
        view = self.view
        lying = Counter()
        for firm in view["companies"].values():
            for plant, count in firm["supplied"].items():
                assert count <= firm["factories"][plant]
                lying.update(dict.fromkeys(NEEDS[plant], count))
            assert sum(firm["store"].values()) <= 10
            assert min([*firm["store"].values(), *firm["factories"].values(), firm["points"]]) >= 0
            assert firm["points"] <= 30
            assert firm["loans"] <= 2
        for good in GOODS:
            stored = sum(firm["store"][good] for firm in view["companies"].values())
            assert stored + lying[good] + view["bank"]["goods"][good] == PIECES[good] - 1
            assert view["bank"]["goods"][good] >= 0
        for plant in FACTORIES:
            built = sum(firm["factories"][plant] for firm in view["companies"].values())
            assert built + view["bank"]["factories"][plant] == FACTORY_PIECES[plant]
            assert view["bank"]["factories"][plant] >= 0

    def the_turn_is_somebodys(self, entries):
        view = self.view
        if view["over"]:
            assert view["turn"] is None
            return
        company, player = view["turn"]["company"], view["turn"]["player"]
        assert player in self.names
        if company is not None and view["step"] not in ("dividend_vote", "election", "support"):
            assert view["companies"][company]["manager"] == player
        assert (view["due"] is not None) == (view["step"] in ("top_up", "forced_sale"))
        if view["due"]:
            assert view["due"]["missing"] > 0
        waiting = self.game.waiting(self.state)
        assert (waiting.kind, waiting.actor) == (view["step"], player)

    def the_result_is_right(self):
        view, totals = self.view, {}
        for name in self.names:
            shares = {of: sum(packets) for of, packets in view["players"][name]["packets"].items()}
            worth = sum(count * view["companies"][of]["value"] for of, count in shares.items())
            totals[name] = view["players"][name]["cash"] + worth - self.bids.get(name, 0)
        assert view["over"]["result"] == totals
        assert sorted(name for rank in view["over"]["ranking"] for name in rank) == sorted(self.names)
        assert all(firm["cash"] == firm["loans"] == 0 for firm in view["companies"].values())
        played = [firm for firm in view["companies"].values() if firm["manager"]]
        if view["over"]["reason"] == "points":
            assert max(firm["points"] for firm in played) >= 25
        else:
            assert (view["year"], view["phase"]) == (4, 9)
        first = view["over"]["ranking"][0]
        if "two_against_two" in self.options:
            teams = self.options["two_against_two"]
            sums = [sum(totals[name] for name in team) for team in teams]
            could = self.names if sums[0] == sums[1] else teams[sums.index(max(sums))]
        else:
            could = self.names
        best = max(totals[name] for name in could)
        assert first == [name for name in self.names if name in could and totals[name] == best]

    @precondition(lambda self: len(self.legal) > 1)
    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed):
        self.go_on_by(random.Random(seed))

    @rule()
    def what_is_accepted_is_offered(self):
        """Events of all kinds from everybody: what `legal` does not offer is refused, with its ruling."""
        legal = self.legal
        for raw in self.tried():
            ruling = self.ruling_against(raw)
            offered = self.offered(legal, raw)
            if ruling == "":
                assert offered, raw
            else:
                assert ruling.startswith("M-")
                assert not offered or not self.options["open_cash"], (raw, ruling)

    def tried(self) -> list[dict[str, Any]]:
        turn = self.view["turn"] or {"company": None, "player": self.names[0]}
        actor = {"company": turn["company"]} if turn["company"] else {"player": turn["player"]}
        company = turn["company"] or self.header["position"][0]
        tried: list[dict[str, Any]] = [{"do": do, "company": c} for do in ("done", "loan") for c in COMPANIES]
        tried += [{"do": "pass", **who} for who in (actor, {"company": company}, {"player": turn["player"]})]
        kinds = ("build", "sell_factory", "forced_sale")
        tried += [{"do": do, "company": company, "type": t} for do in kinds for t in (*FACTORIES, "windmill")]
        for amount in (-1, 0, 1, 2, 3, 4, 10):
            tried += [{"do": do, "company": company, "amount": amount} for do in ("top_up", "embezzle")]
            tried.append({"do": "repay", "company": company, "loans": amount})
            tried.append({"do": "support", "company": company, "player": turn["player"], "markers": amount})
            tried += [{"do": "motion", "company": company, "player": n, "per_share": amount} for n in self.names]
            tried += [{"do": "success", "player": n, "value": amount} for n in self.names]
        for of in COMPANIES:
            for packet in range(12):
                tried += [{"do": do, **actor, "of": of, "packet": packet} for do in ("buy_packet", "sell_packet")]
                tried += [{"do": "swap_packet", **actor, "of": of, "give": packet, "take": n} for n in range(1, 11)]
        tried += [{"do": "buy_back", "company": company, "packet": p, "keep": k} for p in range(12) for k in range(11)]
        for name in (*self.names, "Emil"):
            tried += [{"do": "vote", "company": company, "player": name, "yes": yes} for yes in (True, False)]
            tried.append({"do": "candidate", "company": company, "player": name})
            for other in (*self.names, "Emil"):
                tried.append({"do": "elect_vote", "company": company, "player": other, "for": name})
        return tried

    @staticmethod
    def offered(legal: dict[str, Any], raw: dict[str, Any]) -> bool:
        bounds = legal.get(raw["do"])
        if bounds is None or any(raw.get(key) != bounds[key] for key in ("company", "player") if key in bounds):
            return False
        match raw["do"]:
            case "build" | "sell_factory" | "forced_sale":
                return raw["type"] in bounds["types"]
            case "top_up":
                return bounds["min"] <= raw["amount"] <= bounds["max"] or (raw["amount"] == 0 and bounds["zero"])
            case "embezzle":
                return 1 <= raw["amount"] <= bounds["most"]
            case "repay":
                return 1 <= raw["loans"] <= bounds["most"]
            case "support":
                return 0 <= raw["markers"] <= bounds["most"]
            case "motion":
                return 1 <= raw["per_share"] <= bounds["most"] and raw["per_share"] not in bounds["moved"]
            case "success":
                return raw["value"] in bounds["values"]
            case "buy_packet" | "sell_packet" | "swap_packet" | "buy_back":
                keys = [key for key in ("of", "packet", "give", "take", "keep") if key in raw]
                return any(all(option[key] == raw[key] for key in keys) for option in bounds["options"])
            case "candidate":
                return raw["player"] in bounds["players"]
            case "elect_vote":
                return raw["for"] in bounds["candidates"]
        return True

    @rule()
    def secrets_stay_secret(self):
        shown, all_of_it = self.game.view(self.state, PUBLIC), self.view
        if all_of_it["over"]:
            assert shown == all_of_it
            return
        if not self.options["open_cash"]:
            assert shown["bank"]["cash"] is None
            assert all(person["cash"] is None for person in shown["players"].values())
            own = self.game.view(self.state, self.names[0])["players"][self.names[0]]["cash"]
            assert own == all_of_it["players"][self.names[0]]["cash"]
            assert self.game.wealth(self.state) == {}
        else:
            assert shown["players"] == all_of_it["players"]
            assert list(self.game.wealth(self.state)) == self.names
        assert all(markers["down"] is None for markers in shown["success"].values())
        assert shown["companies"] == all_of_it["companies"]

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
        assert self.game.view(last.step.state, BANKER) == self.view
        said = [str(line.sentence) for line in replay(read_lines(content), calibration.board_file)]
        assert all(said)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=6, deadline=None, suppress_health_check=list(HealthCheck)
)
