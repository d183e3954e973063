"""Stones: a small game for the searches, in which a seat may act several times in a row.

A pile of stones; a move takes one, two or three; taking the last one wins.  If four are left
after a move, the game is a draw.  A seat that takes one stone plays again.
"""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY

NUM_ACTIONS = 4
MAX_ACTIONS = 3
DRAWN = 4


class State(Record):
    """The pile, the seat to act, and who took the last stone."""

    pile: int
    turn: int
    winner: int


Observation = State


def start(options: Mapping[str, Any]) -> State:
    return State.of([9, 0, NOBODY])


def current_seat(state):
    return NOBODY if is_terminal(state) else state.turn


def legal_actions(state, actions):
    count = 0
    if not is_terminal(state):
        for stones in range(1, min(state.pile, 3) + 1):
            actions[count] = stones
            count += 1
    return count


def apply(state, action):
    state.pile -= action
    if state.pile == 0:
        state.winner = state.turn
    if action != 1:
        state.turn = 1 - state.turn


def is_terminal(state):
    return state.pile == 0 or state.pile == DRAWN


def returns(state, seat):
    if state.pile != 0:
        return 0
    return 1 if state.winner == seat else -1


def evaluate(state, seat):
    return 0
