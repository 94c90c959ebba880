"""The running table: compares rules, camera and dice, proposes the next event, and books what is confirmed."""

from companion.table._announcer import Announcer
from companion.table._buttons import ButtonsKeeper
from companion.table._lights import LightsKeeper, price_tracks
from companion.table._outlook import entry_json
from companion.table._outside import Peek, Setting
from companion.table._patience import Patience
from companion.table._pictures import PictureKeeper, picture_key
from companion.table._policy import Policy
from companion.table._running import Running, resume
from companion.table._shelf import import_record, take_up
from companion.table._states import STATES, STEPS
from companion.table._table import Freeze, Table
from companion.table._viewers import HIDDEN_CASH, hides_cash

__all__ = [
    "HIDDEN_CASH",
    "STATES",
    "STEPS",
    "Announcer",
    "ButtonsKeeper",
    "Freeze",
    "LightsKeeper",
    "Patience",
    "Peek",
    "PictureKeeper",
    "Policy",
    "Running",
    "Setting",
    "Table",
    "entry_json",
    "hides_cash",
    "import_record",
    "picture_key",
    "price_tracks",
    "resume",
    "take_up",
]
