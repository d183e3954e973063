"""Scores and Elo ratings with intervals, and a sequential test, all from pairs of games with sides swapped.

The unit is the pair: its two games share an opening and dice, so they are not independent of each other.

Sources: R. Bradley and M. Terry, Rank analysis of incomplete block designs, 1952 (the model behind Elo); D. Rubin, The
Bayesian bootstrap, 1981; A. Wald, Sequential tests of statistical hypotheses, 1945, with normally distributed scores.
"""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import msgspec
import numpy as np

SCALE = 400  # Elo points for odds of ten to one
VIRTUAL = ([0.0, 1.0], [0.5, 0.5])  # half a pair lost and half a pair won, which each pairing starts with, as with
# Jeffreys's prior: their scores and weights.  Without them, a player who won everything would have an infinite rating.
SAMPLES = 1000  # of the bootstrap
COVERED = (2.5, 97.5)  # the percentiles at the ends of an interval
ERROR = 0.05  # the probability with which the sequential test accepts or rejects wrongly
BOUND = log((1 - ERROR) / ERROR)  # the ratio that decides it: `elo1` from here on, `elo0` from its negative on
LONGEST_STEP = 2.0  # of Newton's method, in natural logarithms of odds


class Pairing(NamedTuple):
    """The results of two players against each other."""

    first: int  # a player's index
    second: int
    scores: Sequence[float]  # of the first player, 0 … 1: the mean of each pair of games


class Interval(msgspec.Struct):
    """An estimate with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


class Estimate(NamedTuple):
    """What the results say."""

    ratings: list[Interval]  # of each player, in Elo; their mean is 0
    scores: list[Interval]  # of the first player of each pairing, 0 … 1


def expected_score(difference: float) -> float:
    """Return the score that a player expects who is rated higher by a difference in Elo."""
    return float(1 / (1 + 10 ** (-difference / SCALE)))


def bradley_terry(points: Any) -> Any:
    """Return the most likely Elo ratings, with mean 0; points[…, i, j] is what player i scored against player j.

    Every player must have met every other one, directly or through others, and nobody may have won or lost everything.
    """
    games, strengths = points + points.swapaxes(-1, -2), np.zeros(points.shape[:-1])
    for _ in range(100):
        chances = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        spread = games * chances * (1 - chances)
        curvature = spread.sum(axis=-1)[..., None] * np.eye(points.shape[-1]) - spread
        curvature += 1 / points.shape[-1]  # keeps the mean
        step = np.linalg.solve(curvature, (points - games * chances).sum(axis=-1)[..., None])[..., 0]
        strengths += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    return (strengths - strengths.mean(axis=-1, keepdims=True)) * SCALE / log(10)


def estimate_strengths(pairings: Sequence[Pairing], players: int, seed: int = 0) -> Estimate:
    """Return the ratings and scores with intervals from a Bayesian bootstrap over pairs."""
    chance, units = np.random.default_rng(seed), [_with_virtual(pairing.scores) for pairing in pairings]
    points, sampled = np.zeros((1 + SAMPLES, players, players)), []  # the first without sampling
    for one, (scores, weights) in zip(pairings, units, strict=True):
        drawn = chance.gamma(weights, size=(SAMPLES, len(weights)))
        shares = np.vstack([weights / weights.sum(), drawn / drawn.sum(axis=1, keepdims=True)]) @ scores
        points[:, one.first, one.second] += 2 * weights.sum() * shares
        points[:, one.second, one.first] += 2 * weights.sum() * (1 - shares)
        sampled.append(shares[1:])
    ratings = bradley_terry(points)
    means = [float(np.mean(pairing.scores)) if pairing.scores else 0.5 for pairing in pairings]
    return Estimate(_intervals(ratings[0], ratings[1:]), _intervals(means, np.array(sampled).T))


def _with_virtual(scores: Sequence[float]) -> tuple[Any, Any]:
    """Return the scores of pairs, and of the virtual pair, with their weights."""
    return np.array([*VIRTUAL[0], *scores]), np.array([*VIRTUAL[1], *(1.0 for _ in scores)])


def _intervals(values: Sequence[float], samples: Any) -> list[Interval]:
    """Return the intervals of several values; the value itself always lies inside."""
    lows, highs = np.percentile(samples, COVERED, axis=0)
    return [
        Interval(float(value), float(min(low, value)), float(max(high, value)))
        for value, low, high in zip(values, lows, highs, strict=True)
    ]


def log_likelihood_ratio(scores: Sequence[float], elo0: float, elo1: float) -> float:
    """Return how much better a difference of `elo1` explains the scores of pairs than one of `elo0`.

    The scores count as normally distributed.  The virtual pair goes into their variance, so that the first few equal
    scores prove nothing.
    """
    if not scores:
        return 0.0
    mean, (values, weights) = float(np.mean(scores)), _with_virtual(scores)
    variance = float(np.average((values - np.average(values, weights=weights)) ** 2, weights=weights))
    low, high = expected_score(elo0), expected_score(elo1)
    return len(scores) * (high - low) * (2 * mean - low - high) / (2 * variance)


def sprt_decision(ratio: float) -> str:
    """Return "elo1", "elo0", or "" while the test is undecided."""
    return "elo1" if ratio >= BOUND else "elo0" if ratio <= -BOUND else ""
