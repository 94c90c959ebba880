"""The rules of BIG SHOT. Rulings G-… are cited where they are applied. Amounts are millions."""

from companion.games.big_shot._game import BigShot
from companion.games.big_shot._material import COLOURS, Options

__all__ = ["COLOURS", "BigShot", "Options"]
