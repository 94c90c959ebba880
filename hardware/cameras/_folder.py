"""A folder of pictures as a camera."""

from __future__ import annotations

from pathlib import Path

from companion.devices import DeviceHealth, Frame
from companion.errors import DeviceError, FormatError
from companion.pictures import FRAMES, read_picture, shows_empty_board
from hardware._device import ClosingDevice


class FolderCamera(ClosingDevice):
    """The pictures of a folder in the order of their names, one each `read`; frames carry the files' names.

    Pictures of the empty board, by their names, are left out unless ``include_empty``. Raises DeviceError where there
    is no such folder, or no picture in it.
    """

    def __init__(self, folder: Path, include_empty: bool = False) -> None:
        try:
            files = sorted(path for path in folder.iterdir() if path.suffix.lower() in FRAMES)
        except OSError as error:
            raise DeviceError(f"{folder}: cannot be read as a folder of pictures: {error.strerror}") from None
        self._files = [path for path in files if include_empty or not shows_empty_board(path)]
        if not self._files:
            others = " but of the empty board" if files else ""
            raise DeviceError(f"{folder}: there are no pictures{others} in this folder (wanted: .jpg or .png)")
        self._folder = folder
        self._next = 0
        self._unreadable: str | None = None

    def read(self, timeout: float) -> Frame | None:
        """The next picture, None after the last. Raises DeviceError for a file that is none; then goes on."""
        if self._next >= len(self._files):
            return None
        path, index = self._files[self._next], self._next
        self._next += 1
        try:
            image = read_picture(path)
        except FormatError as error:
            self._unreadable = str(error)
            raise DeviceError(str(error)) from None
        # Files tell no reliable time; one a second keeps them in order.
        return Frame(path.name, image, 1000 * index)

    def health(self) -> DeviceHealth:
        if self._unreadable is not None:
            return DeviceHealth("folder camera", "trouble", self._unreadable)
        if self._next >= len(self._files):
            return DeviceHealth(
                "folder camera", "off", f"All {len(self._files)} pictures of {self._folder} were shown."
            )
        return DeviceHealth("folder camera", "fine")

    def close(self) -> None:
        self._next = len(self._files)
