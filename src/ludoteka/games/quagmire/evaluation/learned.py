"""The evaluation of Quagmire: for two seats, a network that learned from its own games; for more, the one made by hand."""

from ludoteka.core.network.outputs import add_row, first_sums, value_of_sums
from ludoteka.core.network.weights import read_network
from ludoteka.games.quagmire.evaluation.features import FEATURES, GROUPS, NETWORK, feature, other_seat
from ludoteka.games.quagmire.evaluation.readable import evaluate as evaluate_by_hand
from ludoteka.games.quagmire.rules import State

ROWS, OUTPUTS = read_network(NETWORK, FEATURES)


def evaluate(state: State, seat: int) -> int:
    """Return how good a position before a throw is for a seat."""
    mover = other_seat(state, state.turn)  # of two seats, the one whose turn has ended
    if other_seat(state, mover) != state.turn:
        return evaluate_by_hand(state, seat)
    sums = first_sums(ROWS)
    for group in range(GROUPS):
        one = feature(state, mover, group)
        if one > 0:
            sums = add_row(sums, ROWS, one)
    value = value_of_sums(sums, OUTPUTS)
    return value if seat == mover else -value
