"""Why each amount is paid, in a sentence with its numbers and its ruling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.shark._editions import SCALE_TOP, STEP, Company
from companion.games.shark._placement import Placement
from companion.games.shark._state import Table
from companion.games.shark._words import company_name
from companion.money import Amount
from companion.sentence import Sentence, counted
from companion.squares import Square


def shares_of(count: int) -> Sentence:
    """A number of shares."""
    return counted(count, "{count} share", "{count} shares")


def purchase_reason(table: Table, company: Company, shares: int, price: int) -> Sentence:
    """R-4."""
    values = {"shares": shares, "company": company_name(table, company), "price": Amount(price)}
    return Sentence("{shares} {company} × {price}", values, "R-4")


def commission_reason(table: Table, placed: Placement) -> Sentence:
    """Step 3 of what a placement does: the new price where it rose, 1,000 for a lone house, R-25 for a TOP."""
    group, old, new = placed.group, placed.old_price, placed.new_price
    if group is None or old is None or new is None:
        return Sentence("a TOP: the highest price is {price}", {"price": Amount(placed.commission)}, "R-25")
    if new > old:
        return Sentence("{rise}, the commission is the new price", {"rise": rise_reason(table, placed)}, "R-14")
    values = {
        "square": group,
        "commission": Amount(placed.commission),
        "company": company_name(table, placed.company),
        "new": Amount(new),
    }
    return Sentence("a lone house on {square} brings {commission}: {company} stays at {new}", values, "R-14")


def no_commission_reason(table: Table, placed: Placement) -> Sentence:
    """Why a placement brings no commission: all prices are 0 (R-25), or the price did not rise under ``seven_cap``."""
    group = placed.group
    if group is None:
        return Sentence("a TOP brings the highest price, and all prices are 0: no commission", {}, "R-25")
    values = {
        "chain": group,
        "houses": counted(group.size, "{count} house", "{count} houses"),
        "company": company_name(table, group.company),
        "old": Amount(placed.old_price or 0),
        "new": Amount(placed.new_price or 0),
    }
    if placed.falls.get(group.company):
        return Sentence(
            "chain {chain} now has {houses}, of which 7 count: {company} falls {old} → {new}, "
            "so there is no commission",
            values,
            "R-9",
        )
    return Sentence(
        "chain {chain} now has {houses}, of which 7 count: {company} stays at {new}, "
        "so there is neither commission nor dividend",
        values,
        "R-9",
    )


def rise_reason(table: Table, placed: Placement) -> Sentence:
    """What made the price of the placed house's company rise, the same for everybody's dividend."""
    group = placed.group
    assert group is not None
    values = {
        "chain": group,
        "company": company_name(table, group.company),
        "old": Amount(placed.old_price or 0),
        "new": Amount(placed.new_price or 0),
    }
    if not group.is_chain:
        return Sentence("the first house, alone on {chain}: {company} rises {old} → {new}", values, "R-9")
    values["houses"] = counted(group.size, "{count} house", "{count} houses")
    if group.tops:
        values["tops"] = counted(len(group.tops), "{count} TOP", "{count} TOPs")
        return Sentence("chain {chain} now has {houses} ({tops}): {company} rises {old} → {new}", values, "R-26")
    if group.company in placed.capped:
        return Sentence(
            "chain {chain} now has {houses}, of which 7 count: {company} rises {old} → {new}", values, "R-9"
        )
    return Sentence("chain {chain} now has {houses}: {company} rises {old} → {new}", values, "R-9")


def dividend_reason(rise: Sentence, placed: Placement, shares: int) -> Sentence:
    """R-15; R-26 where a take-over pays more than the scale can show. ``rise``: from `rise_reason`."""
    old, new = placed.old_price or 0, placed.new_price or 0
    values = {
        "rise": rise,
        "shares": shares_of(shares),
        "per_share": Amount(placed.per_share),
    }
    if new == SCALE_TOP and placed.per_share > SCALE_TOP - old:
        return Sentence("{rise}; {shares} × {per_share}, which a TOP taken over brings at least", values, "R-26")
    return Sentence("{rise}; {shares} × {per_share}", values, "R-15")


def loss_reason(
    table: Table, company: Company, removed: Sequence[Square], shares: int, old: int, new: int, *, capped: bool
) -> Sentence:
    """R-16. ``removed``: squares whose houses of that company were taken off; none where two chains were joined.

    ``capped``: among them is a chain of which 7 houses counted (``seven_cap``).
    """
    values: dict[str, Any] = {
        "company": company_name(table, company),
        "old": Amount(old),
        "new": Amount(new),
        "shares": shares_of(shares),
        "per_share": Amount(old - new),
    }
    if not removed:
        return Sentence(
            "joined chains count 7 at most: {company} falls {old} → {new}; {shares} × {per_share}", values, "R-16"
        )
    values["squares"] = tuple(square.name for square in sorted(removed))
    if capped:
        return counted(
            len(removed),
            "{count} house is removed ({squares}), of a chain 7 counted: {company} falls {old} → {new}; "
            "{shares} × {per_share}",
            "{count} houses are removed ({squares}), of a chain 7 counted: {company} falls {old} → {new}; "
            "{shares} × {per_share}",
            values,
            "R-16",
        )
    return counted(
        len(removed),
        "{count} house is removed ({squares}): {company} falls {old} → {new}; {shares} × {per_share}",
        "{count} houses are removed ({squares}): {company} falls {old} → {new}; {shares} × {per_share}",
        values,
        "R-16",
    )


def forced_sale_reason(worth: int, shares: int, *, everything: bool) -> Sentence:
    """R-18, and R-19 where all shares are not enough."""
    values = {"worth": Amount(worth), "shares": shares_of(shares)}
    rounded = worth // 2 % STEP
    if everything:
        if rounded:
            return Sentence("half of {worth} for {shares}, rounded down: all that there is", values, "R-19")
        return Sentence("half of {worth} for {shares}: all that there is", values, "R-19")
    if rounded:
        return Sentence("half of {worth} for {shares}, rounded down", values, "R-18")
    return Sentence("half of {worth} for {shares}", values, "R-18")


def write_off_reason(player: str, forgiven: int) -> Sentence:
    """R-19."""
    return Sentence(
        "{forgiven} cannot be paid and is forgiven: {player} is out of the game",
        {"forgiven": Amount(forgiven), "player": player},
        "R-19",
    )


def grace_reason(debt: int, rest: int) -> Sentence:
    """R-19 under ``debt_grace_turns``."""
    values = {"debt": Amount(debt), "rest": Amount(rest)}
    if rest:
        return Sentence("goes to the debt of {debt}: {rest} is left", values, "R-19")
    return Sentence("pays the debt of {debt}", values, "R-19")
