"""Alpha-beta: what an action is worth, a number of plies ahead.

For two seats that see everything and want the opposite, wins or scores.  Written in the rules dialect; bind it
to a game's rules and evaluation with `core.twins`.  There is no recursion: compiled recursion
does not survive the disk cache (docs/decisions/0004), so every ply has a frame.

A worth is in hundredths of a plain piece, from the view of the seat that is to act.
"""

from typing import Any, NamedTuple

from ludoteka.core.record import Record
from ludoteka.core.rules import (
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    is_terminal,
    legal_actions,
    makes_progress,
    returns,
)
from ludoteka.search.control import LIMIT, NODES, QUIET_LEFT, QUIET_LIMIT, STOP, UNCOUNTED, end_value

PLIES = 64  # plies of workspace, the quiet search included
QUIET_PLIES = 6  # how far exchanges are followed below the last ply
LOUD = 80  # an action that changes the evaluation by more is no place to stop: nearly a plain piece
STEP = 10_000  # a win is worth more by so much for every ply that it comes sooner
WIN = 1_000_000
WON = WIN - (PLIES + 1) * STEP  # nothing but a forced win is worth so much
INFINITY = 2 * WIN
NO_DIGEST = -1  # where there is no past
KILLER = 1 << 40  # before anything that history can say


class AlphaBetaFrame(Record):
    """What the search remembers of one ply."""

    sign: int  # 1 where seat 0 is to act, -1 where seat 1 is; 1 where the game is over
    depth: int  # plies still to be searched
    alpha: int
    beta: int
    best: int
    still: int  # how well seat 0 stands, near the last ply
    action: int  # the one being searched
    index: int  # of the next one
    count: int  # of actions to be searched; 0 where `best` is known at once
    quiet_left: int  # quiet actions that still make a draw
    killer: int  # actions that lately refuted another at this ply
    second: int


class AlphaBetaWorkspace(NamedTuple):
    """The caller's workspace for a search: PLIES + 1 of each, but for history, past and control."""

    states: Any  # states[0] is the one to be searched
    frames: Any
    actions: Any  # MAX_ACTIONS each
    keys: Any  # MAX_ACTIONS each: what is searched first
    history: Any  # how often an action refuted another; NUM_ACTIONS
    marks: Any  # digests of the positions on the way
    past: Any  # digests of those that came before in the match
    control: Any  # as `search.control` says


def worth(workspace: Any, action: int, depth: int, alpha: int, beta: int) -> int:
    """Return the worth of `action` in workspace.states[0], `depth` plies ahead, itself included.

    It is exact between alpha and beta, and else a bound.  With workspace.control[STOP] set it means nothing.
    """
    root = workspace.frames[0]
    root.sign = 1 if current_seat(workspace.states[0]) == 0 else -1
    root.depth, root.alpha, root.beta, root.best = depth, alpha, beta, -INFINITY
    root.still = evaluate(workspace.states[0], 0)
    root.index = root.count = 0
    root.quiet_left = workspace.control[QUIET_LEFT]
    workspace.marks[0] = digest(workspace.states[0], 0)
    descend(workspace, 0, action)
    ply = 1
    while ply > 0:
        if workspace.control[STOP] != 0:
            return 0
        if workspace.frames[ply].index < workspace.frames[ply].count:
            descend(workspace, ply, next_action(workspace, ply))
            ply += 1
        else:
            ply -= 1
            ascend(workspace, ply)
    return int(root.best)


def descend(workspace: Any, ply: int, action: int) -> None:
    """Play `action` and open the frame below; one that needs no search gets its worth and no actions."""
    frame, child, state = workspace.frames[ply], workspace.frames[ply + 1], workspace.states[ply + 1]
    assign(state, workspace.states[ply])
    apply(state, action)
    workspace.control[NODES] += 1
    if workspace.control[NODES] >= workspace.control[LIMIT]:
        workspace.control[STOP] = 1
    frame.action = action
    child.index = child.count = 0
    if is_terminal(state):
        child.sign = 1
        child.best = end_value(workspace.control, returns(state, 0), WIN - (ply + 1) * STEP)
        return
    open_frame(frame, child, current_seat(state))
    count_quiet(workspace, ply, action)
    if child.quiet_left <= 0:
        child.best = 0  # a draw
        return
    if child.depth >= 0 and is_repeated(workspace, ply + 1):
        child.best = 0  # whoever comes back gets no further
        return
    if child.depth <= 1:
        child.still = evaluate(state, 0)
    if child.depth <= 0:
        child.best = child.sign * child.still
        child.alpha = max(child.alpha, child.best)
        if child.best >= child.beta or is_quiet(frame, child):
            return
    child.count = legal_actions(state, workspace.actions[ply + 1])
    order_actions(workspace, ply + 1)


def open_frame(frame: Any, child: Any, seat: int) -> None:
    """Make the frame below ready for a seat to act."""
    child.sign = 1 if seat == 0 else -1
    child.depth = frame.depth - 1
    child.alpha = frame.alpha if child.sign == frame.sign else -frame.beta
    child.beta = frame.beta if child.sign == frame.sign else -frame.alpha
    child.best = -INFINITY


def count_quiet(workspace: Any, ply: int, action: int) -> None:
    """Count how many quiet actions are left below a ply, once `action` has been played there."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    if workspace.control[QUIET_LIMIT] == UNCOUNTED:
        child.quiet_left = UNCOUNTED
    elif makes_progress(workspace.states[ply], action):
        child.quiet_left = workspace.control[QUIET_LIMIT]
    else:
        child.quiet_left = frame.quiet_left - 1


def is_repeated(workspace: Any, ply: int) -> bool:
    """Note the position at a ply, and tell whether it has been there on the way, or before in the match."""
    mark = workspace.marks[ply] = digest(workspace.states[ply], 0)
    for i in range(ply):
        if workspace.marks[i] == mark:
            return True
    for known in workspace.past:  # noqa: SIM110 - the dialect has no any()
        if known == mark:
            return True
    return False


def is_quiet(frame: Any, child: Any) -> bool:
    """Tell whether the search may end here: the last action changed little, or exchanges go on too long.

    Otherwise it goes on, but the seat to act need not answer: it has what it has, or better.
    """
    return bool(abs(child.still - frame.still) < LOUD or child.depth <= -QUIET_PLIES)


def order_actions(workspace: Any, ply: int) -> None:
    """Say what is to be searched first: killers, then what refuted most."""
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    for i in range(frame.count):
        keys[i] = workspace.history[actions[i]]
        if actions[i] == frame.killer:
            keys[i] += 2 * KILLER
        elif actions[i] == frame.second:
            keys[i] += KILLER


def next_action(workspace: Any, ply: int) -> int:
    """Return the best of the actions still to be searched, moving it in front of them."""
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    first = chosen = frame.index
    for i in range(first + 1, frame.count):
        if keys[i] > keys[chosen]:
            chosen = i
    action = actions[chosen]
    actions[chosen], keys[chosen] = actions[first], keys[first]
    frame.index += 1
    return int(action)


def ascend(workspace: Any, ply: int) -> None:
    """Take up what the frame below came to."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    value = child.best if child.sign == frame.sign else -child.best
    if value <= frame.best:
        return
    frame.best = value
    frame.alpha = max(frame.alpha, value)
    if value >= frame.beta:
        frame.index = frame.count  # the other seat will not let it come to this
        if frame.depth > 0:
            workspace.history[frame.action] += frame.depth * frame.depth
        if frame.action != frame.killer:
            frame.second = frame.killer
            frame.killer = frame.action
