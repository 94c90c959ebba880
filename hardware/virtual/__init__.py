"""The virtual tables: houses or stones on a simulated board, and a camera that has to look to know what is there."""

from __future__ import annotations

from hardware.virtual._art import HOUSE_COLOURS
from hardware.virtual._camera import VirtualCamera
from hardware.virtual._cards import draw_rows
from hardware.virtual._city import STONE_COLOURS, Stone, draw_city
from hardware.virtual._scene import HOUSE_HEIGHT_MM, House
from hardware.virtual._stones import VirtualCity
from hardware.virtual._table import VirtualTable
from hardware.virtual._view import View

__all__ = [
    "HOUSE_COLOURS",
    "HOUSE_HEIGHT_MM",
    "STONE_COLOURS",
    "House",
    "Stone",
    "View",
    "VirtualCamera",
    "VirtualCity",
    "VirtualTable",
    "draw_city",
    "draw_rows",
]
