"""The boards of districts: those that come with the program, and those that people entered from their own copy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import calibration
from companion.districts import City, parse_city
from companion.errors import DeviceError, FormatError
from companion.files import make_folder, save_whole
from companion.quoting import quoted


class DistrictBoards:
    """``folder``: where own boards are kept, a file each; it need not be there yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def cities(self) -> Sequence[City]:
        """All boards of districts, the program's own first; a kept file that is none is passed over."""
        known = [parse_city(calibration.board_file(name)) for name in calibration.city_names()]
        for path in sorted(self._folder.glob("*.json")):
            try:
                raw = calibration.read_board_file(path)
                if "districts" in raw and raw["name"] == path.stem:
                    known.append(parse_city(raw))
            except FormatError:
                continue  # as one that was copied there by hand: a game on it says what is wrong with it
        return known

    def keep(self, raw: Mapping[str, Any]) -> City:
        """Keeps a board that was entered.

        Raises FormatError for one that is none, in whose outlines nothing can be counted, or whose name another has.

        A board that is there is never changed: games that were played on it would come out otherwise.
        """
        city = parse_city(raw)
        trouble = None if city.size_mm is None else city.regions().trouble()
        if trouble is not None:
            raise FormatError(trouble)
        if not re.fullmatch(r"[\w-]{1,40}", city.name):
            raise FormatError(f"a board's name has up to 40 letters, digits, - and _, not {quoted(city.name)}")
        path = self._folder / f"{city.name}.json"
        if city in self.cities():
            return city
        if path.exists() or city.name in (*calibration.city_names(), *calibration.board_names()):
            raise FormatError(
                f"another board is called {quoted(city.name)}: choose a new name, games may use the old one"
            )
        try:
            make_folder(self._folder, above=True)
            save_whole(path, json.dumps(raw, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise DeviceError(f"{path} cannot be written: {error.strerror}") from None
        return city
