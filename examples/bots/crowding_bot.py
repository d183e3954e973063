"""A bot that looks one action ahead: ludoteka bot --server URL --player crowding_bot.py:CrowdingBot (docs/build/first-bot.md)."""

from ludoteka import Match
from ludoteka.client import Bot, Position


def most_crowding(match: Match) -> str:
    """Return the action that leaves the opponent the fewest actions."""

    def replies(action: str) -> int:
        after = match.copy()
        after.play(action)
        return len(after.legal_actions)

    return min(match.legal_actions, key=replies)


class CrowdingBot(Bot):
    """Plays Tavlei."""

    def wants(self, challenge: dict[str, str]) -> bool:
        """Tell whether to accept a challenge."""
        return challenge["game"] == "tavlei"

    def choose(self, position: Position) -> str:
        """Return one of the possible actions."""
        match = Match(position.game, **position.view["options"])
        for _, text in position.moves:
            match.play(str(text))
        return most_crowding(match)
