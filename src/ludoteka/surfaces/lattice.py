"""The geometry of boards: bounds, names on the rim, pieces that share a place, and the turned board."""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludoteka.core.scene import MOST_PIECES, Piece, Place, Scene

COORDINATE = re.compile("([a-z]+)([0-9]+)")
SHARED = 0.94  # the part of a place that several pieces on it use
STOREYS = 3  # pieces of a pile that are visible; a higher pile shows its number of pieces
STOREY = 0.14  # the distance between two pieces of a pile
PILED = 0.86  # the size of a piece in a pile


class Bounds(NamedTuple):
    """A rectangle around places, in units."""

    left: float
    top: float
    width: float
    height: float


def bounds(places: Sequence[Place]) -> Bounds:
    """Return the rectangle around places; each is a unit square around its centre."""
    xs, ys = [place.x for place in places] or [0.5], [place.y for place in places] or [0.5]
    return Bounds(min(xs) - 0.5, min(ys) - 0.5, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def coordinates(places: Sequence[Place]) -> tuple[dict[float, str], dict[float, str]]:
    """Return the letter of each column by x, and the number of each row by y; none unless all names consist of both."""
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    for place in places:
        name = COORDINATE.fullmatch(place.name)
        if not name or columns.setdefault(place.x, name[1]) != name[1] or rows.setdefault(place.y, name[2]) != name[2]:
            return {}, {}
    return columns, rows


def sheets(places: Sequence[Place]) -> dict[str, list[Place]]:
    """Return the places of each sheet, by the name of the sheet."""
    parts: dict[str, list[Place]] = {}
    for place in places:
        if place.sheet:
            parts.setdefault(place.sheet, []).append(place)
    return parts


class Stand(NamedTuple):
    """The offset of a piece from the centre of its place, and its size."""

    x: float
    y: float
    scale: float


class PileCounter(NamedTuple):
    """The number of pieces in a high pile; its offset from the centre of the place, and its size."""

    number: int
    x: float
    y: float
    scale: float


class PlacedPiece(NamedTuple):
    """A piece, where on its place it stands, and the counter of the pile if it is on top of a high one."""

    piece: Piece
    stand: Stand
    counter: PileCounter | None = None


CENTRE = Stand(0.0, 0.0, 1.0)


def arrange_pieces(pieces: Sequence[Piece]) -> list[PlacedPiece]:
    """Arrange pieces on their places: equal pieces in piles, from the bottom up, and the piles side by side."""
    places: dict[str, list[Piece]] = {}
    for piece in pieces:
        places.setdefault(piece.place, []).append(piece)
    if len(places) == len(pieces):  # no two pieces share a place: common, and quick
        return [PlacedPiece(piece, CENTRE) for piece in pieces]
    return [placed for here in places.values() for placed in _arrange_place(tuple(here))]


@lru_cache(MOST_PIECES)
def _arrange_place(pieces: tuple[Piece, ...]) -> list[PlacedPiece]:
    placed: list[PlacedPiece] = []
    alike: dict[tuple[str, int, int], list[Piece]] = {}  # by kind, seat and facing
    for piece in pieces:
        alike.setdefault((piece.kind, piece.seat, piece.facing), []).append(piece)
    groups = list(alike.values())
    for index, pile in enumerate(groups):
        x, y, scale = _share(index, len(groups))
        size, top = scale * (PILED if len(pile) > 1 else 1), min(len(pile), STOREYS) - 1
        for storey, piece in enumerate(pile):
            placed.append(PlacedPiece(piece, Stand(x, y + scale * STOREY * (top / 2 - min(storey, top)), size)))
        if len(pile) > STOREYS:
            counter = PileCounter(len(pile), x + scale * 0.3, y + scale * 0.3, 0.3 + scale / 2)
            placed[-1] = placed[-1]._replace(counter=counter)
    return placed


def turn_scene(scene: Scene) -> Scene:
    """Return the scene turned by 180 degrees, as seen from the other side."""
    left, top, width, height = bounds(scene.places)
    across, down = 2 * left + width, 2 * top + height
    places = tuple(place._replace(x=across - place.x, y=down - place.y) for place in scene.places)
    lines = tuple(line._replace(points=tuple((across - x, down - y) for x, y in line.points)) for line in scene.lines)
    pieces = tuple(piece._replace(facing=piece.facing + 2) if piece.facing else piece for piece in scene.pieces)
    ornaments = tuple(one._replace(x=across - one.x, y=down - one.y) for one in scene.ornaments)
    dice_at = scene.dice_at and (across - scene.dice_at[0], down - scene.dice_at[1])
    return scene._replace(places=places, pieces=pieces, lines=lines, ornaments=ornaments, dice_at=dice_at)


def _share(index: int, count: int) -> tuple[float, float, float]:
    if count == 1:
        return 0.0, 0.0, 1.0
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    scale = SHARED / columns
    return (index % columns - (columns - 1) / 2) * scale, (index // columns - (rows - 1) / 2) * scale, scale
