"""What a program that runs all evening does about its memory."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
_LARGE = 1 << 20


def give_pictures_back() -> None:
    """Has every block of a megabyte or more taken from the system by itself, and given back when it is freed.

    Without this glibc raises the size from which it does so to that of the largest picture that was freed, and keeps
    the holes: half as much memory again. Does nothing where the C library is another one.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
