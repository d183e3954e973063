"""The graph of a maze: neighbours, steps, and which cells can be reached."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Cell = tuple[int, int, int]  # x, y, floor
Side = tuple[Cell, str]

STEPS = {
    "north": (0, -1, 0),
    "east": (1, 0, 0),
    "south": (0, 1, 0),
    "west": (-1, 0, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up"}
COMPASS = ("north", "east", "south", "west")
CURRENT = 2  # the most cells that a river carries a player; clause 18


class Thing(NamedTuple):
    """The object of a cell."""

    kind: str
    to: Cell | None = None  # where a pit or river takes a player who steps onto the cell
    over: tuple[Cell, ...] = ()  # the cells that the river carries the player over
    turn: int = 0  # of a spinner, in degrees
    face: str = ""  # of a mirror
    goods: Mapping[str, int] = {}  # of a shop: item -> hundredths


class Maze(NamedTuple):
    """A scenario after reading."""

    cells: Mapping[Cell, int]  # each with its number, in the order of the scenario
    walls: frozenset[Side]  # as seen from both cells
    one_way: frozenset[Side]  # passable in this direction only
    ladders: frozenset[Side]  # the ladder leads from this cell in this direction
    exits: frozenset[Side]
    things: Mapping[Cell, Thing]
    items: tuple[tuple[Cell, str, int], ...]
    starts: Mapping[str, Cell]


def beside(cell: Cell, way: str) -> Cell:
    """Return the coordinates of the neighbouring cell in a direction, whether the maze has it or not."""
    x, y, floor = STEPS[way]
    return (cell[0] + x, cell[1] + y, cell[2] + floor)


def climbs(maze: Maze) -> frozenset[Cell]:
    """Return the cells with a ladder."""
    return frozenset(cell for cell, _ in maze.ladders)


def empty_cells(maze: Maze) -> list[Cell]:
    """Return the cells without ladder, object and item (clause 6)."""
    taken = climbs(maze) | maze.things.keys() | {cell for cell, _, _ in maze.items}
    return [cell for cell in maze.cells if cell not in taken]


def is_passable(maze: Maze, cell: Cell, way: str) -> bool:
    """Tell whether there is a passage from a cell in a direction (clause 2); exits are walls."""
    other = beside(cell, way)
    if other not in maze.cells or (cell, way) in maze.walls or (other, OPPOSITE[way]) in maze.one_way:
        return False
    return way in COMPASS or (cell, way) in maze.ladders


class Roads(NamedTuple):
    """Where the steps from each cell lead, by cell number."""

    ends: list[list[int]]  # the cells where steps end
    over: list[int]  # all the cells that steps touch, as bits


def roads(maze: Maze) -> Roads:
    """Return where steps lead, including pits and rivers."""
    number = maze.cells
    ends: list[list[int]] = []
    over: list[int] = []
    for cell in maze.cells:
        onto = [beside(cell, way) for way in STEPS if is_passable(maze, cell, way)]
        things = [maze.things.get(step, Thing("")) for step in onto]
        ends.append([number[thing.to or step] for thing, step in zip(things, onto, strict=True)])
        touched = [*onto, *(one for thing in things for one in (*thing.over, *([thing.to] if thing.to else [])))]
        over.append(_bits(number[one] for one in touched))
    return Roads(ends, over)


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def reached(ways: Roads, origin: int) -> tuple[int, int]:
    """Return, as bits, the cells that a player from `origin` can touch, and those where a move can end (clause 6)."""
    touched, ended = 1 << origin, 0
    standing, waiting = 1 << origin, [origin]
    while waiting:
        here = waiting.pop()
        touched |= ways.over[here]
        for end in ways.ends[here]:
            ended |= 1 << end
            if not standing >> end & 1:
                standing |= 1 << end
                waiting.append(end)
    return touched, ended
