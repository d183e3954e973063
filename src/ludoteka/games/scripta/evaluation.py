"""How a position of XII Scripta stands, for the searches."""

from ludoteka.games.scripta.rules import FACES, HOME, POINTS, State, sign_of

STEP = 3  # a step of the course: the whole of it makes about the hundred hundredths of a man
HOME_STRETCH = 12  # steps that a man at home still counts, wherever he stands: he needs one die of one face
CROWD = 9  # each man of a stack at home beyond another: two of them wait for the same face
SHOT = 40  # hundredths: how often three dice show a face, or make it up
HELD = 4  # a point held, which the enemies behind it cannot land on
GATE = 12  # an entry point held, as long as enemies are to enter
SHUT_OUT = 20  # a captured man keeps the others from moving


def evaluate(state: State, seat: int) -> int:
    """Return how much better the seat stands than the other."""
    return standing(state, seat) - standing(state, 1 - seat)


def standing(state: State, seat: int) -> int:
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
            if men == 1 and behind > 0:
                score -= danger(state, point, sign, to_enter)
            elif men > 1 and behind > 0:
                score += GATE if point <= FACES and to_enter > 0 else HELD
    return score


def to_go(point: int) -> int:
    """Return what the rest of the course costs a man on a point."""
    return STEP * (POINTS + 1 - point) if point < HOME else HOME_STRETCH


def danger(state: State, point: int, sign: int, to_enter: int) -> int:
    """Return what a single man stands to lose: the way he has come, as likely as enemies are a die behind him."""
    safe = 100  # hundredths
    for die in range(1, FACES + 1):
        if (point > die and state.men[point - die] * sign < 0) or (point == die and to_enter > 0):
            safe = safe * (100 - SHOT) // 100
    return (100 - safe) * (STEP * point + SHUT_OUT) // 100
