"""In games with throws, luck and skill lead exactly from the chances at the start to the result."""

from functools import cache
from random import Random

import pytest
from plugins.campaign import IS_CAMPAIGN, scaled

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply, result_text
from ludoteka.review.history import history_of, is_throw
from ludoteka.review.judges import WHOLE, DiceJudge, judge_of, mean, result_chances, usual_limits
from ludoteka.review.reports import compose_review
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of

SCRIPTA, QUAGMIRE = games()["scripta"], games()["quagmire"]
QUICK = Limits(1, 1_000)


@cache
def search(game):
    return search_of(game, is_compiled=True)


def played(game, options, seed, *, is_random):
    """Return the record of a match between players at random, or between computers."""
    chance, match = Random(seed), Match(game, options)
    seats = [one.number for one in game.seats(match.options)]
    while match.seat != NOBODY:
        if match.seat == CHANCE:
            action = game.throw(match.state, lambda seat, faces: chance.randint(1, faces))
        elif is_random:
            action = chance.choice(match.legal())
        else:
            action = search(game).best(Root(match.state, match.legal(), seats=seats), QUICK)
        match.play(match.text_of(action))
    plies = tuple(Ply(text) for text in match.actions)
    return MatchRecord(game.name, options=match.options, result=result_text(match.returns()), plies=plies)


def reviewed(record, game):
    history = history_of(record, game)
    judge = judge_of(history, lambda: search(game), usual_limits(history, None, None, None))
    return compose_review(judge, [judge.judge(moment) for moment in history.moments])


def check_sums(review):
    """Luck and skill of each seat add up to its result, and what one seat gains the others lose."""
    start = review.steps[0].before
    for index, summary in enumerate(review.summaries):
        assert start[index] + summary.luck + summary.skill == review.last[index]
    assert review.last == result_chances(review.history.returns)
    assert sum(one.luck for one in review.summaries) == sum(one.skill for one in review.summaries) == 0
    for step in review.steps:
        assert sum(step.before) == sum(step.after) == WHOLE
        assert step.loss >= 0


def test_luck_and_skill_add_up_to_the_result_in_xii_scripta():
    """A campaign reviews a thousand matches, the suite one."""
    for seed in range(1_000 if IS_CAMPAIGN else 1):
        record = played(SCRIPTA, {"pieces": 3 if IS_CAMPAIGN else 1}, seed, is_random=False)
        review = reviewed(record, SCRIPTA)
        check_sums(review)
        yellow, green = (-sum(step.loss for step in review.steps if step.moment.seat == seat) for seat in (0, 1))
        assert review.summaries[0].skill == yellow - green


@pytest.mark.parametrize("seats", ["br", "blr", "bltr"])
def test_luck_and_skill_add_up_for_every_seat_of_quagmire(seats):
    for seed in range(scaled(10)):
        check_sums(reviewed(played(QUAGMIRE, {"seats": seats}, seed, is_random=bool(seed % 2)), QUAGMIRE))


def test_luck_and_skill_add_up_in_a_match_played_at_random():
    check_sums(reviewed(played(SCRIPTA, {"pieces": 1}, 3, is_random=True), SCRIPTA))


def test_the_luck_of_a_throw_is_what_it_brings_beyond_the_mean_of_all_throws():
    history = history_of(played(SCRIPTA, {"pieces": 1}, 4, is_random=False), SCRIPTA)
    judge = DiceJudge(history, lambda: search(SCRIPTA), usual_limits(history, None, None, None))
    found = judge.judge(history.moments[0])
    average, weights = mean(found.outcomes, found.weights), found.weights
    assert is_throw(history.moments[0])
    assert sum(weights.values()) == 6**3
    luck = sum(weights[throw] * (chances[0] - average[0]) for throw, chances in found.outcomes.items())
    assert 0 <= luck < sum(weights.values())  # nothing but the rounding to millionths
