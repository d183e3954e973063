"""What a rated match changes."""

from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.ratings.glicko2 import Rating, rate

COMPUTERS_DEVIATION = 50.0  # their ratings are measured, and never change


class RatedPlayer(NamedTuple):
    """One of the players of a rated match."""

    rating: Rating  # before it
    since: float  # when their last rated match ended, in seconds since 1970; 0 if it is the first one
    score: float  # of two players: 1, 0.5 or 0; of more: the higher, the better


def computers_rating(game: Game, level: int) -> Rating:
    """Return the rating of a level of the computer."""
    return Rating(float(game.level_ratings[level - 1]), COMPUTERS_DEVIATION)


def ratings_after(first: RatedPlayer, second: RatedPlayer, at: float) -> tuple[Rating, Rating]:
    """Return the ratings of both players after their match, which ended at a time in seconds since 1970."""
    pairs = ((first, second), (second, first))
    new = [rate(one.rating, other.rating, one.score, at - one.since if one.since else 0.0) for one, other in pairs]
    return new[0], new[1]
