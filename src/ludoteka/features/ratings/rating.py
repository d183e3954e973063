"""What a rated match changes."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ludoteka.core.game import Game
from ludoteka.features.ratings.glicko2 import CENTRE, LEAST_DEVIATION, LEAST_RATING, MOST_DEVIATION, Rating, rate
from ludoteka.late_module import LateModule

if TYPE_CHECKING:
    from openskill import models
else:
    models = LateModule("openskill.models")


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


SPREAD = MOST_DEVIATION / 2  # of a player's performance between matches, the library's default share
DRIFT = MOST_DEVIATION / 100  # how much a player's strength changes between two matches


@cache
def _model() -> "models.PlackettLuce":
    return models.PlackettLuce(mu=CENTRE, sigma=MOST_DEVIATION, beta=SPREAD, tau=DRIFT)


def party_ratings_after(players: Sequence[RatedPlayer]) -> list[Rating]:
    """Return the ratings of all players after their match, in the same order; the highest score is the best."""
    model = _model()
    teams = [[model.rating(mu=player.rating.rating, sigma=player.rating.deviation)] for player in players]
    rated = model.rate(teams, scores=[player.score for player in players])
    return [
        Rating(
            max(LEAST_RATING, team[0].mu),
            min(MOST_DEVIATION, max(LEAST_DEVIATION, team[0].sigma)),
            0.0,  # a deviation does not grow with the time, but with each match
        )
        for team in rated
    ]


SPOILING = ("back", "hint", "abort")  # kinds of events after which a match is no longer rated
