"""The digests of the earlier positions of a match as a hash table, so that a long match slows down no search.

The functions are written in the rules dialect.
"""

from typing import Any

FREE_SLOT = -1  # no digest is negative
SPACE = 4  # slots for each digest, or more, so that most look-ups end at once


def space_for(count: int) -> int:
    """Return the number of slots for so many digests."""
    size = SPACE
    while size < SPACE * count:
        size *= 2
    return size


def note_position(slots: Any, mark: int) -> None:
    """Write a digest into the first free slot from its remainder on."""
    slot = mark % len(slots)
    while slots[slot] != FREE_SLOT and slots[slot] != mark:
        slot = (slot + 1) % len(slots)
    slots[slot] = mark


def has_occurred(slots: Any, mark: int) -> bool:
    """Tell whether a digest is in the table."""
    slot = mark % len(slots)
    while slots[slot] != FREE_SLOT:
        if slots[slot] == mark:
            return True
        slot = (slot + 1) % len(slots)
    return False
