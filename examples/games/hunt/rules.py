"""The hunt: the rules of play.  Clause numbers refer to rules.en.md."""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY

FUGITIVE, HUNTERS = 0, 1  # seats
PLACES = 27  # numbered from 1
NOWHERE = 0
MOST = 3  # hunters
BEGINNINGS = (5, 24, 12)  # the places where the hunters begin
SHOWN = 3  # the fugitive is seen after a round if the number of rounds left is divisible by this (clause 8)
KINDS = 3  # of way: on foot, by tram, by boat
TICKETS = (99, 4, 2, 99, 8, 4)  # by kind: the fugitive's, then the hunters' together; walking needs none (clause 3)

# Every way: its kind and its two ends.
WAYS = (
    0, 1, 2, 0, 4, 5, 0, 7, 8, 0, 10, 11, 0, 13, 14, 0, 16, 17, 0, 24, 25, 0, 26, 27, 0, 1, 6, 0, 2, 6, 0, 2, 7,
    0, 3, 7, 0, 3, 8, 0, 4, 8, 0, 4, 9, 0, 5, 9, 0, 6, 10, 0, 7, 11, 0, 7, 12, 0, 8, 12, 0, 8, 13, 0, 9, 13, 0, 9, 14,
    0, 10, 15, 0, 11, 15, 0, 11, 16, 0, 12, 16, 0, 13, 17, 0, 13, 18, 0, 14, 18, 0, 15, 19, 0, 15, 20, 0, 16, 20,
    0, 16, 21, 0, 17, 21, 0, 17, 22, 0, 18, 22, 0, 18, 23, 0, 19, 24, 0, 20, 25, 0, 21, 25, 0, 21, 26, 0, 22, 26,
    0, 22, 27, 0, 23, 27, 1, 2, 11, 1, 11, 20, 1, 4, 13, 1, 13, 22, 1, 10, 16, 1, 16, 22, 1, 3, 9, 2, 1, 10,
    2, 10, 19, 2, 5, 14, 2, 14, 23, 2, 23, 26,
)  # fmt: skip
WIDTH = 3  # numbers per way in WAYS

# An action is a means of travel and the place it leads to; or HIDE and a place; or PASS.
PASS, STRIDE = 0, 30
HIDE = KINDS * STRIDE
NUM_ACTIONS = HIDE + PLACES + 1
MAX_ACTIONS = PLACES


class State(Record):
    """The complete state."""

    place: int  # of the fugitive; NOWHERE before they hide
    hunters: Annotated[list[int], MOST]  # their places; NOWHERE for those that are not in the match
    tickets: Annotated[list[int], 6]  # left, as in TICKETS
    mover: int  # 0: the fugitive is to move, n: the n-th hunter
    rounds: int  # left, including the current one
    winner: int  # a seat, or NOBODY while the game goes on


class Observation(Record):
    """What one seat observes, in addition to its log."""

    place: int  # NOWHERE for the other seats, until the game is over
    hunters: Annotated[list[int], MOST]
    tickets: Annotated[list[int], 6]
    mover: int
    rounds: int
    winner: int


def start(options: Mapping[str, Any]) -> State:
    """Put the hunters on their places (clause 1)."""
    state = State()
    state.hunters = [place if number < options["hunters"] else NOWHERE for number, place in enumerate(BEGINNINGS)]
    state.tickets = list(TICKETS)
    state.rounds, state.winner = options["rounds"], NOBODY
    return state


def current_seat(state: State) -> int:
    """Return whose turn it is; NOBODY when the game is over."""
    seat = FUGITIVE if state.mover == 0 else HUNTERS
    return seat if state.winner == NOBODY else NOBODY


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the places to hide (clause 2), or the moves of the player to move, or a pass (clauses 3-5)."""
    count = 0
    if state.winner != NOBODY:
        return 0
    if state.mover == 0 and state.place == NOWHERE:
        for place in range(1, PLACES + 1):
            if is_free(state, place):
                actions[count] = HIDE + place
                count += 1
        return count
    for way in range(0, len(WAYS), WIDTH):
        kind, place = WAYS[way], other_end(way, standing(state))
        if place != NOWHERE and is_free(state, place) and state.tickets[kind + KINDS * int(state.mover > 0)] > 0:
            actions[count] = kind * STRIDE + place
            count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


def standing(state: State) -> int:
    """Return the place of the player to move."""
    return state.place if state.mover == 0 else state.hunters[state.mover - 1]


def other_end(way: int, place: int) -> int:
    """Return where a way leads from a place, or NOWHERE if the place is at neither end of the way."""
    if WAYS[way + 1] == place:
        return WAYS[way + 2]
    return WAYS[way + 1] if WAYS[way + 2] == place else NOWHERE


def is_free(state: State, place: int) -> bool:
    """Tell whether no hunter is on a place."""
    there = 0
    for hunter in range(MOST):
        there += int(state.hunters[hunter] == place)
    return there == 0


def apply(state: State, action: int) -> None:
    """Hide, move or pass, and end the turn."""
    if PASS < action < HIDE:
        state.tickets[action // STRIDE + KINDS * int(state.mover > 0)] -= 1
    if action != PASS and state.mover == 0:
        state.place = action % STRIDE
    elif action != PASS:
        state.hunters[state.mover - 1] = action % STRIDE
    if state.mover > 0 and standing(state) == state.place:
        state.winner = HUNTERS  # clause 6
    state.mover += 1
    if state.mover > MOST or state.hunters[state.mover - 1] == NOWHERE:
        state.mover = 0
        state.rounds -= 1
    if state.rounds == 0 and state.winner == NOBODY:
        state.winner = FUGITIVE  # clause 7


def is_terminal(state: State) -> bool:
    """Tell whether somebody has won."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the loser, and 0 until the game is over."""
    return 0 if state.winner == NOBODY else 1 if state.winner == seat else -1


def observe(state: State, seat: int) -> Observation:
    """Return everything; until the game is over, show the place of the fugitive only to the fugitive (clause 8)."""
    seen = Observation()
    seen.place = state.place if seat == FUGITIVE or state.winner != NOBODY else NOWHERE
    seen.hunters, seen.tickets = state.hunters[:], state.tickets[:]
    seen.mover, seen.rounds, seen.winner = state.mover, state.rounds, state.winner
    return seen
