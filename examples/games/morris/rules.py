"""Nine Men's Morris: the rules of play.  Clause numbers refer to rules.en.md."""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY

POINTS = 24  # numbered row by row from the top left: a7, d7, g7, b6 …
MEN = 9  # of a seat
FEWEST = 3  # men with which a seat can play on, and fly
WHITE, BLACK = 0, 1  # seats
EMPTY = 0  # on the board; a man is its seat + 1

MILLS = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23)),
    *((0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23)),
)
# The four points that share a mill with each point: those of one mill, then those of the other.
PARTNERS = tuple(one for point in range(POINTS) for mill in MILLS if point in mill for one in mill if one != point)
# The ways along the lines, there and back; a way is origin * POINTS + target.
WAYS = tuple(origin * POINTS + target for a, b, c in MILLS for origin, target in ((a, b), (b, a), (b, c), (c, b)))

OFF = POINTS  # no point: the origin of a man that is placed, and the capture if nothing is taken
STRIDE = POINTS + 1
NUM_ACTIONS = STRIDE * POINTS * STRIDE  # an action is a way * STRIDE + the point of the man taken
MAX_ACTIONS = 4 * MEN * MEN  # nine men with four ways each, and nine to be taken; three men that fly have fewer actions


class State(Record):
    """Everything needed to continue the game."""

    board: Annotated[list[int], POINTS]
    hands: Annotated[list[int], 2]  # the men that each seat has yet to place
    turn: int  # the seat to move
    winner: int  # a seat, or NOBODY while the game goes on


Observation = State  # both seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Return the empty board; White begins (clause 1)."""
    state = State()
    state.hands = [MEN, MEN]
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the complete board to every seat."""
    return state.copy()


def current_seat(state: State) -> int:
    """Return the seat to move, or NOBODY when the game is over."""
    return state.turn if state.winner == NOBODY else NOBODY


def legal_actions(state: State, actions: list[int]) -> int:
    """Write every move, with every man that it may take."""
    count = 0
    if state.winner != NOBODY:
        return 0
    if state.hands[state.turn] > 0:  # clause 2
        for way in range(OFF * POINTS, STRIDE * POINTS):
            count = add(state, way, actions, count)
    elif flies(state, state.turn):  # clause 4
        for way in range(POINTS * POINTS):
            count = add(state, way, actions, count)
    else:  # clause 3
        for way in WAYS:
            count = add(state, way, actions, count)
    return count


def add(state: State, way: int, actions: list[int], count: int) -> int:
    """Add the actions of one way after the first `count` actions; return the new count."""
    if is_open(state, way):
        first = count
        if closes_mill(state, state.turn + 1, way // POINTS, way % POINTS):
            for point in range(POINTS):
                if may_be_taken(state, point):
                    actions[count] = way * STRIDE + point
                    count += 1
        if count == first:
            actions[count] = way * STRIDE + OFF
            count += 1
    return count


def is_open(state: State, way: int) -> bool:
    """Tell whether the seat to move can use a way: its man is at the origin or still to be placed, and the target is free."""
    is_own = way >= OFF * POINTS or state.board[way // POINTS] == state.turn + 1
    return is_own and state.board[way % POINTS] == EMPTY


def closes_mill(state: State, man: int, origin: int, target: int) -> bool:
    """Tell whether a man from `origin` forms a mill on `target` (clause 5)."""
    for i in range(4 * target, 4 * target + 4, 2):
        one, other = PARTNERS[i], PARTNERS[i + 1]
        if state.board[one] == man and state.board[other] == man and one != origin and other != origin:
            return True
    return False


def may_be_taken(state: State, point: int) -> bool:
    """Tell whether the enemy on a point may be taken: no mill protects it, or all enemies are in mills (clause 6)."""
    enemy = 2 - state.turn
    if state.board[point] != enemy:
        return False
    if not closes_mill(state, enemy, OFF, point):
        return True
    for other in range(POINTS):
        if state.board[other] == enemy and not closes_mill(state, enemy, OFF, other):
            return False
    return True


def apply(state: State, action: int) -> None:
    """Place or move a man, possibly take one, and end the turn."""
    origin, target, taken = action // STRIDE // POINTS, action // STRIDE % POINTS, action % STRIDE
    if origin == OFF:
        state.hands[state.turn] -= 1
    else:
        state.board[origin] = EMPTY
    state.board[target] = state.turn + 1
    if taken != OFF:
        state.board[taken] = EMPTY
    state.turn = 1 - state.turn
    state.winner = winner(state)


def winner(state: State) -> int:
    """Return the winner: the seat to move has lost if it has two men or can't move (clause 7)."""
    is_lost = men(state, state.turn) < FEWEST or not can_move(state)
    return 1 - state.turn if is_lost else NOBODY


def men(state: State, seat: int) -> int:
    """Return the number of men of a seat, on the board and not yet placed."""
    count = state.hands[seat]
    for point in range(POINTS):
        if state.board[point] == seat + 1:
            count += 1
    return count


def flies(state: State, seat: int) -> bool:
    """Tell whether a seat has placed its men and has three left (clause 4)."""
    return state.hands[seat] == 0 and men(state, seat) == FEWEST


def can_move(state: State) -> bool:
    """Tell whether the seat to move can place a man, fly, or move along a line."""
    if state.hands[state.turn] > 0 or flies(state, state.turn):
        return True
    for way in WAYS:
        if is_open(state, way):
            return True
    return False


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the loser, and 0 until the game is over."""
    return 1 if state.winner == seat else 0 if state.winner == NOBODY else -1
