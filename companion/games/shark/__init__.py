"""The rules of SHARK. Rulings R-… are cited where they are applied."""

from companion.games.shark._editions import COMPANIES, EXCLUDED, Edition, Options, editions, freeze, parse_editions
from companion.games.shark._game import Shark
from companion.games.shark._rulings import RULINGS

__all__ = ["COMPANIES", "EXCLUDED", "RULINGS", "Edition", "Options", "Shark", "editions", "freeze", "parse_editions"]
