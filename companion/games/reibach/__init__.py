"""The rules of REIBACH & CO. Rulings B-… are cited where they are applied. Amounts are millions."""

from companion.games.reibach._game import Reibach
from companion.games.reibach._material import BUSINESSES, MULTITALENT, REIBACH, RISK
from companion.games.reibach._rulings import RULINGS
from companion.games.reibach._words import CARDS

__all__ = ["BUSINESSES", "CARDS", "MULTITALENT", "REIBACH", "RISK", "RULINGS", "Reibach"]
