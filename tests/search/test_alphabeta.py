"""The values that the interpreted and the compiled search give to actions, compared with plain minimax."""

from dataclasses import replace
from pathlib import Path

import pytest
from toys import stones

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message
from ludoteka.search.alphabeta import INFINITY, STEP, WIN
from ludoteka.search.deepening import Limits
from ludoteka.search.searches import search_of

STONES = Game(
    name="stones",
    title=Message("Stones"),
    summary=Message("Take the last one."),
    seats=lambda options: (Seat(0, "a", Message("One")), Seat(1, "b", Message("Other"))),
    rules=stones,
    notation=None,
    scene=None,
    folder=Path(stones.__file__).parent,
    evaluation=stones,
)
DEEP = Limits(40, 1_000_000)

both_ways = pytest.mark.parametrize(
    "search", [search_of(STONES, is_compiled=True), search_of(STONES, is_compiled=False)]
)
each_pile = pytest.mark.parametrize("pile", [1, 2, 3, *range(5, 15)])
each_seat = pytest.mark.parametrize("seat", [0, 1])


def worths(state, ply=1):
    """The value of every action for the seat to act, by plain minimax to the end."""
    found = {}
    for action in STONES.legal(state):
        after = state.copy()
        stones.apply(after, action)
        if stones.is_terminal(after):
            found[action] = stones.returns(after, state.turn) * (WIN - ply * STEP)
        else:
            best = max(worths(after, ply + 1).values())
            found[action] = best if after.turn == state.turn else -best
    return found


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


def test_a_game_without_an_evaluation_has_no_search():
    plain = replace(STONES, evaluation=None)
    with pytest.raises(ValueError, match="stones has no evaluation"):
        search_of(plain, is_compiled=False)
