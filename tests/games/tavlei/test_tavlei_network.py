"""What the network of Tavlei sees, and that its packed weights give what plain ones do."""

import json
from collections import Counter
from functools import cache, partial

import pytest
from boards import played
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.network.weights import LIMIT, ONE, VALUE
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.evaluation import features, learned, readable
from ludoteka.games.tavlei.evaluation.features import (
    BOARD,
    FEATURES,
    FIRST_REGION,
    GROUPS,
    IMAGES,
    REGION,
    SIZES,
    feature,
)

GAME = games()["tavlei"]
POSITIONS = st.builds(partial(played, GAME), st.integers(0, 999), st.integers(0, 80))


def position(text):
    return GAME.texts.parse_position(text, {})


def seen(state):
    return [feature(state, rules.ATTACKERS, group) for group in range(GROUPS)]


@given(POSITIONS)
def test_every_piece_but_the_king_is_a_feature_of_its_own(state):
    found = [one for one in seen(state) if one]
    assert all(0 < one < FEATURES for one in found)
    assert len({*found}) == len(found)
    pieces = Counter(state.board)
    assert len(found) == pieces[rules.ATTACKER] + pieces[rules.DEFENDER] + GROUPS - BOARD


@given(POSITIONS, st.integers(0, IMAGES - 1))
def test_all_images_of_a_position_look_the_same_if_the_king_stands_on_no_line_of_symmetry(state, number):
    image = state.copy()
    features.set_image(image, state, number)
    row, column = divmod(rules.CELLS.index(state.board.index(rules.KING)), rules.SIDE)
    if len({row, rules.SIDE - 1 - row} & {column, rules.SIDE - 1 - column}) == 0 and rules.SIDE // 2 not in (
        row,
        column,
    ):
        assert sorted(seen(image)) == sorted(seen(state))
    assert seen(image)[BOARD:] == seen(state)[BOARD:], "what is not about a piece never depends on the image"


@given(POSITIONS)
def test_there_are_eight_images_of_a_position_and_the_first_is_itself(state):
    images = [state.copy() for _ in range(IMAGES + 1)]
    for number, image in enumerate(images):
        features.set_image(image, state, number)
    assert images[0] == images[IMAGES] == state
    assert all(Counter(image.board) == Counter(state.board) for image in images)


@pytest.mark.parametrize(
    ("text", "exits", "cells"),
    [
        ("9/9/9/9/4k4/9/9/4a4/9 a", 4, 80),
        ("3a2a2/1a5a1/a1d3d2/4d3a/a1dd1aada/2a6/3a1k1a1/1a2d2a1/4a4 d", 4, 67),
        ("9/9/9/9/4k4/aaaaaaaaa/9/9/9 d", 2, 45),
        ("9/a8/ka7/a8/9/9/9/9/9 d", 0, 1),
    ],
)
def test_the_region_of_the_king_ends_at_attackers(text, exits, cells):
    state = position(text)
    number = seen(state)[REGION] - FIRST_REGION
    assert number % SIZES == cells // 5
    assert number // SIZES == state.turn * 5 + exits


def plain_value(state):
    """Return the value of a position for the attackers, unit by unit."""
    by_hand, weights = readable.evaluate(state, rules.ATTACKERS), plain_weights()
    if state.turn == rules.DEFENDERS and readable.ways_out(state, state.board.index(rules.KING)):
        return by_hand
    present = [0, *filter(None, seen(state))]
    output = sum(weights["direct"][one] for one in present)
    for unit, weight in enumerate(weights["outputs"]):
        output += weight * min(max(sum(weights["units"][one][unit] for one in present), 0), ONE)
    return by_hand + min(max(output, -LIMIT), LIMIT) * VALUE // ONE**2


@cache
def plain_weights():
    return json.loads(features.NETWORK.read_text("utf-8"))["weights"]


@given(POSITIONS)
def test_the_evaluation_adds_what_the_plain_weights_say_to_the_one_made_by_hand(state):
    assert learned.evaluate(state, rules.ATTACKERS) == plain_value(state) == -learned.evaluate(state, rules.DEFENDERS)


@given(POSITIONS)
def test_the_machine_code_of_the_evaluation_says_the_same(state):
    twin = compiled_twin(learned, rules)
    assert twin.evaluate(state.pack(), rules.ATTACKERS) == learned.evaluate(state, rules.ATTACKERS)
