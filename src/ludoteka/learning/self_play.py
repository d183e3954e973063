"""Self-play: a network plays both seats of a game and learns from each result, or plays against an evaluation.

A player looks at every position in which its turn may end, and chooses the one that it values most.  After the game, the
positions are gone through from the last to the first.  Each learns its TD(λ) target: a mixture of the result and of
what the network thought of the positions that followed.

The module is written like a search, with floating-point numbers in addition: bind it to the rules, the features and an
evaluation of a game for two seats with `core.twins`.
Sources: R. Sutton, Learning to predict by the methods of temporal differences, 1988; G. Tesauro, Temporal difference
learning and TD-Gammon, 1995; J. Duchi, E. Hazan and Y. Singer, Adaptive subgradient methods, 2011 (the step sizes).
"""

from math import exp, sqrt
from typing import Any, NamedTuple

from ludoteka.core.rules import (
    CHANCE,
    NOBODY,
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    feature,
    is_terminal,
    legal_actions,
    returns,
)
from ludoteka.search.playout import random_action

PLIES = 8  # decisions in a turn; a longer turn is judged where it stands
SEEN = 1 << 14  # places in the table of positions that a turn has come to
LOST, WON = -1e9, 1e9  # less and more than any value
SLOPE = 0.05  # of a clipped unit while learning, so that it can come back


class Weights(NamedTuple):
    """The weights of a network while it learns, in 32-bit floating-point numbers."""

    units: Any  # [feature, unit]; feature 0 is always present
    direct: Any  # [feature]
    outputs: Any  # [unit]


class PlayWorkspace(NamedTuple):
    """The memory for games, owned by the caller."""

    states: Any  # PLIES + 1; the first is the position in the game
    best: Any  # one state: the best end of the turn
    actions: Any  # [PLIES + 1, MAX_ACTIONS]
    counts: Any  # [PLIES + 1], of the actions that remain
    seen: Any  # SEEN digests
    sums: Any  # [unit]
    features: Any  # [turn, group], the features at the end of each turn; the last row is scratch
    seats: Any  # [turn], whose turn ended
    chances: Any  # [turn], what the network thought of it
    generator: Any  # see `search.playout`


def play_game(weights: Weights, workspace: Any, learned: int, salt: int) -> int:
    """Play from workspace.states[0] to the end and return the number of turns, which are recorded.

    The network plays for the seat `learned`, or for both seats if it is NOBODY; otherwise, the evaluation plays.
    A game that fills the workspace is broken off and counts as a draw, so nobody learns to wait forever with a won game.
    """
    state, turns, most = workspace.states[0], 0, len(workspace.seats)
    while turns < most and not is_terminal(state):
        seat = current_seat(state)
        if seat == CHANCE:
            apply(state, random_action(state, workspace.actions[0], workspace.generator))
        else:
            is_network = learned == NOBODY or seat == learned
            play_turn(weights, workspace, seat, is_network, salt * most + turns)
            workspace.seats[turns] = seat
            row = fill_features(workspace, state, seat, turns)
            workspace.chances[turns] = sigmoid(output_of(weights, workspace, row))
            turns += 1
    return turns


def play_turn(weights: Weights, workspace: Any, seat: int, is_network: bool, salt: int) -> None:
    """Play the turn of a seat: go to the most valuable of all positions in which it may end."""
    states, counts, ply, highest = workspace.states, workspace.counts, 0, 2 * LOST
    counts[0] = legal_actions(states[0], workspace.actions[0])
    while ply >= 0:
        if counts[ply] == 0:
            ply -= 1
            continue
        counts[ply] -= 1
        assign(states[ply + 1], states[ply])
        apply(states[ply + 1], workspace.actions[ply][counts[ply]])
        if not is_new(workspace, ply + 1, salt):
            continue
        if current_seat(states[ply + 1]) == seat and ply + 1 < PLIES:
            ply += 1
            counts[ply] = legal_actions(states[ply], workspace.actions[ply])
            continue
        value = turn_value(weights, workspace, ply + 1, seat, is_network)
        if value > highest:
            highest = value
            assign(workspace.best[0], states[ply + 1])
    assign(states[0], workspace.best[0])


def is_new(workspace: Any, ply: int, salt: int) -> bool:
    """Tell whether this turn comes to a position for the first time."""
    key = digest(workspace.states[ply], salt)
    place = key % SEEN
    if workspace.seen[place] == key:
        return False
    workspace.seen[place] = key
    return True


def turn_value(weights: Weights, workspace: Any, ply: int, seat: int, is_network: bool) -> float:
    """Return the value of a position for the seat whose turn ends there."""
    state = workspace.states[ply]
    if is_terminal(state):
        return WON * returns(state, seat)
    if not is_network:
        return float(evaluate(state, seat))
    scratch = len(workspace.seats)
    return output_of(weights, workspace, fill_features(workspace, state, seat, scratch))


def fill_features(workspace: Any, state: Any, seat: int, row: int) -> int:
    """Write the features of a position to a row, for a seat whose turn has ended there, and return the row."""
    features = workspace.features[row]
    for group in range(len(features)):
        features[group] = feature(state, seat, group)
    return row


def output_of(weights: Weights, workspace: Any, row: int) -> float:
    """Return the output for a row of features; the sums of the hidden units remain in workspace.sums."""
    sums, features = workspace.sums, workspace.features[row]
    for unit in range(len(sums)):
        sums[unit] = weights.units[0, unit]
    output = float(weights.direct[0])
    for group in range(len(features)):
        one = features[group]
        if one > 0:
            output += weights.direct[one]
            for unit in range(len(sums)):
                sums[unit] += weights.units[one, unit]
    for unit in range(len(sums)):
        output += weights.outputs[unit] * min(max(sums[unit], 0.0), 1.0)
    return output


def sigmoid(output: float) -> float:
    """Return the chance for which an output stands."""
    return 1.0 / (1.0 + exp(-min(max(output, -30.0), 30.0)))


def learn_game(weights: Weights, squares: Weights, workspace: Any, turns: int, rate: float, trace: float) -> float:
    """Learn from the recorded turns of a game and return the sum of the squared errors.

    `squares` are the sums of the squared gradients of each weight, `rate` is the size of a step, and `trace` is λ.
    """
    errors, target, later = 0.0, 0.0, 0.0
    for turn in range(turns - 1, -1, -1):
        seat = workspace.seats[turn]
        if turn == turns - 1:
            target = (1.0 + returns(workspace.states[0], seat)) / 2.0
        else:
            mixed = trace * target + (1.0 - trace) * later
            target = mixed if seat == workspace.seats[turn + 1] else 1.0 - mixed
        later = workspace.chances[turn]
        error = target - sigmoid(output_of(weights, workspace, turn))
        errors += error * error
        if turn < turns - 1:  # the network need not judge the end of a game
            adjust(weights, squares, workspace, turn, error, rate)
    return errors


def adjust(weights: Weights, squares: Weights, workspace: Any, row: int, error: float, rate: float) -> None:
    """Change the weights so that the output for a row of features, just computed, has less of this error."""
    features, sums = workspace.features[row], workspace.sums
    for unit in range(len(sums)):
        total, slope = sums[unit], 1.0 if 0.0 < sums[unit] < 1.0 else SLOPE
        sums[unit] = error * weights.outputs[unit] * slope
        gradient = error * min(max(total, 0.0), 1.0)
        squares.outputs[unit] += gradient * gradient
        weights.outputs[unit] += rate * gradient / sqrt(squares.outputs[unit])
    for group in range(-1, len(features)):
        one = features[group] if group >= 0 else 0
        if one > 0 or group < 0:
            squares.direct[one] += error * error
            weights.direct[one] += rate * error / sqrt(squares.direct[one])
            for unit in range(len(sums)):
                squares.units[one, unit] += sums[unit] * sums[unit]
                weights.units[one, unit] += rate * sums[unit] / sqrt(squares.units[one, unit])


def play_and_learn(
    weights: Weights, squares: Weights, workspace: Any, begin: Any, learned: int, number: int, rate: float, trace: float
) -> int:
    """Play a game from `begin`, learn from it, and return the number of turns.

    `learned` is as for `play_game`, and `number` differs from game to game.
    """
    assign(workspace.states[0], begin)
    turns = play_game(weights, workspace, learned, number)
    learn_game(weights, squares, workspace, turns, rate, trace)
    return turns


def compare(weights: Weights, workspace: Any, begin: Any, learned: int, number: int) -> int:
    """Play one game between the network, on the seat `learned`, and the evaluation; return the network's result."""
    assign(workspace.states[0], begin)
    play_game(weights, workspace, learned, number)
    return int(returns(workspace.states[0], learned))
