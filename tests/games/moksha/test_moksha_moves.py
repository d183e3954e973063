"""The rules of Moksha clause by clause: cubes, moving, pushing, turning."""

import itertools

import pytest
from boards.moksha import GAME, cubes_in, match, may, stands, ways

from ludoteka.core.match import Match

SIDES = "^>v<"
FAR = "mv h8"


def reached(listed, cell, turn="w"):
    """Return the cells to which a cube can move, in order."""
    return " ".join(way[3:] for way in ways(listed, cell, turn).split() if way[2] == "-" and ">" not in way)


# Clause 1: the faces


@pytest.mark.parametrize(
    ("cube", "cells"),
    [
        ("M^", "d5"),
        ("M>", "e4"),
        ("D^", "d2 d3 d5 d6"),
        ("D>", "b4 c4 e4 f4"),
        ("U^", "d5 d6 e4 f4"),
        ("U>", "d2 d3 e4 f4"),
        ("Uv", "b4 c4 d2 d3"),
        ("U<", "b4 c4 d5 d6"),
        ("T^", "a4 b4 c4 d5 d6 d7 e4 f4 g4"),
        ("Tv", "a4 b4 c4 d1 d2 d3 e4 f4 g4"),
        ("Q>", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
    ],
)
def test_clause_1_a_cube_moves_along_its_arrows_as_far_as_its_level_allows(cube, cells):
    assert reached(f"{cube} d4, mv h7", "d4") == cells


def test_clause_1_an_okta_moves_across_the_board_in_all_eight_directions():
    assert len(reached("O^ d4, mv g2", "d4").split()) == 27
    assert reached("Ov a1, mv h7", "a1").split()[-1] == "h8"


# Clause 2: the start


def test_clause_2_the_start_of_black_is_that_of_white_turned_by_180_degrees():
    cubes, turn = cubes_in(Match(GAME).position_text)
    assert turn == "w"
    assert [cubes[f"{file}1"] for file in "abcdef"] == ["M^", "D^", "U^", "T^", "Q^", "O^"]
    assert [cubes[f"{file}8"] for file in "hgfedc"] == ["mv", "dv", "uv", "tv", "qv", "ov"]
    assert len(cubes) == 12


def test_clause_2_the_sides_take_turns():
    played = Match(GAME)
    letters = []
    for action in ("a1-a2", "h8-h7", "a2-a3"):
        letters.append(played.letter(played.seat))
        played.play(action)
    assert letters == ["w", "b", "w"]


# Clause 3: what a turn is


def test_clause_3_a_cube_moves_or_gives_or_moves_and_then_gives_or_turns():
    board = "D^ d4, dv d6"
    turns = {f"d4-{cell}={side}" for cell in ("d2", "d3", "d5", "d6") for side in ">v<"}
    assert {text for text in match(board).legal_texts() if "=" in text} == turns
    assert set(ways(board, "d4").split()) == {"d4-d2", "d4-d3", "d4-d5", "d4-d5>d6", "d4-d6", "d4-d6>d7"}


# Clause 4: moving


def test_clause_4_cubes_never_jump():
    assert reached("Q^ a1, D^ a3, U^ c1, mv h8", "a1") == "a2 b1"


def test_clause_4_fewer_steps_than_the_range_are_allowed():
    assert reached(f"T^ a1, {FAR}", "a1") == "a2 a3 a4 b1 c1 d1"


# Clause 5: pushing


def test_clause_5_every_cell_costs_one_step_pushing_or_not():
    board = "Q^ a1, dv a3"
    assert reached(board, "a1").split()[:4] == ["a2", "a3", "a4", "a5"]
    assert stands(board, "Q^ a5, dv a6", "a1-a5")


def test_clause_5_enemies_in_contact_move_together_and_other_enemies_join_on_the_way():
    board = "O^ a1, dv a2, u> a3, t^ a5"
    assert stands(board, "O^ a3, dv a4, u> a5, t^ a6", "a1-a3")
    assert stands(board, "O^ a5, dv a6, u> a7, t^ a8", "a1-a5")


def test_clause_5_a_pushed_cube_keeps_its_orientation():
    for top in SIDES:
        assert stands(f"D> d4, u{top} e4", f"D> e4, u{top} f4", "d4-e4")


def test_clause_5_both_sides_push():
    assert stands("D^ d5, tv d6", "tv d5, D^ d4", "d6-d5", turn="b")


def test_clause_5_a_cube_may_turn_after_pushing():
    assert stands("D^ d4, mv d5", "D< d5, mv d6", "d4-d5=<")


# Clause 6: what ends a move


def test_clause_6_a_push_ends_in_front_of_your_own_cube():
    assert reached("Q^ a1, dv a2, M^ a5", "a1").split()[:2] == ["a2", "a3"]


def test_clause_6_pushes_never_leave_the_board():
    assert reached("O^ a1, dv a7, uv a8", "a1").split()[:5] == ["a2", "a3", "a4", "a5", "a6"]
    assert not may("O^ a1, dv a7, uv a8", "a1-a7")


def test_clause_6_your_own_cube_is_never_pushed():
    assert not may("D^ d4, M^ d5, mv h8", "d4-d5")


# Clause 7: diagonals


@pytest.mark.parametrize("blocker", ["dv f6", "D^ f6"])
def test_clause_7_any_cube_on_a_diagonal_stops_an_okta(blocker):
    cells = reached(f"O^ d4, {blocker}, mv h7", "d4").split()
    assert "e5" in cells
    assert not {"f6", "g7", "h8"} & set(cells)


def test_clause_7_no_level_is_given_along_a_diagonal():
    assert not may("O^ d4, dv e5", "d4>e5")


@pytest.mark.parametrize("pair", ["dv d5 e4", "D^ d5 e4", "dv d5, D^ e4"])
def test_clause_7_an_okta_squeezes_between_cubes_of_either_side(pair):
    assert may(f"O^ d4, {pair}, mv h7", "d4-e5")


def test_clause_7_after_a_diagonal_move_with_steps_to_spare_a_level_is_given_along_a_file_or_rank():
    assert may("O^ a1, dv c4", "a1-c3>c4")
    assert may("O^ a1, mv h7", "a1-g7>h7"), "six steps of eight"


# Clause 8: turning


def test_clause_8_a_cube_that_has_moved_turns_to_any_of_the_other_three_sides():
    for cube, top in itertools.product("MDUTQO", SIDES):
        board = f"{cube}{top} d4, mv h8"
        texts, moves = match(board).legal_texts(), [f"d4-{cell}" for cell in reached(board, "d4").split()]
        assert moves
        assert all({text[-1] for text in texts if text.startswith(f"{move}=")} == {*SIDES} - {top} for move in moves)


def test_clause_8_a_cube_that_has_not_moved_cannot_turn():
    assert not [text for text in match("Q^ d4, dv d5").legal_texts() if text.startswith("d4=")]


def test_clause_8_the_edges_of_a_tetra_turn_with_it():
    assert stands("Q^ d1, mv d4, ov h8", "T> d3, dv d4, ov h7", "d1-d3=>", "h8-h7", "d3>d4")
