"""The numbers of the positions before a throw in which the endgame table of XII Scripta knows who wins how often.

One side has one man left and the other at most two; each stands on a point or is captured.  None waits.
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
from ludoteka.games.scripta.rules import FACES, GREEN, POINTS, YELLOW, State, sign_of

OUTSIDE = -1  # instead of the number of a position that is not in the table
PLACES: Final = POINTS + 1  # of a man: a point, or 0 if it is captured
# Positions for each kind of passing; those in which passing is allowed come first.
EACH_WAY: Final = position_count(PLACES)
POSITIONS: Final = 2 * EACH_WAY


def position_number(state: State) -> int:
    """Return the number of a position before a throw, or OUTSIDE; unused dice are ignored."""
    mine, others = men_left(state, state.turn), men_left(state, 1 - state.turn)
    if mine + others > MOST + 1 or state.waiting[YELLOW] + state.waiting[GREEN] > 0:
        return OUTSIDE
    own, enemy = places_number(state, state.turn), places_number(state, 1 - state.turn)
    return state.must_move * EACH_WAY + last_number(own, mine, enemy, others, PLACES)


def men_left(state: State, seat: int) -> int:
    """Return how many men a seat has yet to bear off."""
    return state.pieces - state.off[seat]


def places_number(state: State, seat: int) -> int:
    """Return the number of the place of a seat's man, or of the pair of places of its two men."""
    sign, near, far = sign_of(seat), 0, 0
    for point in range(1, PLACES):
        for _ in range(state.men[point] * sign):
            near, far = far, point
    return far if men_left(state, seat) == 1 else pair_number(near, far)


def set_position(state: State, number: int) -> bool:
    """Set up the position with a number, with yellow to throw; return False if men of both sides share a point."""
    clear(state)
    state.must_move, last = number // EACH_WAY, number % EACH_WAY
    own, mine, enemy, others = split_number(last, PLACES)
    return place_men(state, YELLOW, own, mine) and place_men(state, GREEN, enemy, others)


def clear(state: State) -> None:
    """Take all men off the board, before a throw of yellow."""
    for point in range(PLACES):
        state.men[point] = 0
    for face in range(FACES + 1):
        state.dice[face] = 0
    for seat in range(2):
        state.waiting[seat], state.captured[seat], state.off[seat] = 0, 0, MOST
    state.pieces, state.dice_left, state.turn, state.winner = MOST, 0, YELLOW, NOBODY


def place_men(state: State, seat: int, number: int, men: int) -> bool:
    """Put the men of a seat on the places with a number; return False if an enemy is there."""
    if men == 1:
        return place_man(state, seat, number)
    return place_man(state, seat, near_place(number)) and place_man(state, seat, far_place(number))


def place_man(state: State, seat: int, point: int) -> bool:
    """Put a man on a point, or among the captured ones; return False if an enemy is there."""
    sign = sign_of(seat)
    if state.men[point] * sign < 0:
        return False
    state.off[seat] -= 1
    if point == 0:
        state.captured[seat] += 1
    else:
        state.men[point] += sign
    return True
