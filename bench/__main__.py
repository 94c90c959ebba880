"""``python -m bench [WORD …]``: runs the benchmark modules of this package, or those with a word in their name.

A module is a benchmark when it has a function ``comparisons`` that gives `Comparison`s, or ``figures``, lines.
"""

from __future__ import annotations

import importlib
import pkgutil
import platform
import sys

import bench
from bench._compare import told


def main(words: list[str]) -> None:
    """Prints every comparison as it is measured."""
    print(f"Python {platform.python_version()}, {platform.machine()}; CPU time, best of several rounds, x = times ours")
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name.startswith("_") or (words and not any(word in module.name for word in words)):
            continue
        print(f"\n== {module.name}")
        found = importlib.import_module(f"bench.{module.name}")
        if hasattr(found, "figures"):
            for line in found.figures():
                print(line, flush=True)
            continue
        for comparison in found.comparisons():
            for line in told(comparison):
                print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
