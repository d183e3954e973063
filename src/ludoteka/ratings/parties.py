"""Ratings of matches of three and more: the Plackett-Luce model of OpenSkill, on the scale of the other ratings.

Weng and Lin, A Bayesian approximation method for online ranking (JMLR 12, 2011).  A result ranks the players;
equal results are a tie.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from ludoteka.late_module import LateModule
from ludoteka.ratings.changes import RatedPlayer
from ludoteka.ratings.glicko2 import CENTRE, LEAST_DEVIATION, LEAST_RATING, MOST_DEVIATION, Rating

if TYPE_CHECKING:
    from openskill import models
else:
    models = LateModule("openskill.models")

SPREAD = MOST_DEVIATION / 2  # of a player's performance between matches, the library's default share
DRIFT = MOST_DEVIATION / 100  # how much a player's strength changes between two matches


@cache
def _model() -> "models.PlackettLuce":
    return models.PlackettLuce(mu=CENTRE, sigma=MOST_DEVIATION, beta=SPREAD, tau=DRIFT)


def party_ratings_after(players: Sequence[RatedPlayer]) -> list[Rating]:
    """Return the ratings of all players after their match, in the same order; the highest score is the best."""
    model = _model()
    teams = [[model.rating(mu=one.rating.rating, sigma=one.rating.deviation)] for one in players]
    rated = model.rate(teams, scores=[one.score for one in players])
    return [
        Rating(
            max(LEAST_RATING, team[0].mu),
            min(MOST_DEVIATION, max(LEAST_DEVIATION, team[0].sigma)),
            0.0,  # a deviation does not grow with the time, but with each match
        )
        for team in rated
    ]
