"""The request for a computer player's decision: what its seat sees, and nothing else."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ludoteka.core.match import Match


class Turn(NamedTuple):
    """One decision to make, as plain data, so that another process can make it."""

    game: str
    options: dict[str, Any]
    observation: list[Any]  # `values()` of the seat's observation record
    legal: list[int]  # the actions that the seat may play or try
    past: list[str]  # the texts of the positions whose next occurrence is a draw
    level: int  # 1 … 10
    seed: int  # of the player's random choices, so that a decision can be reproduced
    log: Sequence[Sequence[Any]] = ()  # the log of the seat; each item is a `core.game.LogEntry` as plain data
    quiet_left: int | None = None  # the number of quiet actions until a draw; None if they don't count
    seat: int = 0  # the number of the seat to act


def build_turn(match: Match, legal: Sequence[int], level: int, seed: int) -> Turn:
    """Return the turn of the seat to act, with the actions to choose from: what it has seen and heard, and nothing else."""
    game, seat = match.game, match.seat
    return Turn(
        game.name,
        game.public_options(match.options),
        game.rules.observe(match.state, seat).values(),
        list(legal),
        match.past,
        level,
        seed,
        match.log(seat),
        match.quiet_actions_left,
        seat,
    )
