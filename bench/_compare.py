"""Several ways to do one thing, measured by turns in one run."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Way:
    """One way. ``run`` does ``units`` of the thing in one call."""

    name: str
    run: Callable[[], object]
    units: int = 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """``ways``: the program's own first, the ratios are to it. ``unit``: what is counted, as "event"."""

    title: str
    unit: str
    ways: Sequence[Way]


def cpu_seconds(way: Way) -> float:
    """CPU time of this process for one unit: what else runs on the machine counts as little as it can."""
    begin = time.process_time()
    way.run()
    return (time.process_time() - begin) / way.units


def told(comparison: Comparison, rounds: int = ROUNDS) -> Iterator[str]:
    """The comparison as lines of a table: the best of some rounds, the ways taking turns."""
    best = dict.fromkeys(comparison.ways, float("inf"))
    for _ in range(rounds):
        for way in comparison.ways:
            gc.collect()
            best[way] = min(best[way], cpu_seconds(way))
    own = best[comparison.ways[0]]
    yield comparison.title
    for way, seconds in best.items():
        rate = f"{1 / seconds:>12,.0f} a second" if seconds else " " * 21
        yield f"  {way.name:<44}{seconds * 1e6:>12,.1f} µs a {comparison.unit:<10}{rate}{seconds / own:>9.2f} x"


def figure(what: str, value: float, unit: str, aim: str) -> str:
    """One measured value as a line, with its aim where it has one."""
    return f"  {what:<56}{value:>9.2f} {unit:<3}{f'aim: {aim}' if aim else ''}".rstrip()
