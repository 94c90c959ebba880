"""Pictures that no step was made for: what is raised then, and what is said of them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.sentence import Sentence

UNFIT = (cv2.error, ValueError, np.linalg.LinAlgError)
"""What reading raises for such a picture: it is left out, nothing is read from it."""


def unfit(error: Exception) -> Sentence:
    """What is said of such a picture."""
    values = {"reason": " ".join(str(error).split())}
    return Sentence(
        "a picture could not be read, which is a fault of the program: please report it with the picture ({reason})",
        values,
    )
