"""Expectimax search: the value of an action in a game with throws, for any number of seats.

Every seat maximises its own value (max^n), and the value of a throw is the mean over its outcomes, weighted by `weight`.
Depth counts throws, so that all lines of one depth have the same number of turns, regardless of the number of decisions
in a turn.  Positions are evaluated only before a throw, so never in the middle of a turn.  Throws are assumed to be
independent and fair, even if they come from a shuffle bag.  In a game without throws, depth counts plies.

The same actions in another order often lead to the same position.  A transposition table stores its values.

If the endgame table of the game holds the position (`endgame` in its evaluation), the search ends with the turn and takes
the values from there.  Elsewhere they are not used: they cannot be compared with values of the evaluation.

The search is written in the rules dialect; bind it to a game's rules and evaluation with `core.twins`.  There is no
recursion, because compiled recursion does not survive the disk cache (docs/decisions/0004); instead, every ply has a
frame.  Source of max^n: C. Luckhardt and K. Irani, An algorithmic solution of n-person games, 1986.

Values are in hundredths of a plain piece, from the point of view of one seat.
"""

from typing import Annotated, Any, NamedTuple

from ludoteka.core.record import Record
from ludoteka.core.rules import (
    CHANCE,
    UNSOLVED,
    apply,
    assign,
    current_seat,
    digest,
    endgame,
    evaluate,
    is_terminal,
    legal_actions,
    returns,
    weight,
)
from ludoteka.search.control import LIMIT, NODES, PLIED, SOLVED, STOP, clear_line, end_value, extend_line

PLIES = 32  # plies of workspace; a position at the last one is evaluated in any case
SEATS = 8  # more than any seat number
OPPONENTS = 2  # of so many seats, one gains what the other loses
MEMORIES = 1 << 16  # slots of the transposition table
STEP = 100  # the bonus for each turn by which a win comes sooner
WIN = 100_000  # more than any evaluation; a sum over some thousand rolls still fits a record
WON = WIN  # only forced wins have values this high
INFINITY = 2 * WIN


class ExpectimaxFrame(Record):
    """The data of one ply of the search."""

    seat: int  # to act; CHANCE at a throw
    depth: int  # remaining depth in throws, counting the one at which the search stops; or in plies
    action: int  # the action being searched
    ways: int  # at a throw: the number of rolls searched so far
    weight: int  # of the action being searched
    index: int  # of the next action
    count: int  # the number of actions to search; 0 if the values are known without a search
    worths: Annotated[list[int], SEATS]  # for each seat, of the best action so far; at a throw, sums over the rolls


class ExpectimaxWorkspace(NamedTuple):
    """The memory for a search, owned by the caller: PLIES + 1 of each, unless noted."""

    states: Any  # states[0] is the root
    frames: Any
    actions: Any  # MAX_ACTIONS each
    seats: Any  # the numbers of the seats in the game
    keys: Any  # digests of the positions at each ply
    table_keys: Any  # MEMORIES; the digests in the transposition table
    table_worths: Any  # the values in the table, SEATS for each digest
    lines: Any  # see `search.control`; at a throw, a line ends
    control: Any  # see `search.control`


def worth(workspace: Any, action: int, depth: int) -> int:
    """Return the value of `action` in workspace.states[0] for the seat that acts, searched to `depth` throws.

    A depth of 0 evaluates the position after the action.  The value is meaningless if workspace.control[STOP] is set.
    """
    root, seat = workspace.frames[0], current_seat(workspace.states[0])
    is_solved = depth > 0 and endgame(workspace.states[0], workspace.seats[0]) != UNSOLVED
    workspace.control[SOLVED] = int(is_solved)
    root.depth = min(depth, 2 if seat == CHANCE else 1) if is_solved else depth
    open_frame(root, seat)
    clear_line(workspace.lines, 0)
    descend(workspace, 0, action)
    ply = 1
    while ply > 0:
        if workspace.control[STOP] != 0:
            return 0
        frame = workspace.frames[ply]
        if frame.index < frame.count:
            frame.index += 1
            descend(workspace, ply, workspace.actions[ply][frame.index - 1])
            ply += 1
        else:
            ply -= 1
            ascend(workspace, ply)
    return int(root.worths[seat])


def open_frame(frame: Any, seat: int) -> None:
    """Initialise a frame for a seat to act, or for a throw."""
    frame.seat = seat
    frame.index = frame.count = frame.ways = 0
    for i in range(SEATS):
        frame.worths[i] = 0 if seat == CHANCE else -INFINITY


def descend(workspace: Any, ply: int, action: int) -> None:
    """Play `action` and set up the next frame; a leaf gets its values and no actions."""
    frame, child, state = workspace.frames[ply], workspace.frames[ply + 1], workspace.states[ply + 1]
    assign(state, workspace.states[ply])
    child.depth = frame.depth - workspace.control[PLIED]
    if frame.seat == CHANCE:
        frame.weight = weight(state, action)
        child.depth -= 1
    apply(state, action)
    workspace.control[NODES] += 1
    if workspace.control[NODES] >= workspace.control[LIMIT]:
        workspace.control[STOP] = 1
    frame.action = action
    open_frame(child, current_seat(state))
    clear_line(workspace.lines, ply + 1)
    if is_terminal(state):
        for seat in workspace.seats:
            child.worths[seat] = end_value(workspace.control, returns(state, seat), WIN + child.depth * STEP)
    elif child.depth <= (1 if child.seat == CHANCE else 0) or ply + 1 == PLIES:
        evaluate_leaf(workspace, ply + 1)
    elif not recall(workspace, ply + 1):
        child.count = legal_actions(state, workspace.actions[ply + 1])


def evaluate_leaf(workspace: Any, ply: int) -> None:
    """Evaluate the position at a ply for every seat; of two seats, one gains what the other loses."""
    frame, seats = workspace.frames[ply], workspace.seats
    if len(seats) == OPPONENTS:
        frame.worths[seats[0]] = leaf_value(workspace, ply, seats[0])
        frame.worths[seats[1]] = -frame.worths[seats[0]]
        return
    for seat in seats:
        frame.worths[seat] = leaf_value(workspace, ply, seat)


def leaf_value(workspace: Any, ply: int, seat: int) -> int:
    """Return the value of the position at a ply for a seat: the exact one, if the root is in the endgame table."""
    state = workspace.states[ply]
    return int(endgame(state, seat) if workspace.control[SOLVED] != 0 else evaluate(state, seat))


def recall(workspace: Any, ply: int) -> bool:
    """Look up the position at a ply in the transposition table, and tell whether it was there."""
    frame = workspace.frames[ply]
    key = workspace.keys[ply] = digest(workspace.states[ply], frame.depth + PLIES * workspace.control[SOLVED])
    slot = key % MEMORIES
    if workspace.table_keys[slot] != key:
        return False
    for seat in workspace.seats:
        frame.worths[seat] = workspace.table_worths[slot * SEATS + seat]
    return True


def ascend(workspace: Any, ply: int) -> None:
    """Update a frame with the values of the frame below."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    if child.count > 0:
        conclude(workspace, ply + 1)
    if frame.seat == CHANCE:
        frame.ways += frame.weight
        for seat in workspace.seats:
            frame.worths[seat] += frame.weight * child.worths[seat]
    elif child.worths[frame.seat] > frame.worths[frame.seat]:
        extend_line(workspace.lines, ply, frame.action)
        for seat in workspace.seats:
            frame.worths[seat] = child.worths[seat]


def conclude(workspace: Any, ply: int) -> None:
    """Compute the values at a ply (the means, at a throw), and store them in the transposition table."""
    frame, slot = workspace.frames[ply], workspace.keys[ply] % MEMORIES
    workspace.table_keys[slot] = workspace.keys[ply]
    for seat in workspace.seats:
        if frame.seat == CHANCE:
            frame.worths[seat] //= frame.ways
        workspace.table_worths[slot * SEATS + seat] = frame.worths[seat]
