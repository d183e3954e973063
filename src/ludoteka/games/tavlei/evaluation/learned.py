"""The evaluation of Tavlei: what the one made by hand says, corrected by a network that learned from games and from deeper searches."""

from ludoteka.core.network.outputs import Sums, add_row, first_sums, value_of_sums
from ludoteka.core.network.weights import read_network
from ludoteka.games.tavlei.evaluation.features import (
    COUNT,
    FEATURES,
    FIRST_ATTACKER,
    FIRST_DEFENDER,
    NETWORK,
    cell_of_lowest,
    cells_with,
    count_bits,
    first_feature,
    freedom_feature,
    king_place,
    region_feature,
    route_feature,
    surroundings_of,
    turn_feature,
)
from ludoteka.games.tavlei.evaluation.readable import (
    ATTACKER_WORTH,
    DEFENDER_WORTH,
    ESCAPE,
    EVEN,
    FREEDOM,
    ROUTE,
    SIEGE,
    THREAT,
    is_loud,
    ways_out,
)
from ludoteka.games.tavlei.rules import ATTACKER, ATTACKERS, DEFENDER, DEFENDERS, State

__all__ = ["evaluate", "is_loud"]

ROWS, OUTPUTS = read_network(NETWORK, FEATURES)


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat; about 0 at the start."""
    score = attackers_score(state)
    return score if seat == ATTACKERS else -score


def attackers_score(state: State) -> int:
    """Return the attackers' score; the defenders' is its negative."""
    king = king_place(state)
    attackers, defenders = cells_with(state, ATTACKER), cells_with(state, DEFENDER)
    attackers_left = count_bits(attackers[0]) + count_bits(attackers[1])
    defenders_left = count_bits(defenders[0]) + count_bits(defenders[1])
    score = ATTACKER_WORTH * attackers_left - DEFENDER_WORTH * defenders_left - EVEN
    ways = ways_out(state, king)
    if ways > 0 and state.turn == DEFENDERS:
        return score - ESCAPE
    near = surroundings_of(state, king)
    score += (
        SIEGE * (near % COUNT) - FREEDOM * (near // COUNT % COUNT) - ROUTE * (near // (COUNT * COUNT)) - THREAT * ways
    )
    sums = first_sums(ROWS)
    sums = add_pieces(sums, king, attackers[0], 0, first_feature(king, 1))
    sums = add_pieces(sums, king, attackers[1], 1, first_feature(king, 1))
    sums = add_pieces(sums, king, defenders[0], 0, first_feature(king, 2))
    sums = add_pieces(sums, king, defenders[1], 1, first_feature(king, 2))
    sums = add_row(sums, ROWS, turn_feature(state, ways))
    sums = add_row(sums, ROWS, region_feature(state, king, attackers))
    sums = add_row(sums, ROWS, freedom_feature(near))
    sums = add_row(sums, ROWS, route_feature(state, near))
    sums = add_row(sums, ROWS, FIRST_ATTACKER + attackers_left)
    sums = add_row(sums, ROWS, FIRST_DEFENDER + defenders_left)
    return score + value_of_sums(sums, OUTPUTS)


def add_pieces(sums: Sums, king: int, bits: int, is_lower: int, first: int) -> Sums:
    """Return the sums with the features of pieces added, whose cells are half of a set; `first` is that of the first cell."""
    while bits != 0:
        sums = add_row(sums, ROWS, first + cell_of_lowest(bits, king, is_lower))
        bits &= bits - 1
    return sums
