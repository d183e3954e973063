"""Ratings agree with published figures, intervals cover what they promise, and the sequential test decides rightly."""

from math import log10
from random import Random

import numpy as np
import pytest

from ludoteka.arena.ratings import (
    Pairing,
    bradley_terry,
    estimate_strengths,
    expected_score,
    log_likelihood_ratio,
    sprt_decision,
)

# The baseball season of 1987: A. Agresti, Categorical Data Analysis, 1990, chapter 10.
WINS = (
    (0, 7, 9, 7, 7, 9, 11),  # Milwaukee
    (6, 0, 7, 5, 11, 9, 9),  # Detroit
    (4, 6, 0, 7, 7, 8, 12),  # Toronto
    (6, 8, 6, 0, 6, 7, 10),  # New York
    (6, 2, 6, 7, 0, 7, 12),  # Boston
    (4, 4, 5, 6, 6, 0, 6),  # Cleveland
    (2, 4, 1, 3, 1, 7, 0),  # Baltimore
)
STRENGTHS = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)  # natural logarithms


def elo_difference(score):
    return 400 * log10(score / (1 - score))


def test_a_baseball_season_has_the_published_strengths():
    ratings = bradley_terry(np.array(WINS, float))
    strengths = (ratings - ratings[-1]) * np.log(10) / 400

    assert strengths.round(2).tolist() == list(STRENGTHS)


def test_scores_in_the_proportion_of_strengths_give_exactly_these_strengths():
    points = np.array([[0, 20, 24], [10, 0, 20], [6, 10, 0]], float)  # odds of 2, 2 and 4
    assert bradley_terry(points) == pytest.approx([400 * log10(2), 0, -400 * log10(2)])


def test_elo_and_score_are_inverse_and_200_points_are_76_per_cent():
    assert expected_score(200) == pytest.approx(0.76, abs=0.001)
    assert elo_difference(expected_score(-133)) == pytest.approx(-133)


def test_a_player_who_wins_everything_gets_a_finite_rating_and_an_interval_below_certainty():
    found = estimate_strengths([Pairing(0, 1, [1.0] * 20)], 2)
    better, worse = found.ratings
    score = found.scores[0]

    assert better.value == -worse.value
    assert 2 * better.value == pytest.approx(elo_difference(20.5 / 21))
    assert score.value == score.high == 1
    assert 0.85 < score.low < 0.95


def test_a_pairing_without_games_says_nothing():
    found = estimate_strengths([Pairing(0, 1, [])], 2)
    assert found.scores[0].value == 0.5
    assert found.ratings[0].value == pytest.approx(0)


def test_nineteen_of_twenty_intervals_cover_the_true_score():
    chance, covered = Random(5), 0
    for trial in range(60):
        scores = [(chance.random() < 0.6) / 2 + (chance.random() < 0.6) / 2 for _ in range(60)]
        score = estimate_strengths([Pairing(0, 1, scores)], 2, trial).scores[0]
        covered += score.low <= 0.6 <= score.high
    assert covered >= 54  # 57 are expected


@pytest.mark.parametrize(("difference", "decision"), [(0, "elo0"), (60, "elo1")])
def test_the_sequential_test_is_seldom_wrong(difference, decision):
    share, decisions = expected_score(difference), []
    for trial in range(40):
        chance, scores = Random(trial), []
        while not sprt_decision(log_likelihood_ratio(scores, 0, 60)):
            scores.append(((chance.random() < share) + (chance.random() < share)) / 2)
        decisions.append(sprt_decision(log_likelihood_ratio(scores, 0, 60)))
    assert decisions.count(decision) >= 34  # 38 are expected


def test_a_few_equal_scores_decide_nothing():
    assert sprt_decision(log_likelihood_ratio([1.0] * 3, 0, 20)) == ""
