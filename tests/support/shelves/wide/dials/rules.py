"""Dials: the rules of play.

Three seats, each with a dial of twenty numbers that only they see and that chance sets.  Who is to move turns their own
dial, asks whether another's stands high and hears the answer alone, makes a bid that all hear, or stops the match, which
the highest dial wins.  A game for the leak check: wide, long, and with secrets of every kind.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

SEATS = 3
NUMBERS = 20  # on a dial
HIGH = 10  # from here on a dial stands high
TURNS = 9  # a dial is turned by 1 to 9
UNSET = 99  # of a dial; as an index it fails loudly
LAST = 90  # ply

SET = 0  # and the number: what chance does
TURN = SET + NUMBERS  # and by how much, less 1
ASK = TURN + TURNS  # and how far to the left, less 1
BID = ASK + SEATS - 1  # and the number
STOP = BID + NUMBERS
NUM_ACTIONS = STOP + 1
MAX_ACTIONS = TURNS + SEATS + NUMBERS


class State(Record):
    """The whole truth."""

    dials: Annotated[list[int], SEATS]
    bid: int
    asked: int  # whose dial was asked for at the last ply; SEATS if nobody's was
    plies: int
    stopped: int


class Observation(Record):
    """What one seat knows: every field is put in by name, nothing is taken out."""

    viewer: int
    turn: int
    dials: Annotated[list[int], SEATS]  # UNSET for those that the seat may not see
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
    """Return who is to move; CHANCE while dials are to be set, NOBODY when the match is over."""
    if is_terminal(state):
        return NOBODY
    return CHANCE if state.plies < SEATS else state.plies % SEATS


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the numbers to set a dial to, or turns, questions and all bids but the one that stands."""
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
    """Tell whether somebody has stopped the match, or the last ply was played."""
    return state.stopped == 1 or state.plies == LAST


def returns(state: State, seat: int) -> int:
    """Return 1 to the one highest dial and -1 to the others; 0 where two are the highest."""
    highest, count = max(state.dials), 0
    for dial in state.dials:
        if dial == highest:
            count += 1
    if not is_terminal(state) or count > 1:
        return 0
    return 1 if state.dials[seat] == highest else -1


def observe(state: State, seat: int) -> Observation:
    """Return what `seat` may know: its own dial, and all in the end."""
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
    """Return whose dial a seat asks for."""
    return (seat + action - ASK + 1) % SEATS
