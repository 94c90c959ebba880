"""The running table: compares rules, camera and dice, proposes the next event, and books what is confirmed."""

from companion.table._lights import LightsKeeper, price_tracks
from companion.table._pictures import PictureKeeper
from companion.table._table import Policy, Setting, Table

__all__ = ["LightsKeeper", "PictureKeeper", "Policy", "Setting", "Table", "price_tracks"]
