"""The transposition table of alpha-beta: what is known of positions that were searched before.

A value is stored only if it holds whatever led to the position.  Values of forced wins count from the position, not from
the root.  The functions are written in the rules dialect.
"""

from typing import Any

KEY, DEPTH, VALUE, ACTION = 0, 1, 2, 3  # the numbers of an entry; DEPTH is the depth times BOUNDS, plus the bound
ENTRY = 4
SLOTS = 1 << 17
NO_BOUND, LOWER, UPPER, EXACT = 0, 1, 2, 3  # what a value is; EXACT is both bounds
BOUNDS = 4
NO_ACTION = -1


def slot_of(mark: int) -> int:
    """Return where the entry of a position begins, by its digest."""
    return mark % SLOTS * ENTRY


def store(table: Any, mark: int, depth: int, bound: int, value: int, action: int) -> None:
    """Store what is known of a position, and the action to try first."""
    slot = slot_of(mark)
    table[slot + KEY] = mark
    table[slot + DEPTH] = depth * BOUNDS + bound
    table[slot + VALUE] = value
    table[slot + ACTION] = action


def has_entry(table: Any, mark: int) -> bool:
    """Tell whether a position is in the table."""
    return bool(table[slot_of(mark) + KEY] == mark)


def bound_of(best: int, floor: int, ceiling: int) -> int:
    """Return what the best value found within a window is."""
    if best >= ceiling:
        return LOWER
    return EXACT if best > floor else UPPER
