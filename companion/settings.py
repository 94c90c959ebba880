"""What people may set about their table: one typed object, kept as TOML beside the games.

The one place that decides: what the command line says holds for as long as that program runs, and the page shows it as
fixed; else what the file keeps; else the default. The file holds only what differs from the defaults.
"""

from __future__ import annotations

import difflib
import json
import threading
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.errors import DeviceError, FormatError
from companion.files import read_file, save_whole
from companion.parsing import decode_text
from companion.quoting import quoted
from companion.sentence import Sentence

Voice = Literal["off", "tv", "table"]
LanguageChoice = Literal["browser", "en", "de", "it", "fr"]
Money = Literal["accounts", "paper", "both"]
LONGEST_STILL_S = 60
LONGEST_SETUP_MIN = 240
MOST_MB = 100_000


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``book_after_s``: a proposal is booked once the board has been still for so many seconds; None: never by itself.

    ``trades_at_once``: what players do on their phones needs no banker. ``camera``: whether the board is watched.
    ``camera_setup_min``: a camera's set-up ends by itself when nobody has touched it for so many minutes; 0: never.
    ``voice``: who says aloud what is booked: nobody, the TV page, the table's own loudspeaker. ``pictures_mb``: room
    for the pictures that decided an event. ``language``: of who has not chosen one, and of the voice; "browser": as
    each browser prefers. ``money`` and ``hidden_cash``: what the page New game begins with.
    """

    book_after_s: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_STILL_S)] | None = None
    trades_at_once: bool = False
    camera: bool = True
    camera_setup_min: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_SETUP_MIN)] = 15
    voice: Voice = "off"
    pictures_mb: Annotated[int, msgspec.Meta(ge=0, le=MOST_MB)] = 200
    language: LanguageChoice = "browser"
    money: Money = "accounts"
    hidden_cash: bool = False


def parse_settings(raw: Mapping[str, Any]) -> Settings:
    """The settings in a decoded object; raises FormatError, naming for an unknown key the nearest known one."""
    for key in raw:
        if key not in Settings.__struct_fields__:
            near = difflib.get_close_matches(key, Settings.__struct_fields__, 1, 0.0)[0]
            values = {"key": quoted(key), "near": near}
            raise FormatError(Sentence("there is no setting {key}; the nearest is {near}", values))
    try:
        return msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("that cannot be set: {reason}", {"reason": str(error)})) from None


def render_settings(settings: Settings) -> str:
    """The settings as the text of a TOML file."""
    kept: dict[str, Any] = msgspec.to_builtins(settings)
    # What JSON writes for a truth value, a whole number or a short plain text is TOML too.
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in kept.items())


class SettingsKeeper:
    """The settings of a running table. ``given``: what its command line fixes, each with the option's name.

    ``changed`` is called with the new settings after each change. May be used from any thread. Raises FormatError for
    a file that cannot be read, with its name.
    """

    def __init__(self, path: Path, given: Mapping[str, tuple[Any, str]] | None = None) -> None:
        self._path = path
        self._given = dict(given or {})
        self._lock = threading.Lock()
        self._kept = _read(path)
        self._followers: list[Callable[[Settings], None]] = []

    @property
    def now(self) -> Settings:
        """What holds now."""
        return msgspec.structs.replace(self._kept, **{key: value for key, (value, _) in self._given.items()})

    @property
    def given(self) -> Mapping[str, str]:
        """What cannot be changed while this program runs: the setting, and the option that fixes it."""
        return {key: option for key, (_, option) in self._given.items()}

    def follow(self, changed: Callable[[Settings], None]) -> None:
        """Calls it with the settings of now, and after each change."""
        self._followers.append(changed)
        changed(self.now)

    def change(self, raw: Mapping[str, Any]) -> Settings:
        """Changes some settings and keeps them. Raises FormatError, or DeviceError; nothing has changed then."""
        with self._lock:
            for key in raw:
                if key in self._given:
                    values = {"option": self._given[key][1]}
                    raise FormatError(Sentence("this is fixed by {option}: start without it to change it here", values))
            kept = parse_settings({**msgspec.structs.asdict(self._kept), **raw})
            try:
                save_whole(self._path, render_settings(kept).encode())
            except OSError as error:
                values = {"file": str(self._path), "reason": error.strerror or str(error)}
                raise DeviceError(Sentence("{file} cannot be written: {reason}; nothing was changed", values)) from None
            self._kept = kept
            now = self.now
            for follower in self._followers:
                follower(now)
            return now


def _read(path: Path) -> Settings:
    try:
        raw = tomllib.loads(decode_text(read_file(path)))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, FormatError) as error:
        raise FormatError(f"{path} is no file of settings: {error}; mend it, or remove it for the defaults") from None
    try:
        return parse_settings(raw)
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
