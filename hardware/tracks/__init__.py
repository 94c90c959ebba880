"""Price tracks: a row of lights for each company; simulated, on the console, and on a MAX7219."""

from __future__ import annotations

from hardware.tracks._max7219 import Max7219Tracks, Spi, open_spi
from hardware.tracks._pattern import lights
from hardware.tracks._simple import ConsoleTracks, VirtualTracks

__all__ = ["ConsoleTracks", "Max7219Tracks", "Spi", "VirtualTracks", "lights", "open_spi"]
