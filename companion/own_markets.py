"""The figures of one's own copy of MASTER OF ECONOMY: kept in a file each beside the boards, and used by new games."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import DeviceError, FormatError
from companion.files import make_folder, read_file, save_whole
from companion.games.master_of_economy import Market, changed_market
from companion.parsing import decode_object
from companion.quoting import quoted

FORMAT = "bankhalter-market/1"


@dataclass(frozen=True, slots=True)
class MarketCopy:
    """``changes``: what was read off this copy, as a header's options.market has it; ``market``: with the rest."""

    name: str
    changes: Mapping[str, Any]
    market: Market


def parse_copy(content: bytes | Mapping[str, Any]) -> MarketCopy:
    """The figures in a file, or in its decoded object; raises FormatError for what is none."""
    raw = dict(content) if isinstance(content, Mapping) else decode_object(content)
    if raw.pop("format", None) != FORMAT:
        raise FormatError(f"not the figures of a market: the format is not {FORMAT}")
    name = raw.pop("name", None)
    if not isinstance(name, str) or not re.fullmatch(r"[\w-]{1,40}", name):
        raise FormatError(f"a copy's name has up to 40 letters, digits, - and _, not {quoted(name)}")
    return MarketCopy(name, raw, changed_market(raw))


class MarketCopies:
    """``folder``: where they are kept; it need not be there yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def copies(self) -> Sequence[MarketCopy]:
        """All that are kept, by name; a file that is none is passed over."""
        known = []
        for path in sorted(self._folder.glob("*.json")):
            try:
                copy = parse_copy(read_file(path))
            except (FormatError, OSError):
                continue  # a board, or a file that was put there by hand
            if copy.name == path.stem:
                known.append(copy)
        return known

    def keep(self, raw: Mapping[str, Any]) -> MarketCopy:
        """Keeps figures that were entered, in the place of older ones of that name: a game has its own in its header.

        Raises FormatError for what are none or where a board has that name, DeviceError where they cannot be written.
        """
        copy = parse_copy({"format": FORMAT, **raw})
        path = self._folder / f"{copy.name}.json"
        if path.exists() and copy.name not in {known.name for known in self.copies()}:
            raise FormatError(f"a board is called {quoted(copy.name)}: choose another name")
        kept = {"format": FORMAT, "name": copy.name, **copy.changes}
        try:
            make_folder(self._folder, above=True)
            save_whole(path, json.dumps(kept, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise DeviceError(f"{path} cannot be written: {error.strerror}") from None
        return copy
