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
    "loan": Sentence("loan"),
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
