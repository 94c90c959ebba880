"""The rules of SHARK. Rulings R-… are cited where they are applied."""

from companion.games.shark._editions import COMPANIES, EDITIONS, EXCLUDED, Edition, Options
from companion.games.shark._game import Shark
from companion.games.shark._rulings import RULINGS

__all__ = ["COMPANIES", "EDITIONS", "EXCLUDED", "RULINGS", "Edition", "Options", "Shark"]
