"""What the flows of money and the highlights of a game are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import game, game_names
from companion.sentence import Sentence
from companion.words import entry_kind

HIGHLIGHT_TEXTS: Mapping[str, Sentence] = {
    "take_over": Sentence("take-over"),
    "forced_sale": Sentence("forced sale"),
    "out": Sentence("out of the game"),
}
LEFT_OUT: Mapping[str, Sentence] = {
    "shark": Sentence("when to buy and when to sell, and anything that looks further than one move"),
    "big_shot": Sentence(
        "the luck of the die, and the best district for a stone: what a stone is worth hangs on auctions to come"
    ),
    "reibach": Sentence("the luck of the cards, and the best card to lay: what hands hold is nobody else's to see"),
    "master_of_economy": Sentence(
        "the best offer, factory or vote: what they are worth hangs on what the others do at the same time"
    ),
}
"""What the analysis of each game does not work out, and why."""


def box(header: Mapping[str, Any]) -> str:
    """What a record's game is called on its box, with the edition.

    >>> box({"game": "reibach"}), box({"game": "shark", "edition": "1991"}), box({"game": "lost_city"})
    ('REIBACH & CO', 'SHARK 1991', 'LOST CITY')
    """
    name = str(header.get("game", ""))
    title = game(name).title if name in game_names() else name.upper().replace("_", " ")
    return f"{title} {header['edition']}" if header.get("edition") else title


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
