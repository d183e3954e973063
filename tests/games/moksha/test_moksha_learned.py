"""What the learned weights of Moksha are for, and that the evaluation adds them up."""

import json
from functools import cache, partial

from boards import played
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.network.weights import ONE, VALUE
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.games.moksha import rules
from ludoteka.games.moksha.evaluation import features, learned, readable
from ludoteka.games.moksha.evaluation.features import FEATURES, GROUPS, KINDS, feature, kind_of

GAME = games()["moksha"]
POSITIONS = st.builds(partial(played, GAME), st.integers(0, 999), st.integers(0, 80))


def seen(state):
    return [feature(state, features.viewer(state), group) for group in range(GROUPS)]


@given(POSITIONS)
def test_every_cube_has_a_feature(state):
    assert [0 < one < FEATURES for one in seen(state)] == [state.board[place] != rules.EMPTY for place in rules.CELLS]


def test_every_kind_of_cube_has_a_feature_of_its_own():
    kinds = [kind_of(piece, rules.BLACK, reached) for piece in readable.PIECES for reached in (False, True)]
    assert sorted(kinds) == [*range(1, 1 + KINDS)]


@given(POSITIONS)
def test_a_cube_is_reached_if_an_enemy_could_give_it_a_level_without_a_push(state):
    own = [place for place in rules.CELLS if rules.owns(state.turn, state.board[place])]
    enemy, reached = state.copy(), set()
    enemy.turn = 1 - state.turn
    for action in GAME.legal(enemy):
        if readable.is_loud(enemy, action) and not rules.makes_progress(enemy, action - action % rules.ENDINGS):
            after = enemy.copy()
            rules.apply(after, action)
            reached |= {place for place in own if after.board[place] != state.board[place]}
    assert reached == {place for place in own if (seen(state)[rules.CELLS.index(place)] - 1) % 2}


@given(POSITIONS)
def test_a_position_turned_by_half_a_turn_with_the_sides_swapped_looks_the_same(state):
    turned = state.copy()
    for place, other in zip(rules.CELLS, reversed(rules.CELLS), strict=True):
        piece = state.board[other]
        turned.board[place] = piece and rules.cube(
            1 - rules.seat_of(piece), rules.level_of(piece), (rules.facing_of(piece) + 2) % rules.FACINGS
        )
    turned.turn = 1 - state.turn
    assert sorted(seen(turned)) == sorted(seen(state))
    assert learned.evaluate(turned, turned.turn) == learned.evaluate(state, state.turn)


@cache
def plain_weights():
    return json.loads(features.NETWORK.read_text("utf-8"))["weights"]["direct"]


@given(POSITIONS)
def test_the_evaluation_adds_the_weights_to_the_one_made_by_hand(state):
    correction = sum(plain_weights()[one] for one in [0, *filter(None, seen(state))]) * VALUE // ONE**2
    assert learned.evaluate(state, state.turn) == readable.evaluate(state, state.turn) + correction
    assert learned.evaluate(state, 1 - state.turn) == -learned.evaluate(state, state.turn)


@given(POSITIONS)
def test_the_machine_code_of_the_evaluation_says_the_same(state):
    twin = compiled_twin(learned, rules)
    assert twin.evaluate(state.pack(), rules.WHITE) == learned.evaluate(state, rules.WHITE)
