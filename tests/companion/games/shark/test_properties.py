"""Whatever legal moves are made: what must hold after each of them, and that records bring the same game again."""

from __future__ import annotations

import random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import calibration
from companion.errors import RuleError
from companion.games.shark import COMPANIES, Shark
from companion.games.shark._chains import groups
from companion.games.shark._position import position
from companion.games.shark._turn import TRANSITIONS
from companion.record import Record, parse_record, read_lines, render_record, replay

PLAYERS = ["Andrea", "Bernd", "Chloé"]
LETTERS = {"red": "r", "blue": "b", "green": "g", "yellow": "y"}

variants = st.fixed_dictionaries(
    {"debt_grace_turns": st.integers(0, 2)},
    optional={
        "seven_cap": st.booleans(),
        "black_fewest": st.booleans(),
        "no_colour_die": st.booleans(),
        "start_share": st.booleans(),
        "houses_per_colour": st.sampled_from([6, 18, 40]),
        "cards": st.sampled_from([{"ones": 2, "fives": 2}, {"ones": 15, "fives": 5}]),
        "end_when_all_shares_sold": st.booleans(),
        "no_trade_after_cannot_place": st.booleans(),
    },
)
tops = st.fixed_dictionaries({"top_houses": st.just(True)}, optional={"top_count": st.integers(0, 12)})
games = st.one_of(
    st.tuples(st.sampled_from(["1987", "1991"]), st.just("shark-1991"), variants),
    st.tuples(st.just("2001"), st.just("shark-2001"), variants),
    st.tuples(st.just("2001"), st.just("shark-2001"), tops),
)


def price_by_hand(rows: list[str], company: str, seven_cap: bool) -> int:
    """R-9 a second time, by joining squares step by step until nothing joins any more."""
    letter = LETTERS[company]
    at = {(r, c): ch for r, row in enumerate(rows) for c, ch in enumerate(row) if ch != "."}

    def beside(square):
        r, c = square
        return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]

    houses = {square for square, ch in at.items() if ch == letter}
    in_chains = {square for square in houses if any(near in houses for near in beside(square))}
    grown = True
    while grown:
        more = {near for square in in_chains for near in beside(square) if at.get(near) in (letter, "t")}
        # A TOP passes the chain on to houses, never to another TOP: two of them are never neighbours.
        grown = not more <= in_chains
        in_chains |= more
    sizes = []
    rest = set(in_chains)
    while rest:
        chain, edge = set(), {rest.pop()}
        while edge:
            chain |= edge
            edge = {near for square in edge for near in beside(square) if near in in_chains} - chain
        rest -= chain
        sizes.append(min(len(chain), 7) if seven_cap else len(chain))
    steps = sum(sizes) if sizes else int(bool(houses))
    return min(steps, 15) * 1000


class Table(RuleBasedStateMachine):
    """Players who do anything that `legal` offers."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Shark()
        self.raw_events: list[dict[str, Any]] = []
        self.live: list[Any] = []

    @initialize(game=games, seed=st.integers(0, 2**32), events=st.integers(0, 200))
    def start(self, game, seed, events):
        edition, board, options = game
        self.header = {
            "format": "bankhalter-game/1",
            "game": "shark",
            "edition": edition,
            "board": board,
            "players": PLAYERS,
            "banker": "Bernd",
            "options": options,
        }
        self.state = self.game.start(self.header, calibration.board_file).state
        self.cards = sum(bank[0] + 5 * bank[1] for bank in self.view["bank"].values())
        self.balance = dict.fromkeys(PLAYERS, 0)
        self.forgiven = dict.fromkeys(PLAYERS, 0)
        self.placed = dict.fromkeys([*COMPANIES, "top"], 0)
        self.taken_off = 0
        self.play_on(random.Random(seed), events)

    def play_on(self, chance: random.Random, events: int) -> None:
        """Lets greedy players go on for so many events: without them removals and debts would be rare.

        Each puts his money into one company as far as he can, and removes the most houses that he can.
        """
        for _ in range(events):
            legal = self.game.legal(self.state)
            kinds = [do for do in legal if do != "amend"]
            if not kinds:
                return
            weights = [{"buy": 6, "sell": 0.3}.get(do, 2) for do in kinds]
            [do] = chance.choices(kinds, weights)
            bounds = legal[do]
            raw = {"do": do, "player": bounds["player"]}
            if do == "pick":
                raw |= {"company": chance.choice(bounds["companies"])}
            elif do in ("buy", "sell"):
                favourite = COMPANIES[PLAYERS.index(bounds["player"])]
                company = favourite if favourite in bounds["companies"] else chance.choice(sorted(bounds["companies"]))
                raw |= {"company": company, "shares": bounds["companies"][company]["max"]}
            elif do == "roll":
                raw |= {"zone": chance.choice(bounds["zones"]), "colour": chance.choice(bounds["colours"])}
            elif do == "place":
                greedy = max(bounds["options"], key=lambda o: (len(o["removes"]), o["commission"], chance.random()))
                self.placed[greedy["company"]] += 1
                raw |= {"company": greedy["company"], "square": greedy["square"]}
            elif do == "forced_sale":
                raw |= {"shares": chance.choice(bounds["sets"])["shares"]}
            self.book(raw)

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, "")

    def book(self, raw: dict[str, Any]) -> None:
        before, seen = self.state, self.view
        step = self.game.apply(before, self.game.parse_event(raw))
        assert self.game.view(before, "") == seen, "apply changed the state that it was given"
        self.state = step.state
        self.raw_events.append(raw)
        self.live.append(step.state)
        assert self.view["phase"] in TRANSITIONS[seen["phase"]][raw["do"]]
        for entry in step.entries:
            assert str(entry.reason)
            assert entry.reason.ruling.startswith("R-")
            if entry.kind != "grace_payment":
                self.balance[entry.account] += entry.amount
            self.forgiven[entry.account] += entry.details.get("forgiven", 0)
        self.taken_off += len(self.view["removed"])
        self.no_two_colours_touch()
        self.price_is_a_function_of_the_board()
        self.position_carried_on_is_that_of_its_rows()
        self.money_is_conserved_and_nobody_has_less_than_nothing()
        self.houses_and_cards_are_conserved()
        self.eliminated_players_have_nothing()

    @precondition(lambda self: "pick" in self.game.legal(self.state))
    @rule(data=st.data())
    def pick(self, data):
        bounds = self.game.legal(self.state)["pick"]
        self.book(
            {"do": "pick", "player": bounds["player"], "company": data.draw(st.sampled_from(bounds["companies"]))}
        )

    @precondition(lambda self: {"buy", "sell"} & set(self.game.legal(self.state)))
    @rule(data=st.data(), may_sell=st.integers(0, 3))
    def trade(self, data, may_sell):
        legal = self.game.legal(self.state)
        do = "sell" if "sell" in legal and (may_sell == 0 or "buy" not in legal) else "buy"
        companies = legal[do]["companies"]
        company = data.draw(st.sampled_from(sorted(companies)))
        shares = data.draw(st.sampled_from(companies[company]["counts"]))
        self.book({"do": do, "player": legal[do]["player"], "company": company, "shares": shares})

    @precondition(lambda self: "roll" in self.game.legal(self.state))
    @rule(data=st.data())
    def turn(self, data):
        """Rolls, places, settles what is owed and ends the turn, so that games come far enough."""
        bounds = self.game.legal(self.state)["roll"]
        roll = {"zone": st.sampled_from(bounds["zones"]), "colour": st.sampled_from(bounds["colours"])}
        drawn = {key: data.draw(value) for key, value in roll.items()}
        self.book({"do": "roll", "player": bounds["player"], **drawn})
        self.place(data)
        while "forced_sale" in self.game.legal(self.state):
            self.forced_sale(data)
        if "end_turn" in self.game.legal(self.state) and data.draw(st.booleans()):
            self.book({"do": "end_turn", "player": self.view["turn"]})

    def place(self, data):
        legal = self.game.legal(self.state)
        mover = self.view["turn"]
        assert ("place" in legal) != ("cannot_place" in legal)
        if "cannot_place" in legal:
            self.book({"do": "cannot_place", "player": mover})
            return
        options = legal["place"]["options"]
        # Removals are rare among the squares and worth seeing: they are drawn every other time.
        removing = [option for option in options if option["removes"]]
        chosen = data.draw(st.sampled_from(removing if removing and data.draw(st.booleans()) else options))
        self.placed[chosen["company"]] += 1
        self.book({"do": "place", "player": mover, "company": chosen["company"], "square": chosen["square"]})
        if chosen["price"] is not None:
            assert self.view["prices"][chosen["company"]] == chosen["price"]
        assert sorted(chosen["removes"]) == sorted(self.view["removed"])

    def forced_sale(self, data):
        bounds = self.game.legal(self.state)["forced_sale"]
        assert bounds["sets"], "a debtor who can choose nothing is bankrupt"
        chosen = data.draw(st.sampled_from(bounds["sets"]))
        assert chosen["proceeds"] >= bounds["missing"]
        self.book({"do": "forced_sale", "player": bounds["player"], "shares": chosen["shares"]})

    @precondition(lambda self: "end_turn" in self.game.legal(self.state))
    @rule()
    def end_turn(self):
        self.book({"do": "end_turn", "player": self.view["turn"]})

    @rule(
        do=st.sampled_from(["pick", "buy", "sell", "roll", "place", "cannot_place", "forced_sale", "end_turn"]),
        player=st.sampled_from([*PLAYERS, "Zoë"]),
        company=st.sampled_from([*COMPANIES, "top", "pink"]),
        shares=st.integers(-1, 7),
        square=st.sampled_from(["A1", "C4", "F6", "L10", "M1"]),
    )
    def anything(self, do, player, company, shares, square):
        """An event at random is refused, or it was among the legal kinds; a refusal changes nothing."""
        legal = self.game.legal(self.state)
        raw = {"do": do, "player": player, "company": company, "square": square, "zone": "1", "colour": "red"}
        raw["shares"] = {company: shares} if do == "forced_sale" else shares
        seen = self.view
        try:
            self.game.apply(self.state, self.game.parse_event(raw))
        except RuleError:
            assert self.view == seen
            if do in ("buy", "sell") and do in legal and player == legal[do]["player"]:
                assert shares not in legal[do]["companies"].get(company, {"counts": []})["counts"]
        else:
            assert do in legal
            assert player == legal[do]["player"]
            if do in ("buy", "sell"):
                assert shares in legal[do]["companies"][company]["counts"]
            if do == "place":
                assert (company, square) in {(o["company"], o["square"]) for o in legal["place"]["options"]}

    def no_two_colours_touch(self):
        owner = {square: group for group in groups(self.state.rows) for square in group.houses | group.tops}
        for (row, col), group in owner.items():
            for near in ((row + 1, col), (row, col + 1)):
                other = owner.get(near)
                assert other is None or other is group

    def price_is_a_function_of_the_board(self):
        view = self.view
        for company in COMPANIES:
            assert view["prices"][company] == price_by_hand(view["board"], company, self.state.options.seven_cap)

    def position_carried_on_is_that_of_its_rows(self):
        assert self.state.position == position(self.state.rows, seven_cap=self.state.options.seven_cap)

    def money_is_conserved_and_nobody_has_less_than_nothing(self):
        view = self.view
        for player in PLAYERS:
            cash = view["cash"][player]
            assert cash >= 0
            open_debt = view["owes"].get(player, 0) + view["debts"].get(player, 0)
            # A grace payment is in neither: the money came with another entry, and the debt is that much smaller.
            assert cash == self.balance[player] + open_debt + self.forgiven[player]
            assert not (open_debt and cash)

    def houses_and_cards_are_conserved(self):
        view = self.view
        on_board = "".join(view["board"])
        standing = sum(on_board.count(letter) for letter in LETTERS.values())
        assert standing + self.taken_off == sum(self.placed[company] for company in COMPANIES)
        assert on_board.count("t") == self.placed["top"]
        held = sum(count for shares in view["shares"].values() for count in shares.values())
        assert held + sum(bank[0] + 5 * bank[1] for bank in view["bank"].values()) == self.cards
        assert all(count >= 0 for shares in view["shares"].values() for count in shares.values())

    def eliminated_players_have_nothing(self):
        for player in self.view["out"]:
            assert self.view["cash"][player] == 0
            assert not any(self.view["shares"][player].values())

    def teardown(self):
        if not self.raw_events:
            return
        record = Record(self.header, tuple(self.raw_events))
        content = render_record(record)
        assert parse_record(content) == record
        assert render_record(parse_record(content)) == content
        # A replay of every prefix of the record brings the state that was live then.
        _, *lines = replay(read_lines(content), calibration.board_file)
        assert [line.step.state for line in lines] == self.live


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("rows", [["rr.b", "..t."], ["rrt.", "..r.", "bb.."], ["r" * 8, "........", "rr......"]])
def test_the_two_ways_to_price_agree_on_boards_by_hand(rows):
    expected = {("rr.b", "..t."): 2000, ("rrt.", "..r.", "bb.."): 4000, ("r" * 8, "." * 8, "rr......"): 10000}
    assert price_by_hand(rows, "red", False) == expected[tuple(rows)]
