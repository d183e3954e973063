"""The rules of Moksha clause by clause: giving a level, and how cubes roll."""

import pytest
from boards.moksha import after, match, may, stands, ways

from ludoteka.games.moksha import rules

SIDES = "^>v<"


# Clause 9: giving a level


def test_clause_9_a_level_can_be_given_on_every_side_with_an_arrow():
    around = "mv d5 c4 e4 d3"
    for cube, sides in {"M^": "d5", "D^": "d3 d5", "U^": "d5 e4", "T^": "c4 d5 e4", "Q^": "c4 d3 d5 e4"}.items():
        gifts = [way[3:] for way in ways(f"{cube} d4, {around}", "d4").split() if way[2] == ">"]
        assert " ".join(gifts) == sides


def test_clause_9_a_push_replaces_a_spare_step():
    board = "D^ d4, dv d5"
    assert may(board, "d4-d6>d7")
    assert not may("D^ d3, dv d6", "d3-d5>d6")


def test_clause_9_after_a_push_a_cube_other_than_the_pushed_one_can_get_the_level():
    assert stands("Q^ d1, dv d2, m> e5", "T^ d5, dv d6, d> e5", "d1-d5>e5")


def test_clause_9_only_an_adjacent_cube_can_get_a_level():
    assert not may("Q^ d4, dv d6", "d4>d6")


def test_clause_9_your_own_cubes_get_no_level():
    assert not may("Q^ d4, M^ d5, mv h8", "d4>d5")


def test_clause_9_a_cube_beside_the_end_of_a_move_gets_a_level_only_with_an_arrow_and_a_spare_step():
    assert not may("D^ d4, mv c6", "d4-d6>c6"), "Di has no arrow there"
    assert not may("Q^ d4, mv c8", "d4-d8>c8")
    assert may("Q^ d4, mv c7", "d4-d7>c7")


# Clause 10: turning or giving


def test_clause_10_a_cube_never_turns_and_gives_in_one_turn():
    texts = match("Q^ d1, dv d5").legal_texts()
    assert not [text for text in texts if "=" in text and ">" in text.partition("=")[2][1:]]


# Clause 11: rolling


# level -> the level above and the quarter turns clockwise that its top makes
NEXT = {"m": ("d", 0), "d": ("u", 1), "u": ("t", -1), "t": ("q", 0), "q": ("o", 0)}


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", NEXT)
def test_clause_11_a_raise_turns_the_top_only_if_the_cube_becomes_or_was_an_ugol(level, top):
    raised, quarters = NEXT[level]
    cube = raised + SIDES[(SIDES.index(top) + quarters) % 4]
    assert after(f"Q^ d4, {level}{top} d5, mv h8", "d4>d5")["d5"] == cube


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", range(5))
def test_clause_11_lowering_undoes_raising(level, top):
    cube = rules.cube(rules.BLACK, level, SIDES.index(top))
    assert rules.lower_cube(rules.raise_cube(cube)) == cube


@pytest.mark.parametrize("top", SIDES)
@pytest.mark.parametrize("level", range(1, 6))
def test_clause_11_raising_undoes_lowering(level, top):
    cube = rules.cube(rules.WHITE, level, SIDES.index(top))
    assert rules.raise_cube(rules.lower_cube(cube)) == cube


def test_clause_11_an_okta_that_is_raised_leaves_the_board():
    assert stands("D^ d4, ov d5, mv h8", "M^ d4, mv h8", "d4>d5")
