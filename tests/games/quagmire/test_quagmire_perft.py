"""Perft counts of Quagmire by both implementations of the rules; each throw is an action."""

import numpy
import pytest
from boards.quagmire import GAME, at
from naive import quagmire as naive

from ludoteka.core.twins import bound_twin, compiled_twin
from ludoteka.games.quagmire import rules
from ludoteka.search import playout

OPTIONS = {"seats": "bltr"}
CROWDED = at("b", b="q,0,38,47", l="1,f4.3,h4", t="28,f3.1,f3.2", r="9,45,h3")


def counted(game, depth):
    """Count the action sequences of exactly `depth` plies, one by one."""
    legal = naive.legal(game)
    return len(legal) if depth == 1 else sum(counted(naive.play(game, text), depth - 1) for text in legal)


def interpreted(state, depth):
    states = [state, *(rules.State() for _ in range(depth))]
    buffers = [[0] * rules.MAX_ACTIONS for _ in states]
    return bound_twin(playout, rules).perft(states, buffers, [0] * len(states), depth)


def machine(state, depth):
    states = rules.State.packed_array(depth + 1)
    states[0] = state.pack()
    buffers = numpy.zeros((depth + 1, rules.MAX_ACTIONS), numpy.int64)
    return compiled_twin(playout, rules).perft(states, buffers, numpy.zeros(depth + 1, numpy.int64), depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_all_implementations_count_alike_from_the_start(depth):
    start = rules.start(OPTIONS)
    assert interpreted(start, depth) == machine(start, depth) == 6 ** ((depth + 1) // 2)
    assert counted(naive.read(at()), depth) == 6 ** ((depth + 1) // 2)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_all_implementations_count_alike_from_the_middle_of_a_game(depth):
    state = GAME.begin(GAME.check_options({}), CROWDED)
    assert interpreted(state, depth) == machine(state, depth) == counted(naive.read(CROWDED), depth)
