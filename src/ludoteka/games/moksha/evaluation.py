"""How a position of Moksha stands, for the searches."""

from ludoteka.games.moksha.rules import (
    CELLS,
    EMPTY,
    MONO,
    STEPS,
    State,
    facing_of,
    level_of,
    owns,
)

WORTH = (240, 180, 140, 110, 80, 60)  # of a cube by its level: the lower, the nearer to Moksha
OPENING = 5_000  # a Mono whose arrow points to an enemy opens Moksha, if its owner is to move
THREAT = 60  # and if not, the enemy has to do something about it


def evaluate(state: State, seat: int) -> int:
    """Return how much better a seat's cubes stand than the other's."""
    score = 0
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            worth = WORTH[level_of(piece)]
            if level_of(piece) == MONO:
                worth += prospects(state, place)
            score += worth if owns(seat, piece) else -worth
    return score


def prospects(state: State, place: int) -> int:
    """Return what it is worth to a Mono that an enemy stands where its arrow points."""
    owner = 0 if owns(0, state.board[place]) else 1
    if not owns(1 - owner, state.board[place + STEPS[2 * facing_of(state.board[place])]]):
        return 0
    return OPENING if owner == state.turn else THREAT
