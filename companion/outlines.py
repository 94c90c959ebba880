"""Outlines of regions on a board: whether each encloses something, and none another's ground.

An outline is a polygon of any form, its corners in millimetres from the board's top left; the last joins the first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

from companion.sentence import Sentence

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""A polygon's corners."""
_Side = tuple[Point, Point]

SLIVER_MM = 0.25
"""Neighbours drawn by hand may lie over one another by so much along the shorter one's border: a stone on a line is
asked about anyhow."""
MOST_POINTS = 200
"""Points that an outline may have: far more than anybody draws, few enough to be looked at in a moment."""
LONGEST_MM = 5000
"""No board is so wide or high."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an outline, or with two of them. ``names``: of the regions that it is about."""

    names: tuple[str, ...]
    text: Sentence


def are_sizes(size_mm: Point, *pieces_mm: float) -> bool:
    """Whether these can be the width and height of a board, and the sides of its pieces.

    >>> are_sizes((420, 400), 10, 10), are_sizes((420, 400), 0.5), are_sizes((420, 0), 10)
    (True, False, False)
    """
    return all(0 < side < LONGEST_MM for side in size_mm) and all(1 <= side <= 100 for side in pieces_mm)


def faults(outlines: Mapping[str, Outline], size_mm: Point, piece_mm: float) -> list[Fault]:
    """All that keeps pieces of ``piece_mm`` from being counted in these regions; a region's own faults first."""
    found = [Fault((name,), text) for name, each in outlines.items() if (text := _alone(name, each, size_mm, piece_mm))]
    sound = [name for name in outlines if not any(name in fault.names for fault in found)]
    around = {name: _box(outlines[name]) for name in sound}
    for one, other in combinations(sound, 2):
        if _apart(around[one], around[other]):
            continue
        if _lie_over_one_another(outlines[one], outlines[other]):
            values = {"one": one, "other": other}
            found.append(
                Fault((one, other), Sentence("the outlines of {one} and {other} lie over one another", values))
            )
    return found


def _alone(name: str, outline: Outline, size_mm: Point, piece_mm: float) -> Sentence | None:
    """What is wrong with one outline."""
    values = {"district": name}
    width, height = size_mm
    if len(outline) > MOST_POINTS:
        return Sentence("the outline of {district} has more than {most} points", {**values, "most": MOST_POINTS})
    if len(outline) < 3:
        return Sentence("the outline of {district} needs three points or more", values)
    if not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
        return Sentence("the outline of {district} leaves the board", values)
    if crosses_itself(outline):
        return Sentence("the outline of {district} crosses or touches itself", values)
    if area(outline) < piece_mm * piece_mm:
        return Sentence("the outline of {district} encloses less than one piece covers", values)
    return None


def area(outline: Outline) -> float:
    """What an outline that does not cross itself encloses, in mm².

    >>> area(((0, 0), (4, 0), (4, 3)))
    6.0
    """
    return abs(sum(_turn((0.0, 0.0), a, b) for a, b in _sides(outline))) / 2


def perimeter(outline: Outline) -> float:
    """How long the line is.

    >>> perimeter(((0, 0), (4, 0), (4, 3)))
    12.0
    """
    return sum(math.hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in _sides(outline))


def crosses_itself(outline: Outline) -> bool:
    """Whether two of its sides have more in common than the corner in which the one follows the other.

    >>> crosses_itself(((0, 0), (4, 4), (4, 0), (0, 4))), crosses_itself(((0, 0), (4, 0), (4, 4), (0, 4)))
    (True, False)
    """
    sides = _sides(outline)
    for (i, one), (j, other) in combinations(enumerate(sides), 2):
        if j - i == 1 or j - i == len(sides) - 1:
            before, after = (one, other) if j - i == 1 else (other, one)
            if _folds_back(before, after):
                return True
        elif _meet(one, other):
            return True
    return False


def holds(outline: Outline, point: Point) -> bool:
    """Whether a point lies within.

    >>> holds(((0, 0), (4, 0), (4, 3)), (3, 1)), holds(((0, 0), (4, 0), (4, 3)), (1, 2))
    (True, False)
    """
    return any(left <= point[0] <= right for left, right in _inside_at(outline, point[1]))


def overlap(one: Outline, other: Outline) -> float:
    """The ground that two outlines have in common, in mm²; neither crosses itself.

    Between two neighbouring heights of corners and crossings all sides are straight, so the width of what they have in
    common at half height is its mean.

    >>> overlap(((0, 0), (4, 0), (4, 4), (0, 4)), ((3, 2), (9, 2), (9, 9), (3, 9)))
    2.0
    """
    return _common(one, other, _crossings(one, other))


def _lie_over_one_another(one: Outline, other: Outline) -> bool:
    """Whether they have more in common than neighbours drawn by hand.

    Neighbours follow one border: where they cross oftener than twice for each of their points there is none, and to
    work out the ground between so many crossings would take minutes.
    """
    crossings = _crossings(one, other)
    if len(crossings) > 2 * (len(one) + len(other)):
        return True
    return _common(one, other, crossings) > SLIVER_MM * min(perimeter(one), perimeter(other))


def _crossings(one: Outline, other: Outline) -> set[float]:
    """The heights at which sides of the one cross sides of the other."""
    return {y for a in _sides(one) for b in _sides(other) if (y := _crossing_y(a, b)) is not None}


def _common(one: Outline, other: Outline, crossings: set[float]) -> float:
    """The ground that two outlines with these `_crossings` have in common, in mm²."""
    heights = sorted({*(y for _, y in one), *(y for _, y in other), *crossings})
    common = 0.0
    for top, bottom in pairwise(heights):
        middle = (top + bottom) / 2
        widths = (
            min(right, other_right) - max(left, other_left)
            for left, right in _inside_at(one, middle)
            for other_left, other_right in _inside_at(other, middle)
        )
        common += (bottom - top) * sum(width for width in widths if width > 0)
    return common


def _box(outline: Outline) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is around it."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _apart(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def _sides(outline: Outline) -> list[_Side]:
    return list(zip(outline, [*outline[1:], *outline[:1]], strict=True))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle, above 0 where it goes clockwise (y runs down)."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meet(one: _Side, other: _Side) -> bool:
    """Whether two sides have a point in common."""
    (a, b), (c, d) = one, other
    first, second = _turn(a, b, c), _turn(a, b, d)
    third, fourth = _turn(c, d, a), _turn(c, d, b)
    if first * second < 0 and third * fourth < 0:
        return True
    return any(
        turn == 0 and _within(side, point)
        for turn, side, point in ((first, one, c), (second, one, d), (third, other, a), (fourth, other, b))
    )


def _within(side: _Side, point: Point) -> bool:
    """Whether a point on a side's straight line lies on the side."""
    (ax, ay), (bx, by) = side
    return min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)


def _folds_back(before: _Side, after: _Side) -> bool:
    """Whether a side runs back over the one before it, or one of the two has no length."""
    (a, b), (_, c) = before, after
    if a == b or b == c:
        return True
    return _turn(a, b, c) == 0 and (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0


def _crossing_y(one: _Side, other: _Side) -> float | None:
    """The height at which two sides that are not parallel cross."""
    (a, b), (c, d) = one, other
    at_a, at_b = _turn(c, d, a), _turn(c, d, b)
    if at_a == at_b or _turn(a, b, c) * _turn(a, b, d) > 0 or at_a * at_b > 0:
        return None
    return a[1] + (b[1] - a[1]) * at_a / (at_a - at_b)


def _inside_at(outline: Outline, y: float) -> list[tuple[float, float]]:
    """Where a line across at that height is inside, from left to right."""
    xs = sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in _sides(outline) if (ay < y) != (by < y))
    return list(zip(xs[::2], xs[1::2], strict=True))
