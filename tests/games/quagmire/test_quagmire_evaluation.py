"""The evaluation of Quagmire made by hand, with which a greedy player beats random play."""

import pytest
from boards.quagmire import GAME, at, match

from ludoteka.games.quagmire import rules
from ludoteka.games.quagmire.evaluation.readable import evaluate
from ludoteka.testing import chooser

MATCHES = 40


def worth(seat=0, **pawns):
    return evaluate(match(at("t", **pawns)).state, seat)


def test_the_start_is_even():
    assert [evaluate(match().state, seat) for seat in range(4)] == [0, 0, 0, 0]
    assert evaluate(match(None, seats="lr").state, 1) == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("17", "16"),
        ("0", "s"),
        ("s", "q"),
        ("h4", "h1"),
        ("10", "9"),
        ("f1.3", "f1.1"),
        ("6", "f1.3"),
        ("h3,h4", "h1,h3"),
    ],
)
def test_a_pawn_further_ahead_scores_higher(better, worse):
    assert worth(b=better) > worth(b=worse)
    assert worth(seat=1, b=better) <= worth(seat=1, b=worse)


def test_a_pawn_in_front_of_an_enemy_scores_lower_than_one_behind_it():
    enemy = 20 - rules.QUARTER
    assert worth(b="21", l=f"{enemy}") < worth(b="19", l=f"{enemy}")


def test_a_greedy_player_beats_random_play():
    choose, won = chooser(1), 0
    for number in range(MATCHES):
        won += winner(choose, greedy=number % 2 * 2) == number % 2 * 2
    assert won > MATCHES * 2 // 3


def winner(choose, greedy):
    """Play bottom against top: one takes the best position after one ply, the other plays at random."""
    state = rules.start({"seats": "bt"})
    while not rules.is_terminal(state):
        legal = GAME.legal(state)
        action = legal[choose(len(legal))]
        if rules.current_seat(state) == greedy:
            action = max(legal, key=lambda action: after(state, action, greedy))
        rules.apply(state, action)
    return state.winner


def after(state, action, seat):
    child = state.copy()
    rules.apply(child, action)
    return evaluate(child, seat) if child.winner != seat else 10**6
