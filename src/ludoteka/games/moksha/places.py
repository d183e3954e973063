"""Names: of cells, of ways to turn, and of what one wishes to do."""

from typing import NamedTuple

from ludoteka.core.grid import cell_names
from ludoteka.games.moksha.cubes import DIRECTIONS
from ludoteka.games.moksha.rules import NOWHERE, SIDE, STEPS, WIDTH

NAMES = cell_names(SIDE)
CELL = {name: place for place, name in NAMES.items()}
TOPS = "^>v<"  # by facing
TURNS = ("=^", "=>", "=v", "=<")  # the same, picked after a move
GIVING = "give"  # picked after a neighbour: the cube does not move
PASSING = "pass"


class Wish(NamedTuple):
    """What a cube is to do, in names; what it is not to do is empty."""

    origin: str
    target: str  # where it moves
    top: str  # where its top is to point then
    receiver: str  # to whom it gives a level


def shift(origin: str, target: str) -> tuple[int, int]:
    """Return the direction and the number of steps from one cell to another.

    Those from a cell to itself are 0 and 0; off every line, NOWHERE and 0.
    """
    if origin == target:
        return 0, 0
    start, end = CELL[origin], CELL[target]
    distance = max(abs(end // WIDTH - start // WIDTH), abs(end % WIDTH - start % WIDTH))
    for direction in range(DIRECTIONS):
        if start + distance * STEPS[direction] == end:
            return direction, distance
    return NOWHERE, 0
