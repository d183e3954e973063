"""Alpha-beta search: the value of an action, a number of plies ahead.

For two opponents in a zero-sum game without hidden information.  It is written in the rules dialect; bind it to a game's
rules and evaluation with `core.twins`.  There is no recursion, because compiled recursion does not survive the disk
cache (docs/decisions/0004); instead, every ply has a frame.

Values are in hundredths of a plain piece, from the point of view of the side to move.
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

PLIES = 64  # plies of workspace, including the quiescence search
QUIET_PLIES = 6  # the depth of the quiescence search
LOUD = 80  # the search doesn't stop after an action that changes the evaluation by this much: nearly a plain piece
STEP = 10_000  # the bonus for each ply by which a win comes sooner
WIN = 1_000_000
WON = WIN - (PLIES + 1) * STEP  # only forced wins have higher values
INFINITY = 2 * WIN
NO_DIGEST = -1  # a placeholder if there are no earlier positions
KILLER = 1 << 40  # a sort key greater than any of the history heuristic


class AlphaBetaFrame(Record):
    """The data of one ply of the search."""

    sign: int  # 1 if seat 0 is to move or the game is over, -1 if seat 1 is to move
    depth: int  # remaining plies
    alpha: int
    beta: int
    best: int
    still: int  # the static evaluation for seat 0, near the last ply
    action: int  # the action being searched
    index: int  # of the next action
    count: int  # the number of actions to search; 0 if `best` is known without a search
    quiet_left: int  # the number of quiet actions until a draw
    killer: int  # the two latest actions that caused a cutoff at this ply
    second: int


class AlphaBetaWorkspace(NamedTuple):
    """The memory for a search, owned by the caller: PLIES + 1 of each, except for history, past and control."""

    states: Any  # states[0] is the root
    frames: Any
    actions: Any  # MAX_ACTIONS each
    keys: Any  # MAX_ACTIONS each; sort keys of the actions
    history: Any  # NUM_ACTIONS; the history heuristic
    marks: Any  # digests of the positions on the current line
    past: Any  # digests of earlier positions of the match
    control: Any  # see `search.control`


def worth(workspace: Any, action: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of `action` in workspace.states[0], searched to `depth` plies including the action.

    It is exact between alpha and beta, and otherwise a bound.  It is meaningless if workspace.control[STOP] is set.
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
    """Play `action` and set up the next frame; a leaf gets its value and no actions."""
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
    if child.quiet_left <= 0 or (child.depth >= 0 and is_repeated(workspace, ply + 1)):
        child.best = 0  # a draw by quiet play, or a repetition, which gains nothing
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
    """Initialise the next frame for the seat to act."""
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
    """Record the digest of a position; tell whether it repeats one on the current line or earlier in the match."""
    mark = workspace.marks[ply] = digest(workspace.states[ply], 0)
    for i in range(ply):
        if workspace.marks[i] == mark:
            return True
    for known in workspace.past:  # noqa: SIM110 - the dialect has no any()
        if known == mark:
            return True
    return False


def is_quiet(frame: Any, child: Any) -> bool:
    """Tell whether the search may stop: the last action changed little, or the quiescence search is deep enough.

    Otherwise the search continues, and the side to move can already count on the static evaluation (stand pat).
    """
    return bool(abs(child.still - frame.still) < LOUD or child.depth <= -QUIET_PLIES)


def order_actions(workspace: Any, ply: int) -> None:
    """Compute the sort keys of the actions at a ply: killer moves first, then the history heuristic."""
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    for i in range(frame.count):
        keys[i] = workspace.history[actions[i]]
        if actions[i] == frame.killer:
            keys[i] += 2 * KILLER
        elif actions[i] == frame.second:
            keys[i] += KILLER


def next_action(workspace: Any, ply: int) -> int:
    """Return the remaining action with the highest key, and swap it to the front."""
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
    """Update a frame with the value of the frame below."""
    frame, child = workspace.frames[ply], workspace.frames[ply + 1]
    value = child.best if child.sign == frame.sign else -child.best
    if value <= frame.best:
        return
    frame.best = value
    frame.alpha = max(frame.alpha, value)
    if value >= frame.beta:
        frame.index = frame.count  # a cutoff: the opponent avoids this line
        if frame.depth > 0:
            workspace.history[frame.action] += frame.depth * frame.depth
        if frame.action != frame.killer:
            frame.second = frame.killer
            frame.killer = frame.action
