"""Glicko-2, the rating system of Mark Glickman (http://www.glicko.net/glicko/glicko2.pdf, 2022), match by match.

Each match is rated when it is over.  Meanwhile the deviation of a player grows with the time, in fractions of a rating
period, as lichess does it; most constants are its, too.
"""

import math
from typing import NamedTuple

SCALE = 173.7178  # between the ratings that people see and those of the formulas
CENTRE = 1500.0
CHANGE = 0.75  # τ, which limits how fast the volatility changes
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0  # new players have the largest one, as in the paper
LEAST_RATING = 100.0
MOST_VOLATILITY = 0.1
PROVISIONAL = 110.0  # a rating with a larger deviation is provisional: too few matches, or too long ago
PERIOD = 86_400 / 0.21436  # seconds of a rating period
PRECISION = 1e-6


class Rating(NamedTuple):
    """How strong a player is, how uncertain that is, and how much it varies."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.09


def rate(player: Rating, opponent: Rating, score: float, seconds: float) -> Rating:
    """Return the rating of a player after a match.

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
