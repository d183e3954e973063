"""The evaluation of Moksha, made by hand; it counts in sets of cells, which are integers of 64 bits."""

from ludoteka.games.moksha.rules import (
    AREA,
    CELLS,
    DIRECTIONS,
    EMPTY,
    ENDINGS,
    FACINGS,
    GIVE,
    MONO,
    PASS,
    RANGE,
    RIM,
    SEAT_CUBES,
    STEPS,
    WIDTH,
    State,
    facing_of,
    has_arrow,
    is_free,
    level_of,
    owns,
    seat_of,
)

SIGN = 1 << 63  # the last of the 64 bits is the sign, as in integers of the compiler
SIDES = 1 << FACINGS  # the number of sets of sides of a cell
FARTHEST = 16  # more than the distance between any two cells
PIECES = range(EMPTY + 1, RIM)  # the cubes, by what a cell holds


def _signed(bits: int) -> int:
    return bits - 2 * SIGN if bits >= SIGN else bits


def _bit(place: int) -> int:
    return 1 << CELLS.index(place) if place in CELLS else 0


def _beside(place: int, sides: int) -> int:
    return sum(_bit(place + STEPS[2 * facing]) for facing in range(FACINGS) if sides >> facing & 1)


def _away(place: int, other: int) -> int:
    return abs(place // WIDTH - other // WIDTH) + abs(place % WIDTH - other % WIDTH)


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
# By what a cell holds: its arrows by direction and the sides on which it can give by facing, as bits; its reach and level.
ARROWS_OF = (0, *(sum(1 << way for way in range(DIRECTIONS) if has_arrow(piece, way)) for piece in PIECES), 0)
SIDES_OF = (0, *(sum(1 << facing for facing in range(FACINGS) if has_arrow(piece, 2 * facing)) for piece in PIECES), 0)
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


WORTH = (280, 200, 150, 110, 80, 60)  # of a cube by its level: the lower, the closer to Moksha
# A Mono whose arrow points at an enemy cube is about to open Moksha.
OPENING = 5_000  # for such a Mono if its owner is to move
THREAT = 250  # for such a Mono if the opponent is to move
PINNED = 400  # for such a Mono if the opponent is to move, but the enemy cube cannot move away
SHUT_IN = 60  # the penalty for a cube that has no action
TARGET = (75, 60, 50, 40, 30, 20)  # the penalty, by level, for a cube that could be given a level without a push
SPACE = 12  # each cell on which an enemy cube could be given a level without a push
STEP = 8  # the penalty for each step from any other Mono to the nearest enemy


def sides_of(state: State) -> tuple[int, int, int, int]:
    """Return the sets of the cells with white and with black cubes, and of those where each side could give a level without a push."""
    white = black = white_reach = black_reach = 0
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            if piece <= SEAT_CUBES:
                white |= BIT[place]
                white_reach |= reach_of(state, place)
            else:
                black |= BIT[place]
                black_reach |= reach_of(state, place)
    return white, black, white_reach, black_reach


def evaluate(state: State, seat: int) -> int:
    """Return the worth of the seat's cubes and space less those of the opponent."""
    white, black, white_reach, black_reach = sides_of(state)
    score = SPACE * (count_bits(white_reach) - count_bits(black_reach))
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            if piece <= SEAT_CUBES:
                score += worth_of(state, place, black, black_reach)
            else:
                score -= worth_of(state, place, white, white_reach)
    return score if seat == 0 else -score


def is_loud(state: State, action: int) -> bool:
    """Tell whether an action gives a level."""
    return action != PASS and action % ENDINGS >= GIVE


def worth_of(state: State, place: int, enemies: int, enemy_reach: int) -> int:
    """Return the worth of a cube to its owner; `enemies` and `enemy_reach` are sets of cells."""
    level = LEVEL_OF[state.board[place]]
    worth = WORTH[level]
    if level == MONO:
        worth += prospects(state, place, enemies)
    if enemy_reach & BIT[place] != 0:
        worth -= TARGET[level]
    return worth if has_action(state, place, enemies) else worth - SHUT_IN


def prospects(state: State, place: int, enemies: int) -> int:
    """Return the bonus for an enemy in front of a Mono's arrow; otherwise, a penalty for the distance to the nearest one."""
    owner = seat_of(state.board[place])
    ahead = place + STEPS[2 * facing_of(state.board[place])]
    if not owns(1 - owner, state.board[ahead]):
        return -STEP * distance(place, enemies)
    if owner == state.turn:
        return OPENING
    return THREAT if is_free(state, ahead, 1 - owner) else PINNED


def distance(place: int, enemies: int) -> int:
    """Return the distance to the nearest enemy cube along ranks and files."""
    away = 1
    while away < FARTHEST and RING[place * FARTHEST + away] & enemies == 0:
        away += 1
    return away


def has_action(state: State, place: int, enemies: int) -> bool:
    """Tell whether a cube can move or give a level, as `is_free` does."""
    piece = state.board[place]
    if BESIDE[place * SIDES + SIDES_OF[piece]] & enemies != 0:
        return True
    for direction in range(DIRECTIONS):
        if ARROWS_OF[piece] >> direction & 1 != 0 and state.board[place + STEPS[direction]] == EMPTY:
            return True
    return False


def reach_of(state: State, origin: int) -> int:
    """Return the cells on which a cube could give a level without a push, as a set; some of them may be empty."""
    piece = state.board[origin]
    sides, arrows = SIDES_OF[piece], ARROWS_OF[piece]
    cells = BESIDE[origin * SIDES + sides]
    for direction in range(DIRECTIONS):
        if arrows >> direction & 1 != 0:
            place = origin + STEPS[direction]
            for _ in range(REACH_OF[piece] - 1):
                if state.board[place] != EMPTY:
                    break
                cells |= BESIDE[place * SIDES + sides]
                place += STEPS[direction]
    return cells
