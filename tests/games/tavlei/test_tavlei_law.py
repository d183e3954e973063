"""Positions that show how the rules of Tavlei are to be read; the board has no pieces but the listed ones."""

import pytest
from boards.tavlei import Outcome, line, may, taken

ALLOWED = [
    ("A e2, K a5", "e2-e8", "over the empty throne"),
    ("K d5", "d5-g5", "three cells, the throne among them"),
    ("K d5", "d5-e5", "back to the throne"),
    ("K e5", "e5-e8", "three cells from the throne"),
]
FORBIDDEN = [
    ("A e2, K a5", "e2-e5", "only the king stands on the throne"),
    ("A e2, K e5", "e2-e8", "the occupied throne is in the way"),
    ("K d5", "d5-h5", "four cells, the throne among them"),
    ("K e5", "e5-e9", "four cells"),
]
CAPTURES = [
    ("A c4 e4 d5, D b4 f4 d6 d1, K h8", "d1-d4", {"c4", "e4", "d5"}),
    ("A c9, D b1, K e5", "c9-c1", {"b1"}),
    ("A c9, D d5, K h8", "c9-c5", {"d5"}),
    ("A c9, D d5, K e5", "c9-c5", set()),
    ("A d5 b9, D c8, K e5", "c8-c5", {"d5"}),
    ("A e3 b9, K e2, D h4", "h4-e4", {"e3"}),
    ("A d5 b9, D c5, K e7", "e7-e5", {"d5"}),
    ("A d4 h4, K e4", "h4-f4", set()),
]


@pytest.mark.parametrize(("pieces", "move", "reason"), ALLOWED)
def test_a_move_is_allowed(pieces, move, reason):
    assert may(pieces, move), reason


@pytest.mark.parametrize(("pieces", "move", "reason"), FORBIDDEN)
def test_a_move_is_forbidden(pieces, move, reason):
    assert not may(pieces, move), reason


@pytest.mark.parametrize(("pieces", "move", "captured"), CAPTURES)
def test_a_move_captures_exactly_the_listed_pieces(pieces, move, captured):
    assert taken(pieces, move) == captured


def test_a_piece_that_steps_between_two_enemies_is_safe_until_an_enemy_closes_the_jaws_again():
    pieces = "A d4 f4, D e8, K h8"
    assert line(pieces, "e8-e4") == Outcome(set(), None)
    assert taken(pieces, "e8-e4", "f4-f5", "h8-h7", "f5-f4") == {"e4"}


@pytest.mark.parametrize(
    ("pieces", "move", "king"),
    [
        ("A c6, K b1", "c6-c1", "b1"),
        ("A d5 f5 e6 b4, K e5", "b4-e4", "e5"),
        ("A d4 f4 e1, K e4", "e1-e3", "e4"),
    ],
)
def test_a_move_captures_the_king_and_wins(pieces, move, king):
    assert line(pieces, move) == Outcome({king}, "a")


def test_a_side_without_a_move_loses():
    assert line("K a5, D a6 a4, A a7 b6 a3 b4 c5", "c5-b5") == Outcome(set(), "a")
