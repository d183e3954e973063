"""The values that the interpreted and the compiled search give to actions, compared with plain minimax."""

from dataclasses import replace

import pytest
from naive.minimax import STONES, worths
from plugins.campaign import WAYS
from toys import stones

from ludoteka.search.alphabeta import INFINITY
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import AlphaBeta, search_of

DEEP = Limits(40, 1_000_000)

each_search = pytest.mark.parametrize("search", [search_of(STONES, is_compiled=is_compiled) for is_compiled in WAYS])
PILES = [1, 2, 3, *range(5, 15)]


def positions(*seats):
    return [stones.State.of([pile, seat, stones.NOBODY]) for pile in PILES for seat in seats]


@each_search
def test_the_chosen_action_has_the_highest_minimax_value_even_if_a_seat_acts_several_times_in_a_row(search):
    for state in positions(0, 1):
        expected = worths(state)
        assert expected[search.best(Root(state, STONES.legal(state)), DEEP)] == max(expected.values()), state


@each_search
def test_a_value_within_the_window_is_exact(search):
    for state in positions(0, 1):
        workspace = search.workspace(state)
        found = {
            action: search.twin.worth(workspace, action, state.pile, -INFINITY, INFINITY)
            for action in STONES.legal(state)
        }
        assert found == worths(state), state


@each_search
def test_a_value_outside_the_window_is_a_bound(search):
    for state in positions(0):
        workspace = search.workspace(state)
        for action, worth in worths(state).items():
            assert search.twin.worth(workspace, action, state.pile, worth, INFINITY) <= worth
            assert search.twin.worth(workspace, action, state.pile, -INFINITY, worth) >= worth


def test_alpha_beta_needs_an_evaluation():
    plain = replace(STONES, evaluation=None)
    with pytest.raises(ValueError, match="stones has no evaluation"):
        AlphaBeta(plain, is_compiled=False)
