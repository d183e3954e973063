"""Names of cells and turns, and actions in these names."""

from typing import NamedTuple

from ludoteka.core.grid import cell_names
from ludoteka.games.moksha.cubes import DIRECTIONS
from ludoteka.games.moksha.rules import NOWHERE, SIDE, STEPS, WIDTH

NAMES = cell_names(SIDE)
CELL = {name: place for place, name in NAMES.items()}
TOPS = "^>v<"  # by facing
TURNS = ("=^", "=>", "=v", "=<")  # turns to each facing, as picked after a move
GIVING = "give"  # picked after a neighbour to give without moving
PASSING = "pass"


class Intent(NamedTuple):
    """An action in names; the parts that it lacks are empty."""

    origin: str
    target: str  # the cell that the cube moves to
    top: str  # the side that its top points to afterwards
    receiver: str  # the cube that it gives a level to


def direction_and_steps(origin: str, target: str) -> tuple[int, int]:
    """Return the direction and the number of steps from one cell to another.

    Returns (0, 0) for the same cell, and (NOWHERE, 0) for cells that share no line.
    """
    if origin == target:
        return 0, 0
    start, end = CELL[origin], CELL[target]
    distance = max(abs(end // WIDTH - start // WIDTH), abs(end % WIDTH - start % WIDTH))
    for direction in range(DIRECTIONS):
        if start + distance * STEPS[direction] == end:
            return direction, distance
    return NOWHERE, 0
