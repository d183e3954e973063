"""Perft counts of Quagmire by all implementations of the rules; each throw is an action."""

from boards.quagmire import GAME, at
from naive import quagmire as naive
from toys.counting import compiled_perft, interpreted_perft

from ludoteka.games.quagmire import rules

CROWDED = at("b", b="q,0,38,47", l="1,f4.3,h4", t="28,f3.1,f3.2", r="9,45,h3")


def counted(game, depth):
    """Count the action sequences of exactly `depth` plies, one by one."""
    legal = naive.legal(game)
    return len(legal) if depth == 1 else sum(counted(naive.play(game, text), depth - 1) for text in legal)


def alike(state, text, depth):
    """The count on which all implementations agree."""
    count = counted(naive.read(text), depth)
    assert interpreted_perft(state, depth, rules) == compiled_perft(state, depth, rules) == count
    return count


def test_all_implementations_count_alike_from_the_start():
    start = rules.start({"seats": "bltr"})
    assert [alike(start, at(), depth) for depth in (1, 2, 3, 4)] == [6, 6, 36, 36]


def test_all_implementations_count_alike_from_the_middle_of_a_game():
    state = GAME.begin(GAME.check_options({}), CROWDED)
    assert all(alike(state, CROWDED, depth) for depth in (1, 2, 3, 4, 5))
