"""Cameras as the command line names them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import DeviceError
from hardware.cameras import known_cameras, may_be_there


def what_may_be_named(known: Iterable[str]) -> str:
    """What a camera may be called, with the numbers of those that are ``known`` here.

    >>> what_may_be_named(["0", "2", "picamera"])
    "a USB camera's number (here: 0, 2), picamera, a folder of pictures, a video file or a stream's address"
    """
    numbers = ", ".join(source for source in known if source.isdigit())
    here = f" (here: {numbers})" if numbers else ""
    return f"a USB camera's number{here}, picamera, a folder of pictures, a video file or a stream's address"


def check_camera(source: str) -> None:
    """Raises DeviceError for a name that nothing goes by; a device that is not there may still be about to come."""
    if source.isdigit() or source.startswith("/dev/") or may_be_there(source):
        return
    raise DeviceError(f"there is no camera {source}: name with --camera {what_may_be_named(known_cameras())}")
