"""What every search shares: the numbers with which its caller controls it, and the table of the best lines.

The functions are written in the rules dialect.
"""

from typing import Any

from ludoteka.core.rules import makes_progress

STOP, NODES, LIMIT = 0, 1, 2  # 1 to stop the search; how many positions were searched; how many may be searched
SCORED, PLIED = 3, 4  # 1 if returns are scores; 1 if expectimax counts plies, because there are no throws
QUIET_LEFT, QUIET_LIMIT = 5, 6  # the number of quiet actions until a draw, at the root and after progress
LOUD_PLIES = 7  # how many plies the quiescence search may add
SOLVED = 8  # 1 if the endgame table of the game holds the root, so that expectimax needs only the end of the turn
AGE = 9  # the number of the search among those that share a transposition table
QUIET_PLIES = 6  # so many, usually
UNLIMITED = 1 << 60
UNCOUNTED = 1 << 30  # the number of quiet actions until a draw, if they don't count

POINT = 100  # the value of one point of score in an evaluation
MOST = 999 * POINT  # the highest value of a score, less than that of a forced win


def end_value(control: Any, score: int, win: int) -> int:
    """Return the value of a terminal state: `win` for a win, or the score, which doesn't depend on the depth."""
    if control[SCORED] == 0:
        return score * win
    return int(max(-MOST, min(MOST, score * POINT)))


def quiet_after(control: Any, state: Any, action: int, quiet_left: int) -> int:
    """Return how many quiet actions are left until a draw, once `action` is played in a state."""
    if control[QUIET_LIMIT] == UNCOUNTED:
        return UNCOUNTED
    return int(control[QUIET_LIMIT] if makes_progress(state, action) else quiet_left - 1)


def clear_line(lines: Any, ply: int) -> None:
    """Record that no best line from a ply is known."""
    lines[ply][0] = 0


def extend_line(lines: Any, ply: int, action: int) -> None:
    """Record that the best line from a ply is `action`, followed by the best line from the next ply.

    The lines are a triangular table: the row of a ply holds the length of the best line from its position, and then the
    actions.
    """
    length = lines[ply + 1][0]
    lines[ply][0] = length + 1
    lines[ply][1] = action
    for i in range(1, length + 1):
        lines[ply][i + 1] = lines[ply + 1][i]
