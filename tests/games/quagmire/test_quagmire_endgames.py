"""The endgame table of Quagmire, compared with the chances that the rules give, and what the search makes of it."""

from math import exp
from random import Random

import pytest
from boards.quagmire import GAME, match
from naive import expectimax
from naive.last_pieces import best_chance, chance, mean_chance

from ludoteka.core.network.weights import VALUE
from ludoteka.core.rules import UNSOLVED
from ludoteka.games.quagmire import rules
from ludoteka.games.quagmire.evaluation import exact, last_pawns
from ludoteka.search.searches import Expectimax

CLOSE = 0.002  # the values are rounded
SAMPLE = 300  # positions


def possible_positions(count):
    chosen, state = Random(1), rules.State()
    while count > 0:
        if last_pawns.set_position(state, chosen.randrange(last_pawns.POSITIONS)):
            count -= 1
            yield state.copy()


def test_the_chance_before_a_throw_is_the_mean_over_all_throws_of_the_best_move():
    for state in possible_positions(SAMPLE):
        assert mean_chance(GAME, state) == pytest.approx(chance(GAME, state, state.turn), abs=CLOSE), state


def test_the_positions_of_the_table_are_numbered_without_doubles_and_can_be_read_as_text():
    state = rules.State()
    for number in range(0, last_pawns.POSITIONS, 611):
        if last_pawns.set_position(state, number):
            assert last_pawns.position_number(state) == number
            text = GAME.notation.position_text(state)
            assert GAME.notation.parse_position(text, GAME.check_options({"seats": "bt"})) == state, text


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        ("bt", "b:s,s,h3,h4 t:q,17,h3,h4 b -"),
        ("bt", "b:s,h2,h3,h4 t:s,q,17,h4 b -"),
        ("bl", "b:s,h2,h3,h4 l:s,h2,h3,h4 b -"),
        ("blt", "b:s,h2,h3,h4 l:s,s,s,s t:s,h2,h3,h4 b -"),
    ],
    ids=["four pawns", "three pawns of a seat", "neighbours", "three seats"],
)
def test_more_pawns_and_other_seats_are_not_in_the_table(seats, position):
    assert exact.endgame(match(position, seats=seats).state, rules.SEATS - 4) == UNSOLVED


def test_both_pairs_of_opposite_seats_have_the_same_chances():
    first = match("b:s,5,h3,h4 t:17,h2,h3,h4 b -", seats="bt").state
    second = match("l:s,5,h3,h4 r:17,h2,h3,h4 l -", seats="lr").state
    assert exact.endgame(first, 0) == exact.endgame(second, 1) == -exact.endgame(second, 3) != UNSOLVED


@pytest.mark.parametrize("is_compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("position", ["b:40,44,h3,h4 t:19,h2,h3,h4 b 4", "b:s,47,h3,h4 t:q,h2,h3,h4 b 6"])
def test_the_search_gives_every_move_its_exact_chance_at_any_depth(position, is_compiled):
    state = match(position, seats="bt").state
    search = Expectimax(GAME, is_compiled=is_compiled)
    workspace = search.workspace(state)
    for depth in (1, 4):
        for action in GAME.legal(state):
            value = search.worth(workspace, action, depth, 0)
            after = expectimax.after(GAME, state, action)
            assert 1 / (1 + exp(-value / VALUE)) == pytest.approx(best_chance(GAME, after, 0), abs=CLOSE)
