"""The rules of MASTER OF ECONOMY. Rulings M-… are cited where they are applied. Amounts are Euro$."""

from companion.games.master_of_economy._game import MasterOfEconomy
from companion.games.master_of_economy._material import (
    COMPANIES,
    FACTORIES,
    GOODS,
    Market,
    changed_market,
    printed_market,
)
from companion.games.master_of_economy._rulings import RULINGS
from companion.games.master_of_economy._sighting import MARKET
from companion.games.master_of_economy._words import A_FACTORY, GOOD_NAMES

__all__ = [
    "A_FACTORY",
    "COMPANIES",
    "FACTORIES",
    "GOODS",
    "GOOD_NAMES",
    "MARKET",
    "RULINGS",
    "Market",
    "MasterOfEconomy",
    "changed_market",
    "printed_market",
]
