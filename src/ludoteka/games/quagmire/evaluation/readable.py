"""The evaluation of Quagmire.

The numbers were tuned in matches of players who look one ply ahead (docs/notebook/computer.md).
"""

from ludoteka.core.rules import NOBODY
from ludoteka.games.quagmire.rules import CIRCLE, FACES, INNERMOST, LAP, PAWNS, SEATS, State, cell_of

# The worth of a pawn on each place, in hundredths of a pawn that has come home.  The first half of the way counts less than
# the second: a pawn that has just entered has little to lose.  The entrances of the fens are always free.
WORTH = (
    *(10, 12, 13, 0, 24, 24, 25, 26, 29, 29, 30, 30),
    *(32, 33, 30, 0, 39, 40, 40, 42, 44, 46, 46, 48),
    *(45, 55, 52, 0, 63, 64, 64, 67, 71, 71, 74, 75),
    *(78, 81, 79, 0, 89, 90, 91, 97, 99, 99, 91, 100, 99),
    *(98, 100, 102, 104),  # the home
    *(-46, -28, -10),  # the tussocks of the first fen, where a pawn waits for the right throw
    *(-22, -4, 14),
    *(2, 20, 38),
    *(26, 44, 62),
    -35,  # the start
    -73,  # the quagmire
)
FIXED = 30  # the bonus for a pawn fixed at home
MOVABLE = 8  # the bonus if any pawn is on the circle
# What a pawn loses by standing where the next pawn behind, one throw away, is an enemy: one in about six is captured, but enemies
# have several throws.
RISK = 12
RISK_OF_WAY = 67  # per cent of the number of its place
# The penalty for a pawn whose next pawn behind, this many steps away, is one's own, which it blocks.
BLOCK = (0, 7, 6, 6, 7, 3, 2)


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat less the mean score of the others."""
    total, others = 0, 0
    for other in range(SEATS):
        if other != seat and state.playing[other] != 0:
            total += seat_score(state, other)
            others += 1
    return seat_score(state, seat) - total // others


def seat_score(state: State, seat: int) -> int:
    """Return the worth of the seat's own pawns less their risk of capture."""
    score, movable = 0, 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        score += WORTH[place]
        if place <= LAP:
            movable = MOVABLE
            score -= exposure(state, seat, place)
    place = INNERMOST
    while place > LAP and state.ground[cell_of(seat, place)] == seat:  # as `rules.edge`, whose call takes longer
        score += FIXED
        place -= 1
    return score + movable


def exposure(state: State, seat: int, place: int) -> int:
    """Return the penalty for the next pawn within one throw behind: an enemy may capture, one's own is blocked."""
    cell = cell_of(seat, place)
    for steps in range(1, FACES + 1):
        other = state.ground[(cell - steps) % CIRCLE]
        if other == seat:
            return BLOCK[steps]
        if other != NOBODY:
            return RISK + RISK_OF_WAY * place // 100
    return 0
