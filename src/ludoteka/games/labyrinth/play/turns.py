"""The beginning and the end of a turn (clauses 9, 13, 16, 18)."""

from ludoteka.games.labyrinth.play.heaps import uniques_on
from ludoteka.games.labyrinth.play.money import credit_interest
from ludoteka.games.labyrinth.play.reply import say
from ludoteka.games.labyrinth.play.state import BEFORE, CHOOSING, DRAWN, IN, NOTHING, OPEN, SKIPPED, State


def turn_of(state: State) -> int:
    """Return the seat whose turn it is."""
    return state.order[state.place]


def end_turn(state: State) -> None:
    """Pay interest and pass the turn."""
    credit_interest(state, turn_of(state))
    pass_turn(state)


def pass_turn(state: State) -> None:
    """Pass the turn to the next player; players stuck in a swamp are skipped, but paid interest (clause 18)."""
    waits = True
    while waits and state.outcome == OPEN:
        state.place += 1
        if state.place >= state.joined:
            state.place = 0
            wrap(state)
        seat = turn_of(state)
        if state.outcome == OPEN and state.status[seat] == IN:
            waits = state.skip[seat] == 1
            if waits:
                state.skip[seat] = 0
                credit_interest(state, seat)
                say(state, SKIPPED, seat, 0)
    if state.outcome == OPEN:
        begin_turn(state)


def wrap(state: State) -> None:
    """Count a round: too many quiet ones in a row are a draw (clause 9)."""
    state.quiet = 0 if state.eventful else state.quiet + 1
    state.eventful = 0
    if state.stall > 0 and state.quiet >= state.stall:
        state.outcome = DRAWN


def begin_turn(state: State) -> None:
    """Begin a turn; a pending choice comes first if a unique thing is still on the cell (clause 13)."""
    seat = turn_of(state)
    state.stage = BEFORE
    state.fresh = 1
    if state.pending[seat]:
        if uniques_on(state, state.at[seat]) > 0:
            state.stage = CHOOSING
        else:
            state.pending[seat] = 0
            say(state, NOTHING, 0, 0)
