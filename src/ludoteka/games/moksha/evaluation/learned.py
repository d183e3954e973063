"""The evaluation of Moksha: what the one made by hand says, corrected by a weight for each kind of cube, which was learned from games and from searches."""

from ludoteka.core.network.weights import ONE, VALUE, read_weights
from ludoteka.games.moksha.evaluation.features import FEATURES, NETWORK, kind_of
from ludoteka.games.moksha.evaluation.readable import BIT, SPACE, count_bits, is_loud, sides_of, worth_of
from ludoteka.games.moksha.rules import CELLS, EMPTY, RIM, SEAT_CUBES, SEATS, WHITE, State

__all__ = ["evaluate", "is_loud"]

DIRECT: tuple[int, ...] = tuple(read_weights(NETWORK, FEATURES)["direct"])
BIAS = DIRECT[0]
REACHED, NEXT = 2, 4  # how far from a cube in WEIGHTS are the same cube in the reach of an enemy, and the next one
# By what a cell holds, whether an enemy reaches it, and the seat to move, for which the weights add up
WEIGHTS = tuple(
    DIRECT[kind_of(piece, seat, is_reached)] if piece != EMPTY else 0
    for piece in range(EMPTY, RIM)
    for is_reached in (False, True)
    for seat in range(SEATS)
)


def evaluate(state: State, seat: int) -> int:
    """Return the score of a seat."""
    white, black, white_reach, black_reach = sides_of(state)
    score, learned = SPACE * (count_bits(white_reach) - count_bits(black_reach)), BIAS
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY:
            first = piece * NEXT + state.turn
            if piece <= SEAT_CUBES:
                score += worth_of(state, place, black, black_reach)
                learned += WEIGHTS[first + REACHED if black_reach & BIT[place] != 0 else first]
            else:
                score -= worth_of(state, place, white, white_reach)
                learned += WEIGHTS[first + REACHED if white_reach & BIT[place] != 0 else first]
    correction = learned * VALUE // (ONE * ONE)
    score += correction if state.turn == WHITE else -correction
    return score if seat == WHITE else -score
