"""Expectimax written as plain recursion: the oracle for the fast search."""

from ludoteka.core.rules import CHANCE, UNSOLVED, endgame
from ludoteka.core.rules import weight as equally
from ludoteka.search.expectimax import STEP, WIN


def worth(game, state, action, depth, seats):
    """Return the value of an action for the seat to move."""
    exact, judge = getattr(game.evaluation, "endgame", endgame), game.evaluation.evaluate
    if depth > 0 and exact(state, seats[0]) != UNSOLVED:
        depth, judge = 1, exact
    return worths(game, after(game, state, action), depth, seats, judge)[game.rules.current_seat(state)]


def worths(game, state, depth, seats, judge):
    """Return the value of a position for each seat, with `depth` throws left to search before `judge` is asked."""
    rules, seat = game.rules, game.rules.current_seat(state)
    if rules.is_terminal(state):
        return {one: rules.returns(state, one) * (WIN + depth * STEP) for one in seats}
    if depth <= (1 if seat == CHANCE else 0):
        return {one: judge(state, one) for one in seats}
    if seat != CHANCE:
        return max(
            (worths(game, after(game, state, action), depth, seats, judge) for action in game.legal(state)),
            key=lambda found: found[seat],
        )
    weigh = getattr(rules, "weight", equally)
    falls = [
        (weigh(state, action), worths(game, after(game, state, action), depth - 1, seats, judge))
        for action in game.legal(state)
    ]
    ways = sum(weight for weight, _ in falls)
    return {one: sum(weight * found[one] for weight, found in falls) // ways for one in seats}


def after(game, state, action):
    result = state.copy()
    game.rules.apply(result, action)
    return result
