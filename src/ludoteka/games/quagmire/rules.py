"""Quagmire: the rules of play.  Clause numbers refer to rules.en.md.

Every seat counts its way by itself: a *place* is where a pawn stands in its own seat's numbers, a *cell* is the same spot
counted alike for all.  Places run along the circle, up the home, and then over the tussocks, the start and the quagmire.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

LETTERS = "bltr"  # of the seats, clockwise: bottom, left, top, right
SEATS = 4
PAWNS = 4  # of a seat
FACES = 6
QUARTER = 12  # everything on the circle comes again after so many cells
CIRCLE = SEATS * QUARTER
TUSSOCKS = 3  # of a fen
FENS = 4

LAP = CIRCLE  # the place of a pawn that is back on its first cell, and enters its home next
INNERMOST = LAP + PAWNS  # the place h4; h1 is LAP + 1
TUSSOCK = INNERMOST + 1  # the place f1.1
START = TUSSOCK + FENS * TUSSOCKS
QUAGMIRE = START + 1
PLACES = QUAGMIRE + 1
NOWHERE = PLACES

CUT, ENTRANCE, CORNER = 2, 3, 6  # numbers in the first quarter
SHORTER = 8  # how much further a cut leads
KEYS = (1, 3, 6)  # what must be thrown to leave each tussock of a fen

TUSSOCK_CELL = CIRCLE  # cells: the circle from the bottom right corner on, then the tussocks, then the homes
HOME_CELL = TUSSOCK_CELL + FENS * TUSSOCKS
CELLS = HOME_CELL + SEATS * PAWNS

# An action is the place that the moved pawn leaves, PASS, or PASS and the face thrown.
PASS = PLACES
NUM_ACTIONS = PASS + FACES + 1
MAX_ACTIONS = FACES  # four pawns stand on four places at most


class State(Record):
    """Everything needed to play on from here."""

    pawns: Annotated[list[int], SEATS * PAWNS]  # the places of each seat's pawns, rising
    ground: Annotated[list[int], CELLS]  # whose pawn stands on each cell, or NOBODY
    playing: Annotated[list[int], SEATS]  # 1 for the seats that are in the game
    turn: int  # the seat whose turn it is
    die: int  # what was thrown, or 0 before the throw
    winner: int  # a seat, or NOBODY while the game goes on


Observation = State  # all seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Put all pawns on their starts; the first seat that is in the game begins."""
    state = State()
    state.pawns = [START] * (SEATS * PAWNS)
    state.ground = [NOBODY] * CELLS
    state.playing = [int(letter in options["seats"]) for letter in LETTERS]
    state.turn = state.playing.index(1)
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the whole board, whoever asks."""
    return state.copy()


def current_seat(state: State) -> int:
    """Return the seat to act, CHANCE while the die is to be thrown, NOBODY when the game is over."""
    if state.winner != NOBODY:
        return NOBODY
    return CHANCE if state.die == 0 else state.turn


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the six throws; or the places of the pawns that can move, else the pass (clause 1)."""
    if state.winner != NOBODY:
        return 0
    if state.die == 0:
        for face in range(1, FACES + 1):
            actions[face - 1] = PASS + face
        return FACES
    count, last, outermost = 0, NOWHERE, edge(state)
    for pawn in range(state.turn * PAWNS, state.turn * PAWNS + PAWNS):
        place = state.pawns[pawn]
        if place != last and can_leave(state, place, outermost):
            actions[count] = place
            count += 1
        last = place
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


def can_leave(state: State, place: int, outermost: int) -> bool:
    """Tell whether a pawn of the seat to act may leave its place by the number thrown."""
    if place >= TUSSOCK:
        if state.die != key(place):  # clauses 2, 7
            return False
        if place == QUAGMIRE:
            return True
    elif place > outermost or obstacle(state, place, outermost) != NOWHERE:  # clauses 5, 3
        return False
    end = walk_end(state, place, outermost)
    return is_open(state, end, place) and is_open(state, landing(end), place)


def key(place: int) -> int:
    """Return the number that lets a pawn out of the quagmire, the start or a fen (clauses 2, 7)."""
    return FACES if place >= START else KEYS[(place - TUSSOCK) % TUSSOCKS]


def walk_end(state: State, place: int, outermost: int) -> int:
    """Return the place where a move ends, before a cut or a fen carries the pawn on."""
    if place == START:
        return 0  # clause 2
    return onward(place) if place >= TUSSOCK else walked(place, state.die, outermost)


def edge(state: State) -> int:
    """Return the home place just outside the pawns of the seat to act that are fixed (clause 5)."""
    place = INNERMOST
    while place > LAP and state.ground[cell_of(state.turn, place)] == state.turn:
        place -= 1
    return place


def walked(place: int, steps: int, outermost: int) -> int:
    """Return where so many steps lead around the circle and home, those beyond the edge backwards (clauses 4, 5)."""
    place += steps
    return place if place <= outermost else 2 * outermost - place


def obstacle(state: State, place: int, outermost: int) -> int:
    """Return the first place on the way, the last one not counted, where any other pawn stands, or NOWHERE (clause 3)."""
    for steps in range(1, state.die):
        passed = walked(place, steps, outermost)
        if passed != place and state.ground[cell_of(state.turn, passed)] != NOBODY:
            return passed
    return NOWHERE


def is_open(state: State, place: int, origin: int) -> bool:
    """Tell whether the pawn from `origin` may come to a place: no other pawn of its seat is in the way (clauses 3, 6, 7)."""
    return place == origin or state.ground[cell_of(state.turn, pushed_to(state, place))] != state.turn


def pushed_to(state: State, place: int) -> int:
    """Return how far a push reaches that begins on a place: to the first free tussock or the corner (clause 7)."""
    while place >= TUSSOCK and state.ground[cell_of(state.turn, place)] != NOBODY:
        place = onward(place)
    return place


def landing(place: int) -> int:
    """Return where a pawn comes to rest whose way ends on a place: cuts and fens carry it on (clauses 6, 7)."""
    if place >= LAP:
        return place
    number = place % QUARTER
    if number == CUT:
        return place + SHORTER
    if number == CUT + SHORTER:
        return place - SHORTER
    return TUSSOCK + place // QUARTER * TUSSOCKS if number == ENTRANCE else place


def onward(tussock: int) -> int:
    """Return the place behind a tussock: the next one, or the corner (clause 7)."""
    index = tussock - TUSSOCK
    return tussock + 1 if index % TUSSOCKS + 1 < TUSSOCKS else index // TUSSOCKS * QUARTER + CORNER


def cell_of(seat: int, place: int) -> int:
    """Return the cell of a seat's place that holds one pawn."""
    if place <= LAP:
        return (CORNER + seat * QUARTER + place) % CIRCLE
    if place <= INNERMOST:
        return HOME_CELL + seat * PAWNS + place - LAP - 1
    return TUSSOCK_CELL + (seat * TUSSOCKS + place - TUSSOCK) % (FENS * TUSSOCKS)


def apply(state: State, action: int) -> None:
    """Let the die fall; or move a pawn or pass, and give the turn to the next seat (clause 1)."""
    if action > PASS:
        state.die = action - PASS
        return
    if action != PASS:
        move(state, action)
    state.die = 0
    state.turn = (state.turn + 1) % SEATS
    while state.playing[state.turn] == 0:
        state.turn = (state.turn + 1) % SEATS


def move(state: State, place: int) -> None:
    """Move a pawn of the seat to act by the number thrown."""
    seat = state.turn
    if place == QUAGMIRE:
        note(state, seat, QUAGMIRE, START)  # clause 2
        return
    end = walk_end(state, place, edge(state))
    target = landing(end)
    if place != START:
        state.ground[cell_of(seat, place)] = NOBODY
    if target != end:
        sink(state, cell_of(seat, end))  # clause 6
    note(state, seat, place, target)
    put(state, seat, target)
    if state.pawns[seat * PAWNS] > LAP and state.pawns[seat * PAWNS + PAWNS - 1] <= INNERMOST:
        state.winner = seat  # clause 8


def put(state: State, seat: int, place: int) -> None:
    """Set a pawn down, pushing on what stands on tussocks; what stands where the last one comes sinks (clauses 3, 7)."""
    cell = cell_of(seat, place)
    while place >= TUSSOCK and state.ground[cell] != NOBODY:
        pushed = state.ground[cell]
        state.ground[cell] = seat
        seat, place = pushed, TUSSOCK + (cell - TUSSOCK_CELL - pushed * TUSSOCKS) % (FENS * TUSSOCKS)
        note(state, seat, place, onward(place))
        place = onward(place)
        cell = cell_of(seat, place)
    sink(state, cell)
    state.ground[cell] = seat


def sink(state: State, cell: int) -> None:
    """Send whoever stands on a cell of the circle to the quagmire (clauses 3, 6, 7)."""
    seat = state.ground[cell]
    if seat != NOBODY:
        place = (cell - CORNER - seat * QUARTER) % CIRCLE
        if place == 0 and state.pawns[seat * PAWNS] != 0:
            place = LAP
        note(state, seat, place, QUAGMIRE)
        state.ground[cell] = NOBODY


def note(state: State, seat: int, origin: int, target: int) -> None:
    """Write down that a pawn of a seat has gone from one place to another, and keep the places rising."""
    pawn, last = seat * PAWNS, seat * PAWNS + PAWNS - 1
    while state.pawns[pawn] != origin:
        pawn += 1
    while pawn < last and state.pawns[pawn + 1] < target:
        state.pawns[pawn] = state.pawns[pawn + 1]
        pawn += 1
    while pawn > seat * PAWNS and state.pawns[pawn - 1] > target:
        state.pawns[pawn] = state.pawns[pawn - 1]
        pawn -= 1
    state.pawns[pawn] = target


def weight(state: State, action: int) -> int:
    """Return 1: all throws are equally likely."""
    return 1


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 to the winner, -1 to the others, 0 while the game goes on (clause 8)."""
    if state.winner == NOBODY:
        return 0
    return 1 if state.winner == seat else -1
