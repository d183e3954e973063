"""The cubes of Moksha: the arrows and edges of their faces, and how they roll from one face to the next.

Clause numbers refer to the rules of the game (rules.en.md).
"""

MONO, DI, UGOL, TRI, TETRA, OKTA = 0, 1, 2, 3, 4, 5  # levels; clause 1
LEVELS = 6

# A direction counts eighths of a turn clockwise from the north; a facing counts quarter turns.
DIRECTIONS, FACINGS = 8, 4
SOUTH = 2  # as a facing

# The faces of the cube, by level; arrows and edges are relative to the top of the face (clause 1).
ARROWS = (
    *(1, 0, 0, 0, 0, 0, 0, 0),
    *(1, 0, 0, 0, 1, 0, 0, 0),
    *(1, 0, 1, 0, 0, 0, 0, 0),
    *(1, 0, 1, 0, 0, 0, 1, 0),
    *(1, 0, 1, 0, 1, 0, 1, 0),
    *(1, 1, 1, 1, 1, 1, 1, 1),
)
RANGE = (1, 2, 2, 3, 4, 8)
RED = (0, 0, 0, 0, 0, 0)  # facing of the edge that raises; Okta has none
GREEN = (0, 2, 1, 3, 2, 2)  # facing of the edge that lowers; Mono has none

# What a cell holds: EMPTY, RIM, or a cube, 1 + facing + FACINGS * (level + LEVELS * seat).
EMPTY = 0
SEAT_CUBES = FACINGS * LEVELS
RIM = 1 + 2 * SEAT_CUBES


def cube(seat: int, level: int, facing: int) -> int:
    """Return a seat's cube with the face of that level on top, and the face's top pointing to `facing`."""
    return 1 + facing + FACINGS * (level + LEVELS * seat)


def level_of(piece: int) -> int:
    """Return the level of a cube."""
    return (piece - 1) // FACINGS % LEVELS


def seat_of(piece: int) -> int:
    """Return the seat that a cube belongs to."""
    return (piece - 1) // SEAT_CUBES


def facing_of(piece: int) -> int:
    """Return where the top of a cube's face points."""
    return (piece - 1) % FACINGS


def owns(seat: int, piece: int) -> bool:
    """Tell whether `piece` is one of the seat's cubes."""
    first = 1 + SEAT_CUBES * seat
    return first <= piece < first + SEAT_CUBES


def has_arrow(piece: int, direction: int) -> bool:
    """Tell whether an arrow of the cube points to `direction` (clause 4)."""
    return ARROWS[level_of(piece) * DIRECTIONS + (direction - 2 * facing_of(piece)) % DIRECTIONS] != 0


def raise_cube(piece: int) -> int:
    """Roll a cube over its red edge; the face that comes up has its green edge on the opposite side (clause 11)."""
    level = level_of(piece)
    if level == OKTA:
        return EMPTY
    return cube(seat_of(piece), level + 1, (facing_of(piece) + RED[level] + 2 - GREEN[level + 1]) % FACINGS)


def lower_cube(piece: int) -> int:
    """Roll a cube over its green edge; the face that comes up has its red edge on the opposite side (clause 11)."""
    level = level_of(piece)
    if level == MONO:
        return EMPTY
    return cube(seat_of(piece), level - 1, (facing_of(piece) + GREEN[level] + 2 - RED[level - 1]) % FACINGS)
