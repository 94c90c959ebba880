"""``python -m hardware.drawings FOLDER`` writes all drawings there."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.drawings import DRAWINGS

if len(sys.argv) != 2:
    sys.exit("usage: python -m hardware.drawings FOLDER")
for name, draw in DRAWINGS.items():
    (Path(sys.argv[1]) / name).write_text(draw(), "utf-8")
