"""The evaluation of Moksha."""

from ludoteka.games.moksha.cubes import (
    DIRECTIONS,
    EMPTY,
    FACINGS,
    MONO,
    RANGE,
    facing_of,
    has_arrow,
    level_of,
    owns,
    seat_of,
)
from ludoteka.games.moksha.rules import CELLS, ENDINGS, GIVE, PASS, SIDE, STEPS, WIDTH, State, is_free

WORTH = (280, 200, 150, 110, 80, 60)  # of a cube by its level: the lower, the closer to Moksha
# A Mono whose arrow points at an enemy cube is about to open Moksha.
OPENING = 5_000  # for such a Mono if its owner is to move
THREAT = 60  # for such a Mono if the opponent is to move
PINNED = 300  # for such a Mono if the opponent is to move, but the enemy cube cannot move away
SHUT_IN = 60  # the penalty for a cube that has no action
TARGET = 20  # an enemy cube that could be given a level without a push, if the opponent did nothing
STEP = 8  # the penalty for each step from any other Mono to the nearest enemy
FAR = 2 * WIDTH


def evaluate(state: State, seat: int) -> int:
    """Return the worth of the seat's cubes and of its targets less those of the opponent."""
    score = own_targets = other_targets = 0
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            if owns(seat, piece):
                score += worth_of(state, place)
                own_targets |= targets_of(state, place)
            else:
                score -= worth_of(state, place)
                other_targets |= targets_of(state, place)
    for place in CELLS:
        score += TARGET * ((own_targets >> index_of(place) & 1) - (other_targets >> index_of(place) & 1))
    return score


def is_loud(state: State, action: int) -> bool:
    """Tell whether an action gives a level."""
    return action != PASS and action % ENDINGS >= GIVE


def worth_of(state: State, place: int) -> int:
    """Return the worth of a cube to its owner."""
    piece = state.board[place]
    worth = WORTH[level_of(piece)]
    if level_of(piece) == MONO:
        worth += prospects(state, place)
    return worth if is_free(state, place, seat_of(piece)) else worth - SHUT_IN


def prospects(state: State, place: int) -> int:
    """Return the bonus for an enemy in front of a Mono's arrow; otherwise, a penalty for the distance to the nearest one."""
    owner = seat_of(state.board[place])
    ahead = place + STEPS[2 * facing_of(state.board[place])]
    if not owns(1 - owner, state.board[ahead]):
        return -STEP * distance(state, place)
    if owner == state.turn:
        return OPENING
    return THREAT if is_free(state, ahead, 1 - owner) else PINNED


def distance(state: State, place: int) -> int:
    """Return the distance to the nearest enemy cube along ranks and files."""
    enemy, nearest = 1 - seat_of(state.board[place]), FAR
    for other in CELLS:
        if owns(enemy, state.board[other]):
            away = abs(other // WIDTH - place // WIDTH) + abs(other % WIDTH - place % WIDTH)
            nearest = min(nearest, away)
    return nearest


def targets_of(state: State, origin: int) -> int:
    """Return the enemy cubes that a cube could give a level to without a push, as a set of bits (`index_of`)."""
    piece = state.board[origin]
    targets = neighbours_of(state, origin, piece)
    for direction in range(DIRECTIONS):
        if has_arrow(piece, direction):
            place = origin + STEPS[direction]
            for _ in range(RANGE[level_of(piece)] - 1):
                if state.board[place] != EMPTY:
                    break
                targets |= neighbours_of(state, place, piece)
                place += STEPS[direction]
    return targets


def neighbours_of(state: State, place: int, piece: int) -> int:
    """Return the enemy cubes that a cube on a place could give a level to, as a set of bits."""
    found = 0
    for facing in range(FACINGS):
        beside = place + STEPS[2 * facing]
        if owns(1 - seat_of(piece), state.board[beside]) and has_arrow(piece, 2 * facing):
            found |= 1 << index_of(beside)
    return found


def index_of(place: int) -> int:
    """Return the number of a cell in a row-by-row count, from 0 to 63."""
    return place // WIDTH * SIDE + place % WIDTH - SIDE - 1
