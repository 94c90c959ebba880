"""A hand and forearm that reach over the virtual board, as a player sees his own."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.projection import Array
from hardware.virtual._scene import Light, Scene, fixed_point
from hardware.virtual._sensor import Levels
from hardware.virtual._view import HEIGHT, WIDTH

_SKIN = np.array([122, 152, 205], np.float32)
_SLEEVE = np.array([92, 70, 62], np.float32)


@dataclass(frozen=True, slots=True)
class Hand:
    """Fingertips above ``tip_mm`` (2,) of the board; the arm goes away along ``arm`` (2,), of length 1."""

    tip_mm: Array
    arm: Array


@dataclass(frozen=True, slots=True)
class _Limb:
    """A round limb from ``start`` to ``end``: along the arm from the fingertips, across it, and how thick; in mm."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    colour: Light


_LIMBS = (  # from the lowest to the uppermost
    _Limb((130, -4, 27), (330, -2, 36), _SKIN),
    _Limb((215, -3, 37), (1000, 0, 52), _SLEEVE),
    _Limb((36, -36, 8), (86, -38, 12), _SKIN),
    _Limb((24, -26, 9), (86, -26, 13), _SKIN),
    _Limb((82, -20, 25), (135, -5, 27), _SKIN),
    _Limb((80, 4, 22), (130, 2, 26), _SKIN),
    _Limb((2, 8, 8), (72, 22, 14), _SKIN),
    _Limb((0, -8, 7.5), (78, -14, 12), _SKIN),
)


def draw_hand(levels: Levels, scene: Scene, hand: Hand) -> Light:
    """``levels`` (H, W, 3) with the hand over it and its soft shadow under it."""
    drawn = levels.astype(np.float32)
    outlines = [_outline(limb, hand) for limb in _LIMBS]
    shade = np.zeros((HEIGHT // 4, WIDTH // 4), np.uint8)
    for outline in outlines:
        fallen = np.array([scene.shadow_mm(point) for point in outline])
        cv2.fillConvexPoly(shade, fixed_point(scene.view.project(fallen) / 4), 255, cv2.LINE_AA, 4)
    soft = cv2.resize(cv2.GaussianBlur(shade, (0, 0), 4), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    drawn *= (1 - soft.astype(np.float32) * np.float32(0.3 / 255))[..., None]
    for limb, outline in zip(_LIMBS, outlines, strict=True):
        _draw_limb(drawn, scene, scene.view.project(outline), limb.colour)
    return drawn


def _outline(limb: _Limb, hand: Hand) -> Array:
    """(N, 3): the outline of a limb in board mm, at the height at which it hangs."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rounds = [
        np.column_stack([along + radius * np.cos(turns), across + radius * np.sin(turns)])
        for along, across, radius in (limb.start, limb.end)
    ]
    flat = cv2.convexHull(np.concatenate(rounds).astype(np.float32))[:, 0]
    sideways = np.array([-hand.arm[1], hand.arm[0]])
    points = hand.tip_mm + flat[:, :1] * hand.arm + flat[:, 1:] * sideways
    # Fingertips just above a house, the wrist a hand's breadth above the board.
    height = 26 + np.clip(flat[:, 0], 0, 160) * 0.3
    return np.column_stack([points, height])


def _draw_limb(drawn: Light, scene: Scene, outline: Array, colour: Light) -> None:
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - 3, 0)
    right, bottom = np.minimum(np.ceil(outline.max(0)).astype(int) + 4, (WIDTH, HEIGHT))
    if left >= right or top >= bottom:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, fixed_point(outline - (left, top)), 255, cv2.LINE_AA, 4)
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rounding = np.sqrt(np.clip(depth / max(float(depth.max()), 1.0), 0, 1))
    cover = (cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32) / np.float32(255))[..., None]
    gain = np.sqrt(scene.sensor_gain(slice(top, bottom), slice(left, right)))
    part = drawn[top:bottom, left:right]
    part += cover * (colour * gain * (0.62 + 0.42 * rounding)[..., None].astype(np.float32) - part)
