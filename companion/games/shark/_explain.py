"""Why each amount is paid, in a sentence with its numbers and its ruling."""

from __future__ import annotations

from companion.games._protocol import Sentence
from companion.games.shark._editions import SCALE_TOP, STEP, TOP
from companion.games.shark._placement import Placement
from companion.money import Amount


def company_name(company: str) -> str:
    """How a company is shown: its colour, capitalised; "TOP" for the fifth kind of house."""
    return "TOP" if company == TOP else company.capitalize()


def _shares(count: int) -> str:
    return "{shares} share" if count == 1 else "{shares} shares"


def purchase_reason(company: str, shares: int, price: int) -> Sentence:
    """R-4."""
    return Sentence(
        "{shares} {company} × {price}",
        {"shares": shares, "company": company_name(company), "price": Amount(price)},
        "R-4",
    )


def commission_reason(placed: Placement) -> Sentence:
    """Step 3 of what a placement does: it rests on the price of R-9, for TOPs on R-25 and R-26."""
    group, old, new = placed.group, placed.old_price, placed.new_price
    if group is None or old is None or new is None:
        return Sentence("a TOP: the highest price is {price}", {"price": Amount(placed.commission)}, "R-25")
    values = {
        "chain": group.label,
        "houses": group.size,
        "tops": len(group.tops),
        "company": company_name(placed.company),
        "old": Amount(old),
        "new": Amount(new),
        "commission": Amount(placed.commission),
    }
    if group.is_chain:
        tops = "" if not group.tops else " ({tops} TOP)" if len(group.tops) == 1 else " ({tops} TOPs)"
        text = "chain {chain} now has {houses} houses" + tops + ": {company} rises {old} → {new}"
        return Sentence(text, values, "R-26" if group.tops else "R-9")
    if new > old:
        return Sentence("the first house, alone on {chain}: {company} rises {old} → {new}", values, "R-9")
    return Sentence("a lone house on {chain} brings {commission}: {company} stays at {new}", values, "R-14")


def dividend_reason(placed: Placement, shares: int) -> Sentence:
    """R-15; R-26 where a take-over pays more than the scale can show."""
    values = {
        "shares": shares,
        "per_share": Amount(placed.per_share),
        "company": company_name(placed.company),
        "old": Amount(placed.old_price or 0),
        "new": Amount(placed.new_price or 0),
    }
    text = _shares(shares) + " × {per_share}: {company} rose {old} → {new}"
    if placed.new_price == SCALE_TOP and placed.per_share > SCALE_TOP - (placed.old_price or 0):
        return Sentence(text + ", a TOP taken over brings {per_share} at least", values, "R-26")
    return Sentence(text, values, "R-15")


def loss_reason(company: str, shares: int, old: int, new: int) -> Sentence:
    """R-16."""
    return Sentence(
        _shares(shares) + " × {per_share}: {company} fell {old} → {new}",
        {
            "shares": shares,
            "per_share": Amount(old - new),
            "company": company_name(company),
            "old": Amount(old),
            "new": Amount(new),
        },
        "R-16",
    )


def forced_sale_reason(worth: int, shares: int, *, everything: bool) -> Sentence:
    """R-18, and R-19 where all shares are not enough."""
    text = "half of {worth} for " + _shares(shares)
    if worth // 2 % STEP:
        text += ", rounded down"
    if everything:
        text += ": all that there is"
    return Sentence(text, {"worth": Amount(worth), "shares": shares}, "R-19" if everything else "R-18")


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
