"""The numbers that a search shares with whoever asked for it: when it is to stop, and how it counts in the game at hand.

What follows from them is written in the rules dialect.
"""

from typing import Any

STOP, NODES, LIMIT = 0, 1, 2  # set by anybody to end the search; positions searched; how many may be
SCORED, PLIED = 3, 4  # 1 where returns are scores; 1 where expectimax counts plies, for want of throws
QUIET_LEFT, QUIET_LIMIT = 5, 6  # quiet actions that still make a draw, from the root on and after one with progress
UNLIMITED = 1 << 60
UNCOUNTED = 1 << 30  # of quiet actions, where they are not counted

POINT = 100  # a score of one, as an evaluation counts it
MOST = 999 * POINT  # that an end is worth by its score: no search takes it for a forced win


def end_value(control: Any, score: int, win: int) -> int:
    """Return what an end with this of `returns` is worth, where a win is worth `win`; a score is, whenever it comes."""
    if control[SCORED] == 0:
        return score * win
    return int(max(-MOST, min(MOST, score * POINT)))
