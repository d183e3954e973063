"""Digests: collisions are rare, and interpreted and compiled code compute the same digests."""

from random import Random

import pytest
from plugins.campaign import scaled

from ludoteka.core import twins
from ludoteka.core.rules import digest
from ludoteka.games import games
from ludoteka.search import expectimax

POSITIONS = scaled(20_000, 4)
SLOTS = 1 << 16  # of a hash table

each_game = pytest.mark.parametrize("name", ["quagmire", "scripta", "tavlei"])


def walked(game, count):
    """Return this many different positions, reached by random play."""
    chance, found = Random(1), {}
    while len(found) < count:
        state = game.begin(game.check_options({}))
        while legal := game.legal(state):
            game.rules.apply(state, chance.choice(legal))
            found[str(state.values())] = state.copy()
    return list(found.values())[:count]


@each_game
def test_positions_have_different_digests_spread_over_all_slots(name):
    digests = [digest(state, 3) for state in walked(games()[name], POSITIONS)]
    assert len(set(digests)) == POSITIONS
    expected = SLOTS * (1 - (1 - 1 / SLOTS) ** POSITIONS)  # different slots, if they were random
    assert len({one % SLOTS for one in digests}) == pytest.approx(expected, rel=0.02)


@each_game
def test_the_salt_changes_the_digest(name):
    state = walked(games()[name], 1)[0]
    assert len({digest(state, salt) for salt in range(100)}) == 100


@each_game
def test_interpreted_and_compiled_code_compute_the_same_digest(name):
    game = games()[name]
    compiled = twins.compiled_twin(expectimax, game.rules, game.evaluation).digest
    for state in walked(game, 50):
        for salt in (0, 1, 31):
            assert compiled(state.pack(), salt) == digest(state, salt)
            assert 0 <= digest(state, salt) < 1 << 63
