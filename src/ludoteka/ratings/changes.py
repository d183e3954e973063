"""What a rated match changes: by Glicko-2 for two players, and by the Plackett-Luce model for more."""

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ludoteka.core.game import Game
from ludoteka.late_module import LateModule

if TYPE_CHECKING:
    from openskill import models
else:
    models = LateModule("openskill.models")

SCALE = 173.7178  # between the ratings that people see and those of the formulas
CENTRE = 1500.0
CHANGE = 0.75  # τ, which limits how fast the volatility changes
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0  # new players have the largest one, as in the paper
LEAST_RATING = 100.0
MOST_VOLATILITY = 0.1
# A rating with a larger deviation is provisional: too few matches are known, or they are too long ago
PROVISIONAL = 110.0
PERIOD = 86_400 / 0.21436  # seconds of a rating period
PRECISION = 1e-6


class Rating(NamedTuple):
    """How strong a player is, how uncertain that is, and how much it varies."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.09


def rate(player: Rating, opponent: Rating, score: float, seconds: float) -> Rating:
    """Return the rating of a player after a match, by Glicko-2.

    This is the system of Mark Glickman (http://www.glicko.net/glicko/glicko2.pdf, 2022), match by match: meanwhile the
    deviation of a player grows with the time, in fractions of a rating period, as lichess does it.  Most constants are
    its, too.

    `score` is 1 for a win, 0.5 for a draw and 0 for a loss; `seconds` have passed since the player's last rated match.
    """
    aged = age(player, seconds)
    mu, phi = (aged.rating - CENTRE) / SCALE, aged.deviation / SCALE
    weight = _weight(opponent.deviation / SCALE)
    expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)))
    variance = 1 / (weight**2 * expected * (1 - expected))
    surprise = weight * (score - expected)
    # The deviation has grown already by the old volatility, so only the rest of the growth is added
    volatility = min(MOST_VOLATILITY, _volatility(phi, aged.volatility, variance, variance * surprise))
    new_phi = 1 / math.sqrt(1 / phi**2 + 1 / variance)
    new_mu = mu + new_phi**2 * surprise
    deviation = min(MOST_DEVIATION, max(LEAST_DEVIATION, new_phi * SCALE))
    return Rating(max(LEAST_RATING, new_mu * SCALE + CENTRE), deviation, volatility)


def age(player: Rating, seconds: float) -> Rating:
    """Return a rating after some time without a match: the deviation has grown."""
    phi = player.deviation / SCALE
    grown = math.sqrt(phi**2 + max(0.0, seconds) / PERIOD * player.volatility**2)
    return player._replace(deviation=min(MOST_DEVIATION, grown * SCALE))


def _weight(phi: float) -> float:
    """Return how much a result against an opponent of this deviation counts (g in the paper)."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, volatility: float, variance: float, improvement: float) -> float:
    """Return the new volatility, by the iteration of step 5 of the paper."""
    start = math.log(volatility**2)

    def slope(x: float) -> float:
        rest = phi**2 + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - rest) / (2 * rest**2) - (x - start) / CHANGE**2

    low = start
    if improvement**2 > phi**2 + variance:
        high = math.log(improvement**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * CHANGE) < 0:
            steps += 1
        high = start - steps * CHANGE
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


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
    """Return the ratings of all players after their match, in the same order; the highest score is the best.

    The Plackett-Luce model of OpenSkill ranks them, on the scale of the other ratings; equal scores are a tie.  Source:
    Weng and Lin, A Bayesian approximation method for online ranking, JMLR 12, 2011.
    """
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
