"""Wagers: a small game for the searches, for three seats, with a throw of unequal probabilities.

The seat to move takes 30 for certain, or dares: one of four equally likely rolls gives 100, the others nothing.
After each seat has had a turn, the one with the most points wins; if several seats have equally many, the first of them wins.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message
from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

SEATS = 3
TAKE, DARE, HIT, MISS = 0, 1, 2, 3
NUM_ACTIONS = 4
MAX_ACTIONS = 2
SURE, PRIZE = 30, 100


class State(Record):
    """What each seat holds, the seat to move, and whether it dares."""

    score: Annotated[list[int], SEATS]
    turn: int
    daring: int


Observation = State


def start(options: Mapping[str, Any]) -> State:
    return State()


def current_seat(state):
    if state.turn == SEATS:
        return NOBODY
    return CHANCE if state.daring != 0 else state.turn


def legal_actions(state, actions):
    if state.turn == SEATS:
        return 0
    actions[0], actions[1] = (HIT, MISS) if state.daring != 0 else (TAKE, DARE)
    return 2


def apply(state, action):
    if action == DARE:
        state.daring = 1
        return
    state.daring = 0
    if action == TAKE:
        state.score[state.turn] += SURE
    elif action == HIT:
        state.score[state.turn] += PRIZE
    state.turn += 1


def weight(state, action):
    return 1 if action == HIT else 3


def is_terminal(state):
    return state.turn == SEATS


def returns(state, seat):
    if state.turn != SEATS:
        return 0
    best = 0
    for other in range(SEATS):
        if state.score[other] > state.score[best]:
            best = other
    return 1 if best == seat else -1


def evaluate(state, seat):
    return state.score[seat]


GAME = Game(
    name="wagers",
    title=Message("Wagers"),
    summary=Message("Take, or dare."),
    seats=lambda options: tuple(Seat(number, "abc"[number], Message("Seat")) for number in range(SEATS)),
    rules=sys.modules[__name__],
    notation=None,
    scene=None,
    folder=Path(__file__).parent,
    throw=lambda state, draw: HIT if draw(state.turn, 4) == 1 else MISS,
    evaluation=sys.modules[__name__],
)
