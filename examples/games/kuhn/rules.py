"""Kuhn poker: the rules of play.  Clause numbers refer to rules.en.md."""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

FIRST, SECOND = 0, 1  # seats
# What lies before a seat; BACK is a card whose face the observer may not see.
NOTHING, JACK, QUEEN, KING, BACK = 0, 1, 2, 3, 4
CARDS = (JACK, QUEEN, KING)
CHECK, BET, FOLD, CALL = 4, 5, 6, 7  # actions; a card is dealt by the action of its own number
NUM_ACTIONS = CALL + 1
MAX_ACTIONS = len(CARDS)
MOST = 2  # chips that a seat can lose: the one it begins with, and a bet


class State(Record):
    """The complete state."""

    cards: Annotated[list[int], 2]  # each seat's
    pot: Annotated[list[int], 2]  # the chips that each seat has put in
    acted: int  # how often the seats have checked, bet or called
    folded: int  # the seat that has given up its card, or NOBODY


class Observation(Record):
    """What one seat knows; `observe` copies each field by name."""

    turn: int  # the seat to act, CHANCE, or NOBODY
    cards: Annotated[list[int], 2]
    pot: Annotated[list[int], 2]
    acted: int
    folded: int


def start(options: Mapping[str, Any]) -> State:
    """Return the state with one chip of each seat in the pot and no card dealt (clause 1)."""
    state = State()
    state.pot = [1, 1]
    state.folded = NOBODY
    return state


def current_seat(state: State) -> int:
    """Return CHANCE while cards are dealt, then the seats in turn, and NOBODY after the end."""
    if is_terminal(state):
        return NOBODY
    return CHANCE if state.cards[SECOND] == NOTHING else state.acted % 2


def dealt_to(state: State) -> int:
    """Return the seat that receives the next card."""
    return FIRST if state.cards[FIRST] == NOTHING else SECOND


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the cards that are left (clause 2); check and bet (clause 3); or fold and call (clause 4)."""
    count = 0
    if is_terminal(state):
        return 0
    if state.cards[SECOND] == NOTHING:
        for card in CARDS:
            if card != state.cards[FIRST]:
                actions[count] = card
                count += 1
        return count
    actions[0] = CHECK if is_even(state) else FOLD
    actions[1] = BET if is_even(state) else CALL
    return 2


def is_even(state: State) -> bool:
    """Tell whether both seats have put in the same number of chips."""
    return state.pot[FIRST] == state.pot[SECOND]


def apply(state: State, action: int) -> None:
    """Deal a card, or let the seat to act check, bet, fold or call."""
    seat = state.acted % 2
    if action <= KING:
        state.cards[dealt_to(state)] = action
    elif action == FOLD:
        state.folded = seat
    else:
        state.acted += 1
        if action != CHECK:
            state.pot[seat] += 1


def is_terminal(state: State) -> bool:
    """Tell whether a seat has folded (clause 4), or both have acted and their cards are compared (clause 5)."""
    return state.folded != NOBODY or is_showdown(state)


def is_showdown(state: State) -> bool:
    """Tell whether the cards are compared: nobody has folded, and both have acted and put in the same number of chips (clause 5)."""
    return state.folded == NOBODY and state.acted >= 2 and is_even(state)


def returns(state: State, seat: int) -> int:
    """Return the chips that a seat has won from the other seat, or lost to it (clause 6); 0 until the game is over."""
    if not is_terminal(state):
        return 0
    loser = state.folded
    if loser == NOBODY:
        loser = FIRST if state.cards[FIRST] < state.cards[SECOND] else SECOND
    return -state.pot[loser] if seat == loser else state.pot[loser]


def observe(state: State, seat: int) -> Observation:
    """Return what `seat` may know; until the game is over, only the back of the other card (clause 7)."""
    seen = Observation()
    seen.turn = current_seat(state)
    for owner in (FIRST, SECOND):
        if owner == seat or is_terminal(state):
            seen.cards[owner] = state.cards[owner]
        elif state.cards[owner] != NOTHING:
            seen.cards[owner] = BACK
    seen.pot = state.pot[:]
    seen.acted = state.acted
    seen.folded = state.folded
    return seen
