"""The evaluation of Moksha."""

from ludoteka.games.moksha.cubes import EMPTY, MONO, facing_of, level_of, owns, seat_of
from ludoteka.games.moksha.rules import CELLS, STEPS, WIDTH, State, is_free

WORTH = (280, 200, 150, 110, 80, 60)  # of a cube by its level: the lower, the closer to Moksha
# A Mono whose arrow points at an enemy cube is about to open Moksha.
OPENING = 5_000  # for such a Mono if its owner is to move
THREAT = 60  # for such a Mono if the opponent is to move
PINNED = 300  # for such a Mono if the opponent is to move, but the enemy cube cannot move away
SHUT_IN = 60  # the penalty for a cube that has no action
STEP = 8  # the penalty for each step from any other Mono to the nearest enemy
FAR = 2 * WIDTH


def evaluate(state: State, seat: int) -> int:
    """Return the worth of the seat's cubes less that of the opponent's."""
    score = 0
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            worth = worth_of(state, place)
            score += worth if owns(seat, piece) else -worth
    return score


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
