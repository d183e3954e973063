"""Perft counts of XII Scripta by all implementations of the rules; each throw is an action."""

import pytest
from boards.scripta import GAME, at
from naive import scripta as naive
from toys.counting import compiled_perft, interpreted_perft

from ludoteka.games.scripta import rules

OPTIONS = {"pieces": 15, "must_move": False}
COUNTS = {1: 56, 2: 182, 3: 3_694, 4: 18_724, 5: 312_452}
CROWDED = at("1*2,5,12,24*3,30", "2,6*2,13,18*4", "135", "g", (0, 1))


def counted(game, depth):
    """Count the action sequences of exactly `depth` plies, one by one."""
    legal = naive.legal(game)
    return len(legal) if depth == 1 else sum(counted(naive.play(game, text), depth - 1) for text in legal)


@pytest.mark.parametrize("count", [interpreted_perft, compiled_perft])
def test_the_rules_have_the_known_perft_counts(count):
    assert {depth: count(rules.start(OPTIONS), depth, rules) for depth in COUNTS} == COUNTS


def test_the_naive_implementation_has_the_known_perft_counts():
    found = {depth: counted(naive.read("y:15/0/0:- g:15/0/0:- y -"), depth) for depth in (1, 2, 3)}
    assert found.items() <= COUNTS.items()


def test_all_implementations_count_alike_from_the_middle_of_a_game():
    game = GAME.begin(GAME.check_options({}), CROWDED)
    for depth in (1, 2, 3, 4):
        expected = counted(naive.read(CROWDED), depth)
        assert interpreted_perft(game, depth, rules) == compiled_perft(game, depth, rules) == expected
