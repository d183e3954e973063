"""The best line from each ply of the current line of a search.

The lines are a triangular table: the row of a ply holds the length of the best line from its position, and then the
actions.  The functions are written in the rules dialect.
"""

from typing import Any


def clear_line(lines: Any, ply: int) -> None:
    """Record that no best line from a ply is known."""
    lines[ply][0] = 0


def extend_line(lines: Any, ply: int, action: int) -> None:
    """Record that the best line from a ply is `action`, followed by the best line from the next ply."""
    length = lines[ply + 1][0]
    lines[ply][0] = length + 1
    lines[ply][1] = action
    for i in range(1, length + 1):
        lines[ply][i + 1] = lines[ply + 1][i]
