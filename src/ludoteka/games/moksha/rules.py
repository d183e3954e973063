"""Moksha: the rules of play.

Plain functions over one record; clause numbers refer to the rules of the game (rules.en.md).
Cubes move along the arrows of their top face, push enemy cubes and give levels to them.
A player whose Mono gives a level away opens Moksha and wins.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.grid import cell, cells
from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY

MONO, DI, UGOL, TRI, TETRA, OKTA = 0, 1, 2, 3, 4, 5  # levels; clause 1
LEVELS = 6

# A direction counts eighths of a turn clockwise from the north; a facing counts quarter turns.
DIRECTIONS, FACINGS = 8, 4
SOUTH = 2  # as a facing
OTHER_FACINGS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))  # by facing

# The faces of the cube, by level; arrows and edges are relative to the top of the face (clause 1).
ARROWS = (
    *(1, 0, 0, 0, 0, 0, 0, 0),
    *(1, 0, 0, 0, 1, 0, 0, 0),
    *(1, 0, 1, 0, 0, 0, 0, 0),
    *(1, 0, 1, 0, 0, 0, 1, 0),
    *(1, 0, 1, 0, 1, 0, 1, 0),
    *(1, 1, 1, 1, 1, 1, 1, 1),
)
RANGE = (1, 2, 2, 3, 4, 8)
RED = (0, 0, 0, 0, 0, 0)  # facing of the edge that raises; Okta has none
GREEN = (0, 2, 1, 3, 2, 2)  # facing of the edge that lowers; Mono has none

# What a cell holds: EMPTY, RIM, or a cube, 1 + facing + FACINGS * (level + LEVELS * seat).
EMPTY = 0
SEAT_CUBES = FACINGS * LEVELS
FIRST_CUBES = (1, 1 + SEAT_CUBES)  # the lowest number of a cube, by seat
RIM = 1 + 2 * SEAT_CUBES

# Whether an arrow of a cube points to a direction, by direction + DIRECTIONS * cube without its seat
ARROWS_AROUND = tuple(
    ARROWS[level * DIRECTIONS + (direction - 2 * facing) % DIRECTIONS]
    for level in range(LEVELS)
    for facing in range(FACINGS)
    for direction in range(DIRECTIONS)
)

SIDE = 8
WIDTH = SIDE + 2  # the board and its rim
AREA = WIDTH * WIDTH
CELLS = cells(SIDE)

WHITE, BLACK = 0, 1  # seats
SEATS = 2
DRAWN = 2  # as the winner: a draw

SETUP_RANKS = (SIDE - 1, 0)  # rows from the top, of white and black

STEPS = (-WIDTH, 1 - WIDTH, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1)  # by direction
ACROSS = (-WIDTH, 1, WIDTH, -1)  # steps along ranks and files, by facing
NOWHERE = 8  # no direction or facing, for a cube that gives without moving

# An action is ((origin * DIRECTIONS + direction) * SIDE + steps) * ENDINGS + ending, or PASS.
STAY, TURN, GIVE = 0, 1, 5  # endings: nothing more; TURN + facing; GIVE + facing
ENDINGS = GIVE + FACINGS
PASS = AREA * DIRECTIONS * SIDE * ENDINGS
NUM_ACTIONS = PASS + 1
CUBES = LEVELS  # of a side, at most; clause 2
LINES = 4 * (SIDE - 1)  # cells that an Okta can reach, at most
MAX_ACTIONS = CUBES * (FACINGS + LINES * (FACINGS + FACINGS))


class State(Record):
    """Everything needed to play on from here."""

    board: Annotated[list[int], AREA]  # what is on each cell, the rim included
    turn: int  # the seat to move
    winner: int  # a seat, DRAWN, or NOBODY while the game goes on
    moksha: int  # the cell where Moksha has been opened, or 0


Observation = State  # both seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Return the start: each seat's cubes from its left to its right; white moves first (clause 2)."""
    state = State()
    state.board = [RIM] * AREA
    for place in CELLS:
        state.board[place] = EMPTY
    for level in range(LEVELS):
        state.board[cell(SETUP_RANKS[WHITE], level, SIDE)] = cube(WHITE, level, 0)
        state.board[cell(SETUP_RANKS[BLACK], SIDE - 1 - level, SIDE)] = cube(BLACK, level, SOUTH)
    state.turn = WHITE
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the whole state: both seats see the board."""
    return state.copy()


def current_seat(state: State) -> int:
    """Return the seat to move, or NOBODY when the game is over."""
    return state.turn if state.winner == NOBODY else NOBODY


def legal_actions(state: State, actions: list[int]) -> int:
    """List the actions of every cube of the seat to move, from the top left, or the pass alone (clause 12)."""
    if state.winner != NOBODY:
        return 0
    count, first = 0, FIRST_CUBES[state.turn]
    for origin in CELLS:
        if first <= state.board[origin] < first + SEAT_CUBES:  # the same as `owns`, but without a call for each cell
            action = origin * DIRECTIONS * SIDE * ENDINGS
            count = add_gifts(state, origin, action, origin, NOWHERE, actions, count)
            for direction in range(DIRECTIONS):
                if has_arrow(state.board[origin], direction):
                    count = add_moves(state, origin, direction, actions, count)
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


def add_moves(state: State, origin: int, direction: int, actions: list[int], count: int) -> int:
    """Add every way to move from `origin` in a direction, and all that may follow; return the new count.

    Every cell costs a step (clause 4).  Enemy cubes in the way are pushed along (clause 5), but not on a diagonal
    (clause 7); anything else ends the move (clause 6).  `front` is the cell beyond the cube and all that it pushes.
    """
    board, step, front = state.board, STEPS[direction], origin + STEPS[direction]
    reach = RANGE[level_of(board[origin])]
    pushes = False
    for steps in range(1, min(reach, SIDE - 1) + 1):
        while board[front] != EMPTY and direction % 2 == 0 and owns(1 - state.turn, board[front]):
            front += step
            pushes = True
        if board[front] != EMPTY:
            break
        front += step
        action = ((origin * DIRECTIONS + direction) * SIDE + steps) * ENDINGS
        actions[count] = action
        count = add_turns(board[origin], action, actions, count + 1)
        if pushes or steps < reach:
            ahead = direction // 2 if pushes else NOWHERE
            count = add_gifts(state, origin, action, origin + steps * step, ahead, actions, count)
    return count


def add_turns(piece: int, action: int, actions: list[int], count: int) -> int:
    """Add the three ways to turn a cube after it has moved (clause 8)."""
    for facing in OTHER_FACINGS[facing_of(piece)]:
        actions[count] = action + TURN + facing
        count += 1
    return count


def add_gifts(state: State, origin: int, action: int, place: int, ahead: int, actions: list[int], count: int) -> int:
    """Add the ways in which the cube from `origin` gives a level when it stands on `place` (clause 9).

    `ahead` is the facing towards which the cube has pushed, or NOWHERE.  After a push, a pushed cube is in front of it and
    nothing is behind it.
    """
    board, first = state.board, FIRST_CUBES[1 - state.turn]
    for facing in range(FACINGS):
        if facing == ahead or first <= board[place + ACROSS[facing]] < first + SEAT_CUBES:
            is_behind = (facing + FACINGS // 2) % FACINGS == ahead
            if not is_behind and has_arrow(board[origin], 2 * facing):
                actions[count] = action + GIVE + facing
                count += 1
    return count


def apply(state: State, action: int) -> None:
    """Pass the turn, play the action, and see whether it ends the game."""
    state.turn = 1 - state.turn
    if action != PASS:
        move_cubes(state, action)
        if state.winner == NOBODY:
            state.winner = find_winner(state)


def move_cubes(state: State, action: int) -> None:
    """Move and push, then turn or give, for the seat that has just passed the turn."""
    ending = action % ENDINGS
    steps = action // ENDINGS % SIDE
    direction = action // (ENDINGS * SIDE) % DIRECTIONS
    place = action // (ENDINGS * SIDE * DIRECTIONS)
    for _ in range(steps):
        advance(state, place, STEPS[direction])
        place += STEPS[direction]
    if ending >= GIVE:
        give(state, place, place + STEPS[2 * (ending - GIVE)])
    elif ending >= TURN:
        state.board[place] = cube(1 - state.turn, level_of(state.board[place]), ending - TURN)


def makes_progress(state: State, action: int) -> bool:
    """Tell whether an action gives a level or pushes a cube; others are quiet (clause 17)."""
    if action == PASS:
        return False
    if action % ENDINGS >= GIVE:
        return True
    step = STEPS[action // (ENDINGS * SIDE) % DIRECTIONS]
    place = action // (ENDINGS * SIDE * DIRECTIONS)
    for _ in range(action // ENDINGS % SIDE):
        place += step
        if state.board[place] != EMPTY:
            return True
    return False


def advance(state: State, place: int, step: int) -> None:
    """Move a cube one cell on, together with all cubes in front of it up to the first gap (clause 5)."""
    front = place + step
    while state.board[front] != EMPTY:
        front += step
    while front != place:
        state.board[front] = state.board[front - step]
        front -= step
    state.board[place] = EMPTY


def give(state: State, giver: int, receiver: int) -> None:
    """Raise the receiver and lower the giver (clause 11); below Mono there is Moksha, which wins (clause 13)."""
    state.board[receiver] = raise_cube(state.board[receiver])
    if level_of(state.board[giver]) == MONO:
        state.moksha = giver
        state.winner = 1 - state.turn
    state.board[giver] = lower_cube(state.board[giver])


def find_winner(state: State) -> int:
    """Return the winner that follows from the board: a seat, DRAWN, or NOBODY (clauses 14, 15)."""
    white, black = can_act(state, WHITE), can_act(state, BLACK)
    if white and black:
        return NOBODY
    if not white and not black and has_cubes(state, WHITE) == has_cubes(state, BLACK):
        return DRAWN
    if not has_cubes(state, WHITE):
        return BLACK
    return NOBODY if has_cubes(state, BLACK) else WHITE


def has_cubes(state: State, seat: int) -> bool:
    """Tell whether a seat has any cube left."""
    for place in CELLS:
        if owns(seat, state.board[place]):
            return True
    return False


def can_act(state: State, seat: int) -> bool:
    """Tell whether a seat would have any action if it were to move."""
    first = FIRST_CUBES[seat]
    for place in CELLS:
        if first <= state.board[place] < first + SEAT_CUBES and is_free(state, place, seat):
            return True
    return False


def is_free(state: State, place: int, seat: int) -> bool:
    """Tell whether a cube can move or give a level: one open arrow is enough."""
    for direction in range(DIRECTIONS):
        if has_arrow(state.board[place], direction):
            beside = state.board[place + STEPS[direction]]
            if beside == EMPTY or (direction % 2 == 0 and owns(1 - seat, beside)):
                return True
    return False


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 to the winner, -1 to the loser, 0 for a draw and while the game goes on."""
    if state.winner == NOBODY or state.winner == DRAWN:
        return 0
    return 1 if state.winner == seat else -1


# Cubes: how they roll from one face to the next


def cube(seat: int, level: int, facing: int) -> int:
    """Return a seat's cube with the face of that level on top, and the face's top pointing to `facing`."""
    return 1 + facing + FACINGS * (level + LEVELS * seat)


def level_of(piece: int) -> int:
    """Return the level of a cube."""
    return (piece - 1) // FACINGS % LEVELS


def seat_of(piece: int) -> int:
    """Return the seat that a cube belongs to."""
    return (piece - 1) // SEAT_CUBES


def facing_of(piece: int) -> int:
    """Return where the top of a cube's face points."""
    return (piece - 1) % FACINGS


def owns(seat: int, piece: int) -> bool:
    """Tell whether `piece` is one of the seat's cubes."""
    first = FIRST_CUBES[seat]
    return first <= piece < first + SEAT_CUBES


def has_arrow(piece: int, direction: int) -> bool:
    """Tell whether an arrow of the cube points to `direction` (clause 4)."""
    return ARROWS_AROUND[(piece - 1) % SEAT_CUBES * DIRECTIONS + direction] != 0


def raise_cube(piece: int) -> int:
    """Roll a cube over its red edge; the face that comes up has its green edge on the opposite side (clause 11)."""
    level = level_of(piece)
    if level == OKTA:
        return EMPTY
    return cube(seat_of(piece), level + 1, (facing_of(piece) + RED[level] + 2 - GREEN[level + 1]) % FACINGS)


def lower_cube(piece: int) -> int:
    """Roll a cube over its green edge; the face that comes up has its red edge on the opposite side (clause 11)."""
    level = level_of(piece)
    if level == MONO:
        return EMPTY
    return cube(seat_of(piece), level - 1, (facing_of(piece) + GREEN[level] + 2 - RED[level - 1]) % FACINGS)
