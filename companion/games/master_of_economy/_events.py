"""The events of a MASTER OF ECONOMY record, parsed (the table "Events" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games._events import Amend, read_event


class Build(msgspec.Struct, frozen=True, tag_field="do", tag="build"):
    """A company builds a factory (M-3)."""

    company: str
    type: str


class SellFactory(msgspec.Struct, frozen=True, tag_field="do", tag="sell_factory"):
    """A company sells a factory (M-3)."""

    company: str
    type: str


class Done(msgspec.Struct, frozen=True, tag_field="do", tag="done"):
    """Nothing more from that company, or about it."""

    company: str


class Supply(msgspec.Struct, frozen=True, tag_field="do", tag="supply"):
    """How many factories get their material (M-4)."""

    company: str
    factories: dict[str, int]


class Produce(msgspec.Struct, frozen=True, tag_field="do", tag="produce"):
    """What goes into the store (M-5)."""

    company: str
    goods: dict[str, int]


class PlaySuccess(msgspec.Struct, frozen=True, tag_field="do", tag="success"):
    """A player lays a success marker face down (M-19)."""

    player: str
    value: int


class MakeOffers(msgspec.Struct, frozen=True, tag_field="do", tag="offers"):
    """A company puts all its offer markers on the market (M-6)."""

    company: str
    import_: dict[str, int] = msgspec.field(name="import")
    export: dict[str, tuple[int, ...]]


class TopUp(msgspec.Struct, frozen=True, tag_field="do", tag="top_up"):
    """The manager adds his own cash, or nothing (M-14)."""

    company: str
    amount: int


class ForcedSale(msgspec.Struct, frozen=True, tag_field="do", tag="forced_sale"):
    """The one factory that goes when a company is short of cash (M-14)."""

    company: str
    type: str


class Repay(msgspec.Struct, frozen=True, tag_field="do", tag="repay"):
    """A company repays loans (M-8)."""

    company: str
    loans: int


class _ByEither(msgspec.Struct, frozen=True, kw_only=True):
    """Something that companies and players do: exactly one of them is named."""

    company: str | msgspec.UnsetType = msgspec.UNSET
    player: str | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if isinstance(self.company, str) == isinstance(self.player, str):
            raise ValueError('either "company" or "player" must be named, and not both')

    @property
    def by_company(self) -> bool:
        """Whether a company acts."""
        return isinstance(self.company, str)

    @property
    def actor(self) -> str:
        """The company or player."""
        return self.company if isinstance(self.company, str) else str(self.player)


class BuyPacket(_ByEither, frozen=True, tag_field="do", tag="buy_packet"):
    """A packet is bought from the bank (M-8, M-13)."""

    of: str
    packet: int


class SellPacket(_ByEither, frozen=True, tag_field="do", tag="sell_packet"):
    """A packet is sold to the bank (M-8, M-13)."""

    of: str
    packet: int


class SwapPacket(_ByEither, frozen=True, tag_field="do", tag="swap_packet"):
    """A packet is changed into a larger or smaller one (M-8, M-13)."""

    of: str
    give: int
    take: int


class TakeLoan(msgspec.Struct, frozen=True, tag_field="do", tag="loan"):
    """A company takes a loan (M-8)."""

    company: str


class Embezzle(msgspec.Struct, frozen=True, tag_field="do", tag="embezzle"):
    """What the manager takes, without the costs (M-10)."""

    company: str
    amount: int


class Motion(msgspec.Struct, frozen=True, tag_field="do", tag="motion"):
    """A player moves a dividend (M-11)."""

    player: str
    company: str
    per_share: int


class Vote(msgspec.Struct, frozen=True, tag_field="do", tag="vote"):
    """A player votes on the highest motion (M-11)."""

    player: str
    company: str
    yes: bool


class BuyBack(msgspec.Struct, frozen=True, tag_field="do", tag="buy_back"):
    """A company buys a packet of its own back; ``keep``: the packet that the owner gets in return, 0 = none (M-12)."""

    company: str
    packet: int
    keep: int


class Candidate(msgspec.Struct, frozen=True, tag_field="do", tag="candidate"):
    """A player stands for manager (M-13)."""

    player: str
    company: str


class ElectVote(msgspec.Struct, frozen=True, tag_field="do", tag="elect_vote"):
    """A player votes for a candidate (M-13)."""

    player: str
    company: str
    for_: str = msgspec.field(name="for")


class Support(msgspec.Struct, frozen=True, tag_field="do", tag="support"):
    """A player lays relation markers on a company's field (M-15)."""

    player: str
    company: str
    markers: int


class Pass(_ByEither, frozen=True, tag_field="do", tag="pass"):
    """Nothing of what is possible."""


Event = (
    Build
    | SellFactory
    | Done
    | Supply
    | Produce
    | PlaySuccess
    | MakeOffers
    | TopUp
    | ForcedSale
    | Repay
    | BuyPacket
    | SellPacket
    | SwapPacket
    | TakeLoan
    | Embezzle
    | Motion
    | Vote
    | BuyBack
    | Candidate
    | ElectVote
    | Support
    | Pass
    | Amend
)


def parse_event(raw: Mapping[str, Any]) -> Event:
    """The event in a decoded line; unknown keys are passed over.

    Raises FormatError for an unknown or missing "do", a missing key, a wrong JSON type, and where both or none of
    "company" and "player" stand though one of them acts. Values that the game does not know are for `apply` to refuse.

    >>> parse_event({"do": "top_up", "company": "red", "amount": 2, "x_time": 12})
    TopUp(company='red', amount=2)
    """
    return read_event(raw, Event, "MASTER OF ECONOMY")  # type: ignore[no-any-return]
