"""The long test of the dice reader: `make soak-dice`. Prints what was thrown, heard and refused, and how long it took.

Exit status 1 when a throw was heard wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Literal

from tests.firmware.bench import Bench, Desk, build
from tests.firmware.throwing import Tally, taught, throw, weather
from tests.firmware.wire import listen

THROWS_OF_A_DAY = 500
"""After so many throws it is another day: the reader is learned anew, in another room."""


def throwing(folder: Path, engine: Literal["avr", "core"], throws: int, corrupt: float, seed: int) -> Tally:
    chance, tally = Random(seed), Tally()
    while tally.throws < throws:
        with Bench(folder, folder / "line", engine, seed=chance.randrange(2**32)) as bench:
            desk = Desk(bench)
            taught(desk, chance)
            bench.do("corrupt", corrupt)
            for count in range(min(THROWS_OF_A_DAY, throws - tally.throws)):
                if count % 25 == 0:
                    weather(desk, chance)
                    desk.run(1000)
                throw(desk, chance, tally)
            desk.close()
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=100_000, help="of the firmware's core on the PC")
    parser.add_argument("--avr", type=int, default=300, help="throws of the real firmware in simavr")
    parser.add_argument("--lines", type=int, default=1_000_000, help="damaged lines, and a tenth as many forged ones")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        tenth = options.throws // 10
        plan: list[tuple[Literal["avr", "core"], int, float]] = [
            ("core", options.throws - 3 * tenth, 0),
            ("core", tenth, 0.001),
            ("core", tenth, 0.01),
            ("core", tenth, 0.05),
            ("avr", options.avr, 0.001),
        ]
        for engine, throws, corrupt in plan:
            begun = time.monotonic()
            tally = throwing(folder, engine, throws, corrupt, options.seed)
            wrong += tally.wrong
            print(
                f"{engine:4} {corrupt:5.1%} bytes damaged: {tally.told()}; {time.monotonic() - begun:.0f} s",
                flush=True,
            )
    for forge, lines in ((False, options.lines), (True, options.lines // 10)):
        begun = time.monotonic()
        heard = listen(Random(options.seed), lines, forge=forge)
        wrong += len(heard.wrong)
        what = "forged, with right checksums" if forge else f"damaged, {heard.passed} with right checksums"
        print(
            f"{heard.damaged:9,} lines {what}: {heard.thrown:,} throws, {heard.right:,} right, "
            f"{heard.thrown - heard.right - len(heard.wrong):,} refused, {len(heard.wrong)} wrong; "
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
