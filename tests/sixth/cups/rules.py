"""Cups: the rules of play.  Clause numbers refer to rules.en.md.

The smallest game that has a secret, a throw, and a seat that acts twice in a row.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

CUPS = 4
FACES = 2
HIDER, SEEKER = 0, 1  # seats
NOWHERE = 99  # no cup; as an index it fails loudly

HIDE, THROW, LIFT = 0, CUPS, CUPS + FACES  # actions: HIDE + cup, THROW + face - 1, LIFT + cup
NUM_ACTIONS = LIFT + CUPS
MAX_ACTIONS = CUPS


class State(Record):
    """The complete state."""

    coin: int  # the cup over the coin; NOWHERE before the coin is hidden
    lifts: int  # how many cups the throw allows the seeker to lift; 0 before the throw
    lifted: Annotated[list[int], CUPS]  # 1 for each cup that was lifted


class Observation(Record):
    """What one seat knows, built field by field."""

    turn: int  # the seat to act, CHANCE, or NOBODY
    coin: int  # NOWHERE to a seat that may not know
    lifts: int
    lifted: Annotated[list[int], CUPS]


def start(options: Mapping[str, Any]) -> State:
    """Return four cups and a coin in the hider's hand."""
    state = State()
    state.coin = NOWHERE
    return state


def current_seat(state: State) -> int:
    """Return the seat that hides, throws or lifts; NOBODY when the game is over."""
    if is_terminal(state):
        return NOBODY
    if state.coin == NOWHERE:
        return HIDER
    return CHANCE if state.lifts == 0 else SEEKER


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the cups to hide under, the faces that can be thrown, or the cups still to be lifted (clauses 1–3)."""
    seat, count = current_seat(state), 0
    if seat == CHANCE:
        for face in range(FACES):
            actions[face] = THROW + face
        return FACES
    if seat != NOBODY:
        for cup in range(CUPS):
            if state.lifted[cup] == 0:
                actions[count] = cup + (HIDE if seat == HIDER else LIFT)
                count += 1
    return count


def apply(state: State, action: int) -> None:
    """Hide, throw or lift."""
    if action >= LIFT:
        state.lifted[action - LIFT] = 1
    elif action >= THROW:
        state.lifts = action - THROW + 1
    else:
        state.coin = action - HIDE


def is_terminal(state: State) -> bool:
    """Tell whether the coin is found or the lifts are used up (clause 4)."""
    return is_found(state) or (state.lifts > 0 and lifts_left(state) == 0)


def is_found(state: State) -> bool:
    """Tell whether the cup over the coin was lifted."""
    return state.coin != NOWHERE and state.lifted[state.coin] == 1


def lifts_left(state: State) -> int:
    """Return how many cups the seeker may still lift."""
    left = state.lifts
    for cup in range(CUPS):
        left -= state.lifted[cup]
    return left


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the loser, 0 while the game goes on."""
    if not is_terminal(state):
        return 0
    return 1 if is_found(state) == (seat == SEEKER) else -1


def observe(state: State, seat: int) -> Observation:
    """Return what `seat` may know (clause 5)."""
    seen = Observation()
    seen.turn = current_seat(state)
    seen.coin = state.coin if seat == HIDER or is_terminal(state) else NOWHERE
    seen.lifts = state.lifts
    seen.lifted = state.lifted[:]
    return seen
