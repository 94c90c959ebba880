"""Price tracks: a row of lights for each company; simulated, on the console, and on three kinds of panels."""

from __future__ import annotations

from hardware.tracks._max7219 import Max7219Panel
from hardware.tracks._panel import Panel, PanelTracks
from hardware.tracks._pattern import Choreography, Film, Night, Row, lights
from hardware.tracks._shift import ShiftPanel
from hardware.tracks._simple import ConsoleTracks, VirtualTracks
from hardware.tracks._spi import Dimmer, Spi, open_dimmer, open_spi
from hardware.tracks._ws2812 import WS2812_RATE, Ws2812Panel

__all__ = [
    "WS2812_RATE",
    "Choreography",
    "ConsoleTracks",
    "Dimmer",
    "Film",
    "Max7219Panel",
    "Night",
    "Panel",
    "PanelTracks",
    "Row",
    "ShiftPanel",
    "Spi",
    "VirtualTracks",
    "Ws2812Panel",
    "lights",
    "open_dimmer",
    "open_spi",
]
