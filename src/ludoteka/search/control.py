"""The numbers that a search shares with its caller: when to stop, and how to count results.

The functions are written in the rules dialect.
"""

from typing import Any

STOP, NODES, LIMIT = 0, 1, 2  # set by anybody to end the search; positions searched; how many may be
SCORED, PLIED = 3, 4  # 1 where returns are scores; 1 where expectimax counts plies, for want of throws
QUIET_LEFT, QUIET_LIMIT = 5, 6  # quiet actions that still make a draw, from the root on and after one with progress
UNLIMITED = 1 << 60
UNCOUNTED = 1 << 30  # of quiet actions, where they are not counted

POINT = 100  # the value of one point of score in an evaluation
MOST = 999 * POINT  # the highest value of a score, less than that of a forced win


def end_value(control: Any, score: int, win: int) -> int:
    """Return the value of a terminal state: `win` for a win, or the score, which doesn't depend on the depth."""
    if control[SCORED] == 0:
        return score * win
    return int(max(-MOST, min(MOST, score * POINT)))
