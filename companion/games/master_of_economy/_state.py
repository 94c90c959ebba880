"""The state of a game of MASTER OF ECONOMY: frozen, and changed by `apply` alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games._protocol import Entry
from companion.games.master_of_economy._events import Event
from companion.games.master_of_economy._material import (
    COMPANIES,
    FACTORIES,
    GOODS,
    PACKETS,
    STORE,
    Company,
    FactoryType,
    Good,
    Market,
    Options,
)
from companion.money import Money

Stage = Literal[
    "invest",
    "supply",
    "produce",
    "success",
    "offers",
    "trade",
    "repay",
    "shares",
    "loan",
    "embezzle",
    "motions",
    "dividend_vote",
    "buy_back",
    "candidates",
    "election",
    "player_shares",
    "support",
    "over",
]
"""Where a game is. In ``trade`` nobody chooses anything: it goes on until somebody cannot pay."""
Purpose = Literal["build", "import", "local", "fine", "interest", "repay", "purchase"]
Reason = Literal["points", "years"]
NO_CASH = Money(0)


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game. ``companies``: in play, the shadow company among them.

    ``bids``: what the auction of places takes off each result (M-1). ``teams``: two pairs, or none (M-20).
    """

    options: Options
    market: Market
    players: tuple[str, ...]
    companies: tuple[Company, ...]
    shadow: Company | None
    bids: Mapping[str, Money]
    teams: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Firm:
    """A company. ``manager`` None for the shadow company alone. ``packets``: of others, only what is there.

    ``supplied``: how many factories have their material lying at them, until all companies have produced (M-5).
    """

    manager: str | None
    cash: Money = NO_CASH
    loans: int = 0
    points: int = 0
    store: Mapping[Good, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    factories: Mapping[FactoryType, int] = field(default_factory=lambda: dict.fromkeys(FACTORIES, 0))
    supplied: Mapping[FactoryType, int] = field(default_factory=dict)
    packets: Mapping[Company, tuple[int, ...]] = field(default_factory=dict)

    @property
    def room(self) -> int:
        """Goods that the store still takes (M-5)."""
        return STORE - sum(self.store.values())


@dataclass(frozen=True, slots=True)
class Person:
    """A player. ``packets``: only what is there, ascending."""

    cash: Money
    relations: int
    packets: Mapping[Company, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Account:
    """A player, or a company where there is one. Their names are apart: a player may be called "red"."""

    player: str = ""
    company: Company | None = None

    @property
    def name(self) -> str:
        return self.company or self.player


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has shares of a company: a player, or another company that votes as its manager does."""

    account: Account
    voter: str
    packets: tuple[int, ...]

    @property
    def shares(self) -> int:
        return sum(self.packets)


@dataclass(frozen=True, slots=True)
class Offers:
    """A good's row with the markers that lie on it.

    ``imports``: in the order in which they are served. ``looked``: so many of them have found no seller in this trade.
    ``exports``: by field. ``reached``: the field up to which the exports abroad are settled.
    """

    imports: tuple[Company, ...]
    exports: tuple[Company | None, ...]
    demand: int
    looked: int = 0
    reached: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """A step of a trade as it came about: what was booked, and how the good's row and the companies stood after it.

    ``entries``: none where the shadow company's marker alone moved the demand. ``firms``: of each company in play.
    """

    good: Good
    entries: tuple[Entry, ...]
    row: Offers
    firms: Mapping[Company, Firm]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who decides: ``player``, for ``company`` or about it."""

    company: Company | None
    player: str


@dataclass(frozen=True, slots=True)
class Charge:
    """What a company has to pay, or wishes to. ``about``: the good, type of factory or company whose shares it is for.

    ``field``, ``seller``: of a local purchase; a fine has the field too. ``wish``: the event that asked for it.
    """

    company: Company
    purpose: Purpose
    amount: Money
    about: str = ""
    field: int = 0
    seller: Company | None = None
    wish: Event | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """A payment for which the cash is short, and what is asked of the manager (M-14)."""

    charge: Charge
    step: Literal["top_up", "forced_sale"]


@dataclass(frozen=True, slots=True)
class Deals:
    """Packets bought and sold by one company or player in this phase (M-8, M-13)."""

    purchases: int = 0
    sales: int = 0


@dataclass(frozen=True, slots=True)
class Success:
    """A player's success markers: the one face down, and the one that lies open since the last trade (M-19)."""

    down: int | None = None
    lying: int | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """How a company's cash was shared out at the end (M-17)."""

    cash: Money
    per_share: Money
    per_packet: Money
    rest: Money


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the game is over, and what each company shared out, by position."""

    reason: Reason
    split: Mapping[Company, Split]


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events.

    ``asked``: who decides in this stage, the one awaited first. ``agenda``: companies that come one by one in this
    stage; in the meeting the present one stands first. ``built``, ``sold``: by the company that invests. ``round``: of
    dealing in packets, from 1. ``deals``: by company or player. ``motions``: the highest first. ``votes``: cast so far.
    ``elected``: managers of the next year. ``laid``: the market of the newest trade before its first deal, until the
    next one begins; ``traded``: its deals so far.
    """

    table: Table
    year: int
    phase: int
    stage: Stage
    position: tuple[Company, ...]
    firms: Mapping[Company, Firm]
    people: Mapping[str, Person]
    offers: Mapping[Good, Offers]
    laid: Mapping[Good, Offers] = field(default_factory=dict)
    traded: tuple[Deal, ...] = ()
    asked: tuple[Asked, ...] = ()
    agenda: tuple[Company, ...] = ()
    due: Due | None = None
    built: Mapping[FactoryType, int] = field(default_factory=dict)
    sold: int = 0
    round: int = 0
    deals: Mapping[str, Deals] = field(default_factory=dict)
    motions: tuple[int, ...] = ()
    votes: Mapping[str, bool | str] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    elected: Mapping[Company, str] = field(default_factory=dict)
    support: Mapping[Company, int] = field(default_factory=dict)
    success: Mapping[str, Success] = field(default_factory=dict)
    ending: Ending | None = None

    @property
    def market(self) -> Market:
        return self.table.market

    @property
    def turn(self) -> Asked | None:
        """Who is awaited; None after the end."""
        if self.due is not None:
            company = self.due.charge.company
            return Asked(company, self.manager(company))
        return self.asked[0] if self.asked else None

    def manager(self, company: Company) -> str:
        """The manager of a company that is played."""
        manager = self.firms[company].manager
        assert manager is not None
        return manager

    def value(self, company: Company) -> Money:
        """What a share is worth (M-7)."""
        return self.value_at(self.firms[company].points)

    def value_at(self, points: int) -> Money:
        """What a share of a company with so many points is worth."""
        return Money(self.market.share_value[points])

    def holders(self, of: Company) -> Iterator[Holder]:
        """Who has shares of that company: players in header order, then companies."""
        for name, person in self.people.items():
            if person.packets.get(of):
                yield Holder(Account(player=name), name, person.packets[of])
        for company, firm in self.firms.items():
            if firm.packets.get(of):
                yield Holder(Account(company=company), self.manager(company), firm.packets[of])

    def packets(self, account: Account) -> Mapping[Company, tuple[int, ...]]:
        """The packets of a player or company."""
        if account.company is None:
            return self.people[account.player].packets
        return self.firms[account.company].packets

    def cash(self, account: Account) -> Money:
        """The cash of a player or company."""
        return self.people[account.player].cash if account.company is None else self.firms[account.company].cash

    def bank_packets(self, of: Company) -> tuple[int, ...]:
        """The company's packets that lie at the bank."""
        held = {packet for holder in self.holders(of) for packet in holder.packets}
        return tuple(packet for packet in PACKETS if packet not in held)

    def shares_out(self, of: Company) -> int:
        """Shares that the bank has not (M-11)."""
        return sum(holder.shares for holder in self.holders(of))

    def bank_goods(self, good: Good) -> int:
        """Pieces in the supply: neither in stores nor at factories (M-5)."""
        lying = sum(
            count
            for firm in self.firms.values()
            for plant, count in firm.supplied.items()
            if good in self.market.plants[plant].needs
        )
        return self.market.pieces[good] - lying - sum(firm.store[good] for firm in self.firms.values())

    def bank_factories(self, plant: FactoryType) -> int:
        """Factories of that type that nobody has built."""
        return self.market.plants[plant].pieces - sum(firm.factories[plant] for firm in self.firms.values())

    def played(self) -> tuple[Company, ...]:
        """Companies with a manager, in the order in which companies are always listed."""
        return tuple(company for company in COMPANIES if company in self.position)
