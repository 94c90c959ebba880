"""Offer markers counted on the fields of a market board, against a picture of the empty board from the same place.

They are counted as blocks are (`vision.blocks`); an export field holds one marker at most. What does not fit is not
known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.board import blank_board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.fields import MarketBoard
from companion.offers import COMPANIES, OffersReading
from companion.reading import Point
from vision.blocks import (
    STANDS_OUT,
    Kind,
    Mask,
    check_same_size,
    counted,
    flat,
    in_the_same_light,
    is_shadow,
    lab,
    opened,
    patches,
)
from vision.pose import pose_from_corners


def count_offers(image: Image, corners: Sequence[Point], board: MarketBoard, empty: Image) -> OffersReading:
    """Counts the markers on every field; ``image`` and ``empty`` (H, W, 3) uint8 BGR of the same view.

    ``corners``: the board's in both pictures, clockwise from its own top left. Corners or pictures that do not fit give
    a reading with the reason.
    """
    try:
        check_same_size(image, empty)
        pose = pose_from_corners(corners, blank_board(board.name, board.size_mm), (image.shape[1], image.shape[0]))
    except BoardNotFound as error:
        return OffersReading(board.name, reason=error.sentence)
    masks, strange = _masks(flat(image, pose, 0.0), flat(empty, pose, 0.0))
    kind = _kind(board)
    lying = {company: patches(mask, kind) for company, mask in masks.items()}
    counts = {}
    for field, outline in board.outlines.items():
        found = counted(lying, strange, outline, kind)
        known = [count for count in found.values() if count is not None]
        if field[1] and sum(known) > 1:
            found = dict.fromkeys(found, None)  # an export field holds one marker only
        counts[field] = found
    return OffersReading(board.name, counts)


def _kind(board: MarketBoard) -> Kind:
    """Its markers; a company has seven."""
    return Kind(board.marker_mm, loose=0.25, loose_each=0.02, most=7, thin=0.55, sides=0.35)


def _masks(seen: Image, bare: Image) -> tuple[dict[str, Mask], Mask]:
    """For each company where its markers lie, and where something lies that is none."""
    now, before = lab(in_the_same_light(seen, bare)), lab(bare)
    apart = np.sqrt(((now - before) ** 2).sum(axis=2))
    lies = opened(apart > STANDS_OUT)
    green_red, blue_yellow = now[..., 1] - 128, now[..., 2] - 128
    colours = {
        "blue": (blue_yellow < -18) & (green_red < 24),
        "yellow": (blue_yellow > 38) & (green_red < blue_yellow * 0.55) & (green_red > -14),
        "green": (green_red < -14) & (blue_yellow > -14),
        "red": (green_red > 30) & (blue_yellow < green_red * 1.25),
    }
    markers = {company: opened(lies & colours[company]) for company in COMPANIES}
    known = np.logical_or.reduce(list(markers.values()))
    return markers, lies & ~known & ~is_shadow(now, before)
