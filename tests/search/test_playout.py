"""Random play: throws have their proper frequencies, and other actions are equally likely."""

from collections import Counter

import numpy
import pytest
from toys.counting import playout

from ludoteka.core import twins
from ludoteka.core.rules import NO_ACTION, NO_PROPOSALS, WORDS
from ludoteka.games import games

DRAWS = 43_200
SEARCHED = [game for game in games().values() if game.evaluation]


def drawn(game, state, draws):
    """The frequency of each action in a position."""
    twin, actions, generator = twins.bound_twin(playout, game.rules), [0] * game.rules.MAX_ACTIONS, [1, 2, 3, 4]
    return Counter(twin.random_action(state, actions, generator) for _ in range(draws))


def test_random_throws_have_the_frequencies_of_dice():
    game = games()["scripta"]
    state = game.begin(game.check_options({}))
    for action, count in drawn(game, state, DRAWS).items():
        expected = DRAWS * game.rules.weight(state, action) / 216
        assert count == pytest.approx(expected, abs=5 * expected**0.5), action


def test_random_actions_are_equally_likely():
    game = games()["tavlei"]
    state = game.begin(game.check_options({}))
    counts = drawn(game, state, DRAWS)
    expected = DRAWS / len(game.legal(state))
    assert set(counts) == set(game.legal(state))
    assert all(count == pytest.approx(expected, abs=5 * expected**0.5) for count in counts.values())


@pytest.mark.parametrize(("name", "proposals"), [("tavlei", 288), ("scripta", 216)])
def test_as_many_random_words_propose_an_action_as_any_other_of_its_weight(name, proposals):
    game = games()[name]
    twin, generator = twins.bound_twin(playout, game.rules), [1, 2, 3, 4]
    words = [-(-(k << WORDS) // proposals) for k in range(proposals)]  # the first word for each proposal
    weigh = getattr(game.rules, "weight", None)
    for plies in range(0, 300, 3):
        state = game.begin(game.check_options({}))
        twin.playout(state, [0] * game.rules.MAX_ACTIONS, generator, plies)
        proposed = Counter(game.rules.propose_action(state, word) for word in words)
        if game.rules.is_terminal(state) or proposed[NO_PROPOSALS] == proposals:
            continue
        del proposed[NO_ACTION]
        assert proposed == {action: weigh(state, action) if weigh else 1 for action in game.legal(state)}


@pytest.mark.parametrize("game", SEARCHED, ids=[game.name for game in SEARCHED])
def test_interpreted_and_compiled_playouts_are_the_same(game):
    begin, workspace = (game.begin(game.check_options({})) for _ in range(2))
    plain = twins.bound_twin(playout, game.rules)
    plies = plain.playouts(begin, workspace, [0] * game.rules.MAX_ACTIONS, [1, 2, 3, 4], 3, 300)
    fast, packed = twins.compiled_twin(playout, game.rules), game.rules.State.packed_array(1)[0]
    actions = numpy.zeros(game.rules.MAX_ACTIONS, numpy.int64)
    assert fast.playouts(begin.pack(), packed, actions, numpy.array([1, 2, 3, 4]), 3, 300) == plies
    assert game.rules.State.unpack(packed) == workspace
