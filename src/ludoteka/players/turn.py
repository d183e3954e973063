"""What a computer player is told when it is to act: its own observation and nothing else."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Turn(NamedTuple):
    """One decision to be made.  Plain data, so that it can be made in another process."""

    game: str
    options: dict[str, Any]
    observation: list[Any]  # `values()` of the seat's observation record
    legal: list[int]  # what the seat may do, or try
    past: list[str]  # position texts that have come before and count for repetition
    level: int  # 1 … 8
    seed: int  # of the player's own chance, so that a decision can be repeated
    log: Sequence[Sequence[Any]] = ()  # what the seat has heard: the entries of its log (`core.game.LogEntry`)
    quiet_left: int | None = None  # actions without progress that still make a draw; None where they are not counted
