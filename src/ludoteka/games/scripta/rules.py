"""XII Scripta: the rules of play.  Clause numbers refer to rules.en.md.

Two players race along the same thirty-six points, in the same direction, with three dice a turn.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NO_PROPOSALS, NOBODY, WORDS

POINTS = 36  # the course runs from point 1 to point 36
HOME = 31  # the first of the six points that men are borne off from
FACES = 6
DICE = 3  # in a throw
MEN = 15  # of a seat, in the usual game
YELLOW, GREEN = 0, 1  # seats

# Actions are decimal: 1217 is 12/17, 3 is in/3, 3400 is 34/off, 4135 is the throw r135.
STRIDE = 100  # an action of a seat is origin * STRIDE + target
WAITING_ROOM = 0  # as an origin: a man enters
OFF_BOARD = 0  # as a target: a man is borne off
PASS = 0  # from nowhere to nowhere
THROW = 4000  # a throw is THROW and its faces, the lowest first
NUM_ACTIONS = THROW + 667
FACE = range(1, FACES + 1)
THROWS = tuple(
    THROW + 100 * low + 10 * middle + high for low in FACE for middle in FACE[low - 1 :] for high in FACE[middle - 1 :]
)
MAX_ACTIONS = len(THROWS)  # fifteen men and three dice never have more actions
# How many of the 216 outcomes of three dice show the same faces, by the number of different faces.
WAYS = tuple((1, 3, 6)[len({faces // 100, faces // 10 % 10, faces % 10}) - 1] for faces in range(667))

# The throws that three dice show, once for each of the 216 outcomes.
THROWN = tuple(throw for throw in THROWS for _ in range(WAYS[throw - THROW]))


class State(Record):
    """Everything needed to play on from here."""

    men: Annotated[list[int], POINTS + 1]  # on each point; a green man counts -1; none is on 0
    waiting: Annotated[list[int], 2]  # of each seat: men that have not entered yet
    captured: Annotated[list[int], 2]  # men that must enter again
    off: Annotated[list[int], 2]  # men that have run the whole course
    dice: Annotated[list[int], FACES + 1]  # the number of unused dice that show each face
    dice_left: int  # the number of unused dice; at 0 a throw is due
    turn: int  # the seat whose turn it is
    winner: int  # a seat, or NOBODY while the game goes on
    pieces: int  # men that each seat began with
    must_move: int  # 1 where passing is allowed only if no die can be used


Observation = State  # both seats see everything


def start(options: Mapping[str, Any]) -> State:
    """Return the start: all men wait beside the board, and yellow moves first (clauses 1, 2)."""
    state = State()
    state.pieces = options["pieces"]
    state.must_move = int(options["must_move"])
    state.waiting = [state.pieces, state.pieces]
    state.turn = YELLOW
    state.winner = NOBODY
    return state


def observe(state: State, seat: int) -> Observation:
    """Return the whole state: every seat sees the board."""
    return state.copy()


def current_seat(state: State) -> int:
    """Return the seat to act, CHANCE when a throw is due, NOBODY when the game is over."""
    if state.winner != NOBODY:
        return NOBODY
    return CHANCE if state.dice_left == 0 else state.turn


def legal_actions(state: State, actions: list[int]) -> int:
    """List all throws; or the moves of each unused die, lowest first, and the pass where it is allowed."""
    if state.winner != NOBODY:
        return 0
    if state.dice_left == 0:
        for i in range(MAX_ACTIONS):
            actions[i] = THROWS[i]
        return MAX_ACTIONS  # clause 3
    count = 0
    for die in range(1, FACES + 1):
        if state.dice[die] > 0:
            count = add_uses(state, die, actions, count)
    if count == 0 or state.must_move == 0:  # clause 11
        actions[count] = PASS
        count += 1
    return count


def propose_action(state: State, word: int) -> int:
    """Return the throw for which a random word stands; the moves of a throw are few enough to list them (clause 3)."""
    if state.dice_left != 0:
        return NO_PROPOSALS
    return THROWN[word * len(THROWN) >> WORDS]


def add_uses(state: State, die: int, actions: list[int], count: int) -> int:
    """Append the uses of a die after the first `count` actions; return the new count (clauses 4-10)."""
    seat = state.turn
    sign = sign_of(seat)
    if state.captured[seat] + state.waiting[seat] > 0 and is_open(state, die, sign):  # clause 5
        actions[count] = die
        count += 1
    if state.captured[seat] > 0:  # clause 6
        return count
    for point in range(1, POINTS + 1 - die):  # clause 7
        if state.men[point] * sign > 0 and is_open(state, point + die, sign):
            actions[count] = point * STRIDE + point + die
            count += 1
    last = POINTS + 1 - die
    if state.men[last] * sign > 0 and all_are_home(state, seat):  # clause 10
        actions[count] = last * STRIDE + OFF_BOARD
        count += 1
    return count


def sign_of(seat: int) -> int:
    """Return the sign of the seat's men in `State.men`."""
    return 1 if seat == YELLOW else -1


def is_open(state: State, point: int, sign: int) -> bool:
    """Tell whether men of that sign may land on a point: two or more enemies would hold it (clause 8)."""
    return state.men[point] * sign >= -1


def all_are_home(state: State, seat: int) -> bool:
    """Tell whether every man of the seat stands on the last six points or is off already (clause 10)."""
    sign, there = sign_of(seat), state.off[seat]
    for point in range(HOME, POINTS + 1):
        there += max(0, state.men[point] * sign)
    return there == state.pieces


def apply(state: State, action: int) -> None:
    """Throw the dice, use one of them, or pass."""
    if action >= THROW:
        set_dice(state, action - THROW)
        return
    if action == PASS:
        pass_turn(state)
        return
    origin, target = action // STRIDE, action % STRIDE
    lift_man(state, origin)
    if target == OFF_BOARD:
        bear_off(state)
        use_die(state, POINTS + 1 - origin)
    else:
        put_down(state, target)
        use_die(state, target - origin)


def set_dice(state: State, faces: int) -> None:
    """Set the dice to what was thrown; the digits of `faces` are what they show."""
    state.dice[faces // 100] += 1
    state.dice[faces // 10 % 10] += 1
    state.dice[faces % 10] += 1
    state.dice_left = DICE


def pass_turn(state: State) -> None:
    """Forfeit the unused dice and end the turn (clause 11)."""
    for face in range(1, FACES + 1):
        state.dice[face] = 0
    state.dice_left = 0
    state.turn = 1 - state.turn


def lift_man(state: State, origin: int) -> None:
    """Lift a man from a point, or take one that has yet to enter, captured men first (clause 6)."""
    seat = state.turn
    if origin != WAITING_ROOM:
        state.men[origin] -= sign_of(seat)
    elif state.captured[seat] > 0:
        state.captured[seat] -= 1
    else:
        state.waiting[seat] -= 1


def put_down(state: State, target: int) -> None:
    """Put the man down on a point and capture a single enemy man there (clause 9)."""
    sign = sign_of(state.turn)
    if state.men[target] == -sign:
        state.men[target] = 0
        state.captured[1 - state.turn] += 1
    state.men[target] += sign


def bear_off(state: State) -> None:
    """Take the man off the board; the last one wins the game at once (clause 12)."""
    seat = state.turn
    state.off[seat] += 1
    if state.off[seat] == state.pieces:
        state.winner = seat


def use_die(state: State, die: int) -> None:
    """Mark a die as used; after the last one the turn passes, unless the game is over (clauses 4, 12)."""
    state.dice[die] -= 1
    state.dice_left -= 1
    if state.dice_left == 0 and state.winner == NOBODY:
        state.turn = 1 - state.turn


def weight(state: State, action: int) -> int:
    """Return how many of the 216 outcomes of three dice show this throw."""
    return WAYS[action - THROW]


def is_terminal(state: State) -> bool:
    """Tell whether the game is over."""
    return state.winner != NOBODY


def returns(state: State, seat: int) -> int:
    """Return 1 to the winner, -1 to the loser, 0 while the game goes on."""
    if state.winner == NOBODY:
        return 0
    return 1 if state.winner == seat else -1
