"""Sets of cells as integers of 64 bits, and what follows from a cube alone, for the evaluation of Moksha."""

from ludoteka.games.moksha.cubes import DIRECTIONS, EMPTY, FACINGS, MONO, RANGE, RIM, has_arrow, level_of
from ludoteka.games.moksha.rules import AREA, CELLS, STEPS, WIDTH

SIGN = 1 << 63  # the last of the 64 bits is the sign, as in integers of the compiler
SIDES = 1 << FACINGS  # the number of sets of sides of a cell
FARTHEST = 16  # more than the distance between any two cells
PIECES = range(EMPTY + 1, RIM)  # the cubes, by what a cell holds


def _signed(bits: int) -> int:
    """Return a set as an integer with a sign."""
    return bits - 2 * SIGN if bits >= SIGN else bits


def _bit(place: int) -> int:
    """Return the set of one cell; none if it is outside the board."""
    return 1 << CELLS.index(place) if place in CELLS else 0


def _beside(place: int, sides: int) -> int:
    """Return the cells beside a place on some of its sides."""
    return sum(_bit(place + STEPS[2 * facing]) for facing in range(FACINGS) if sides >> facing & 1)


def _away(place: int, other: int) -> int:
    """Return the distance along ranks and files."""
    return abs(place // WIDTH - other // WIDTH) + abs(place % WIDTH - other % WIDTH)


def _arrows(piece: int) -> int:
    """Return the directions of the arrows of a cube, as bits."""
    return sum(1 << direction for direction in range(DIRECTIONS) if has_arrow(piece, direction))


def _sides(piece: int) -> int:
    """Return the sides on which a cube can give a level, as bits by facing."""
    return sum(1 << facing for facing in range(FACINGS) if has_arrow(piece, 2 * facing))


BIT = tuple(_signed(_bit(place)) for place in range(AREA))
# By place and set of sides: the cells beside the place on these sides.
BESIDE = tuple(
    _signed(_beside(place, sides)) if place in CELLS else 0 for place in range(AREA) for sides in range(SIDES)
)
# By place and distance: the cells that are so far away.
RING = tuple(
    _signed(sum(_bit(other) for other in CELLS if _away(place, other) == away))
    for place in range(AREA)
    for away in range(FARTHEST)
)
# By what a cell holds; nothing for an empty one and the rim.
ARROWS_OF = (0, *(_arrows(piece) for piece in PIECES), 0)
SIDES_OF = (0, *(_sides(piece) for piece in PIECES), 0)
REACH_OF = (0, *(RANGE[level_of(piece)] for piece in PIECES), 0)
LEVEL_OF = (MONO, *(level_of(piece) for piece in PIECES), MONO)


def count_bits(bits: int) -> int:
    """Return the number of cells in a set."""
    count = 1 if bits < 0 else 0
    bits &= SIGN - 1
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count
