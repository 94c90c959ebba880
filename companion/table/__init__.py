"""The running table: compares rules, camera and dice, proposes the next event, and books what is confirmed."""

from companion.table._announcer import Announcer
from companion.table._lights import LightsKeeper, price_tracks
from companion.table._patience import Patience
from companion.table._pictures import PictureKeeper
from companion.table._table import Policy, Setting, Table
from companion.table._viewers import PLAYERS_MAY

__all__ = [
    "PLAYERS_MAY",
    "Announcer",
    "LightsKeeper",
    "Patience",
    "PictureKeeper",
    "Policy",
    "Setting",
    "Table",
    "price_tracks",
]
