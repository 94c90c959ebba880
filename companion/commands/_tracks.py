"""Price tracks by their kind in the words of the command line."""

from __future__ import annotations

from typing import get_args

from companion.devices import PriceTracks
from hardware.tracks import (
    WS2812_RATE,
    ConsoleTracks,
    Max7219Panel,
    Panel,
    PanelTracks,
    ShiftPanel,
    VirtualTracks,
    Ws2812Panel,
    open_dimmer,
    open_spi,
)
from hardware.wiring import TracksKind, TracksWiring

KINDS = get_args(TracksKind)


def open_tracks(tracks: TracksWiring) -> PriceTracks:
    """The price tracks of that kind; raises DeviceError where they cannot be had."""
    kind = tracks.kind
    if kind is None or kind == "virtual":
        return VirtualTracks()
    if kind == "console":
        return ConsoleTracks()
    night = None if tracks.night is None else tracks.night.night()
    return PanelTracks(_panel(kind, tracks), brightness=tracks.brightness, night=night)


def _panel(kind: str, tracks: TracksWiring) -> Panel:
    if kind == "ws2812":
        return Ws2812Panel(open_spi(tracks.spi_port, tracks.spi_device, WS2812_RATE))
    spi = open_spi(tracks.spi_port, tracks.spi_device)
    if kind == "max7219":
        return Max7219Panel(spi)
    return ShiftPanel(spi, None if tracks.dim_pin is None else open_dimmer(tracks.dim_pin))
