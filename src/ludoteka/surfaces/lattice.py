"""The geometry of places: how far they reach, what the rim says, how pieces share a place."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from ludoteka.core.scene import Place

COORDINATE = re.compile("([a-z]+)([0-9]+)")
SHARED = 0.94  # of a place is used by several pieces on it


class Bounds(NamedTuple):
    """The rectangle that places fill, in units."""

    left: float
    top: float
    width: float
    height: float


def bounds(places: Sequence[Place]) -> Bounds:
    """Return the rectangle of these places, each a unit square around its centre."""
    xs, ys = [place.x for place in places] or [0.5], [place.y for place in places] or [0.5]
    return Bounds(min(xs) - 0.5, min(ys) - 0.5, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def coordinates(places: Sequence[Place]) -> tuple[dict[float, str], dict[float, str]]:
    """Return the letter of each column, by x, and the number of each row, by y.

    Both are empty unless every place is named by the two.
    """
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    for place in places:
        name = COORDINATE.fullmatch(place.name)
        if not name or columns.setdefault(place.x, name[1]) != name[1] or rows.setdefault(place.y, name[2]) != name[2]:
            return {}, {}
    return columns, rows


def share(index: int, count: int) -> tuple[float, float, float]:
    """Return where one of `count` pieces stands on a place, from its centre, and its scale."""
    if count == 1:
        return 0.0, 0.0, 1.0
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    scale = SHARED / columns
    return (index % columns - (columns - 1) / 2) * scale, (index // columns - (rows - 1) / 2) * scale, scale
