"""The rules of Quagmire compared with a naive second implementation."""

import pytest
from boards.quagmire import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import quagmire as naive
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

seeds = st.integers(0, 2**32)
seats = st.sampled_from([value for value, _ in GAME.options[0].choices])
NEAR_HOME = ["44", "45", "46", "47", "48", "h1", "h2", "h3", "h4"]


def scattered(choose, letters):
    """A game with pawns anywhere, or crowded around fens and cuts, or in and before the homes."""
    taken, pawns = set(), []
    crowd = choose(3)
    for seat in letters:
        spots = {text: spot for text, spot in naive.spots(seat) if spot["at"] not in naive.FENS}
        free = [spot for text, spot in spots.items() if crowd != 1 or text in NEAR_HOME or choose(8) == 0]
        free = [spot for spot in free if crowd != 2 or is_by_fen_or_cut(spot["at"]) or choose(4) == 0]
        for _ in range(4):
            open_to = [spot for spot in free if spot["at"] not in taken]
            spot = open_to[choose(len(open_to))] if open_to else spots["q"]
            taken |= {spot["at"]} - {"s", "q"}
            pawns.append(dict(spot))
    for seat in letters[1:]:  # at most one winner
        if len([pawn for pawn in pawns if pawn["at"] in naive.HOMES[seat]]) == 4:
            next(pawn for pawn in pawns if pawn["seat"] == seat)["at"] = "s"
    for pawn in pawns:
        pawn["round"] = pawn["round"] and pawn["at"] != "s"
    return {"pawns": pawns, "seats": list(letters), "turn": letters[choose(len(letters))], "die": choose(7) or None}


def is_by_fen_or_cut(square):
    """Whether a place is in the bottom left quarter of the board, or is the start or the quagmire."""
    return square in ("s", "q") or (square[0] < 7 and square[1] > 7)


def assert_read_alike(game, letters):
    """Compare a position, its actions and their results with the second implementation."""
    position, options = naive.write(game), {"seats": letters}
    match = Match(GAME, options, position)
    assert (match.letter(match.seat), match.legal_texts()) == (naive.to_act(game), naive.legal(game)), position
    for text in naive.legal(game):
        played, then = Match(GAME, options, position), naive.play(game, text)
        played.play(text)
        assert played.position_text == naive.write(then), f"{position}: {text}"
        assert played.letter(played.seat) == naive.to_act(then), f"{position}: {text}"
        winner = naive.winner(then)
        returns = {seat: 1 if seat == winner else -1 for seat in letters} if winner else None
        assert played.returns() == returns, f"{position}: {text}"


@given(seed=seeds, letters=seats)
@settings(max_examples=scaled(1000, 25))
def test_both_implementations_agree_on_random_positions(seed, letters):
    assert_read_alike(scattered(chooser(seed), letters), letters)


@given(seed=seeds, letters=seats)
@settings(max_examples=scaled(8, 4))
def test_both_implementations_agree_throughout_random_games(seed, letters):
    game = None
    for match in random_walk(Match(GAME, {"seats": letters}), chooser(seed), 1500):
        game = naive.play(game, match.actions[-1]) if game else naive.read(match.position_text)
        assert match.position_text == naive.write(game)
        assert match.legal_texts() == naive.legal(game)
        assert (match.returns() is not None) == (naive.winner(game) is not None)


@pytest.mark.parametrize("position", ["b:s,q,17,h4 t:q,17,f2.1,h4 b -", "l:48,f1.3,f4.1,h2 r:s,0,46,f3.2 r 6"])
def test_the_naive_implementation_writes_what_it_reads(position):
    assert naive.write(naive.read(position)) == position
