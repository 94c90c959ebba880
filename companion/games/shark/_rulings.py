"""What each ruling says, in a sentence or two of our own."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence

RULINGS: Mapping[str, Sentence] = {
    "R-1": Sentence("Nobody begins with money: each player picks one free share, the banker first, then clockwise."),
    "R-2": Sentence("The player to the banker's left begins, then it goes round clockwise."),
    "R-3": Sentence("Only the player on turn trades: he buys at most 5 shares a turn and sells as many as he likes."),
    "R-4": Sentence("Shares are bought and sold at the company's price of the moment. At price 0 there is no trade."),
    "R-5": Sentence(
        "Shares are cards of 1 and of 5. A trade needs cards that give the right number, and a player always "
        "holds as many 5-share cards as possible."
    ),
    "R-6": Sentence("The dice give a zone and a colour. With black or white the player chooses the colour."),
    "R-7": Sentence("The house goes on an empty square of the zone. It is passed over only when it fits nowhere."),
    "R-8": Sentence("Two or more houses of one colour that touch along their edges are a chain, also across zones."),
    "R-9": Sentence(
        "A price is 1,000 for each house in the company's chains, 1,000 if it has lone houses only, and 15,000 at most."
        " Where it is played so, a chain counts 7 at most."
    ),
    "R-10": Sentence("A house may not stand next to a house of another colour, unless its chain is superior."),
    "R-11": Sentence(
        "A chain is superior with strictly more houses than each neighbouring group. Those groups are removed."
    ),
    "R-12": Sentence("A lone house never drives others away, and no house may be placed that would itself be removed."),
    "R-13": Sentence("Only the neighbours of the placed house matter: nowhere else do two colours touch."),
    "R-14": Sentence(
        "First the commission is paid, then the dividends, then the losses. The commission is the company's new price "
        "where it rose, 1,000 for a lone house."
    ),
    "R-15": Sentence("When a price rises, everybody gets the rise for each share of that company."),
    "R-16": Sentence("When a price falls, everybody but the mover pays the fall for each share of that company."),
    "R-17": Sentence("The losses of one settlement are added up and paid out of the player's cash."),
    "R-18": Sentence(
        "Who lacks cash sells shares to the bank at half their price, rounded down once to a full 1,000, and no "
        "share too many."
    ),
    "R-19": Sentence(
        "If all shares at half price are not enough, everything is sold, the rest is forgiven, and the player is "
        "out. With turns of grace the rest stays as a debt."
    ),
    "R-20": Sentence(
        "Debtors settle in seat order, from the mover's left. Nothing else happens until all have settled."
    ),
    "R-21": Sentence("Nobody lends money, players do not trade with each other, and the bank never runs out of money."),
    "R-22": Sentence(
        "The game ends at once when a price reaches 15,000, the houses of a colour are used up, one player is "
        "left, or, in the 2001 edition, the bank has no share left."
    ),
    "R-23": Sentence("Cash and shares at their prices are counted. Who has most wins; players who are out rank last."),
    "R-24": Sentence("With black or white a TOP may be placed instead, on a square of the zone that nothing touches."),
    "R-25": Sentence("A TOP brings the highest of the four prices as commission and changes no price."),
    "R-26": Sentence("A chain that comes to touch a free TOP takes it over: it counts as one of its houses."),
    "R-27": Sentence(
        "When a chain is removed its TOPs stay, free again; a superior chain beside them takes them over."
    ),
    "R-28": Sentence("The price of a removed chain falls by its houses and by the TOPs that it had."),
    "R-29": Sentence("TOPs of a chain count in its size. A free TOP does not hinder a chain."),
    "R-30": Sentence("Everything comes at its place in the turn, from the player whose turn it is."),
    "R-31": Sentence("Counts are whole and at least 1. Nobody sells more than he holds or spends more than he has."),
    "R-32": Sentence("Players, companies, squares, zones and colours are those of this game."),
    "R-33": Sentence("In this variant black takes the colour with the fewest houses on the board; white stays free."),
}
