"""The numbers of the positions before a throw in which the endgame table of Quagmire knows who wins how often.

Two seats play that sit opposite each other.  One of them has one pawn that is not fixed at home, and the other one or two.
"""

from typing import Final

from ludoteka.core.network.last_pieces import (
    MOST,
    far_place,
    last_number,
    near_place,
    pair_number,
    position_count,
    split_number,
)
from ludoteka.core.rules import NOBODY
from ludoteka.games.quagmire.rules import (
    CELLS,
    ENTRANCE,
    INNERMOST,
    LAP,
    PAWNS,
    PLACES,
    QUARTER,
    SEATS,
    START,
    State,
    cell_of,
    edge,
    move_pawn,
)

OUTSIDE = -1  # instead of the number of a position that is not in the table
OPPOSITE = SEATS // 2  # seats further
FIRST_HOME = LAP + 1  # h1; with so few pawns left, a pawn further in is fixed
# The spots of a pawn that is not fixed are its places, numbered without gaps.  No pawn rests on the entrance of a fen.
PLACES_OF_SPOTS: Final = tuple(
    place
    for place in range(PLACES)
    if not FIRST_HOME < place <= INNERMOST and (place >= LAP or place % QUARTER != ENTRANCE)
)
SPOTS: Final = len(PLACES_OF_SPOTS)
SPOT_NUMBERS: Final = tuple(sum(spot < place for spot in PLACES_OF_SPOTS) for place in range(PLACES))
POSITIONS: Final = position_count(SPOTS)


def position_number(state: State) -> int:
    """Return the number of a position before a throw, or OUTSIDE; the die is ignored."""
    seat, other = state.turn, (state.turn + OPPOSITE) % SEATS
    if state.playing[other] == 0 or state.playing[(seat + 1) % SEATS] + state.playing[(other + 1) % SEATS] > 0:
        return OUTSIDE
    mine, others = pawns_left(state, seat), pawns_left(state, other)
    if mine + others > MOST + 1:
        return OUTSIDE
    return last_number(spots_number(state, seat), mine, spots_number(state, other), others, SPOTS)


def pawns_left(state: State, seat: int) -> int:
    """Return how many pawns of a seat are not fixed."""
    return PAWNS - INNERMOST + edge(state, seat)


def spots_number(state: State, seat: int) -> int:
    """Return the number of the spot of a seat's pawn that is not fixed, or of the pair of spots of its two."""
    near, far = 0, 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        if place <= FIRST_HOME or place > INNERMOST:
            near, far = far, SPOT_NUMBERS[place]
    return far if pawns_left(state, seat) == 1 else pair_number(near, far)


def set_position(state: State, number: int) -> bool:
    """Set up the position with a number, with the first seat to throw; return False if it is impossible."""
    clear(state)
    own, mine, enemy, others = split_number(number, SPOTS)
    return place_pawns(state, 0, own, mine) and place_pawns(state, OPPOSITE, enemy, others)


def clear(state: State) -> None:
    """Put all pawns on their starts, before a throw of the first seat; it plays against the one opposite."""
    for cell in range(CELLS):
        state.ground[cell] = NOBODY
    for pawn in range(SEATS * PAWNS):
        state.pawns[pawn] = START
    for seat in range(SEATS):
        state.playing[seat] = int(seat % OPPOSITE == 0)
    state.turn, state.die, state.winner = 0, 0, NOBODY


def place_pawns(state: State, seat: int, number: int, pawns: int) -> bool:
    """Put the pawns of a seat on the spots with a number, and fix the others; return False if that is impossible."""
    for place in range(LAP + 1 + pawns, INNERMOST + 1):
        place_from_start(state, seat, place)
    if pawns == 1:
        place = PLACES_OF_SPOTS[number]
        return place != FIRST_HOME and place_from_start(state, seat, place)
    far, near = PLACES_OF_SPOTS[far_place(number)], PLACES_OF_SPOTS[near_place(number)]
    return place_from_start(state, seat, far) and place_from_start(state, seat, near)


def place_from_start(state: State, seat: int, place: int) -> bool:
    """Move a pawn from the start to a place; return False if another pawn stands there."""
    move_pawn(state, seat, START, place)
    if place < START:
        cell = cell_of(seat, place)
        if state.ground[cell] != NOBODY:
            return False
        state.ground[cell] = seat
    return True
