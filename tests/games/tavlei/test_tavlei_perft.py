"""The known perft counts of Tavlei, for the interpreted and the compiled rules."""

import numpy
import pytest

from ludoteka.core.twins import bound_twin, compiled_twin
from ludoteka.games.tavlei import rules
from ludoteka.search import playout

COUNTS = {1: 72, 2: 3_944, 3: 285_728, 4: 15_951_824}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_interpreted_rules_have_the_known_perft_counts(depth):
    states = [rules.start({}), *(rules.State() for _ in range(depth))]
    buffers = [[0] * rules.MAX_ACTIONS for _ in states]
    assert bound_twin(playout, rules).perft(states, buffers, [0] * len(states), depth) == COUNTS[depth]


@pytest.mark.parametrize("depth", COUNTS)
def test_the_compiled_rules_have_the_known_perft_counts(depth):
    states = rules.State.packed_array(depth + 1)
    states[0] = rules.start({}).pack()
    buffers = numpy.zeros((depth + 1, rules.MAX_ACTIONS), numpy.int64)
    assert (
        compiled_twin(playout, rules).perft(states, buffers, numpy.zeros(depth + 1, numpy.int64), depth)
        == COUNTS[depth]
    )
