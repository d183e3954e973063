"""Tavlei: the rules of play.

Plain functions over one record; clause numbers refer to the rules of the game
(docs/games/tavlei.md).  A king who moves three cells at most tries to reach a
corner; sixteen attackers try to capture him between two of them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from ludoteka.compilation import python_class
from ludoteka.core.grid import cell, cells
from ludoteka.core.record import Record
from ludoteka.core.rules import NO_ACTION, NOBODY, WORDS

SIDE: Final = 9
WIDTH: Final = SIDE + 2  # the board and its rim
AREA: Final = WIDTH * WIDTH
CELLS: Final = cells(SIDE)
THRONE: Final = cell(4, 4, SIDE)
SOUTH: Final = cell(6, 0, SIDE)  # where the three southern rows begin, which fill 32 cells with the rim between them
EXITS: Final = (cell(0, 0, SIDE), cell(0, 8, SIDE), cell(8, 0, SIDE), cell(8, 8, SIDE))
STEPS: Final[tuple[int, ...]] = (-WIDTH, 1, WIDTH, -1)  # north, east, south, west

EMPTY: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
KING: Final = 3
EXIT: Final = 4  # an empty exit
RIM: Final = 5
ATTACKERS: Final = 0  # a seat
DEFENDERS: Final = 1

KING_REACH: Final = 3  # cells a move; clause 1
NUM_ACTIONS: Final = AREA * AREA  # an action is origin * AREA + target
MAX_ACTIONS: Final = 4 * len(CELLS)  # a free cell can be entered from four sides at most

# The ways to enter a cell, in two lists: a cell, and the step with which a piece comes to it from a cell of the board.
ENTERED: Final = tuple(place for place in CELLS for step in STEPS if place - step in CELLS)
ENTRY_STEPS: Final = tuple(step for place in CELLS for step in STEPS if place - step in CELLS)

SETUP = (
    "x..aaa..x",
    "....a....",
    "....d....",
    "a...d...a",
    "aaddkddaa",
    "a...d...a",
    "....d....",
    "....a....",
    "x..aaa..x",
)
KINDS = ".adkx"


@python_class
class State(Record):
    """Everything needed to play on from here."""

    board: "Annotated[list[int], AREA]"  # what stands on each cell, the rim included
    turn: int  # the seat to move
    winner: int  # a seat, or NOBODY while the game goes on


Observation = State  # both seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Return the start; the attackers move first."""
    state = State()
    state.board = [RIM] * AREA
    for row in range(SIDE):
        for column in range(SIDE):
            state.board[cell(row, column, SIDE)] = KINDS.index(SETUP[row][column])
    state.turn = ATTACKERS
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the whole state: both seats see the board."""
    return state.copy()


def owns(seat: int, piece: int) -> bool:
    """Tell whether `piece` belongs to the seat."""
    if seat == ATTACKERS:
        return piece == ATTACKER
    return piece == DEFENDER or piece == KING


def current_seat(state: State) -> int:
    """Return the seat to move, or NOBODY when the game is over."""
    return state.turn if state.winner == NOBODY else NOBODY


def legal_actions(state: State, actions: list[int]) -> int:
    """List every move of the seat to move, piece by piece from the top left."""
    count, board = 0, state.board
    first, last = (ATTACKER, ATTACKER) if state.turn == ATTACKERS else (DEFENDER, KING)
    if state.winner == NOBODY:
        for origin in CELLS:
            if first <= board[origin] <= last:  # the same as `owns`, but without a call for each piece
                count = add_moves(state, origin, actions, count)
    return count


def add_moves(state: State, origin: int, actions: list[int], count: int) -> int:
    """Append the moves of the piece on `origin` after the first `count`; return the new count (clauses 1, 2)."""
    board, first = state.board, origin * AREA
    if board[origin] == KING:
        return add_king_moves(state, origin, actions, count)
    for step in STEPS:
        target = origin + step
        while board[target] == EMPTY:
            if target != THRONE:
                actions[count] = first + target
                count += 1
            target += step
    return count


def add_king_moves(state: State, origin: int, actions: list[int], count: int) -> int:
    """Append the king's moves: three cells at most, the throne included, with a stop anywhere (clauses 1–3)."""
    for step in STEPS:
        target = origin + step
        for _ in range(KING_REACH):
            if state.board[target] != EMPTY and state.board[target] != EXIT:
                break
            actions[count] = origin * AREA + target
            count += 1
            target += step
    return count


def propose_action(state: State, word: int) -> int:
    """Return the move that enters a cell in the way for which a random word stands, or NO_ACTION (clauses 1, 2).

    Only the nearest piece behind a free cell can move there.
    """
    number, board = word * len(ENTERED) >> WORDS, state.board
    target, step = ENTERED[number], ENTRY_STEPS[number]
    if board[target] != EMPTY and board[target] != EXIT:
        return NO_ACTION
    origin = target - step
    while board[origin] == EMPTY:
        origin -= step
    piece = board[origin]
    if not owns(state.turn, piece):
        return NO_ACTION
    if piece == KING:
        is_near = abs(target - origin) <= KING_REACH * abs(step)
        return origin * AREA + target if is_near else NO_ACTION
    return origin * AREA + target if board[target] == EMPTY and target != THRONE else NO_ACTION


def apply(state: State, action: int) -> None:
    """Play an action: move the piece, remove what it captures and pass the turn."""
    origin, target = action // AREA, action % AREA
    mover, piece = state.turn, state.board[origin]
    state.turn = 1 - mover
    if piece == KING and state.board[target] == EXIT:
        state.winner = DEFENDERS  # clause 9
    state.board[origin] = EMPTY
    state.board[target] = piece
    for step in STEPS:
        if is_captured(state, mover, target, step):
            if state.board[target + step] == KING:
                state.winner = ATTACKERS  # clause 9
            state.board[target + step] = EMPTY
    if state.winner == NOBODY and not can_move(state):
        state.winner = mover  # clause 9


def is_captured(state: State, mover: int, target: int, step: int) -> bool:
    """Tell whether a move to `target` captures the piece one `step` further on (clauses 4–8).

    The four directions are independent: they look at different cells, and a ring around the king
    contains none of his own pieces.
    """
    victim, beyond = target + step, target + 2 * step
    piece = state.board[victim]
    if piece == EMPTY or piece >= EXIT or owns(mover, piece):
        return False
    if piece == KING and is_by_throne(victim):
        return king_is_ringed(state, victim)
    return is_jaw(state, beyond, piece)


def is_jaw(state: State, beyond: int, piece: int) -> bool:
    """Tell whether the cell `beyond` is a jaw for a `piece` beside it (clauses 5, 7)."""
    other = state.board[beyond]
    if other == EXIT:
        return True
    if piece == ATTACKER:
        return other == DEFENDER or other == KING or beyond == THRONE
    return other == ATTACKER or (piece == DEFENDER and beyond == THRONE and other == EMPTY)


def is_by_throne(place: int) -> bool:
    """Tell whether `place` is the throne or touches it along a rank or file."""
    away = abs(place - THRONE)
    return away == 0 or away == 1 or away == WIDTH


def king_is_ringed(state: State, place: int) -> bool:
    """Tell whether attackers stand on every side of the king but the throne (clause 6)."""
    for step in STEPS:
        if place + step != THRONE and state.board[place + step] != ATTACKER:
            return False
    return True


def can_move(state: State) -> bool:
    """Tell whether the seat to move has a legal move (clause 9)."""
    if can_go_north(state):
        return True
    for origin in CELLS:
        if owns(state.turn, state.board[origin]) and is_free(state, origin):
            return True
    return False


def can_go_north(state: State) -> bool:
    """Tell whether a piece of the seat to move in the three southern rows has an empty cell north of it, not the throne.

    Mostly one has, and compiled code finds out fast: it looks at several of these cells at once.
    """
    board, found = state.board, False
    first, last = (ATTACKER, ATTACKER) if state.turn == ATTACKERS else (DEFENDER, KING)
    for origin in range(SOUTH, AREA - WIDTH):
        if first <= board[origin] <= last:
            found = found | (board[origin - WIDTH] == EMPTY)
    return found


def is_free(state: State, origin: int) -> bool:
    """Tell whether the piece on `origin` can move.  Every piece can pass over the empty throne."""
    king = state.board[origin] == KING
    for step in STEPS:
        beside = origin + step
        if beside == THRONE and not king and state.board[beside] == EMPTY:
            beside += step
        if state.board[beside] == EMPTY or (king and state.board[beside] == EXIT):
            return True
    return False


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 to the winner, -1 to the loser, 0 while the game goes on."""
    if state.winner == NOBODY:
        return 0
    return 1 if state.winner == seat else -1
