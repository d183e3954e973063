"""In which order alpha-beta searches the actions at a ply.

The functions are written in the rules dialect.  Sources: S. Akl and M. Newborn, The principal continuation and the killer
heuristic, 1977; J. Schaeffer, The history heuristic, 1983.
"""

from typing import Any

KILLER = 1 << 40  # a sort key greater than any of the history heuristic


def order_actions(workspace: Any, ply: int) -> None:
    """Compute the sort keys of the actions at a ply: the stored action first, then killers, then the history heuristic."""
    frame, actions, keys = workspace.frames[ply], workspace.actions[ply], workspace.keys[ply]
    for i in range(frame.count):
        action = actions[i]
        keys[i] = workspace.history[history_index(workspace, frame.sign, action)]
        if action == frame.choice:
            keys[i] += 4 * KILLER
        elif action == frame.killer:
            keys[i] += 2 * KILLER
        elif action == frame.second:
            keys[i] += KILLER


def history_index(workspace: Any, sign: int, action: int) -> int:
    """Return where the history of an action is, for the seat with this sign."""
    return int(action) if sign > 0 else len(workspace.history) // 2 + int(action)


def cut_off(workspace: Any, ply: int) -> None:
    """Skip the other actions at a ply, because the opponent avoids this line, and note the action that showed it."""
    frame = workspace.frames[ply]
    frame.index = frame.count
    if frame.depth > 0:
        workspace.history[history_index(workspace, frame.sign, frame.action)] += frame.depth * frame.depth
    if frame.action != frame.killer:
        frame.second = frame.killer
        frame.killer = frame.action
