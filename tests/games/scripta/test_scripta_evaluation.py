"""The evaluation of XII Scripta."""

import pytest
from boards.scripta import GAME, at, match

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

MATCHES = 20


def worth(position, seat=0):
    return GAME.evaluation.evaluate(match(position).state, seat)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (at("12", turn="g"), at("11", turn="g")),
        (at("20", captured=(0, 1)), at("20")),
        (at("31*2,33*2", off=(11, 0)), at("30,31,33*2", off=(11, 0))),
        (at("31*2,32*2,33*2", off=(9, 0)), at("36*6", off=(9, 0))),
        (at("10*2", "3*15", turn="g"), at("9,11", "3*15", turn="g")),
        (at("2*2", captured=(0, 1)), at("1,3", captured=(0, 1))),
        (at("17,24", "10*15", turn="g"), at("11,30", "10*15", turn="g")),
    ],
    ids=[
        "a man further on",
        "an enemy captured",
        "all men at home",
        "men spread at home",
        "a point held",
        "an entry point held",
        "men out of reach",
    ],
)
def test_yellow_scores_higher(better, worse):
    assert worth(better) > worth(worse)


def test_the_scores_of_two_seats_cancel_out():
    for played in random_walk(Match(GAME), chooser(7), 400):
        assert GAME.evaluation.evaluate(played.state, 0) == -GAME.evaluation.evaluate(played.state, 1)


def test_the_start_scores_zero_for_both_sides():
    assert worth(at()) == worth(at(), 1) == 0


def best(state, seat):
    """Return the action with the best evaluation for the seat."""

    def then(action):
        after = state.copy()
        GAME.rules.apply(after, action)
        return 10_000 if GAME.rules.is_terminal(after) else GAME.evaluation.evaluate(after, seat)

    return max(GAME.legal(state), key=then)


def won_by_judgement(number):
    """Play the short game between the evaluation and random play; tell whether the evaluation won."""
    choose, state, judge = chooser(number), GAME.begin(GAME.check_options({"pieces": 3})), number % 2
    while not GAME.rules.is_terminal(state):
        if state.dice_left == 0:
            action = GAME.throw(state, lambda seat, faces: choose(faces) + 1)
        elif state.turn == judge:
            action = best(state, judge)
        else:
            legal = GAME.legal(state)
            action = legal[choose(len(legal))]
        GAME.rules.apply(state, action)
    return GAME.rules.returns(state, judge) == 1


def test_the_evaluation_beats_random_play():
    assert sum(won_by_judgement(number) for number in range(MATCHES)) >= MATCHES - 2
