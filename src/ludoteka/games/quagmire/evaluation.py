"""The evaluation of Quagmire."""

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
    place_after,
)

# Tuned against random players and by self-play, one ply deep.
STEP = 2  # per step: the whole way is worth about one pawn, which is 100
ENTRY = 30  # the cost of waiting for a six at the start
ESCAPE = 60  # the cost of waiting for two sixes, in the quagmire and at the start
WADING = 18  # the cost of waiting for the one throw that leaves a tussock
FIXED = 30  # the bonus for a pawn fixed at home
RISK = 3  # one in this many endangered pawns is lost: one throw in six captures, but enemies have several throws


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat less the mean score of the others."""
    total, others = 0, 0
    for other in range(SEATS):
        if other != seat and state.playing[other] != 0:
            total += seat_score(state, other)
            others += 1
    return seat_score(state, seat) - total // others


def seat_score(state: State, seat: int) -> int:
    """Return the progress of the seat's own pawns less their risk of capture."""
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
    """Return the worth of a pawn on a place."""
    if place == START:
        return -ENTRY
    if place == QUAGMIRE:
        return -ESCAPE
    if place < TUSSOCK:
        return STEP * place
    corner, waits = place, 0
    while corner >= TUSSOCK:
        corner = place_after(corner)
        waits += 1
    return STEP * corner - WADING * waits


def is_in_danger(state: State, seat: int, place: int) -> bool:
    """Tell whether the next pawn within one throw behind is an enemy."""
    cell = cell_of(seat, place)
    for steps in range(1, FACES + 1):
        other = state.ground[(cell - steps) % CIRCLE]
        if other != NOBODY:
            return other != seat
    return False
