"""What a search is asked, and what it answers."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Root(NamedTuple):
    """The position from which a search starts."""

    state: Any
    legal: Sequence[int]  # the actions to compare
    seats: Sequence[int] = (0, 1)  # the numbers of the seats in the game
    past: Sequence[int] = ()  # the digests, with the salt 0, of the earlier positions that count for repetition
    quiet_left: int | None = None  # after this many more actions without progress the match is a draw; None: never
    seed: int = 0  # of the random choices of a search


class Limits(NamedTuple):
    """When to stop."""

    depth: int  # in plies or throws, depending on the search; searches by simulation have no such limit
    nodes: int  # positions searched, or simulations
    seconds: float | None = None  # None makes decisions reproducible
    is_prompt: bool = (
        False  # whether an interpreted search may stop in time before it has looked for all wins and losses in one move
    )


class Variation(NamedTuple):
    """The best continuation after one action, and its value."""

    actions: tuple[int, ...]  # begins with the action at the root; ends where the search saw no further, or at a throw
    value: int  # in hundredths of a plain piece, for the seat to act at the root; a forced win is beyond `Search.won`


class Analysis(NamedTuple):
    """The result of a search."""

    lines: tuple[Variation, ...]  # the best first
    depth: int  # of the last iteration that was completed, or the length of the best line
    nodes: int
    seconds: float
