"""Floor plans: boards with lines along the sides of places, drawn in characters.

Neighbouring places share the line between them; if both have a line there, the more informative one is drawn.  The name
of each sheet is above it.
"""

from collections.abc import Mapping, Sequence
from math import dist
from typing import NamedTuple

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Place, Scene
from ludoteka.surfaces.lattice import bounds, sheets

REACH = 0.5  # from the centre of a place to its sides
SLACK = 0.1  # a line this close to a side belongs to it
JUNCTIONS = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # by the directions of the lines that meet at a corner
UP, DOWN, RIGHT, LEFT = 1, 2, 4, 8


PLAIN, BOLD, FAINT = "0", "1", "2"  # codes of terminal styles


class Field(NamedTuple):
    """Characters with the same style: the contents of a place, or a piece of a line."""

    text: str
    style: str  # a code of a terminal style


class Stroke(NamedTuple):
    """The characters and the meaning of a kind of line."""

    upright: str
    level: str
    style: str = PLAIN
    label: Message | None = None
    joins: bool = True  # whether its ends are drawn


STROKES = {  # the most informative kind first
    "exit": Stroke("#", "#", BOLD, Message("way out")),
    "wall": Stroke("│", "─", PLAIN, Message("wall")),
    "": Stroke("╎", "╌"),  # any other kind
    "unknown": Stroke("┊", "┈", FAINT, Message("not known yet"), joins=False),
}


class Side(NamedTuple):
    """The middle of a side of a place."""

    x: float
    y: float
    is_upright: bool


Canvas = dict[tuple[int, int], Field]  # (row, column) of the first character -> a field


def sides(scene: Scene) -> dict[Side, Stroke]:
    """Return the strokes for lines along the sides of places."""
    drawn: dict[Side, str] = {}
    order = list(STROKES)
    for line in scene.lines:
        side = _side(line, scene.places)
        if side:
            kind = line.kind if line.kind in STROKES else ""
            drawn[side] = min(drawn.get(side, kind), kind, key=order.index)
    return {side: STROKES[kind] for side, kind in drawn.items()}


def _side(line: Line, places: Sequence[Place]) -> Side | None:
    if len(line.points) != 2 or not places:
        return None
    (x1, y1), (x2, y2) = line.points
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    place = min(places, key=lambda one: (one.sheet != line.sheet, dist((one.x, one.y), (x, y))))
    across, down = x - place.x, y - place.y
    if x1 == x2 and abs(down) < SLACK and 0 <= REACH - abs(across) < SLACK:
        return Side(place.x + (REACH if across > 0 else -REACH), place.y, is_upright=True)
    if y1 == y2 and abs(across) < SLACK and 0 <= REACH - abs(down) < SLACK:
        return Side(place.x, place.y + (REACH if down > 0 else -REACH), is_upright=False)
    return None


def draw_plan(scene: Scene, strokes: Mapping[Side, Stroke], fields: Mapping[str, Field]) -> list[list[Field]]:
    """Return the rows of the plan, each from left to right; all `fields`, by place, have the same odd width."""
    canvas, _ = lay_out(scene, strokes, fields)
    rows = [row for row, _ in canvas]
    return [_row(canvas, row) for row in range(min(rows), max(rows) + 1)]


def lay_out(
    scene: Scene, strokes: Mapping[Side, Stroke], fields: Mapping[str, Field]
) -> tuple[Canvas, dict[str, tuple[int, int]]]:
    """Return what is drawn, by row and column, and where the field of each place begins."""
    left, top, _, _ = bounds(scene.places)
    half = (max(len(field.text) for field in fields.values()) + 1) // 2

    def at(x: float, y: float) -> tuple[int, int]:
        return round((y - top) * 2), round((x - left) * 2 * half)

    canvas: Canvas = {}
    starts: dict[str, tuple[int, int]] = {}
    _draw(canvas, {(*at(side.x, side.y), side.is_upright): stroke for side, stroke in strokes.items()}, half)
    for name, places in sheets(scene.places).items():
        row, column = at(min(place.x for place in places), min(place.y for place in places))
        canvas[row - 2, column - half] = Field(name, FAINT)
    for place in scene.places:
        row, column = at(place.x, place.y)
        canvas[row, column - half + 1] = fields[place.name]
        starts[place.name] = row, column - half + 1
    return canvas, starts


def _draw(canvas: Canvas, strokes: Mapping[tuple[int, int, bool], Stroke], half: int) -> None:
    """Draw lines, given by their middles, and the corners that join them."""
    ways: dict[tuple[int, int], int] = {}
    for (row, column, is_upright), stroke in strokes.items():
        if is_upright:
            canvas[row, column] = Field(stroke.upright, stroke.style)
            ends = {(row - 1, column): DOWN, (row + 1, column): UP}
        else:
            canvas[row, column - half + 1] = Field(stroke.level * (2 * half - 1), stroke.style)
            ends = {(row, column - half): RIGHT, (row, column + half): LEFT}
        for end, way in ends.items() if stroke.joins else ():
            ways[end] = ways.get(end, 0) | way
    canvas |= {corner: Field(JUNCTIONS[way], PLAIN) for corner, way in ways.items()}


def _row(canvas: Canvas, row: int) -> list[Field]:
    """Return the fields of a row, with blanks between them."""
    drawn, end = [], 0
    for column in sorted(column for one, column in canvas if one == row):
        drawn += [Field(" " * (column - end), PLAIN), canvas[row, column]]
        end = column + len(canvas[row, column].text)
    return drawn
