"""What programs that learn see of Moksha: 16 planes of 8×8 cells; and 1,520 ways to move or stay, each with 9 endings, and the pass.

Black sees the board turned by half a turn, so both seats move up.
"""

from typing import Any

from ludoteka.games.moksha.rules import (
    BLACK,
    CELLS,
    DIRECTIONS,
    EMPTY,
    ENDINGS,
    FACINGS,
    GIVE,
    LEVELS,
    PASS,
    SIDE,
    TURN,
    facing_of,
    level_of,
    seat_of,
)

NAMES = (
    *(f"own cubes of level {level}" for level in range(LEVELS)),
    *(f"enemy cubes of level {level}" for level in range(LEVELS)),
    *(f"cubes that face {facing} quarters of a turn from ahead" for facing in range(FACINGS)),
)
SHAPE = (len(NAMES), SIDE, SIDE)
HIGHEST = 1
PLANE = SIDE * SIDE
STEPS = SIDE - 1
WAYS = DIRECTIONS * STEPS + 1  # from a cell: so many steps in a direction, or to stay
COURSES = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # rows and columns, by direction


def choices(seat: int) -> list[int]:
    """Return all moves within the board, and stays, with each ending; and the pass.  Black's are turned by half a turn."""
    moves = [(place, way) for place in range(PLANE) for way in range(WAYS) if _stays_on_board(place, way)]
    return [*(_action(place, way, ending, seat) for place, way in moves for ending in range(ENDINGS)), PASS]


def _stays_on_board(place: int, way: int) -> bool:
    rows, columns = COURSES[way // STEPS] if way < WAYS - 1 else (0, 0)
    steps = way % STEPS + 1
    return 0 <= place // SIDE + rows * steps < SIDE and 0 <= place % SIDE + columns * steps < SIDE


def _action(place: int, way: int, ending: int, seat: int) -> int:
    direction, steps = (way // STEPS, way % STEPS + 1) if way < WAYS - 1 else (0, 0)
    if seat == BLACK:
        place, direction = PLANE - 1 - place, (direction + DIRECTIONS // 2) % DIRECTIONS if steps else 0
        first = GIVE if ending >= GIVE else TURN
        ending = first + (ending - first + FACINGS // 2) % FACINGS if ending >= TURN else ending
    return ((CELLS[place] * DIRECTIONS + direction) * SIDE + steps) * ENDINGS + ending


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Mark the level and facing of each cube."""
    for number in range(PLANE):
        piece = seen.board[CELLS[number]]
        if piece != EMPTY:
            place = PLANE - 1 - number if seat == BLACK else number
            is_enemy = 1 if seat_of(piece) != seat else 0
            tensor[(is_enemy * LEVELS + level_of(piece)) * PLANE + place] = 1
            tensor[(2 * LEVELS + (facing_of(piece) + 2 * seat) % FACINGS) * PLANE + place] = 1
