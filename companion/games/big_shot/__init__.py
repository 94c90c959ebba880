"""The rules of BIG SHOT. Rulings G-… are cited where they are applied. Amounts are millions."""

from companion.games.big_shot._game import BigShot
from companion.games.big_shot._material import COLOURS, Options
from companion.games.big_shot._rulings import RULINGS

__all__ = ["COLOURS", "RULINGS", "BigShot", "Options"]
