"""The most memory that a reading takes: `bankhalter read` in a process of its own, as /proc tells (Linux)."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from bench._compare import figure
from bench.reading import BOARD, PICTURE, WATCHED
from companion.pictures import read_picture

PHONE = (4000, 3000)
"""The largest usual picture, width and height."""
MEASURED = """
import sys
from companion.cli import main
try:
    main()
finally:
    print(open("/proc/self/status").read(), file=sys.stderr)
"""
"""A program that ends as `bankhalter` does, and tells what its process took."""


def figures() -> Iterator[str]:
    """The figures one by one, each with its aim: with and without the empty board, from a phone, of many pictures."""
    empty = PICTURE.with_name(f"{PICTURE.stem}-empty.jpg")
    aim = "below 150"
    yield figure("bankhalter --version", _most_mb("--version"), "MB", "")
    yield figure("reading 1280 x 960", _reading_mb(PICTURE), "MB", aim)
    yield figure("reading 1280 x 960, the empty board known", _reading_mb(PICTURE, "--empty", str(empty)), "MB", aim)
    yield figure("reading a folder of 17 such pictures, one by one", _reading_mb(WATCHED[0].parent), "MB", aim)
    with tempfile.TemporaryDirectory() as folder:
        large, large_empty = (_enlarged(path, Path(folder) / path.name) for path in (PICTURE, empty))
        yield figure("reading 4000 x 3000", _reading_mb(large), "MB", "")
        yield figure(
            "reading 4000 x 3000, the empty board known", _reading_mb(large, "--empty", str(large_empty)), "MB", ""
        )


def _reading_mb(pictures: Path, *options: str) -> float:
    return _most_mb("read", str(pictures), "--board", BOARD, *options)


def _enlarged(picture: Path, out: Path) -> Path:
    cv2.imwrite(str(out), cv2.resize(read_picture(picture), PHONE, interpolation=cv2.INTER_CUBIC))
    return out


def _most_mb(*arguments: str) -> float:
    """The peak of the memory of ``bankhalter`` with these arguments; ends the bench where it fails."""
    command = [sys.executable, "-c", MEASURED, *arguments]
    told = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # noqa: S603 (our own)
    found = re.search(r"VmHWM:\s+(\d+) kB", told.stderr)
    if found is None or told.returncode:
        raise SystemExit(f"{' '.join(arguments)} has ended with {told.returncode}: {told.stderr}")
    return int(found[1]) * 1024 / 1e6
