"""Quagmire: the rules of play.  Clause numbers refer to rules.en.md.

A *place* is where a pawn stands in the numbers of its own seat; a *cell* is the same spot in numbers common to all seats.
Places run along the circle, up the home, and then over the tussocks, the start and the quagmire.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

LETTERS = "bltr"  # of the seats, clockwise: bottom, left, top, right
SEATS = 4
PAWNS = 4  # of a seat
FACES = 6
QUARTER = 12  # the circle repeats itself after this many cells
CIRCLE = SEATS * QUARTER
TUSSOCKS = 3  # of a fen
FENS = 4

LAP = CIRCLE  # the place of a pawn that has come full circle and enters its home next
INNERMOST = LAP + PAWNS  # the place h4; h1 is LAP + 1
TUSSOCK = INNERMOST + 1  # the place f1.1
START = TUSSOCK + FENS * TUSSOCKS
QUAGMIRE = START + 1
PLACES = QUAGMIRE + 1
NOWHERE = PLACES

CUT, ENTRANCE, CORNER = 2, 3, 6  # numbers in the first quarter
SHORTER = 8  # the cells that a cut skips
KEYS = (1, 3, 6)  # the throw that leaves each tussock of a fen

TUSSOCK_CELL = CIRCLE  # cells: the circle from the bottom right corner on, then the tussocks, then the homes
HOME_CELL = TUSSOCK_CELL + FENS * TUSSOCKS
CELLS = HOME_CELL + SEATS * PAWNS

# An action is the place that the moved pawn leaves, PASS, or PASS plus the face thrown.
PASS = PLACES
NUM_ACTIONS = PASS + FACES + 1
MAX_ACTIONS = FACES  # a throw has six; four pawns stand on four places at most


class State(Record):
    """Everything needed to play on from here."""

    pawns: Annotated[list[int], SEATS * PAWNS]  # the places of each seat's pawns, in ascending order
    ground: Annotated[list[int], CELLS]  # the seat whose pawn stands on each cell, or NOBODY
    playing: Annotated[list[int], SEATS]  # 1 for the seats that are in the game
    turn: int  # the seat whose turn it is
    die: int  # what was thrown, or 0 before the throw
    winner: int  # a seat, or NOBODY while the game goes on


Observation = State  # all seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Return the start: all pawns on their starts, and the first seat in the game to act."""
    state = State()
    state.pawns = [START] * (SEATS * PAWNS)
    state.ground = [NOBODY] * CELLS
    state.playing = [int(letter in options["seats"]) for letter in LETTERS]
    state.turn = state.playing.index(1)
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the whole state: all seats see the board."""
    return state.copy()


def current_seat(state: State) -> int:
    """Return the seat to act, CHANCE when a throw is due, NOBODY when the game is over."""
    if state.winner != NOBODY:
        return NOBODY
    return CHANCE if state.die == 0 else state.turn


def legal_actions(state: State, actions: list[int]) -> int:
    """List the six throws; or the places of the pawns that can move, or the pass alone (clause 1)."""
    if state.winner != NOBODY:
        return 0
    if state.die == 0:
        for face in range(1, FACES + 1):
            actions[face - 1] = PASS + face
        return FACES
    count, last, outermost = 0, NOWHERE, edge(state, state.turn)
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
    """Tell whether a pawn of the seat to act can leave its place with the number thrown."""
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
    """Return the throw that lets a pawn leave the quagmire, the start or a tussock (clauses 2, 7)."""
    return FACES if place >= START else KEYS[(place - TUSSOCK) % TUSSOCKS]


def walk_end(state: State, place: int, outermost: int) -> int:
    """Return the place where a move ends, before a cut or a fen moves the pawn on."""
    if place == START:
        return 0  # clause 2
    return place_after(place) if place >= TUSSOCK else walk(place, state.die, outermost)


def edge(state: State, seat: int) -> int:
    """Return the innermost home place that no fixed pawn of a seat holds (clause 5)."""
    place = INNERMOST
    while place > LAP and state.ground[cell_of(seat, place)] == seat:
        place -= 1
    return place


def walk(place: int, steps: int, outermost: int) -> int:
    """Return the place after this number of steps; steps beyond `outermost` go backwards (clauses 4, 5)."""
    place += steps
    return place if place <= outermost else 2 * outermost - place


def obstacle(state: State, place: int, outermost: int) -> int:
    """Return the first place on the way, before the end, where another pawn stands, or NOWHERE (clause 3)."""
    for steps in range(1, state.die):
        passed = walk(place, steps, outermost)
        if passed != place and state.ground[cell_of(state.turn, passed)] != NOBODY:
            return passed
    return NOWHERE


def is_open(state: State, place: int, origin: int) -> bool:
    """Tell whether the pawn from `origin` can stop on a place, or its own seat blocks it (clauses 3, 6, 7)."""
    return place == origin or state.ground[cell_of(state.turn, pushed_to(state, place))] != state.turn


def pushed_to(state: State, place: int) -> int:
    """Return where a push from a place ends: on the first free tussock, or on the corner (clause 7)."""
    while place >= TUSSOCK and state.ground[cell_of(state.turn, place)] != NOBODY:
        place = place_after(place)
    return place


def landing(place: int) -> int:
    """Return where a move that ends on a place comes to rest: cuts and fens move the pawn on (clauses 6, 7)."""
    if place >= LAP:
        return place
    number = place % QUARTER
    if number == CUT:
        return place + SHORTER
    if number == CUT + SHORTER:
        return place - SHORTER
    return TUSSOCK + place // QUARTER * TUSSOCKS if number == ENTRANCE else place


def place_after(tussock: int) -> int:
    """Return the place after a tussock: the next one, or the corner (clause 7)."""
    index = tussock - TUSSOCK
    return tussock + 1 if index % TUSSOCKS + 1 < TUSSOCKS else index // TUSSOCKS * QUARTER + CORNER


def cell_of(seat: int, place: int) -> int:
    """Return the cell of a seat's place; start and quagmire have none."""
    if place <= LAP:
        return (CORNER + seat * QUARTER + place) % CIRCLE
    if place <= INNERMOST:
        return HOME_CELL + seat * PAWNS + place - LAP - 1
    return TUSSOCK_CELL + (seat * TUSSOCKS + place - TUSSOCK) % (FENS * TUSSOCKS)


def apply(state: State, action: int) -> None:
    """Set the die; or move a pawn or pass, and turn to the next seat (clause 1)."""
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
        move_pawn(state, seat, QUAGMIRE, START)  # clause 2
        return
    end = walk_end(state, place, edge(state, seat))
    target = landing(end)
    if place != START:
        state.ground[cell_of(seat, place)] = NOBODY
    if target != end:
        send_to_quagmire(state, cell_of(seat, end))  # clause 6
    move_pawn(state, seat, place, target)
    place_pawn(state, seat, target)
    if state.pawns[seat * PAWNS] > LAP and state.pawns[seat * PAWNS + PAWNS - 1] <= INNERMOST:
        state.winner = seat  # clause 8


def place_pawn(state: State, seat: int, place: int) -> None:
    """Put a pawn on a place, push others on from tussock to tussock, and capture where the push ends (clauses 3, 7)."""
    cell = cell_of(seat, place)
    while place >= TUSSOCK and state.ground[cell] != NOBODY:
        pushed = state.ground[cell]
        state.ground[cell] = seat
        seat, place = pushed, TUSSOCK + (cell - TUSSOCK_CELL - pushed * TUSSOCKS) % (FENS * TUSSOCKS)
        move_pawn(state, seat, place, place_after(place))
        place = place_after(place)
        cell = cell_of(seat, place)
    send_to_quagmire(state, cell)
    state.ground[cell] = seat


def send_to_quagmire(state: State, cell: int) -> None:
    """Send the pawn on a cell of the circle to the quagmire, if there is one (clauses 3, 6, 7)."""
    seat = state.ground[cell]
    if seat != NOBODY:
        place = (cell - CORNER - seat * QUARTER) % CIRCLE
        if place == 0 and state.pawns[seat * PAWNS] != 0:
            place = LAP
        move_pawn(state, seat, place, QUAGMIRE)
        state.ground[cell] = NOBODY


def move_pawn(state: State, seat: int, origin: int, target: int) -> None:
    """Change the place of a pawn in the seat's list and keep the list in ascending order."""
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


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 to the winner, -1 to the others, 0 while the game goes on (clause 8)."""
    if state.winner == NOBODY:
        return 0
    return 1 if state.winner == seat else -1
