"""A bot that plays at random: ludoteka bot --server URL --player random_bot.py:RandomBot (docs/api.md)."""

import random

from ludoteka.client import Bot, Position


class RandomBot(Bot):
    """Plays any action."""

    def choose(self, position: Position) -> str:
        """Return one of the possible actions."""
        return random.choice(position.actions)  # noqa: S311 - it need not be secret
