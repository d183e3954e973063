"""The numbers of the positions before a throw in which the endgame table of XII Scripta knows who wins how often.

One side has one man left and the other at most two; each stands on a point or is captured.  None waits.
"""

from ludoteka.core.rules import NOBODY
from ludoteka.games.scripta.rules import FACES, GREEN, POINTS, YELLOW, State, sign_of

OUTSIDE = -1  # instead of the number of a position that is not in the table
PLACES = POINTS + 1  # of a man: a point, or 0 if it is captured
PAIRS = PLACES * (PLACES + 1) // 2  # of places of two men
MOST = 2  # men of a side

# One man against one, one against two, two against one; those of the side to throw come first.
ONE_TO_TWO = PLACES * PLACES
TWO_TO_ONE = ONE_TO_TWO + PLACES * PAIRS
POSITIONS = TWO_TO_ONE + PAIRS * PLACES


def position_number(state: State) -> int:
    """Return the number of a position before a throw, or OUTSIDE; unused dice are ignored."""
    mine, others = men_left(state, state.turn), men_left(state, 1 - state.turn)
    if mine + others > MOST + 1 or state.waiting[YELLOW] + state.waiting[GREEN] > 0:
        return OUTSIDE
    own, enemy = places_number(state, state.turn), places_number(state, 1 - state.turn)
    if mine == MOST:
        return TWO_TO_ONE + own * PLACES + enemy
    return ONE_TO_TWO + own * PAIRS + enemy if others == MOST else own * PLACES + enemy


def men_left(state: State, seat: int) -> int:
    """Return how many men a seat has yet to bear off."""
    return state.pieces - state.off[seat]


def places_number(state: State, seat: int) -> int:
    """Return the number of the place of a seat's man, or of the pair of places of its two men."""
    sign, near, far = sign_of(seat), 0, 0
    for point in range(1, PLACES):
        for _ in range(state.men[point] * sign):
            near, far = far, point
    return far if men_left(state, seat) == 1 else far * (far + 1) // 2 + near


def set_position(state: State, number: int) -> bool:
    """Set up the position with a number, with yellow to throw; return False if men of both sides share a point."""
    clear(state)
    mine = others = 1
    if number < ONE_TO_TWO:
        own, enemy = number // PLACES, number % PLACES
    elif number < TWO_TO_ONE:
        own, enemy, others = (number - ONE_TO_TWO) // PAIRS, (number - ONE_TO_TWO) % PAIRS, MOST
    else:
        own, enemy, mine = (number - TWO_TO_ONE) // PLACES, (number - TWO_TO_ONE) % PLACES, MOST
    return place_men(state, YELLOW, own, mine) and place_men(state, GREEN, enemy, others)


def clear(state: State) -> None:
    """Take all men off the board, before a throw of yellow; passing stays as it was agreed."""
    for point in range(PLACES):
        state.men[point] = 0
    for face in range(FACES + 1):
        state.dice[face] = 0
    for seat in range(2):
        state.waiting[seat], state.captured[seat], state.off[seat] = 0, 0, MOST
    state.pieces, state.dice_left, state.turn, state.winner = MOST, 0, YELLOW, NOBODY


def place_men(state: State, seat: int, number: int, men: int) -> bool:
    """Put the men of a seat on the places with a number; return False if an enemy is there."""
    near, far = 0, number
    if men == MOST:
        far = 0
        while (far + 1) * (far + 2) // 2 <= number:
            far += 1
        near = number - far * (far + 1) // 2
        if not place_man(state, seat, near):
            return False
    return place_man(state, seat, far)


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
