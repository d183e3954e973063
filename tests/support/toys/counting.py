"""Perft, interpreted and compiled, with calls instead of inlined code, which takes many times as long to compile."""

from types import ModuleType

import numpy

from ludoteka.core.twins import bound_twin, compiled_twin
from ludoteka.search import playout as inlined

playout = ModuleType(inlined.__name__)
vars(playout).update(vars(inlined), IS_INLINED=False)


def interpreted_perft(state, depth, rules):
    """Count the action sequences of exactly `depth` plies."""
    states = [state, *(rules.State() for _ in range(depth))]
    buffers = [[0] * rules.MAX_ACTIONS for _ in states]
    return bound_twin(playout, rules).perft(states, buffers, [0] * len(states), depth)


def compiled_perft(state, depth, rules):
    """Count them in machine code."""
    states = rules.State.packed_array(depth + 1)
    states[0] = state.pack()
    buffers = numpy.zeros((depth + 1, rules.MAX_ACTIONS), numpy.int64)
    return compiled_twin(playout, rules).perft(states, buffers, numpy.zeros(depth + 1, numpy.int64), depth)
