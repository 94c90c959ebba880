"""Cameras: a folder of pictures, and whatever runs by itself: USB, the Pi's own, a stream, a video file."""

from __future__ import annotations

from hardware.cameras._apart import Capture, Opener
from hardware.cameras._folder import FolderCamera
from hardware.cameras._live import LiveCamera
from hardware.cameras._sources import known_cameras, may_be_there, source_opener
from hardware.cameras._steady import Wanted

__all__ = [
    "Capture",
    "FolderCamera",
    "LiveCamera",
    "Opener",
    "Wanted",
    "known_cameras",
    "may_be_there",
    "source_opener",
]
