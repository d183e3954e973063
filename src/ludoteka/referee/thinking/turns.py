"""What a computer needs to decide for the seat to act: what this seat has seen and heard, and nothing else."""

import hashlib
from collections.abc import Sequence

from ludoteka.players.turn import Turn
from ludoteka.referee.projection import Projection


def build_turn(projection: Projection, level: int, legal: Sequence[int]) -> Turn:
    """Return the turn of the seat to act at this level, with the actions to choose from."""
    game, match, setup = projection.game, projection.match, projection.setup
    key = hashlib.sha256(setup.seed + f"/computer/{projection.number}".encode()).digest()
    return Turn(
        game.name,
        {name: value for name, value in setup.options.items() if name not in game.secret_options},
        game.rules.observe(match.state, projection.seat).values(),
        list(legal),
        match.past,
        level,
        int.from_bytes(key[:4], "big"),
        match.log(projection.seat),
        match.quiet_actions_left,
        projection.seat,
    )
