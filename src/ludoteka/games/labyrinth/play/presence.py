"""Joining and leaving (clauses 7, 9)."""

from ludoteka.games.labyrinth.play.heaps import add
from ludoteka.games.labyrinth.play.money import close_account, open_account
from ludoteka.games.labyrinth.play.state import DEAD, FARTHEST, IN, ITEMS, JOIN, NOWHERE, PURSE, SPAN, WAITING, State


def leave_all(state: State, seat: int, status: int) -> None:
    """Remove a player from the maze: things and cash stay on the cell, and the account is closed (clause 9)."""
    for item in range(ITEMS):
        add(state, state.at[seat], item, state.items[seat * ITEMS + item])
        state.items[seat * ITEMS + item] = 0
    add(state, state.at[seat], PURSE, state.cash[seat])
    close_account(state, seat)
    state.status[seat] = status
    state.pending[seat] = 0
    state.skip[seat] = 0


def enter(state: State, seat: int, cell: int) -> None:
    """Place a player on a cell, last in the order of play (clause 7)."""
    withdraw_from_order(state, seat)
    state.order[state.joined] = seat
    state.joined += 1
    state.status[seat] = IN
    state.at[seat] = cell
    state.since[seat] = state.arrivals
    open_account(state, seat)


def withdraw_from_order(state: State, seat: int) -> None:
    """Remove a returning player's old place in the order."""
    for place in range(state.joined):
        if state.order[place] == seat:
            state.joined -= 1
            for later in range(place, state.joined):
                state.order[later] = state.order[later + 1]
            if place < state.place:
                state.place -= 1
            return


def is_anybody_in(state: State) -> bool:
    """Tell whether any player is still in the maze."""
    count = 0
    for seat in range(state.seats):
        if state.status[seat] == IN:
            count += 1
    return count > 0


def may_play(state: State, seat: int) -> bool:
    """Tell whether a player is in the maze, or may still come in or come back (clauses 7, 9)."""
    if state.status[seat] == DEAD:
        return state.rejoin == 1
    return state.status[seat] == IN or state.status[seat] == WAITING


def join_action(seat: int, x: int, y: int, floor: int) -> int:
    """Return the action by which a seat enters.  It contains coordinates, because cell numbers are secret."""
    return JOIN + ((seat * SPAN + x + FARTHEST) * SPAN + y + FARTHEST) * SPAN + floor + FARTHEST


def is_joining(action: int) -> bool:
    """Tell whether somebody enters by an action, which only chance plays (clause 7)."""
    return action >= JOIN


def joining_seat(action: int) -> int:
    """Return the seat that enters by an action."""
    return (action - JOIN) // (SPAN * SPAN * SPAN)


def joining_cell(state: State, action: int) -> int:
    """Return the cell on which a player enters by an action, or NOWHERE."""
    seat = joining_seat(action)
    for cell in range(state.cells):
        if join_action(seat, state.x[cell], state.y[cell], state.floor[cell]) == action:
            return cell
    return NOWHERE
