"""Shots (clauses 10–12, 18)."""

from ludoteka.games.labyrinth.play.passage import passable, real_way, somebody_on
from ludoteka.games.labyrinth.play.presence import leave_all
from ludoteka.games.labyrinth.play.reply import say
from ludoteka.games.labyrinth.play.state import (
    CARTRIDGE,
    COW,
    DEAD,
    EAST,
    ITEMS,
    KILLED,
    MAX_CELLS,
    MIRROR,
    MISSED,
    NORTH,
    NOWHERE,
    PROTECTED,
    SEATS,
    SLASH,
    SOUTH,
    VEST,
    WEST,
    State,
)

REFLECTED = (EAST, NORTH, WEST, SOUTH)  # by "/", for north, east, south, west
REFLECTED_BACK = (WEST, SOUTH, EAST, NORTH)  # by "\"


def shoot(state: State, seat: int, word: int) -> None:
    """Fire one bullet, which hits at most one player (clauses 10, 12)."""
    state.items[seat * ITEMS + CARTRIDGE] -= 1
    victim = target(state, seat, real_way(state, seat, word))
    if victim == SEATS:
        say(state, MISSED, 0, 0)
    elif state.items[victim * ITEMS + VEST] > 0:
        state.items[victim * ITEMS + VEST] -= 1
        say(state, PROTECTED, 0, 0)
    else:
        leave_all(state, victim, DEAD)
        state.eventful = 1
        say(state, KILLED, victim, 0)


def target(state: State, seat: int, way: int) -> int:
    """Return the seat that the bullet hits, SEATS if none; players on the shooter's own cell come first (clause 10)."""
    cell = state.at[seat]
    victim = somebody_on(state, cell, seat)
    flown = 0
    while victim == SEATS and flown < MAX_CELLS:
        cell = passable(state, cell, way)
        if cell == NOWHERE or state.object[cell] == COW:
            return SEATS
        flown += 1
        victim = somebody_on(state, cell, seat)
        way = reflected(state, cell, way)
    return victim


def reflected(state: State, cell: int, way: int) -> int:
    """Return the direction of a bullet after a cell, where a mirror may turn it (clause 18)."""
    if state.object[cell] != MIRROR:
        return way
    return REFLECTED[way] if state.detail[cell] == SLASH else REFLECTED_BACK[way]
