"""Games between two settings of the search for games with throws, in the rules dialect: see quick_duels.py."""

from typing import Any

from ludoteka.core.rules import CHANCE, apply, assign, current_seat, is_terminal, legal_actions, returns
from ludoteka.search.expectimax import worth
from ludoteka.search.playout import random_action, random_word

NOTHING = -(1 << 60)  # less than any value
UNFINISHED = 2  # the result of a game that was broken off


def play(begin: Any, workspace: Any, actions: Any, generator: Any, plies: int, settings: Any, first: int) -> int:
    """Play a game from `begin` and return 1, 0 or -1 if the first setting has won, drawn or lost.

    `settings` are two rows of a depth and a noise.  They take the seats in turn, beginning with the setting `first`.
    `actions` is scratch space, and `generator` is that of `search.playout`.
    """
    state = workspace.states[0]
    assign(state, begin)
    for _ in range(plies):
        if is_terminal(state):
            return result(state, workspace.seats, first)
        seat = current_seat(state)
        if seat == CHANCE:
            apply(state, random_action(state, actions, generator))
        else:
            setting = settings[(index_of(seat, workspace.seats) + first) % 2]
            apply(state, choose(workspace, actions, generator, setting[0], setting[1]))
    return UNFINISHED


def choose(workspace: Any, actions: Any, generator: Any, depth: int, noise: int) -> int:
    """Return the action with the highest value after a random error of at most `noise`."""
    best, chosen, count = NOTHING, 0, legal_actions(workspace.states[0], actions)
    for index in range(count):
        value = worth(workspace, actions[index], depth) if count > 1 else 0
        value += ((random_word(generator) * (2 * noise + 1)) >> 32) - noise
        if value > best:
            best, chosen = value, actions[index]
    return int(chosen)


def index_of(seat: int, seats: Any) -> int:
    """Return where a seat is in the list of seats."""
    index = 0
    while seats[index] != seat:
        index += 1
    return index


def result(state: Any, seats: Any, first: int) -> int:
    """Return 1, 0 or -1 as the best seat of the first setting did better than, as well as or worse than the other's."""
    best, other = NOTHING, NOTHING
    for index in range(len(seats)):
        if (index + first) % 2 == 0:
            best = max(best, returns(state, seats[index]))
        else:
            other = max(other, returns(state, seats[index]))
    return int(best > other) - int(best < other)
