"""Passages, spinners, and who is where (clauses 1, 2, 5, 8, 18)."""

from ludoteka.games.labyrinth.play.state import (
    COMPASS,
    COMPASS_WAYS,
    IN,
    ITEMS,
    SEATS,
    SPINNER,
    WAYS,
    State,
)


def passable(state: State, cell: int, way: int) -> int:
    """Return the cell to which players and bullets pass from a cell, or NOWHERE; an exit is a wall (clauses 2, 5)."""
    return state.beyond[cell * WAYS + way]


def real_way(state: State, seat: int, word: int) -> int:
    """Return the true direction of a word; a spinner turns it unless the player carries a compass (clause 18)."""
    cell = state.at[seat]
    if word >= COMPASS_WAYS or state.object[cell] != SPINNER or state.items[seat * ITEMS + COMPASS] > 0:
        return word
    return (word + state.detail[cell]) % COMPASS_WAYS


def somebody_on(state: State, cell: int, seat: int) -> int:
    """Return who, apart from `seat`, has been on a cell longest; ties go by the order of play.  SEATS means nobody."""
    found = SEATS
    for place in range(state.joined):
        other = state.order[place]
        is_there = other != seat and state.status[other] == IN and state.at[other] == cell
        if is_there and (found == SEATS or state.since[other] < state.since[found]):
            found = other
    return found
