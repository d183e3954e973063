"""The evaluation of Moksha, with which a search of one ply beats random play."""

import pytest
from boards.moksha import GAME, match

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

MATCHES = 10
PLIES = 400


def worth(listed, turn="w", seat=0):
    return GAME.evaluation.evaluate(match(listed, turn).state, seat)


def test_the_start_is_even():
    assert [GAME.evaluation.evaluate(Match(GAME).state, seat) for seat in (0, 1)] == [0, 0]


def test_the_scores_of_two_seats_cancel_out():
    for played in random_walk(Match(GAME), chooser(3), 200):
        assert GAME.evaluation.evaluate(played.state, 0) == -GAME.evaluation.evaluate(played.state, 1)


@pytest.mark.parametrize("level", range(5))
def test_a_lower_cube_scores_higher(level):
    low, high = "MDUTQO"[level : level + 2]
    assert worth(f"{low}^ d4, qv h8") > worth(f"{high}^ d4, qv h8")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("M^ d4, qv d5", "M> d4, qv d5"),
        ("M^ d4, qv d6", "M^ d4, qv d8"),
        ("M^ a1, qv h8", "M< a1, qv h8"),
        ("U^ d4, m^ d8", "U^ d4, mv d8"),
        ("Q^ d4, qv a8", "Q^ d4, qv a8, ov h8"),
    ],
    ids=["an enemy in front of a Mono", "an enemy nearby", "a Mono that can move", "an enemy shut in", "fewer enemies"],
)
def test_white_scores_higher(better, worse):
    assert worth(better, "b") > worth(worse, "b")


def test_a_threat_to_open_moksha_scores_almost_like_a_win():
    assert worth("M^ d4, qv d5", "w") > 4_000 > worth("M^ d4, qv d5", "b")


def best(state, seat):
    """Return the action with the best evaluation for the seat."""

    def then(action):
        after = state.copy()
        GAME.rules.apply(after, action)
        return 10_000 if GAME.rules.returns(after, seat) > 0 else GAME.evaluation.evaluate(after, seat)

    return max(GAME.legal(state), key=then)


def result_of_judgement(number):
    """Play a match between the evaluation and random play; return the result for the evaluation."""
    choose, state, judge = chooser(number), Match(GAME).state, number % 2
    for _ in range(PLIES):
        if GAME.rules.is_terminal(state):
            break
        legal = GAME.legal(state)
        action = best(state, judge) if state.turn == judge else legal[choose(len(legal))]
        GAME.rules.apply(state, action)
    return GAME.rules.returns(state, judge)


def test_the_evaluation_beats_random_play():
    results = [result_of_judgement(number) for number in range(MATCHES)]
    assert results.count(1) >= MATCHES - 2
    assert -1 not in results
