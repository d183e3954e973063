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

# Tried out by play against random players and against itself, a ply deep.
STEP = 2  # of the way; the whole of it makes about the hundred hundredths of a pawn
ENTRY = 30  # what it costs to wait for a six at the start
ESCAPE = 60  # the same twice, from the quagmire
WADING = 18  # what it costs to wait for the one number that leaves a tussock
FIXED = 30  # a pawn that is home for good
RISK = 3  # of so many pawns in danger one is lost: an enemy's throw takes it once in six, but he has more than one


def evaluate(state: State, seat: int) -> int:
    """Return how much better the seat stands than the others in the mean."""
    total, others = 0, 0
    for other in range(SEATS):
        if other != seat and state.playing[other] != 0:
            total += seat_score(state, other)
            others += 1
    return seat_score(state, seat) - total // others


def seat_score(state: State, seat: int) -> int:
    """Return how far the seat's own pawns have come, less what they stand to lose."""
    score = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        score += progress(place)
        if place <= LAP and is_in_danger(state, seat, place):
            score -= (progress(place) + ESCAPE) // RISK
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


def is_in_danger(state: State, seat: int, place: int) -> bool:
    """Tell whether the next pawn behind, no more than a throw away, is an enemy's."""
    cell = cell_of(seat, place)
    for steps in range(1, FACES + 1):
        other = state.ground[(cell - steps) % CIRCLE]
        if other != NOBODY:
            return other != seat
    return False
