"""A player's rows of cards, read from a picture of them laid half over one another; people confirm what it says.

Cards have a white rim: what hangs together with rims is a row, and each coloured field between rims is one card, of
which half is seen but for the last. A field counts as the card whose tones it has; the row's length against its width
must ask for as many cards as there are fields. Where either is not clear the numbers of the row are not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Deck, Rgb, SeenRow
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.sentence import Sentence

WIDTH_PX = 1000
"""Pictures are read at this width."""
HIGHEST_PX = 4 * WIDTH_PX
"""A picture that would be higher than this is read narrower: no photo is, and a strip would take all memory."""
LIGHT = 0.72
"""Share of the rims' brightness from which on a colourless pixel is a rim."""
COLOURLESS = 22.0
"""Chroma (Lab, 8 bit) up to which a pixel is colourless."""
LIKE = 26.0
"""Distance in Lab up to which a pixel has a tone, lightness counting half."""
CLEAR = 0.7
"""Share of a field's pixels that must have a business's tone."""
MIXED = 0.5
"""Share that must have one of the tones of a card of several: where they meet they blend."""
PART = 0.1
"""Share that each tone of a card of several must have at least."""
OFF = 0.6
"""By so many cards may a row's length miss the number of its fields."""
SMALLEST = 0.004
"""Share of the picture that a row has at least."""

Mask = NDArray[np.bool_]


def read_rows(image: Image, deck: Deck) -> tuple[SeenRow, ...]:
    """The rows in a picture (H, W, 3) uint8 BGR, from left to right; raises BoardNotFound where there is no card."""
    height, width = image.shape[:2]
    scale = min(WIDTH_PX / width, HIGHEST_PX / height)
    size = max(1, round(scale * width)), max(1, round(scale * height))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    balanced, rim = _rims(np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8))
    lab = _lab(balanced)
    found: list[tuple[float, SeenRow]] = []
    outlines, _ = cv2.findContours(rim.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if cv2.contourArea(outline) < SMALLEST * rim.size:
            continue
        row = np.zeros(rim.shape, np.uint8)
        cv2.drawContours(row, [outline], -1, 1, cv2.FILLED)
        fields = _fields(row.astype(bool) & ~rim, float(cv2.contourArea(outline)))
        if fields:
            (x, _), _, _ = cv2.minAreaRect(outline)
            cards = [_card(lab[field], deck) for field in fields]
            found.append((x, _row(cards, _asked_for(np.asarray(outline, np.int32), deck))))
    if not found:
        raise BoardNotFound(
            Sentence("no cards with white rims are seen: lay the rows apart, on something that is not white")
        )
    return tuple(row for _, row in sorted(found, key=lambda pair: pair[0]))


def _rims(image: Image) -> tuple[Image, Mask]:
    """The picture with its rims white, and where they are."""
    lab = _lab(image)
    pale = np.hypot(lab[..., 1], lab[..., 2]) < 1.5 * COLOURLESS
    if not pale.any():
        return image, np.zeros(image.shape[:2], bool)
    white = pale & (lab[..., 0] >= np.percentile(lab[..., 0][pale], 90))
    level = np.median(image[white], axis=0)
    balanced = np.clip(image * (240.0 / np.maximum(level, 1)), 0, 255).astype(np.uint8)
    lab = _lab(balanced)
    rim = (lab[..., 0] > LIGHT * 240) & (np.hypot(lab[..., 1], lab[..., 2]) < COLOURLESS)
    # Where two tones of one card meet there may be a thin seam that is as pale as a rim.
    thick = cv2.morphologyEx(rim.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(balanced, np.uint8), thick.astype(bool)


def _fields(inside: Mask, row_area: float) -> list[Mask]:
    """The coloured fields of a row, specks and letters left out."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8), connectivity=4)
    areas = [int(stats[label][4]) for label in range(1, number)]
    if not areas:
        return []
    return [labels == label for label in range(1, number) if areas[label - 1] > 0.2 * max(areas)]


def _asked_for(outline: NDArray[np.int32], deck: Deck) -> float:
    """How many cards the row's length asks for: each but the first makes it half a card longer."""
    _, (one, other), _ = cv2.minAreaRect(outline)
    width, height = deck.size_mm
    card = min(one, other) * height / width
    return 1 + 2 * (max(one, other) / card - 1)


def _card(pixels: NDArray[np.float32], deck: Deck) -> str | None:
    """Which card a field is; None where its tones do not tell."""
    shares = {name: _share(pixels, [tone]) for name, tone in {**deck.colours, "back": deck.back}.items()}
    best = max(shares, key=lambda name: shares[name])
    if shares[best] >= CLEAR:
        return best
    for name, tones in (("multitalent", deck.multitalent), ("risk", deck.risk)):
        each = [_share(pixels, [tone]) for tone in tones]
        if min(each) >= PART and sum(each) >= MIXED:
            return name
    return None


def _share(pixels: NDArray[np.float32], tones: Sequence[Rgb]) -> float:
    wanted = _lab(np.array([[tone[::-1] for tone in tones]], np.uint8))[0]
    apart = (pixels[:, None] - wanted[None]) * np.array([0.5, 1, 1], np.float32)
    return float((np.sqrt((apart**2).sum(axis=2)).min(axis=1) < LIKE).mean())


def _row(cards: Sequence[str | None], asked_for: float) -> SeenRow:
    kinds = Counter(card for card in cards if card not in (None, "back", "multitalent", "risk"))
    business = next(iter(kinds)) if len(kinds) == 1 else None
    back = cards.count("back")
    clear = None not in cards and len(kinds) <= 1 and abs(asked_for - len(cards)) <= OFF and back <= 1
    risk = cards.count("risk")
    if not clear or risk > 1 or (not kinds and len(cards) > back):
        return SeenRow(business, None, None, None, back > 0)
    return SeenRow(business, kinds.total(), cards.count("multitalent"), risk, back > 0)


def _lab(image: Image) -> NDArray[np.float32]:
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 1:] -= 128
    return lab
