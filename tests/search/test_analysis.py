"""An analysis shows the best lines with their values, reports every depth, and can be stopped."""

from threading import Thread, Timer
from threading import enumerate as enumerate_threads
from time import monotonic

import pytest
from naive.minimax import STONES, worths
from plugins.campaign import WAYS
from toys import stones

from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.search.search import REPEATED, Limits, Root
from ludoteka.search.searches import search_of

TAVLEI, SCRIPTA = games()["tavlei"], games()["scripta"]
THROWN = "y:0/0/0:1*2,4*3,9*3,12*4,20*3 g:0/0/0:2*5,8*5,30*5 y 136"
DEEP, ENDLESS = Limits(40, 1_000_000), Limits(50, 10**15)

both_ways = pytest.mark.parametrize("is_compiled", [True, False], ids=["compiled", "interpreted"])
each_pile = pytest.mark.parametrize("pile", [6, 9, 10, 13])


def root_of(game, state, **more):
    return Root(state, game.legal(state), **more)


def states_of(game, state, actions):
    """The states that a line goes through; every action must be legal."""
    state, passed = state.copy(), []
    for action in actions:
        assert action in game.legal(state)
        game.rules.apply(state, action)
        passed.append(state.copy())
    return passed


@pytest.mark.parametrize("is_compiled", WAYS)
@each_pile
def test_lines_have_the_highest_minimax_values_in_order_and_lead_to_results_of_these_values(is_compiled, pile):
    state = stones.State.of([pile, 0, stones.NOBODY])
    found = search_of(STONES, is_compiled=is_compiled).analyse(root_of(STONES, state), DEEP, lines=3)
    expected = worths(state)
    assert [line.value for line in found.lines] == sorted(expected.values(), reverse=True)
    for line in found.lines:
        assert line.value == expected[line.actions[0]]
        assert stones.returns(states_of(STONES, state, line.actions)[-1], 0) == (line.value > 0) - (line.value < 0)


@both_ways
def test_the_second_line_is_the_best_without_the_first_action(is_compiled):
    search, state = search_of(TAVLEI, is_compiled=is_compiled), TAVLEI.begin(TAVLEI.check_options({}))
    root, limits = root_of(TAVLEI, state), Limits(2, 10**6)
    first, second = search.analyse(root, limits, lines=2).lines
    others = root._replace(legal=[action for action in root.legal if action != first.actions[0]])
    assert len(states_of(TAVLEI, state, first.actions)) == len(states_of(TAVLEI, state, second.actions)) == 2
    assert search.analyse(others, limits).lines[0].value == second.value <= first.value


@both_ways
def test_with_throws_a_line_is_the_turn_of_the_seat_that_acts(is_compiled):
    state = SCRIPTA.begin(SCRIPTA.check_options({}), THROWN)
    line, *_ = search_of(SCRIPTA, is_compiled=is_compiled).analyse(root_of(SCRIPTA, state), Limits(1, 10**6)).lines
    *turn, last = states_of(SCRIPTA, state, line.actions)
    assert {SCRIPTA.rules.current_seat(one) for one in turn} <= {SCRIPTA.rules.current_seat(state)}
    assert SCRIPTA.rules.current_seat(last) == CHANCE or SCRIPTA.rules.is_terminal(last)


@pytest.mark.parametrize("pile", [2, 6])
def test_an_action_that_draws_by_repetition_has_the_value_of_that_whatever_could_follow(pile):
    state = stones.State.of([pile, 0, stones.NOBODY])
    [after] = states_of(STONES, state, [1])
    root = root_of(STONES, state, past=[after.digest(0)])
    lines = search_of(STONES, is_compiled=False).analyse(root, DEEP, lines=3).lines
    assert {line.actions[0]: line.value for line in lines}[1] == REPEATED


def test_an_analysis_takes_as_long_as_it_says_and_leaves_no_timer_behind():
    began, state = monotonic(), stones.State.of([9, 0, stones.NOBODY])
    limits = Limits(40, 1_000_000, seconds=1000.0)
    found = search_of(STONES, is_compiled=False).analyse(root_of(STONES, state), limits)
    assert 0 <= found.seconds <= monotonic() - began
    assert all(thread.finished.is_set() for thread in enumerate_threads() if isinstance(thread, Timer))


def test_lines_come_in_the_order_of_their_values_wherever_the_search_is_interrupted():
    search, state = search_of(TAVLEI, is_compiled=True), TAVLEI.begin(TAVLEI.check_options({}))
    root = root_of(TAVLEI, state)
    for nodes in range(100, 20_000, 100):
        values = [line.value for line in search.analyse(root, Limits(50, nodes), lines=3).lines]
        assert values == sorted(values, reverse=True), nodes


def test_every_depth_is_reported_until_the_last():
    search, reports = search_of(TAVLEI, is_compiled=True), []
    root = root_of(TAVLEI, TAVLEI.begin(TAVLEI.check_options({})))
    found = search.analyse(root, Limits(4, 10**9), report=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert (found.lines, found.depth, found.nodes) == (reports[-1].lines, 4, reports[-1].nodes)
    assert sorted(report.nodes for report in reports) == [report.nodes for report in reports]


@both_ways
def test_an_analysis_without_limits_can_be_stopped_from_another_thread(is_compiled):
    search = search_of(TAVLEI, is_compiled=is_compiled)
    root = root_of(TAVLEI, TAVLEI.begin(TAVLEI.check_options({})))
    found = search.analyse(root, ENDLESS, report=lambda _: Thread(target=search.stop).start())
    assert found.depth >= search.certain
    assert found.lines[0].actions[0] in root.legal
