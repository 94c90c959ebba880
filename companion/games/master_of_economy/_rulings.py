"""What each ruling says, in a sentence or two of our own."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence

RULINGS: Mapping[str, Sentence] = {
    "M-1": Sentence(
        "Each player begins with a company that has 25 and 3 building materials, with its packet of 10 shares and one "
        "relation marker. Bids for a place come off the final result."
    ),
    "M-2": Sentence("A company's cash lies open; whether players' cash does the table settles."),
    "M-3": Sentence(
        "A company builds up to 3 factories a phase, 2 of a type, and sells up to 2 at 3 each. A quarry costs 3, any "
        "other factory 3 and a building material."
    ),
    "M-4": Sentence("A factory runs when its material is laid beside it; quarries need none."),
    "M-5": Sentence(
        "A quarry makes 1 building material, a shipyard 1 ship, any other factory 2. A store holds 10 goods. Power "
        "that the factories do not take is lost."
    ),
    "M-6": Sentence(
        "Row by row companies first buy from each other, the cheapest offer first, then from abroad. What is left is "
        "sold abroad as far as the demand reaches, for a point each."
    ),
    "M-7": Sentence("The points of a company, 30 at most, say what its share is worth."),
    "M-8": Sentence(
        "First interest of 1 a loan and repayments of 5, then two rounds of dealing in packets, one purchase and one "
        "sale at most, then a new loan of 5. A purchase brings the manager of that company one share value."
    ),
    "M-9": Sentence("For its factories a board gets 1, with 6 of them 2, with 11 of them 3, with 16 of them 5."),
    "M-10": Sentence(
        "For each Euro$ that a manager takes the company pays its share value besides and loses a point; its share may "
        "not fall by that."
    ),
    "M-11": Sentence(
        "A dividend needs cash for all shares that are out and 6 more for each loan. More than half of the shares pass "
        "it, the highest motion first; a tie goes as the manager voted."
    ),
    "M-12": Sentence(
        "A company buys back packets, or a part that can be changed, for their value and one share value more. One "
        "packet always stays with the players."
    ),
    "M-13": Sentence(
        "Most votes elect the manager; a tie goes as the greatest holder voted. Then the players deal in packets: one "
        "purchase and one sale, three deals for a player without a company next year."
    ),
    "M-14": Sentence(
        "Who is short of cash may add the manager's, then one factory goes for 2. If that is not enough the payment "
        "does not take place, and nothing is owed."
    ),
    "M-15": Sentence(
        "Everybody gets a relation marker. Companies with most markers come first next year, equals keep their order."
    ),
    "M-16": Sentence("The game ends after a trade in which a company has 25 points, or with the last trade of year 4."),
    "M-17": Sentence(
        "At the end shares of companies become cash, loans are paid, and each company's cash goes to the players: per "
        "share, then per packet, the rest to its manager."
    ),
    "M-18": Sentence("Cash and shares at their value, less what was bid at the beginning, are counted."),
    "M-19": Sentence(
        "The players' success markers move the shadow company, which each year blocks one more field of the grey "
        "column."
    ),
    "M-20": Sentence("The pair with the higher sum takes the first two places."),
    "M-21": Sentence("Only the one whose turn it is acts, and only as the step allows."),
    "M-22": Sentence("Companies, players, goods, factories and fields are those of this game."),
    "M-23": Sentence("The bank never runs out of money."),
    "M-24": Sentence("What is done at the same time is written down in the companies' order."),
}
