"""The network of Quagmire: what it sees, and that its packed weights give what plain ones do."""

import json
from functools import cache

import pytest
from boards import played
from boards.quagmire import GAME, match
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.network.weights import LIMIT, ONE, VALUE
from ludoteka.games.quagmire import rules
from ludoteka.games.quagmire.evaluation import learned, readable
from ludoteka.games.quagmire.evaluation.features import FEATURES, FIRST_PAIR, GROUPS, feature


def before_a_throw(seed, plies, seats):
    """Return a position before a throw, after random play."""
    state = played(GAME, seed, 2 * plies, {"seats": seats})
    while state.die:
        rules.apply(state, GAME.legal(state)[0])
    return state


POSITIONS = st.builds(before_a_throw, st.integers(0, 999), st.integers(0, 300), st.sampled_from(["bt", "bl", "tr"]))


@cache
def plain_weights():
    return json.loads(GAME.training.file.read_text("utf-8"))["weights"]


def plain_value(state, seat):
    """Return the value of a position for a seat whose turn has ended, unit by unit."""
    weights = plain_weights()
    present = [0, *filter(None, (feature(state, seat, group) for group in range(GROUPS)))]
    output = sum(weights["direct"][one] for one in present)
    for unit, weight in enumerate(weights["outputs"]):
        output += weight * min(max(sum(weights["units"][one][unit] for one in present), 0), ONE)
    return min(max(output, -LIMIT), LIMIT) * VALUE // ONE**2


@given(POSITIONS)
def test_the_packed_weights_give_what_the_plain_ones_do(state):
    mover = next(seat for seat in range(rules.SEATS) if state.playing[seat] and seat != state.turn)
    assert learned.evaluate(state, mover) == plain_value(state, mover)
    assert learned.evaluate(state, state.turn) == -learned.evaluate(state, mover)


@given(POSITIONS)
def test_the_features_of_a_position_are_numbers_of_the_network(state):
    for seat in (seat for seat in range(rules.SEATS) if state.playing[seat]):
        seen = [feature(state, seat, group) for group in range(GROUPS)]
        assert all(0 <= one < FEATURES for one in seen)
        assert sum(one < FIRST_PAIR for one in seen if one) == 2 * rules.PAWNS + 4, "a feature was left out"


def test_the_network_sees_the_same_wherever_the_seats_are_on_the_board():
    here = match("b:0,20,f1.2,h4 t:s,q,9,31 b -", seats="bt").state
    there = match("l:0,20,f1.2,h4 r:s,q,9,31 l -", seats="lr").state
    for seat, turned in ((0, 1), (2, 3)):
        assert [feature(here, seat, group) for group in range(GROUPS)] == [
            feature(there, turned, group) for group in range(GROUPS)
        ]
        assert learned.evaluate(here, seat) == learned.evaluate(there, turned)


@pytest.mark.parametrize("seats", ["blt", "bltr"])
def test_more_than_two_seats_are_evaluated_by_hand(seats):
    state = match(seats=seats).state
    rules.apply(state, rules.PASS + rules.FACES)
    rules.apply(state, rules.START)
    for seat in range(len(seats)):
        assert learned.evaluate(state, seat) == readable.evaluate(state, seat) != 0


@pytest.mark.parametrize("turn", "bt")
def test_the_network_likes_to_be_ahead_whoever_throws_next(turn):
    state = match(f"b:40,h2,h3,h4 t:s,s,q,q {turn} -", seats="bt").state
    assert learned.evaluate(state, 0) > 300 > -300 > learned.evaluate(state, 2)
