"""The values that the interpreted and the compiled search give to actions, compared with plain minimax."""

from dataclasses import replace

import pytest
from naive.minimax import STONES, worths
from toys import stones

from ludoteka.search.alphabeta import INFINITY
from ludoteka.search.analysis import Limits
from ludoteka.search.searches import AlphaBeta, search_of

DEEP = Limits(40, 1_000_000)

both_ways = pytest.mark.parametrize(
    "search", [search_of(STONES, is_compiled=True), search_of(STONES, is_compiled=False)]
)
each_pile = pytest.mark.parametrize("pile", [1, 2, 3, *range(5, 15)])
each_seat = pytest.mark.parametrize("seat", [0, 1])


@both_ways
@each_pile
@each_seat
def test_the_chosen_action_has_the_highest_minimax_value_even_if_a_seat_acts_several_times_in_a_row(search, pile, seat):
    state = stones.State.of([pile, seat, stones.NOBODY])
    expected = worths(state)
    assert expected[search.best(state, STONES.legal(state), DEEP)] == max(expected.values())


@both_ways
@each_pile
@each_seat
def test_a_value_within_the_window_is_exact(search, pile, seat):
    state = stones.State.of([pile, seat, stones.NOBODY])
    workspace = search.workspace(state)
    found = {action: search.twin.worth(workspace, action, pile, -INFINITY, INFINITY) for action in STONES.legal(state)}
    assert found == worths(state)


@both_ways
@each_pile
def test_a_value_outside_the_window_is_a_bound(search, pile):
    state = stones.State.of([pile, 0, stones.NOBODY])
    workspace = search.workspace(state)
    for action, worth in worths(state).items():
        assert search.twin.worth(workspace, action, pile, worth, INFINITY) <= worth
        assert search.twin.worth(workspace, action, pile, -INFINITY, worth) >= worth


def test_alpha_beta_needs_an_evaluation():
    plain = replace(STONES, evaluation=None)
    with pytest.raises(ValueError, match="stones has no evaluation"):
        AlphaBeta(plain, is_compiled=False)
