"""The banker's PIN: hashed, and locked for a while after five wrong tries."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from werkzeug.security import check_password_hash, generate_password_hash

from companion.errors import FormatError

TRIES = 5
LOCKED_S = 60
"""How long the first lock-out lasts; each further one lasts twice as long as the one before, an hour at most."""
LONGEST_S = 3600
LEAST, MOST = 6, 64
"""So many signs has a PIN: six digits are a million, and a night of guessing at this pace tries about a hundred."""
ADDRESSES = 256
"""From so many addresses wrong tries are counted apart, the rest together: a guest's device may have many."""


def make_pin() -> str:
    """A PIN of six digits, by chance."""
    return f"{secrets.randbelow(10**LEAST):0{LEAST}}"


def check_pin(pin: str) -> None:
    """Raises FormatError for one that will not do."""
    if not LEAST <= len(pin) <= MOST:
        raise FormatError(f"a PIN has {LEAST} to {MOST} signs")


def hash_pin(pin: str) -> str:
    """What may be kept of a PIN: werkzeug's scrypt hash with its salt. Raises FormatError for one that will not do."""
    check_pin(pin)
    return generate_password_hash(pin, method="scrypt")


@dataclass(slots=True)
class _Misses:
    count: int = 0
    locks: int = 0
    until: float = 0.0


class Pin:
    """Checks what people type against a hash. ``clock`` in seconds, never going back. May be used from any thread."""

    def __init__(self, hashed: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._hashed = hashed
        self._clock = clock
        self._lock = threading.Lock()
        self._misses: dict[str, _Misses] = {}
        self.mark = hashlib.sha256(hashed.encode()).hexdigest()[:16]
        """Changes with the PIN: sessions that carry another one are over."""

    def locked_s(self, address: str) -> int:
        """For how many seconds nothing from that address is tried; 0 when it may try."""
        with self._lock:
            return self._left(self._of(address))

    def check(self, typed: str, address: str) -> bool:
        """Whether that is the PIN; never while the address is locked out, not even for the right one."""
        with self._lock:  # one at a time: a hash takes 32 MB, and parallel tries are counted too
            misses = self._of(address)
            if self._left(misses):
                return False
            if check_password_hash(self._hashed, typed[: MOST + 1]):
                misses.count = misses.locks = 0
                return True
            misses.count += 1
            if misses.count >= TRIES:
                misses.until = self._clock() + min(LOCKED_S * 2**misses.locks, LONGEST_S)
                misses.count = 0
                misses.locks += 1
            return False

    def _of(self, address: str) -> _Misses:
        if address not in self._misses and len(self._misses) >= ADDRESSES:
            address = ""
        return self._misses.setdefault(address, _Misses())

    def _left(self, misses: _Misses) -> int:
        left = misses.until - self._clock()
        return max(0, -int(-left // 1))
