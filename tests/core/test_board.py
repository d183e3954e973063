"""Boards: pieces that are followed slot by slot are those that a comparison of whole scenes finds."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.board import Board, follow_board
from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.scene import Mark, Piece, follow_pieces
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk, variants

WITH_BOARDS = {name: game for name, game in games().items() if game.board}
MEN = Board(  # piles of men on places a, b, c; the state is their numbers
    slots=lambda state: state,
    stack=lambda slot, number: (Piece("man", 0, "abc"[slot], "m", Message("man")),) * number,
)


def test_four_games_have_a_board():
    assert {
        "moksha",
        "quagmire",
        "scripta",
        "tavlei",
    } <= WITH_BOARDS.keys()  # games that were installed may have one, too


@pytest.mark.parametrize("game", WITH_BOARDS.values(), ids=WITH_BOARDS.keys())
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 80), data=st.data())
@settings(max_examples=scaled(100, 25))
def test_pieces_followed_slot_by_slot_are_those_that_a_comparison_of_all_pieces_finds(game, seed, plies, data):
    followed, compared = None, None
    for match in random_walk(Match(game, data.draw(st.sampled_from([*variants(game)]))), chooser(seed), plies):
        followed = follow_board(game.board, followed, match.state)
        compared = follow_pieces(compared and compared.pieces, game.board.draw(match.state))
        assert followed.pieces == compared.pieces
        assert followed.marks == compared.marks
        assert {*compared.old} <= {*followed.old}
        assert {*compared.new} <= {*followed.new}


def test_only_the_pieces_in_touched_slots_are_told():
    before = follow_board(MEN, None, [3, 1, 2])
    after = follow_board(MEN, before, [2, 1, 3])
    assert {piece.place for piece in (*after.old, *after.new)} == {"a", "c"}
    assert after.marks == [Mark("from", "a"), Mark("to", "c")]
    assert {piece.id for piece in after.pieces} == {piece.id for piece in before.pieces}


def test_a_state_that_changes_later_does_not_change_what_was_followed():
    state = [1, 0, 0]
    before = follow_board(MEN, None, state)
    state[:] = 0, 1, 0
    assert follow_board(MEN, before, state).marks == [Mark("from", "a"), Mark("to", "b")]


def test_a_game_with_secrets_has_no_board():
    with pytest.raises(ValueError, match="a board shows everything"):
        replace(games()["labyrinth"], board=MEN)
