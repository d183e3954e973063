"""Expectimax: what an action is worth in a game with throws, for any number of seats.

Every seat does what is best for itself (max^n), and a throw is worth the mean of what may follow, each
throw counted as often as it falls (`weight`).  A depth counts throws: lines of one depth take as many
turns, however many decisions a turn takes, and a position is judged only where a throw is to come, so
that nobody is judged in the middle of his turn.  Throws are taken as independent and fair: what is left
in a shuffle bag is not known here.  In a game without throws, a depth counts plies.

Different orders of the same deeds lead to the same position many times; it is searched once, and remembered.

Written in the rules dialect; bind it to a game's rules and evaluation with `core.twins`.  There is no
recursion: compiled recursion does not survive the disk cache (docs/decisions/0004), so every ply has a
frame.  Source of max^n: C. Luckhardt and K. Irani, An algorithmic solution of n-person games, 1986.

A worth is in hundredths of a plain piece, from the view of one seat.
"""

from typing import Annotated, Any, NamedTuple

from ludoteka.core.record import Record
from ludoteka.core.rules import (
    CHANCE,
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    is_terminal,
    legal_actions,
    returns,
    weight,
)
from ludoteka.search.control import LIMIT, NODES, PLIED, STOP, end_value

PLIES = 32  # plies of workspace; there a position is judged wherever it stands
SEATS = 8  # numbers of seats are smaller
MEMORIES = 1 << 16  # positions that can be remembered at a time
STEP = 100  # a win is worth more by so much for every turn that it comes sooner
WIN = 100_000  # so that no evaluation is worth as much; and some thousand ways of throwing fit a record
WON = WIN  # nothing but a forced win is worth so much
INFINITY = 2 * WIN


class ExpectimaxFrame(Record):
    """What the search remembers of one ply."""

    seat: int  # to act; CHANCE at a throw
    depth: int  # how many throws are still to be come to, the one to stop at included; or how many plies
    ways: int  # at a throw, of throwing: those that have been searched
    weight: int  # of the action being searched
    index: int  # of the next one
    count: int  # of actions to be searched; 0 where the worths are known at once
    worths: Annotated[list[int], SEATS]  # to each seat: of the best action so far; at a throw, the sums over the ways


class ExpectimaxWorkspace(NamedTuple):
    """The caller's workspace for a search: PLIES + 1 of each, where nothing else is said."""

    states: Any  # states[0] is the one to be searched
    frames: Any
    actions: Any  # MAX_ACTIONS each
    seats: Any  # the numbers of those that are in the game
    keys: Any  # digests of what is searched at each ply
    known: Any  # digests of the positions that are remembered, MEMORIES
    worths: Any  # what they are worth to each seat, SEATS for each
    control: Any  # as `search.control` says


def worth(workspace: Any, action: int, depth: int) -> int:
    """Return what `action` in workspace.states[0] is worth to the seat that acts, as seen up to the throw number `depth`.

    With a depth of 0 it is judged at once.  With workspace.control[STOP] set it means nothing.
    """
    root, seat = workspace.frames[0], current_seat(workspace.states[0])
    root.depth = depth
    open_frame(root, seat)
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
    """Make a frame ready for a seat to act, or for a throw."""
    frame.seat = seat
    frame.index = frame.count = frame.ways = 0
    for i in range(SEATS):
        frame.worths[i] = 0 if seat == CHANCE else -INFINITY


def descend(workspace: Any, ply: int, action: int) -> None:
    """Play `action` and open the frame below; one that needs no search gets its worths and no actions."""
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
    open_frame(child, current_seat(state))
    if is_terminal(state):
        for seat in workspace.seats:
            child.worths[seat] = end_value(workspace.control, returns(state, seat), WIN + child.depth * STEP)
    elif child.depth <= (1 if child.seat == CHANCE else 0) or ply + 1 == PLIES:
        for seat in workspace.seats:
            child.worths[seat] = evaluate(state, seat)
    elif not recall(workspace, ply + 1):
        child.count = legal_actions(state, workspace.actions[ply + 1])


def recall(workspace: Any, ply: int) -> bool:
    """Take the worths of the position at a ply from memory, and tell whether it was there."""
    frame = workspace.frames[ply]
    key = workspace.keys[ply] = digest(workspace.states[ply], frame.depth)
    slot = key % MEMORIES
    if workspace.known[slot] != key:
        return False
    for seat in workspace.seats:
        frame.worths[seat] = workspace.worths[slot * SEATS + seat]
    return True


def ascend(workspace: Any, ply: int) -> None:
    """Take up what the frame below came to."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    if child.count > 0:
        conclude(workspace, ply + 1)
    if frame.seat == CHANCE:
        frame.ways += frame.weight
        for seat in workspace.seats:
            frame.worths[seat] += frame.weight * child.worths[seat]
    elif child.worths[frame.seat] > frame.worths[frame.seat]:
        for seat in workspace.seats:
            frame.worths[seat] = child.worths[seat]


def conclude(workspace: Any, ply: int) -> None:
    """Find the mean of all throws at a ply, and remember what the position there is worth."""
    frame, slot = workspace.frames[ply], workspace.keys[ply] % MEMORIES
    workspace.known[slot] = workspace.keys[ply]
    for seat in workspace.seats:
        if frame.seat == CHANCE:
            frame.worths[seat] //= frame.ways
        workspace.worths[slot * SEATS + seat] = frame.worths[seat]
