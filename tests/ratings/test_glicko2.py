"""Glicko-2: the example of its paper, and what ratings may and may not do."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.clock import TimeControl
from ludoteka.ratings import glicko2
from ludoteka.ratings.glicko2 import Rating, age, rate
from ludoteka.ratings.speeds import speed_of

RATINGS = st.builds(
    Rating,
    st.floats(400, 3000),
    st.floats(glicko2.LEAST_DEVIATION, glicko2.MOST_DEVIATION),
    st.floats(0.03, glicko2.MOST_VOLATILITY),
)
SCORES = st.sampled_from([0, 0.5, 1])


def test_the_parts_of_the_papers_example_come_out(monkeypatch):
    """Glickman's player, 1500 ± 200, meets 1400 ± 30, 1550 ± 100 and 1700 ± 300 in one period: a win and two losses."""
    opponents = [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]
    phi = 200 / glicko2.SCALE
    weights = [glicko2._weight(deviation / glicko2.SCALE) for _, deviation, _ in opponents]
    assert weights == pytest.approx([0.9955, 0.9531, 0.7242], abs=1e-4)
    expected = [
        1 / (1 + math.exp(weight * (rating - 1500) / glicko2.SCALE))
        for weight, (rating, _, _) in zip(weights, opponents, strict=True)
    ]
    assert expected == pytest.approx([0.639, 0.432, 0.303], abs=1e-3)
    variance = 1 / sum(w * w * e * (1 - e) for w, e in zip(weights, expected, strict=True))
    assert variance == pytest.approx(1.7785, abs=1e-3)
    surprise = sum(w * (s - e) for w, e, (_, _, s) in zip(weights, expected, opponents, strict=True))
    monkeypatch.setattr(glicko2, "CHANGE", 0.5)
    volatility = glicko2._volatility(phi, 0.06, variance, variance * surprise)
    assert volatility == pytest.approx(0.05999, abs=1e-5)
    grown = age(Rating(1500, 200, volatility), glicko2.PERIOD).deviation / glicko2.SCALE
    new_phi = 1 / math.sqrt(1 / grown**2 + 1 / variance)
    assert new_phi * glicko2.SCALE == pytest.approx(151.52, abs=0.01)
    assert 1500 + new_phi**2 * surprise * glicko2.SCALE == pytest.approx(1464.06, abs=0.01)


@given(RATINGS, RATINGS, SCORES, st.floats(0, 1e9))
def test_a_rating_stays_within_its_bounds_and_moves_towards_the_result(player, opponent, score, seconds):
    after = rate(player, opponent, score, seconds)

    assert glicko2.LEAST_DEVIATION <= after.deviation <= glicko2.MOST_DEVIATION
    assert 0 < after.volatility <= glicko2.MOST_VOLATILITY
    if score != 0.5:
        assert (after.rating - player.rating) * (score - 0.5) >= 0


@given(RATINGS.filter(lambda one: one.rating > 1000), SCORES)
def test_equal_players_exchange_what_one_wins(player, score):
    one, other = rate(player, player, score, 0), rate(player, player, 1 - score, 0)

    assert one.rating - player.rating == pytest.approx(player.rating - other.rating)


@given(RATINGS, st.floats(0, 1e8), st.floats(0, 1e8))
def test_to_wait_twice_is_as_good_as_to_wait_once_for_as_long(player, first, second):
    assert age(age(player, first), second).deviation == pytest.approx(age(player, first + second).deviation)


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        ("", ""),
        ("1+0", "bullet"),
        ("2+1", "bullet"),
        ("3+0", "blitz"),
        ("5+3", "blitz"),
        ("10+0", "rapid"),
        ("30+0", "classical"),
        ("3/day", "correspondence"),
    ],
)
def test_the_speed_of_a_match_follows_from_its_time_control(clock, speed):
    assert speed_of(TimeControl.parse(clock)) == speed
