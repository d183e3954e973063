"""How a position of Quagmire stands, for the searches."""

from ludoteka.core.rules import NOBODY
from ludoteka.games.quagmire.rules import (
    CIRCLE,
    FACES,
    INNERMOST,
    LAP,
    PAWNS,
    QUAGMIRE,
    SEATS,
    START,
    TUSSOCK,
    State,
    cell_of,
    onward,
)

STEP = 2  # of the way; the whole of it makes about the hundred hundredths of a pawn
ENTRY = 12  # what it costs to wait for a six at the start
ESCAPE = 24  # the same twice, from the quagmire
WADING = 12  # what it costs to wait for the one number that leaves a tussock
FIXED = 15  # a pawn that is home for good
NOBODY_YET = -10_000  # worse than any seat stands


def evaluate(state: State, seat: int) -> int:
    """Return how much better the seat stands than the best of the others."""
    best = NOBODY_YET
    for other in range(SEATS):
        if other != seat and state.playing[other] != 0:
            best = max(best, standing(state, other))
    return standing(state, seat) - best


def standing(state: State, seat: int) -> int:
    """Return how far the seat's own pawns have come, less what they stand to lose."""
    score = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        score += progress(place)
        if place <= LAP:
            score -= danger(state, seat, place) * (progress(place) + ESCAPE) // FACES
    place = INNERMOST
    while place > LAP and state.ground[cell_of(seat, place)] == seat:
        score += FIXED
        place -= 1
    return score


def progress(place: int) -> int:
    """Return what it is worth to have a pawn there."""
    if place == START:
        return -ENTRY
    if place == QUAGMIRE:
        return -ESCAPE
    if place < TUSSOCK:
        return STEP * place
    corner, waits = place, 0
    while corner >= TUSSOCK:
        corner = onward(corner)
        waits += 1
    return STEP * corner - WADING * waits


def danger(state: State, seat: int, place: int) -> int:
    """Return how many of the six throws of the next enemy behind would take the pawn: one, if his way is free, else none."""
    cell = cell_of(seat, place)
    for steps in range(1, FACES + 1):
        other = state.ground[(cell - steps) % CIRCLE]
        if other != NOBODY:
            return 1 if other != seat else 0
    return 0
