"""How a position of XII Scripta stands, for the searches.

The numbers were found by play of the program against itself.  A single man is feared for only a little: with more, play
grows timid, and with nothing, two programs send each other back for thousands of turns.
"""

from ludoteka.games.scripta.rules import FACES, HOME, POINTS, State, sign_of

STEP = 3  # a step of the course: the whole of it makes about the hundred hundredths of a man
HOME_STRETCH = 12  # what the rest costs a man at home, wherever he stands: he needs one die of one face
CROWD = 2  # each pair of men on one point at home: one waits for the other's die
SHOT = 6  # hundredths of what a single man stands to lose, for each die by which he can be captured
HELD = 4  # a point held against the enemies behind it
GATE = 12  # an entry point held against enemies that are to enter
SHUT_OUT = 20  # a captured man, who keeps the others from moving


def evaluate(state: State, seat: int) -> int:
    """Return how much better the seat stands than the other."""
    return seat_score(state, seat) - seat_score(state, 1 - seat)


def seat_score(state: State, seat: int) -> int:
    """Return how well the seat's own men stand: mostly, how little they still have to go."""
    sign, other = sign_of(seat), 1 - seat
    to_enter = state.waiting[other] + state.captured[other]
    score = -STEP * (POINTS + 1) * (state.waiting[seat] + state.captured[seat]) - SHUT_OUT * state.captured[seat]
    behind = to_enter  # enemies that are still to come past
    for point in range(1, POINTS + 1):
        men = state.men[point] * sign
        if men < 0:
            behind -= men
        elif men > 0:
            score -= men * to_go(point)
            if point >= HOME:
                score -= CROWD * (men * (men - 1) // 2)
            if men > 1 and behind > 0:
                score += GATE if point <= FACES and to_enter > 0 else HELD
            elif behind > 0 and state.turn != seat:
                score -= danger(state, point, sign, to_enter)
    return score


def to_go(point: int) -> int:
    """Return what the rest of the course costs a man on a point."""
    return STEP * (POINTS + 1 - point) if point < HOME else HOME_STRETCH


def danger(state: State, point: int, sign: int, to_enter: int) -> int:
    """Return what a single man stands to lose, the way he has come, to the enemies one die behind him."""
    shots = 0
    for die in range(1, FACES + 1):
        if (point > die and state.men[point - die] * sign < 0) or (point == die and to_enter > 0):
            shots += 1
    return SHOT * shots * (STEP * point + SHUT_OUT) // 100
