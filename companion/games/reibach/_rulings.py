"""What each ruling says, in a sentence or two of our own."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence

RULINGS: Mapping[str, Sentence] = {
    "B-1": Sentence(
        "Each player is dealt 4 cards and 3 lie open; only then do the 10 Reibach cards go into the pile. The oldest "
        "begins."
    ),
    "B-2": Sentence(
        "A turn has 3 points to spend, no fewer: 2 for a card from the pile, 1 for an open card, for a dealmaker or "
        "for a card laid on a row of one's own."
    ),
    "B-3": Sentence(
        "The first open card of a row is a business card and says its business. Multitalents count as one card of it; "
        "one Risk card may close the row and counts for nothing but the doubling."
    ),
    "B-4": Sentence("Nobody has two rows of one business or more than 10 dealmakers, those without a card included."),
    "B-5": Sentence("A card stays where it was laid. What is in a hand or lies face down, no page tells."),
    "B-6": Sentence(
        "A Reibach card goes aside and another card comes for it. The 4th and the 7th bring a scoring first; with the "
        "10th comes the last one, and the game is over on the spot."
    ),
    "B-7": Sentence("Who alone has a row of a business gets 4 for it, be it ever so short."),
    "B-8": Sentence("Where several have one, the longest row gets 3 and the next one 1."),
    "B-9": Sentence("Longest rows of equal length share 4, rounded down, and nothing is left for a second place."),
    "B-10": Sentence("Rows that tie for the second place get nothing."),
    "B-11": Sentence("A Risk card doubles what its row gets, after any sharing."),
    "B-12": Sentence(
        "The last scoring takes 2 for each dealmaker without a card and 1 for each card in hand; reports must count "
        "both."
    ),
    "B-13": Sentence("The three scorings are added up. Most wins, and equals win together."),
    "B-14": Sentence(
        "Reports of one scoring never hold more cards than the box: 9 of a business, 5 Multitalents, 5 Risk cards, one "
        "of them a row. A newer report takes the place of the older."
    ),
    "B-15": Sentence(
        "Everything comes at its place, from the player whose turn it is. A Reibach card is replaced before anything "
        "else, and a sheet is scored when all reports are in."
    ),
    "B-16": Sentence("Players, cards, businesses and rows are those of this game; no count is below 0."),
    "B-17": Sentence(
        "The cards whose names are known are never more than the box holds. When only Reibach cards are left in the "
        "pile, the next card is one."
    ),
}
