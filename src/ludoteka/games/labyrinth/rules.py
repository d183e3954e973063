"""The rules of Labyrinth; clause numbers refer to the rules page (rules.en.md).

These functions are the moderator's part: only the moderator sees the maze.  The reply to an action is in the state (`said_…`).
"""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games.labyrinth.play.arrival import move
from ludoteka.games.labyrinth.play.bullets import shoot
from ludoteka.games.labyrinth.play.presence import (
    enter,
    is_anybody_in,
    join_action,
    joining_cell,
    joining_seat,
    leave_all,
)
from ludoteka.games.labyrinth.play.reasons import ACCEPTED, next_to_place, reason
from ludoteka.games.labyrinth.play.setup import first_state
from ludoteka.games.labyrinth.play.state import (
    AFTER,
    ALL_LEFT,
    BUY,
    CHOOSE,
    DEPOSIT,
    DRAWN,
    DROP,
    END,
    JOIN,
    LEAVE,
    MAX_ACTIONS,
    NUM_ACTIONS,
    OPEN,
    OUT,
    PLACING,
    SEATS,
    SHOOT,
    WITHDRAW,
    Observation,
    State,
)
from ludoteka.games.labyrinth.play.things import deal
from ludoteka.games.labyrinth.play.turns import begin_turn, end_turn, pass_turn, turn_of

__all__ = [
    "MAX_ACTIONS",
    "NUM_ACTIONS",
    "Observation",
    "State",
    "apply",
    "current_seat",
    "is_terminal",
    "legal_actions",
    "observe",
    "returns",
    "start",
]


def start(options: Mapping[str, Any]) -> State:
    """Build the maze, with the players where the scenario places them, or waiting (clause 7)."""
    state = first_state(options)
    if state.stage != PLACING:
        begin_turn(state)
    return state


def current_seat(state: State) -> int:
    """Return the seat to act: CHANCE while players are being placed, NOBODY when the match is over."""
    if state.outcome != OPEN:
        return NOBODY
    return CHANCE if state.stage == PLACING else turn_of(state)


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the legal actions; the smallest amount stands for all amounts, and leaving and late joining are left out."""
    count = 0
    if state.outcome == OPEN and state.stage == PLACING:
        seat = next_to_place(state)
        for cell in range(state.cells):
            action = join_action(seat, state.x[cell], state.y[cell], state.floor[cell])
            count = add_accepted(state, action, actions, count)
        return count
    for action in range(LEAVE):
        count = add_accepted(state, action, actions, count)
    count = add_accepted(state, WITHDRAW + 1, actions, count)
    return add_accepted(state, DEPOSIT + 1, actions, count)


def add_accepted(state: State, action: int, actions: list[int], count: int) -> int:
    """Write an action at index `count` if it is accepted, and return the new count."""
    if reason(state, action) == ACCEPTED:
        actions[count] = action
        count += 1
    return count


def apply(state: State, action: int) -> None:
    """Play an action and store the reply; a turn in which nothing is left to do ends by itself."""
    state.said = 0
    if action >= JOIN:
        place_player(state, joining_seat(action), joining_cell(state, action))
        return
    seat = turn_of(state)
    state.fresh = 0
    if action == LEAVE:
        leave(state, seat)
    elif action == END:
        end_turn(state)
    else:
        act(state, seat, action)
        if state.outcome == OPEN and state.stage == AFTER and not is_anything_left(state):
            end_turn(state)


def act(state: State, seat: int, action: int) -> None:
    """Play a move, a shot, or an action with things and money."""
    if action < END:
        move(state, seat, action)
    elif action < DROP:
        shoot(state, seat, action - SHOOT)
    else:
        deal(state, seat, action)


def place_player(state: State, seat: int, cell: int) -> None:
    """Place a player in the maze; once all are placed, the first turn begins (clause 7)."""
    enter(state, seat, cell)
    if state.stage == PLACING and next_to_place(state) == SEATS:
        begin_turn(state)


def leave(state: State, seat: int) -> None:
    """Take the seat to act out of the match; when nobody is left, all have lost (clause 9)."""
    leave_all(state, seat, OUT)
    if is_anybody_in(state):
        pass_turn(state)
    else:
        state.outcome = ALL_LEFT


def is_anything_left(state: State) -> bool:
    """Tell whether the seat can do anything but end its turn."""
    for action in range(DROP, LEAVE):
        if (action < CHOOSE or action >= BUY) and reason(state, action) == ACCEPTED:
            return True
    return reason(state, WITHDRAW + 1) == ACCEPTED or reason(state, DEPOSIT + 1) == ACCEPTED


def is_terminal(state: State) -> bool:
    """Tell whether the match is over."""
    return state.outcome != OPEN


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the others, 0 for a draw (clauses 5, 9)."""
    if state.outcome == OPEN or state.outcome == DRAWN:
        return 0
    return 1 if seat == state.winner else -1


def observe(state: State, seat: int) -> Observation:
    """Return what everybody knows from the log."""
    seen = Observation()
    seen.viewer = seat
    seen.turn = current_seat(state)
    seen.stage = state.stage
    seen.fresh = state.fresh
    seen.outcome = state.outcome
    seen.winner = state.winner
    seen.seats = state.seats
    seen.names = state.names[:]
    seen.status = state.status[:]
    seen.stood = state.stood[:]
    seen.order = state.order[:]
    seen.joined = state.joined
    seen.rejoin = state.rejoin
    return seen
