"""Dials: the rules of play.

Three seats, each with a dial of twenty numbers that only they see and that chance sets.  The seat to move turns its own
dial, asks whether another dial is high and alone hears the answer, makes a bid that all hear, or stops the match, which
the highest dial wins.  A game for the leak check: wide, long, and with secrets of every kind.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

SEATS = 3
NUMBERS = 20  # on a dial
HIGH = 10  # a dial is high from this number on
TURNS = 9  # a dial is turned by 1 to 9
UNSET = 99  # stands for the unknown number of a dial; as an index it is out of range
LAST = 90  # ply

SET = 0  # + the number; chance sets the dials
TURN = SET + NUMBERS  # + by how much - 1
ASK = TURN + TURNS  # + how far to the left - 1
BID = ASK + SEATS - 1  # + the number
STOP = BID + NUMBERS
NUM_ACTIONS = STOP + 1
MAX_ACTIONS = TURNS + SEATS + NUMBERS


class State(Record):
    """The full state."""

    dials: Annotated[list[int], SEATS]
    bid: int
    asked: int  # the seat whose dial was asked about at the last ply, or SEATS
    plies: int
    stopped: int


class Observation(Record):
    """What one seat knows: every field is set by name, none is removed."""

    viewer: int
    turn: int
    dials: Annotated[list[int], SEATS]  # UNSET for dials that the seat may not see
    bid: int
    asked: int
    plies: int


def start(options: Mapping[str, Any]) -> State:
    """Return three dials that are still to be set."""
    state = State()
    state.dials = [UNSET] * SEATS
    state.asked = SEATS
    return state


def current_seat(state: State) -> int:
    """Return the seat to move: CHANCE while dials are unset, NOBODY when the match is over."""
    if is_terminal(state):
        return NOBODY
    return CHANCE if state.plies < SEATS else state.plies % SEATS


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the numbers that a dial can be set to, or turns, questions and all bids but the current one."""
    if is_terminal(state):
        return 0
    first, end, count = (SET, TURN, 0) if state.plies < SEATS else (TURN, NUM_ACTIONS, 0)
    for action in range(first, end):
        if action != BID + state.bid:
            actions[count] = action
            count += 1
    return count


def apply(state: State, action: int) -> None:
    """Set, turn, ask, bid or stop."""
    seat = state.plies % SEATS
    state.plies += 1
    state.asked = asked(seat, action) if ASK <= action < BID else SEATS
    if action < TURN:
        state.dials[seat] = action - SET
    elif action < ASK:
        state.dials[seat] = (state.dials[seat] + action - TURN + 1) % NUMBERS
    elif action == STOP:
        state.stopped = 1
    elif action >= BID:
        state.bid = action - BID


def is_terminal(state: State) -> bool:
    """Return whether somebody stopped the match or the last ply was played."""
    return state.stopped == 1 or state.plies == LAST


def returns(state: State, seat: int) -> int:
    """Return 1 for the highest dial and -1 for the others; 0 if several dials are highest."""
    highest, count = max(state.dials), 0
    for dial in state.dials:
        if dial == highest:
            count += 1
    if not is_terminal(state) or count > 1:
        return 0
    return 1 if state.dials[seat] == highest else -1


def observe(state: State, seat: int) -> Observation:
    """Return what `seat` may know: its own dial, and all dials at the end."""
    seen = Observation()
    seen.viewer = seat
    seen.turn = current_seat(state)
    for other in range(SEATS):
        seen.dials[other] = state.dials[other] if other == seat or is_terminal(state) else UNSET
    seen.bid = state.bid
    seen.asked = state.asked
    seen.plies = state.plies
    return seen


def asked(seat: int, action: int) -> int:
    """Return the seat whose dial a question is about."""
    return (seat + action - ASK + 1) % SEATS
