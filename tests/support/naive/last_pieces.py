"""The chances to win a race for two from its endgame table, and from the throws and actions that follow."""

from math import exp

from ludoteka.core.network.weights import VALUE
from ludoteka.core.rules import CHANCE
from ludoteka.core.rules import weight as equally
from naive.expectimax import after


def chance(game, state, seat):
    """The chance to win that the table gives a seat, 0 or 1 after the end."""
    if game.rules.is_terminal(state):
        return float(game.rules.returns(state, seat) > 0)
    return 1 / (1 + exp(-game.evaluation.endgame(state, seat) / VALUE))


def best_chance(game, state, seat):
    """The highest chance to win of a seat that tries everything until its turn ends."""
    if game.rules.is_terminal(state) or game.rules.current_seat(state) == CHANCE:
        return chance(game, state, seat)
    return max(best_chance(game, after(game, state, action), seat) for action in game.legal(state))


def mean_chance(game, state):
    """The mean over all throws of the highest chance to win of the side to throw."""
    weigh = getattr(game.rules, "weight", equally)
    ways = [weigh(state, throw) for throw in game.legal(state)]
    best = [best_chance(game, after(game, state, throw), state.turn) for throw in game.legal(state)]
    return sum(map(float.__mul__, best, map(float, ways))) / sum(ways)
