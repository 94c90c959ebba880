"""What each ruling says, in a sentence or two of our own."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sentence import Sentence

RULINGS: Mapping[str, Sentence] = {
    "G-1": Sentence("Everybody begins with 10 million and a colour; each auction space holds 4 stones, not all alike."),
    "G-2": Sentence(
        "There are 18 rounds, one for each auction space. The broker goes as far as the die says, over spaces that "
        "still have stones; then the next player starts."
    ),
    "G-3": Sentence(
        "Bids go round from the starter's left, each above the last, and who passes is out. If nobody bids, the "
        "starter has the stones for nothing."
    ),
    "G-4": Sentence(
        "One loan a round: 10 owed, and 9 in hand for the first, 1 less for each further one. Bids reach as far as "
        "cash and that loan do. There are 30 loans, the last for a highest bidder who needs it."
    ),
    "G-5": Sentence(
        "The winner pays the bank and puts the stones down singly, wherever a district is open: it holds 7."
    ),
    "G-6": Sentence(
        "The seventh stone decides a district: most stones win, but colours with equally many drop out and the next "
        "lower count is looked at. One stone stays with the owner's card."
    ),
    "G-7": Sentence("After the last round districts with fewer stones are decided likewise; some may stay nobody's."),
    "G-8": Sentence(
        "Cash and districts count, each loan takes 10. Next to a park of the same owner a district counts twice; next "
        "to two, twice or four times, as was agreed."
    ),
    "G-9": Sentence(
        "To win takes two districts, parks included. Then wealth counts, then the number of districts, then the best "
        "of them; who has fewer than two ranks behind."
    ),
    "G-10": Sentence(
        "Where it is played hard, money is hidden, loans come before the auction, and any bid stands. Who cannot pay "
        "shows it, and the auction begins anew."
    ),
    "G-11": Sentence("With three players the fourth colour is nobody's: it wins districts, but they count for none."),
    "G-12": Sentence(
        "Two players have two colours each, with a purse and loans for each. One purse pays a whole bid, parks help "
        "their own colour, and each colour needs two districts; then both are added up."
    ),
    "G-13": Sentence("Everything comes at its place, from whose turn it is: die, loans, auction, purse, four stones."),
    "G-14": Sentence(
        "Players, districts, colours and purses are those of this game, the die shows 1 to 6, and the bank never runs "
        "out of money."
    ),
}
