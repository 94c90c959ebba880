"""What the flows of money and the highlights of a game are called."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence
from companion.words import entry_kind

HIGHLIGHT_TEXTS: Mapping[str, Sentence] = {
    "take_over": Sentence("take-over"),
    "forced_sale": Sentence("forced sale"),
    "out": Sentence("out of the game"),
}
_FLOWS: Mapping[str, Sentence] = {
    "start": Sentence("at the start"),
    "trade": Sentence("shares traded"),
    "forgiven": Sentence("forgiven"),
}


def flow_text(flow: str) -> Sentence:
    """What a flow of money is called.

    >>> str(flow_text("trade")), str(flow_text("dividend"))
    ('shares traded', 'dividend')
    """
    return _FLOWS.get(flow) or entry_kind(flow)
