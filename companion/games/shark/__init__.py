"""The rules of SHARK. Rulings R-… are cited where they are applied."""

from companion.games.shark._editions import COMPANIES, EDITIONS, EXCLUDED, Edition, Options
from companion.games.shark._game import Shark

__all__ = ["COMPANIES", "EDITIONS", "EXCLUDED", "Edition", "Options", "Shark"]
