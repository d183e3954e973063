"""The rules of Moksha clause by clause."""

import itertools

import pytest
from moksha_board import GAME, after, cubes_in, match, may, stands, ways, winner

from ludoteka.core.match import Match
from ludoteka.games.moksha import rules

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
def test_clause_1_a_cube_goes_where_its_arrows_point_as_far_as_its_level_allows(cube, cells):
    assert reached(f"{cube} d4, mv h7", "d4") == cells


def test_clause_1_an_okta_goes_to_all_eight_sides_across_the_board():
    assert len(reached("O^ d4, mv g2", "d4").split()) == 27
    assert reached("Ov a1, mv h7", "a1").split()[-1] == "h8"


# Clause 2: the start


def test_clause_2_the_sides_begin_as_half_turns_of_one_another():
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


def test_clause_4_nobody_jumps():
    assert reached("Q^ a1, D^ a3, U^ c1, mv h8", "a1") == "a2 b1"


def test_clause_4_fewer_steps_than_the_range_are_allowed():
    assert reached(f"T^ a1, {FAR}", "a1") == "a2 a3 a4 b1 c1 d1"


# Clause 5: pushing


def test_clause_5_every_cell_costs_one_step_pushing_or_not():
    board = "Q^ a1, dv a3"
    assert reached(board, "a1").split()[:4] == ["a2", "a3", "a4", "a5"]
    assert stands(board, "Q^ a5, dv a6", "a1-a5")


def test_clause_5_enemies_in_contact_move_together_and_others_join_on_the_way():
    board = "O^ a1, dv a2, u> a3, t^ a5"
    assert stands(board, "O^ a3, dv a4, u> a5, t^ a6", "a1-a3")
    assert stands(board, "O^ a5, dv a6, u> a7, t^ a8", "a1-a5")


def test_clause_5_a_pushed_cube_keeps_lying_as_it_lay():
    for top in SIDES:
        assert stands(f"D> d4, u{top} e4", f"D> e4, u{top} f4", "d4-e4")


def test_clause_5_both_sides_push():
    assert stands("D^ d5, tv d6", "tv d5, D^ d4", "d6-d5", turn="b")


def test_clause_5_a_cube_may_turn_after_pushing():
    assert stands("D^ d4, mv d5", "D< d5, mv d6", "d4-d5=<")


# Clause 6: what ends the way


def test_clause_6_the_way_ends_before_an_own_cube_met_by_what_is_pushed():
    assert reached("Q^ a1, dv a2, M^ a5", "a1").split()[:2] == ["a2", "a3"]


def test_clause_6_nothing_leaves_the_board():
    assert reached("O^ a1, dv a7, uv a8", "a1").split()[:5] == ["a2", "a3", "a4", "a5", "a6"]
    assert not may("O^ a1, dv a7, uv a8", "a1-a7")


def test_clause_6_an_own_cube_is_never_pushed():
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


def test_clause_7_after_a_diagonal_move_with_steps_to_spare_a_level_is_given_along_a_file():
    assert may("O^ a1, dv c4", "a1-c3>c4")
    assert may("O^ a1, mv h7", "a1-g7>h7"), "six steps of eight"


# Clause 8: turning


def test_clause_8_a_cube_that_has_moved_turns_to_any_of_the_other_three_sides():
    for cube, top in itertools.product("MDUTQO", SIDES):
        board = f"{cube}{top} d4, mv h8"
        texts, moves = match(board).legal_texts(), [f"d4-{cell}" for cell in reached(board, "d4").split()]
        assert moves
        assert all({text[-1] for text in texts if text.startswith(f"{move}=")} == {*SIDES} - {top} for move in moves)


def test_clause_8_nothing_turns_where_it_stands():
    assert not [text for text in match("Q^ d4, dv d5").legal_texts() if text.startswith("d4=")]


def test_clause_8_the_edges_of_a_tetra_turn_with_it():
    assert stands("Q^ d1, mv d4, ov h8", "T> d3, dv d4, ov h7", "d1-d3=>", "h8-h7", "d3>d4")


# Clause 9: giving a level


def test_clause_9_a_level_is_given_to_every_side_with_an_arrow():
    around = "mv d5 c4 e4 d3"
    for cube, sides in {"M^": "d5", "D^": "d3 d5", "U^": "d5 e4", "T^": "c4 d5 e4", "Q^": "c4 d3 d5 e4"}.items():
        gifts = [way[3:] for way in ways(f"{cube} d4, {around}", "d4").split() if way[2] == ">"]
        assert " ".join(gifts) == sides


def test_clause_9_a_push_makes_a_spare_step_needless():
    board = "D^ d4, dv d5"
    assert may(board, "d4-d6>d7")
    assert not may("D^ d3, dv d6", "d3-d5>d6")


def test_clause_9_after_a_push_a_level_may_go_to_somebody_else():
    assert stands("Q^ d1, dv d2, m> e5", "T^ d5, dv d6, d> e5", "d1-d5>e5")


def test_clause_9_a_level_is_given_to_the_nearest_only():
    assert not may("Q^ d4, dv d6", "d4>d6")


def test_clause_9_own_cubes_are_given_nothing():
    assert not may("Q^ d4, M^ d5, mv h8", "d4>d5")


def test_clause_9_who_has_left_a_neighbour_behind_cannot_give_to_him_with_no_step_to_spare():
    assert not may("D^ d4, mv c6", "d4-d6>c6"), "Di has no arrow there"
    assert not may("Q^ d4, mv c8", "d4-d8>c8")
    assert may("Q^ d4, mv c7", "d4-d7>c7")


# Clause 10


def test_clause_10_nobody_turns_and_gives():
    texts = match("Q^ d1, dv d5").legal_texts()
    assert not [text for text in texts if "=" in text and ">" in text.partition("=")[2][1:]]


# Clause 11: rolling


NEXT = {"m": ("d", 0), "d": ("u", 1), "u": ("t", -1), "t": ("q", 0), "q": ("o", 0)}  # raised: level, quarters clockwise


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", NEXT)
def test_clause_11_only_around_ugol_does_a_raise_turn_the_top(level, top):
    raised, quarters = NEXT[level]
    cube = raised + SIDES[(SIDES.index(top) + quarters) % 4]
    assert after(f"Q^ d4, {level}{top} d5, mv h8", "d4>d5")["d5"] == cube


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", range(5))
def test_clause_11_to_lower_undoes_to_raise(level, top):
    cube = rules.cube(rules.BLACK, level, SIDES.index(top))
    assert rules.lowered(rules.raised(cube)) == cube


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", range(1, 6))
def test_clause_11_to_raise_undoes_to_lower(level, top):
    cube = rules.cube(rules.WHITE, level, SIDES.index(top))
    assert rules.raised(rules.lowered(cube)) == cube


def test_clause_11_an_okta_that_is_raised_leaves_the_board():
    assert stands("D^ d4, ov d5, mv h8", "M^ d4, mv h8", "d4>d5")


# Clause 12: passing


def test_clause_12_who_can_do_nothing_passes_and_the_other_plays_on():
    played = match("M^ a8, dv g1")
    assert played.legal_texts() == ["pass"]
    played.play("pass")
    assert played.position_text == "M^7/8/8/8/8/8/8/6dv1 b"
    assert "pass" not in played.legal_texts()


def test_clause_12_a_side_shut_in_by_its_own_cubes_passes():
    assert match("M^ a7, M> a8, M^ b8, mv h8", "w").legal_texts() == ["pass"]


# Clause 13: Moksha


def test_clause_13_moksha_opens_whatever_becomes_of_the_receiver():
    for receiver in "mdutqo":
        played = match(f"M^ d4, O^ a1, {receiver}v d5")
        played.play("d4>d5")
        assert winner(played) == "w"
        assert played.legal() == []


def test_clause_13_black_opens_moksha_too():
    played = match("M^ h1, m> d4, D^ e4", "b")
    played.play("d4>e4")
    assert winner(played) == "b"


def test_clause_13_moksha_stands_where_the_mono_stood():
    played = match("M^ d4, dv d5, mv h8")
    played.play("d4-d5>d6")
    assert "d5" not in cubes_in(played.position_text)[0]
    assert [(piece.kind, piece.place) for piece in GAME.scene(played.seen(), []).pieces if piece.seat == 0] == [
        ("moksha", "d5")
    ]


# Clause 14: no cube left


def test_clause_14_a_side_without_cubes_has_lost():
    assert winner(match("D^ d4")) == "w"
    assert winner(match("dv d4", "w")) == "b"


def test_clause_14_a_side_without_cubes_has_lost_even_if_the_other_can_do_nothing():
    assert winner(match("M^ d8")) == "w"


# Clause 15: neither can act


@pytest.mark.parametrize("turn", ["w", "b"])
def test_clause_15_where_neither_side_can_do_anything_it_is_a_draw(turn):
    assert winner(match("M^ d8, mv d1", turn)) == "draw"


def test_clause_15_an_empty_board_is_a_draw():
    assert winner(Match(GAME, {}, "8/8/8/8/8/8/8/8 w")) == "draw"


def test_clause_15_one_who_can_act_is_enough():
    assert winner(match("M^ d8, m^ d1")) is None


# Clause 16: repetition

CYCLE = ("d1-d2", "e8-e7", "d2-d1", "e7-e8")


def test_clause_16_the_third_time_is_a_draw():
    played = match("D^ d1, dv e8")
    for action in CYCLE * 2:
        assert played.returns() is None
        played.play(action)
    assert played.returns() == {"w": 0, "b": 0}


def test_clause_16_is_an_option():
    played = match("D^ d1, dv e8", repetition="off")
    for action in CYCLE * 3:
        played.play(action)
    assert played.returns() is None


def test_clause_16_another_top_is_another_position():
    played = match("D^ d1, dv e8")
    for action in ("d1-d2=>", "e8-e7", "d2-e2=^", "e7-e8", "e2-e1", "e8-e7"):
        played.play(action)
    assert played.returns() is None
