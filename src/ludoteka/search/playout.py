"""Playouts and perft: play a game at random, or count its action sequences.

The functions are written in the rules dialect; bind the module to a game with `core.twins`.
"""

from typing import Any

from ludoteka.core.rules import (
    CHANCE,
    NO_PROPOSALS,
    apply,
    assign,
    current_seat,
    is_terminal,
    legal_actions,
    propose_action,
    weight,
)

MASK = 0xFFFFFFFF
IS_INLINED = True  # a playout is one short loop, in which calls take a fifth of the time
ATTEMPTS = 64  # random words to try for an action, before all are listed


def random_word(generator: Any) -> int:
    """Return the next 32 random bits of an sfc32 generator, whose state is four words in `generator`.

    The numbers are the same for a list of ints (interpreted) and an int64 array (compiled).
    Source: Chris Doty-Humphrey, PractRand 0.95, sfc32.
    """
    word: int = (generator[0] + generator[1] + generator[3]) & MASK
    generator[3] = (generator[3] + 1) & MASK
    generator[0] = generator[1] ^ (generator[1] >> 9)
    generator[1] = (generator[2] + (generator[2] << 3)) & MASK
    generator[2] = ((((generator[2] << 21) | (generator[2] >> 11)) & MASK) + word) & MASK
    return word


def playout(state: Any, actions: Any, generator: Any, max_plies: int) -> int:
    """Play at random until the end or for `max_plies`, changing `state`; return the number of plies."""
    plies = 0
    while plies < max_plies and not is_terminal(state):
        apply(state, random_action(state, actions, generator))
        plies += 1
    return plies


def random_action(state: Any, actions: Any, generator: Any) -> int:
    """Return a random action: throws by their weights, others with equal probability.

    `actions` is scratch space.  Rejecting words that stand for no action leaves all others equally likely.
    """
    for _ in range(ATTEMPTS):
        action = propose_action(state, random_word(generator))
        if action >= 0:
            return int(action)
        if action == NO_PROPOSALS:
            break
    return listed_action(state, actions, legal_actions(state, actions), generator)


def listed_action(state: Any, actions: Any, count: int, generator: Any) -> int:
    """Return one of the first `count` actions at random, with the probabilities of `random_action`."""
    if current_seat(state) != CHANCE:
        return int(actions[(random_word(generator) * count) >> 32])
    total = 0
    for i in range(count):
        total += weight(state, actions[i])
    left, i = (random_word(generator) * total) >> 32, 0
    while left >= weight(state, actions[i]):
        left -= weight(state, actions[i])
        i += 1
    return int(actions[i])


def playouts(begin: Any, state: Any, actions: Any, generator: Any, games: int, max_plies: int) -> int:
    """Play `games` playouts from `begin`, using `state` as scratch space; return the total number of plies."""
    plies = 0
    for _ in range(games):
        assign(state, begin)
        plies += playout(state, actions, generator, max_plies)
    return plies


def perft(states: Any, buffers: Any, counts: Any, depth: int) -> int:
    """Count the action sequences of exactly `depth` plies (one or more) from states[0].

    Each ply needs a state, a buffer for actions, and a counter for its remaining actions.  The actions of the last ply are
    counted but not played.  There is no recursion, because compiled recursion does not survive the disk cache
    (docs/decisions/0004).
    """
    total, ply, last = 0, 0, depth - 1
    counts[0] = legal_actions(states[0], buffers[0])
    if last == 0:
        return int(counts[0])
    while ply >= 0:
        if counts[ply] == 0:
            ply -= 1
            continue
        counts[ply] -= 1
        assign(states[ply + 1], states[ply])
        apply(states[ply + 1], buffers[ply][counts[ply]])
        count = legal_actions(states[ply + 1], buffers[ply + 1])
        if ply + 1 == last:
            total += count
        else:
            ply += 1
            counts[ply] = count
    return total
