"""Learning from scores: a search plays against itself, and a network learns to foresee what it says and who wins.

At each position, the search looks some plies ahead; its value is the score of the position.  A game begins with random
actions, and later ones are random, too, now and then, so that the network also learns what follows from actions that nobody
would choose.  It learns to correct the evaluation made by hand: its output is added to that of the hand.

The module is written in the rules dialect: bind it to the rules and an evaluation of a game for two opponents without throws,
with `core.twins`; to learn, also to the features.
"""

from typing import Any, NamedTuple

from ludoteka.core.network.weights import VALUE
from ludoteka.core.rules import (
    apply,
    assign,
    current_seat,
    evaluate,
    feature,
    is_terminal,
    legal_actions,
    returns,
    set_image,
    viewer,
)
from ludoteka.learning.self_play import Weights, adjust, output_of, sigmoid
from ludoteka.search.alphabeta import INFINITY, WON, worth
from ludoteka.search.playout import random_word


class ScoredPlayWorkspace(NamedTuple):
    """The memory for a game, owned by the caller."""

    search: Any  # see `search.alphabeta`; the position in the game is search.states[0]
    actions: Any  # MAX_ACTIONS
    states: Any  # the positions of the game
    scores: Any  # of each position, for the seat 0; NO_SCORE if the action there was random
    generator: Any  # see `search.playout`


NO_SCORE = 1 << 30


def below(generator: Any, count: int) -> int:
    """Return a random number below `count`."""
    return (random_word(generator) * count) >> 32


def play_scored(workspace: Any, begin: Any, opening: int, depth: int, noise: int, rarity: int) -> int:
    """Play a game from `begin`, and return the number of positions, which are recorded.

    It begins with up to `opening` random actions, and each later one is random with a chance of one in `rarity`.  The search looks
    `depth` plies ahead, and errs by up to `noise` when it compares actions.  A game that fills the workspace is broken off.
    """
    state, generator, plies = workspace.search.states[0], workspace.generator, 0
    assign(state, begin)
    first = below(generator, opening + 1)
    while plies < len(workspace.states) and not is_terminal(state):
        assign(workspace.states[plies], state)
        if plies < first or below(generator, rarity) == 0:
            workspace.scores[plies] = NO_SCORE
            action = workspace.actions[below(generator, legal_actions(state, workspace.actions))]
        else:
            value = search_position(workspace, depth, noise)
            workspace.scores[plies] = value if current_seat(state) == 0 else -value
            action = workspace.actions[0]
        apply(state, action)
        plies += 1
    return plies


def search_position(workspace: Any, depth: int, noise: int) -> int:
    """Put the best action of the position in front, as far as the search sees, and return its value.

    It looks one ply ahead, then two, and so on up to `depth`, and each time tries first what was better than the actions before it.
    """
    actions, best = workspace.actions, 0
    count = legal_actions(workspace.search.states[0], actions)
    for plies in range(1, depth + 1):
        best, most = -INFINITY, -2 * INFINITY
        for index in range(count):
            error = below(workspace.generator, 2 * noise + 1) - noise if plies == depth else 0
            least = max(most - error, -INFINITY)
            value = worth(workspace.search, actions[index], plies, least, least + 1)
            if value > least:
                value = worth(workspace.search, actions[index], plies, least, INFINITY)
                best, most = value, value + error
                move_to_front(actions, index)
        if abs(best) > WON:
            break
    return best


def move_to_front(actions: Any, index: int) -> None:
    """Move an action to the front; the others keep their order."""
    action = actions[index]
    for place in range(index, 0, -1):
        actions[place] = actions[place - 1]
    actions[0] = action


def result_of(workspace: Any, plies: int) -> int:
    """Return the result of a game for the seat 0, or NO_SCORE if it was broken off."""
    state = workspace.search.states[0]
    return int(returns(state, 0)) if is_terminal(state) else NO_SCORE


class LessonWorkspace(NamedTuple):
    """The memory for learning, owned by the caller."""

    features: Any  # [position, group]; see `list_features`
    bases: Any  # [position]: the output that stands for what the evaluation made by hand says
    sums: Any  # [unit]
    state: Any  # one state


def describe_positions(workspace: Any, states: Any, seats: Any, turn: int) -> None:
    """Write the features of an image of each position, and what the evaluation made by hand says, for the viewer; `seats` become the viewers.

    From turn to turn, a position has another image.
    """
    scratch = workspace.state[0]
    for index in range(len(states)):
        assign(scratch, states[index])
        set_image(scratch, states[index], turn + index)
        seat = viewer(scratch)
        seats[index] = seat
        workspace.bases[index] = evaluate(scratch, seat) / VALUE
        for group in range(len(workspace.features[index])):
            workspace.features[index, group] = feature(scratch, seat, group)


def learn_positions(weights: Weights, squares: Weights, workspace: Any, targets: Any, order: Any, rate: float) -> float:
    """Learn the target chances of the positions in this order, and return the sum of the squared errors before that.

    A rate of 0 only measures the errors.
    """
    errors = 0.0
    for place in range(len(order)):
        index = order[place]
        error = targets[index] - sigmoid(workspace.bases[index] + output_of(weights, workspace, index))
        errors += error * error
        if rate > 0:
            adjust(weights, squares, workspace, index, error, rate)
    return errors
