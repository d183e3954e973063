"""The rules of XII Scripta compared with a naive second implementation."""

import pytest
from boards.scripta import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import scripta as naive
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

seeds = st.integers(0, 2**32)
options = st.fixed_dictionaries({"pieces": st.integers(1, 15), "must_move": st.booleans()})
HOME, NEAR, FAR = range(31, 37), range(1, 10), range(1, 37)


def scattered(choose, pieces):
    """A game with men anywhere, or crowded at the start or the end of the course."""
    game = {"seat": "yg"[choose(2)], "dice": sorted(choose(6) + 1 for _ in range(choose(4)))}
    for seat in "yg":
        free = [point for point in (HOME, NEAR, FAR)[choose(3)] if point not in game.get("y", ())]
        points = free or [point for point in FAR if point not in game["y"]]
        elsewhere = ["waiting", "captured", "off"][choose(3)] if choose(2) else points[choose(len(points))]
        men = [points[choose(len(points))] if choose(6) else elsewhere for _ in range(pieces)]
        game[seat] = men if set(men) != {"off"} else [points[0], *men[1:]]
    return game


def assert_read_alike(game, chosen):
    """Compare a position, its actions and their results with the second implementation."""
    position = naive.write(game)
    match = Match(GAME, chosen, position)
    expected = naive.legal(game, chosen["must_move"])
    assert (match.letter(match.seat), match.legal_texts()) == (naive.to_act(game), expected), position
    for text in expected:
        played, then = Match(GAME, chosen, position), naive.play(game, text)
        played.play(text)
        assert played.position_text == naive.write(then), f"{position}: {text}"
        assert played.letter(played.seat) == naive.to_act(then), f"{position}: {text}"
        winner = naive.winner(then)
        returns = {seat: 1 if seat == winner else -1 for seat in "yg"} if winner else None
        assert played.returns() == returns, f"{position}: {text}"


@given(seed=seeds, chosen=options)
@settings(max_examples=scaled(500), deadline=None)
def test_both_implementations_agree_on_random_positions(seed, chosen):
    choose = chooser(seed)
    assert_read_alike(scattered(choose, chosen["pieces"]), chosen)


@given(seed=seeds, chosen=options)
@settings(max_examples=30, deadline=None)
def test_both_implementations_agree_throughout_random_games(seed, chosen):
    game = None
    for match in random_walk(Match(GAME, chosen), chooser(seed), 600):
        game = naive.play(game, match.actions[-1]) if game else naive.read(match.position_text)
        assert match.position_text == naive.write(game)
        assert match.legal_texts() == naive.legal(game, chosen["must_move"])
        assert (match.returns() is not None) == (naive.winner(game) is not None)


@pytest.mark.parametrize("position", ["y:15/0/0:- g:15/0/0:- y -", "y:3/1/0:9*2,17*4,20*5 g:11/0/0:2*2,5,30 g 255"])
def test_the_naive_implementation_writes_what_it_reads(position):
    assert naive.write(naive.read(position)) == position
