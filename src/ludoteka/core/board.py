"""A board: pieces that follow from one number for each slot, so that after a move only the slots that it touched are drawn."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, compress, count, islice
from operator import ne
from typing import Any, NamedTuple

from ludoteka.core.scene import MOST_PIECES, Piece, Stack, TrackedPieces, continue_pieces


class Board(NamedTuple):
    """How a game without secrets tells its pieces: what is in each slot, and which pieces that means.

    A slot is a place, or several that are filled together; no two slots have pieces on the same place.
    """

    slots: Callable[[Any], Sequence[int]]  # state -> a number for each slot, always in the same order
    stack: Callable[[int, int], Stack]  # slot, its number -> its pieces, which follow from these two alone

    def draw(self, state: Any) -> tuple[Piece, ...]:
        """Return all pieces of a state."""
        return tuple(chain.from_iterable(map(self.stack, count(), self.slots(state))))


@lru_cache(MOST_PIECES)
def share_stack(stack: Stack) -> Stack:
    """Return the same object for equal stacks, because all matches of a game show the same few thousand."""
    return stack


def touched_slots(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the slots whose numbers differ."""
    return [*compress(count(), map(ne, before, after))]


def follow_board(board: Board, before: TrackedPieces | None, state: Any) -> TrackedPieces:
    """Return the pieces of a state as the continuation of those `before`.

    The result is what `follow_pieces` finds by a comparison of all pieces.
    """
    slots = tuple(board.slots(state))
    touched = [*range(len(slots))] if before is None else touched_slots(before.slots, slots)
    stacks: list[Stack] = [()] * len(slots) if before is None else [*before.stacks]
    old = [piece for slot in touched for piece in stacks[slot]]
    drawn = [board.stack(slot, slots[slot]) for slot in touched]
    earlier = before and chain.from_iterable(before.stacks)
    new, marks = continue_pieces(old, [piece for stack in drawn for piece in stack], earlier)
    rest = iter(new)
    for slot, stack in zip(touched, drawn, strict=True):
        stacks[slot] = share_stack(tuple(islice(rest, len(stack))))
    return TrackedPieces(stacks, marks, old, new, slots)
