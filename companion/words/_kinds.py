"""What entries are called. The record has their names in one language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence, as_it_is

_KINDS: Mapping[str, Sentence] = {
    "purchase": Sentence("shares bought"),
    "sale": Sentence("shares sold"),
    "commission": Sentence("commission"),
    "dividend": Sentence("dividend"),
    "loss": Sentence("loss"),
    "forced_sale": Sentence("forced sale"),
    "write_off": Sentence("debt forgiven"),
    "grace_payment": Sentence("debt paid"),
    "build": Sentence("factory built"),
    "sell_factory": Sentence("factory sold"),
    "top_up": Sentence("cash added by the manager"),
    "local": Sentence("trade with each other"),
    "import": Sentence("import"),
    "export": Sentence("export"),
    "fine": Sentence("a fine"),
    "unsold": Sentence("not sold"),
    "no_room": Sentence("store full"),
    "no_supply": Sentence("nothing left at the bank"),
    "unpaid": Sentence("not paid"),
    "power_lost": Sentence("power lost"),
    "interest": Sentence("interest"),
    "loan": Sentence("loan"),
    "repay": Sentence("loan repaid"),
    "bonus": Sentence("bonus"),
    "board_bonus": Sentence("board's bonus"),
    "embezzlement": Sentence("embezzlement"),
    "cover_up": Sentence("cover-up"),
    "buy_back": Sentence("packet bought back"),
    "conversion": Sentence("shares turned into cash"),
    "settlement": Sentence("loans settled"),
    "split": Sentence("cash shared out"),
    "rest": Sentence("the rest"),
    "payment": Sentence("bid paid"),
    "repeat": Sentence("auction repeated"),
    "monopoly": Sentence("monopoly"),
    "longest": Sentence("longest row"),
    "second": Sentence("second longest row"),
    "shared": Sentence("shared"),
    "risk": Sentence("Risk"),
    "penalty": Sentence("penalty"),
}


def entry_kind(kind: str) -> Sentence:
    """What a kind of entry is called.

    >>> str(entry_kind("forced_sale")), str(entry_kind("sea_trade"))
    ('forced sale', 'sea trade')
    """
    return _KINDS.get(kind) or as_it_is(kind.replace("_", " "))
