"""What programs that learn see of Quagmire: where the pawns of each seat stand, and the die.  A choice is the place that a pawn leaves.

The seats follow clockwise from the seat that looks, and the places have its numbers.
"""

from typing import Any

from ludoteka.games.quagmire.rules import (
    CIRCLE,
    FACES,
    FENS,
    LAP,
    PASS,
    PAWNS,
    PLACES,
    QUARTER,
    SEATS,
    START,
    TUSSOCK,
    TUSSOCKS,
)

NAMES = (
    *(f"pawns of seat +{seat} on place {place}" for seat in range(SEATS) for place in range(PLACES)),
    *(f"seat +{seat} plays" for seat in range(SEATS)),
    *(f"a {face} was thrown" for face in range(1, FACES + 1)),
)
SHAPE = (len(NAMES),)
HIGHEST = PAWNS
PLAYS = SEATS * PLACES
DIE = PLAYS + SEATS


def choices(seat: int) -> list[int]:
    """Return the places that a pawn can leave, in the numbers of its seat, and the pass."""
    return [*range(PLACES), PASS]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Count the pawns on each place, and mark the seats that play and the die."""
    for other in range(SEATS):
        owner = (seat + other) % SEATS
        if seen.playing[owner] != 0:
            tensor[PLAYS + other] = 1
            for pawn in range(owner * PAWNS, owner * PAWNS + PAWNS):
                tensor[other * PLACES + seen_place(seen.pawns[pawn], other)] += 1
    if seen.die > 0:
        tensor[DIE + seen.die - 1] = 1


def seen_place(place: int, other: int) -> int:
    """Return a place of the seat that follows `other` seats clockwise, in the numbers of the seat that looks."""
    if place < LAP:
        return (place + other * QUARTER) % CIRCLE
    if TUSSOCK <= place < START:
        return TUSSOCK + (place - TUSSOCK + other * TUSSOCKS) % (FENS * TUSSOCKS)
    return place
