"""python -m calibration.training.make_close_ups OUT FOLDER...: labelled pictures to what the second look sees.

FOLDERs as for `calibration.training.make_views`, whose variations these are. OUT gets NUMBER.npz a picture: ``close``
(N, 112, 112, 9) of N squares, ``labels`` (N,), and of the squares around each what was said before, (N, 3, 3, 7): with
the empty board ``known``, without it ``alone``. The nets asked must not have learned from these pictures.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.training.make_views import LEFT_OUT, board_of, labelled, labels_of, views_of
from companion.squares import Square
from vision.classify import first_look
from vision.deciding import LETTERS, Certainties
from vision.patches import close_up
from vision.second_look import around

VERSIONS = 2
"""Versions of each picture."""
PLAIN, OF_PLAIN = 0.985, 0.04
"""Certainty of "." in both looks from which an empty square is plain, and the share of those that are kept."""
EASY, OF_EASY = 0.995, 0.5
"""The same of pieces."""


def main(out: Path, folders: list[Path]) -> None:
    rng = np.random.default_rng(11)
    out.mkdir(parents=True, exist_ok=True)
    for number, (image, bare, truth, corners) in enumerate(labelled(folders)):
        labels = labels_of(image, bare, truth, corners)
        close, known, alone, true = [], [], [], []
        for version in range(VERSIONS):
            seen = views_of(image, bare, truth, corners, version, rng)
            looks = first_look(seen), first_look(seen.without_bare())
            for square in board_of(truth).squares():
                label = int(labels[square.row, square.col])
                if label != LEFT_OUT and rng.random() < _wanted(label, square, looks):
                    close.append(close_up(seen, square))
                    known.append(around(looks[0], square))
                    alone.append(around(looks[1], square))
                    true.append(label)
        if true:
            np.savez(out / f"{number:04}.npz", close=close, known=known, alone=alone, labels=np.array(true, np.uint8))


def _wanted(label: int, square: Square, looks: tuple[Certainties, Certainties]) -> float:
    """How likely a square is to be kept: what both looks tell with certainty teaches little."""
    said: list[NDArray[np.float32]] = [look[square.row, square.col] for look in looks]
    least = min(float(each[label]) for each in said)
    if LETTERS[label] == ".":
        return OF_PLAIN if least > PLAIN else 1.0
    return OF_EASY if LETTERS[label] != "?" and least > EASY else 1.0


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
