"""The result of a match that was aborted."""

from ludoteka.core.game import Game
from ludoteka.core.match import Match


def aborted_result(game: Game, match: Match) -> dict[str, int]:
    """Return {}, as an aborted match has no result.

    If late seats can be out of the game, return -1 for each seat that was out already, and 0 for every other seat.
    """
    plays = game.late.plays if game.late else None
    if plays is None:
        return {}
    return {one.letter: 0 if plays(match.state, one.number) else -1 for one in game.seats(match.options)}
