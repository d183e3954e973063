"""Perft counts of XII Scripta by both implementations of the rules; each throw is an action."""

import numpy
import pytest
from boards.scripta import GAME, at
from naive import scripta as naive

from ludoteka.core.twins import bound_twin, compiled_twin
from ludoteka.games.scripta import rules
from ludoteka.search import playout

OPTIONS = {"pieces": 15, "must_move": False}
COUNTS = {1: 56, 2: 182, 3: 3_694, 4: 18_724, 5: 312_452}
CROWDED = at("1*2,5,12,24*3,30", "2,6*2,13,18*4", "135", "g", (0, 1))


def counted(game, depth):
    """Count the action sequences of exactly `depth` plies, one by one."""
    legal = naive.legal(game)
    return len(legal) if depth == 1 else sum(counted(naive.play(game, text), depth - 1) for text in legal)


def interpreted(state, depth):
    states = [state, *(rules.State() for _ in range(depth))]
    buffers = [[0] * rules.MAX_ACTIONS for _ in states]
    return bound_twin(playout, rules).perft(states, buffers, [0] * len(states), depth)


@pytest.mark.parametrize("depth", COUNTS)
def test_the_interpreted_rules_have_the_known_perft_counts(depth):
    assert interpreted(rules.start(OPTIONS), depth) == COUNTS[depth]


@pytest.mark.parametrize("depth", COUNTS)
def test_the_compiled_rules_have_the_known_perft_counts(depth):
    states = rules.State.packed_array(depth + 1)
    states[0] = rules.start(OPTIONS).pack()
    buffers = numpy.zeros((depth + 1, rules.MAX_ACTIONS), numpy.int64)
    assert (
        compiled_twin(playout, rules).perft(states, buffers, numpy.zeros(depth + 1, numpy.int64), depth)
        == COUNTS[depth]
    )


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_naive_implementation_has_the_known_perft_counts(depth):
    assert counted(naive.read("y:15/0/0:- g:15/0/0:- y -"), depth) == COUNTS[depth]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_both_implementations_count_alike_from_the_middle_of_a_game(depth):
    game = GAME.begin(GAME.check_options({}), CROWDED)
    assert interpreted(game, depth) == counted(naive.read(CROWDED), depth)
