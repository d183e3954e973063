"""The evaluation of XII Scripta.

The weights come from self-play.  The risk to a single man is weighted low: with a higher weight play grows timid, and
with none, two computers capture each other's men for thousands of turns.
"""

from ludoteka.games.scripta.rules import FACES, HOME, POINTS, State, sign_of

STEP = 3  # per step of the course: all 36 are worth about one man, which is 100
# The cost of the rest of the way from each home point.  A man bears off with one face only, but one far from the end can also
# move within the home.  Least squares over the exact expected numbers of turns for up to six men, at 31 a turn (10.5 steps).
HOME_STRETCH = (4, 7, 9, 14, 18, 29)
CROWD = 3  # the penalty for each pair of men on one home point, since both need the same die
SHOT = 9  # per cent of what a single man would lose, per die face that captures it
HELD = 4  # the bonus for a held point with enemies behind it
GATE = 12  # the bonus for a held entry point while enemies are waiting to enter
SHUT_OUT = 20  # the penalty for a captured man, which keeps the other men from moving


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat less that of its opponent."""
    return seat_score(state, seat) - seat_score(state, 1 - seat)


def seat_score(state: State, seat: int) -> int:
    """Return the score of the seat's own men: mainly, how short their remaining way is."""
    sign, other = sign_of(seat), 1 - seat
    to_enter = state.waiting[other] + state.captured[other]
    score = -STEP * (POINTS + 1) * (state.waiting[seat] + state.captured[seat]) - SHUT_OUT * state.captured[seat]
    behind = to_enter  # enemies that have yet to pass
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
    """Return the cost of the rest of the course for a man on a point."""
    return STEP * (POINTS + 1 - point) if point < HOME else HOME_STRETCH[point - HOME]


def danger(state: State, point: int, sign: int, to_enter: int) -> int:
    """Return the expected loss of a single man to enemies within one die behind it."""
    shots = 0
    for die in range(1, FACES + 1):
        if (point > die and state.men[point - die] * sign < 0) or (point == die and to_enter > 0):
            shots += 1
    return SHOT * shots * (STEP * point + SHUT_OUT) // 100
