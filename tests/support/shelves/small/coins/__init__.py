"""Coins: a small game with scores, for the searches, the referee and the pages.

Coins lie in a row; the seat to move takes the first or the last of them.  The score is how much more a seat has taken
than the other, or if `is_for_oneself` is set, what the seat itself has taken.  The game is a folder so that a house can
be started with it.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from ludoteka.core.game import Game, Scores, Seat
from ludoteka.core.message import Message, Refused
from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Piece, Place, Scene

ROW = (3, 9, 1, 2, 7, 4)
MOST_SEATS = 3
NUM_ACTIONS = MAX_ACTIONS = 2
FIRST, LAST = 0, 1
PLACES = {str(number): Place(str(number), number, 0) for number in range(len(ROW))}


class State(Record):
    """The row, where the coins that are left start and end, the seat to move, and what each seat has taken."""

    coins: Annotated[list[int], len(ROW)]
    start: int
    end: int
    turn: int
    seats: int
    is_for_oneself: int
    taken: Annotated[list[int], MOST_SEATS]


Observation = State


def start(options: Mapping[str, Any]) -> State:
    return begun(list(ROW))


def begun(coins, seats=2, is_for_oneself=0):
    """Return a row of these coins for this number of seats."""
    return State.of([coins + [0] * (len(ROW) - len(coins)), 0, len(coins), 0, seats, is_for_oneself, [0] * MOST_SEATS])


def current_seat(state):
    return NOBODY if is_terminal(state) else state.turn


def legal_actions(state, actions):
    actions[0] = FIRST
    actions[1] = LAST
    return min(state.end - state.start, 2)


def apply(state, action):
    if action == FIRST:
        state.taken[state.turn] += state.coins[state.start]
        state.start += 1
    else:
        state.end -= 1
        state.taken[state.turn] += state.coins[state.end]
    state.turn = (state.turn + 1) % state.seats


def is_terminal(state):
    return state.start == state.end


def returns(state, seat):
    return ahead(state, seat) if is_terminal(state) else 0


def ahead(state, seat):
    if state.is_for_oneself != 0:
        return state.taken[seat]
    return state.taken[seat] - state.taken[1 - seat]


def evaluate(state, seat):
    return 100 * ahead(state, seat)


def observe(state, seat):
    return state.copy()


def path(seen, action):
    return (str(seen.start if action == FIRST else seen.end - 1),)


def refusal(seen, path):
    places = tuple(PLACES[name].name for name in path)
    if len(places) > 1:
        return Refused("one-coin", Message("One coin is taken at a time."), places)
    if seen.start <= int(places[0]) < seen.end:
        return Refused("not-at-the-end", Message("Only the first coin and the last one can be taken."), places)
    return Refused("no-coin", Message("That coin is gone."), places)


def scene(seen, actions):
    left = range(seen.start, seen.end)
    return Scene(
        Message("All coins are taken") if is_terminal(seen) else Message("Take a coin from an end"),
        tuple(PLACES.values()),
        tuple(Piece("coin", NOBODY, str(number), str(seen.coins[number]), Message("coin")) for number in left),
    )


GAME = Game(
    name="coins",
    title=Message("Coins"),
    summary=Message("Take the dearest."),
    seats=lambda options: (Seat(0, "n", Message("Norma")), Seat(1, "s", Message("Silas"))),
    rules=sys.modules[__name__],
    notation=sys.modules[__name__],
    scene=scene,
    folder=Path(__file__).parent,
    evaluation=sys.modules[__name__],
    scores=Scores(-20, 20),
)
