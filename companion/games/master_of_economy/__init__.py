"""The rules of MASTER OF ECONOMY. Rulings M-… are cited where they are applied. Amounts are Euro$."""

from companion.games.master_of_economy._game import MasterOfEconomy
from companion.games.master_of_economy._material import COMPANIES, FACTORIES, GOODS, printed_market
from companion.games.master_of_economy._rulings import RULINGS

__all__ = ["COMPANIES", "FACTORIES", "GOODS", "RULINGS", "MasterOfEconomy", "printed_market"]
