"""Every game keeps to the rules dialect (CONTRIBUTING.md), and so do the searches, which are compiled with it."""

import pytest

from ludoteka.core.network import outputs
from ludoteka.games import games
from ludoteka.research import stepping, steps
from ludoteka.search import alphabeta, control, expectimax, mcts, playout
from ludoteka.testing.dialect import breaches, dialect

SEARCHES = (outputs, alphabeta, control, expectimax, mcts, playout, steps)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_a_game_is_written_in_the_dialect(game):
    assert list(dialect(game)) == []


@pytest.mark.parametrize("module", SEARCHES, ids=lambda module: module.__name__)
def test_a_search_is_written_in_the_dialect(module):
    assert list(breaches(module)) == []


def test_the_vector_environment_is_written_in_the_dialect_and_draws_as_playouts_do():
    assert ["`ludoteka.search.playout`" in breach for breach in breaches(stepping)] == [True]
