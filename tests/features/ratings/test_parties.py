"""Ratings of matches of three and more, with the model of OpenSkill."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from ludoteka.core.clock import TimeControl
from ludoteka.features.ratings.glicko2 import Rating
from ludoteka.features.ratings.pools import PARTY, pool_of, provisional_above
from ludoteka.features.ratings.rating import RatedPlayer, party_ratings_after

NEW = Rating()
SETTLED = st.builds(Rating, st.floats(300, 3000), st.floats(60, 350))
TABLES = st.lists(st.tuples(SETTLED, st.integers(-1, 3)), min_size=3, max_size=4)


def after(*players):
    return party_ratings_after([RatedPlayer(rating, 0.0, float(score)) for rating, score in players])


def test_the_scale_of_ratings_is_that_of_the_library_stretched():
    usual = PlackettLuce()  # 25 and 25/3, with the same shares of spread and drift
    theirs = usual.rate([[usual.rating()] for _ in range(4)], scores=[3, 1, 1, 0])
    ours = after((NEW, 3), (NEW, 1), (NEW, 1), (NEW, 0))
    for one, [other] in zip(ours, theirs, strict=True):
        assert one.rating == pytest.approx(1500 + (other.mu - 25) * 42, abs=0.01)
        assert one.deviation == pytest.approx(other.sigma * 42, abs=0.01)


def test_one_winner_gains_what_three_equal_losers_share():
    winner, *losers = after((NEW, 1), (NEW, -1), (NEW, -1), (NEW, -1))
    assert winner.rating > 1500 > losers[0].rating
    assert [loser.rating for loser in losers] == pytest.approx([losers[0].rating] * 3)
    assert winner.rating - 1500 == pytest.approx(3 * (1500 - losers[0].rating))


@given(TABLES)
def test_whoever_alone_is_best_gains_whoever_alone_is_worst_loses_and_the_order_of_seats_does_not_matter(players):
    ratings = after(*players)
    scores = [score for _, score in players]
    for (before, score), rating in zip(players, ratings, strict=True):
        if scores.count(score) == 1 and score == max(scores):
            assert rating.rating >= before.rating
        if scores.count(score) == 1 and score == min(scores):
            assert rating.rating <= before.rating
    turned = after(*players[::-1])[::-1]
    assert [one.rating for one in turned] == pytest.approx([one.rating for one in ratings])
    assert after(*players) == ratings  # to the last digit


def test_matches_of_two_have_their_speed_and_larger_ones_a_pool_of_their_own():
    clock = TimeControl.parse("5+3")
    assert [pool_of(clock, seats) for seats in (2, 3, 4)] == ["blitz", PARTY, PARTY]
    assert provisional_above("blitz") < provisional_above(PARTY)
