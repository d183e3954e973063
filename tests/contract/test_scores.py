"""The suite checks that scores suit records, clients and searches."""

from dataclasses import replace
from types import SimpleNamespace

import coins
import pytest

from ludoteka.core.game import Diagram, Scores
from ludoteka.testing import check_game, check_match, chooser
from ludoteka.testing.scenes import diagrams

LAST = "coins=3,9,1,2,7,4 start=5 end=6 turn=1 seats=2 is_for_oneself=0 taken={},{},0"  # a coin of 4 is left


def with_returns(returns, **changes):
    rules = SimpleNamespace(**vars(coins) | {"returns": returns})
    return replace(coins.GAME, rules=rules, **changes)


def at_the_end(scores):
    return lambda state, seat: scores[seat] if coins.is_terminal(state) else 0


def test_a_game_with_scores_passes():
    check_game(coins.GAME)


@pytest.mark.parametrize(
    ("returns", "changes", "complaint"),
    [
        (at_the_end([3, -3]), {"scores": None}, "neither a draw nor the win of one seat"),
        (coins.ahead, {}, "the game goes on and the returns are"),
        (at_the_end([2**31, -(2**31)]), {"evaluation": None}, "the score 2147483648 is not a 32-bit integer"),
        (at_the_end([0.5, -0.5]), {}, "the score 0.5 is not a 32-bit integer"),
        (at_the_end([1000, -1000]), {}, "the score 1000 is more than 999"),
        (at_the_end([3, -2]), {}, r"the scores \[3, -2\] do not sum to zero"),
    ],
)
def test_the_suite_complains_about_wrong_scores(returns, changes, complaint):
    game = with_returns(returns, **changes)
    with pytest.raises(AssertionError, match=complaint):
        check_match(game, {}, chooser(0))


def test_the_suite_complains_about_evaluations_for_two_seats_that_are_not_opposite():
    game = replace(coins.GAME, evaluation=SimpleNamespace(evaluate=lambda state, seat: 7))
    with pytest.raises(AssertionError, match=r"the evaluations \[7, 7\] for two seats are not opposite"):
        check_match(game, {}, chooser(0))


@pytest.mark.parametrize(
    ("returns", "changes"),
    [
        (at_the_end([2**31 - 1, -(2**31)]), {"evaluation": None}),
        (at_the_end([5, 5]), {"scores": Scores(0, 5)}),
        (at_the_end([3, -2]), {"scores": Scores(-2, 1)}),
        (at_the_end([-3, 3]), {}),
    ],
)
def test_the_suite_accepts_scores_that_suit_the_evaluation_and_the_scores_for_resigning(returns, changes):
    check_match(with_returns(returns, **changes), {}, chooser(0))


@pytest.mark.parametrize(
    ("taken", "winner"), [((0, 0), "s"), ((4, 0), ""), ((5, 0), "n"), ((9, 9), "s"), ((30, 9), "n")]
)
def test_the_winner_of_a_diagram_has_the_highest_score(taken, winner):
    for letter in ("n", "s", ""):
        game = replace(coins.GAME, diagrams={"end": Diagram(LAST.format(*taken), ("5",), ("5",), winner=letter)})
        assert bool(list(diagrams(game))) == (letter != winner)
