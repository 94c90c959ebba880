"""python -m calibration.training.pack OUT.npz NET.npz...: nets that vote together, in half precision in one file."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np


def main(out: Path, nets: list[Path]) -> None:
    arrays = {
        f"{number}.{name}": array.astype(np.float16)
        for number, path in enumerate(nets)
        for name, array in np.load(path).items()
    }
    np.savez_compressed(out, allow_pickle=False, **arrays)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
