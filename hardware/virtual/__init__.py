"""The virtual tables: houses or blocks on a simulated board, and a camera that has to look to know what is there."""

from __future__ import annotations

from hardware.virtual._art import HOUSE_COLOURS
from hardware.virtual._blocks import Block, draw_regions
from hardware.virtual._camera import VirtualCamera
from hardware.virtual._cards import draw_rows
from hardware.virtual._regions import VirtualRegions
from hardware.virtual._scene import HOUSE_HEIGHT_MM, House
from hardware.virtual._table import VirtualTable
from hardware.virtual._view import View

__all__ = [
    "HOUSE_COLOURS",
    "HOUSE_HEIGHT_MM",
    "Block",
    "House",
    "View",
    "VirtualCamera",
    "VirtualRegions",
    "VirtualTable",
    "draw_regions",
    "draw_rows",
]
