"""Positions that show how the rules of Moksha are to be read."""

import pytest
from boards.moksha import GAME, match, may, refusal, stands, ways, winner

from ludoteka.core.match import Match


def test_white_has_109_actions_at_the_start():
    texts = Match(GAME).legal_texts()
    displacements = [text for text in texts if "=" not in text and ">" not in text]
    gifts = [text for text in texts if ">" in text.replace("=>", "")]
    assert (len(texts), len(displacements), gifts) == (109, 27, ["f1-f7>f8"])
    assert all(sum(text.startswith(f"{displacement}=") for text in texts) == 3 for displacement in displacements)


def test_a_tetra_can_give_after_three_steps_and_has_pushed_after_four():
    board = "Q^ d1, dv d5"
    assert {"d1-d4", "d1-d4>d5", "d1-d5", "d1-d5>d6"} <= set(ways(board, "d1").split())
    assert stands(board, "T^ d4, u< d5", "d1-d4>d5")
    assert stands(board, "Q^ d5, dv d6", "d1-d5")


def test_a_tetra_that_has_used_all_its_steps_cannot_give():
    board = "Q^ d1, dv d6"
    assert [text for text in ways(board, "d1").split() if text.startswith(("d1-d5", "d1>"))] == ["d1-d5"]
    assert refusal(board, "d1-d5>d6")[0] == "no-spare-step"


def test_a_mono_opens_moksha_where_it_stands_or_after_a_push():
    board = "M^ d4, dv d5"
    assert ways(board, "d4") == "d4-d5 d4-d5>d6 d4>d5"
    for action, won in {"d4>d5": "w", "d4-d5": None, "d4-d5>d6": "w"}.items():
        played = match(board)
        played.play(action)
        assert winner(played) == won


def test_a_mono_has_no_spare_step_after_a_move():
    board = "M^ d4, dv d6"
    assert match(board).legal_texts() == ["d4-d5", "d4-d5=<", "d4-d5=>", "d4-d5=v"]


def test_a_tri_pushes_two_cubes_up_to_two_steps_and_can_give_after_each():
    board = "T^ d4, dv d5, u^ d6"
    north = [text for text in ways(board, "d4").split() if text.startswith(("d4-d", "d4>"))]
    assert north == ["d4-d5", "d4-d5>d6", "d4-d6", "d4-d6>d7", "d4>d5"]
    assert refusal(board, "d4-d7") == ("blocked-at-edge", ("d8",))


def test_a_cube_with_a_cube_of_the_pushing_side_behind_it_cannot_be_pushed_but_can_get_a_level():
    board = "T^ d5, dv d6, U^ d7"
    assert refusal(board, "d5-d6") == ("blocked-by-own", ("d7",))
    assert may(board, "d5>d6")


def test_a_level_can_be_given_on_a_side_other_than_that_of_the_move():
    assert stands("Q^ d4, mv f5", "T^ f4, dv f5", "d4-f4>f5")


def test_an_okta_squeezes_between_two_cubes_and_gives_to_either_of_them():
    board = "O^ d4, dv d5 e4"
    assert may(board, "d4-e5")
    assert stands(board, "Q^ e5, u< d5, dv e4", "d4-e5>d5")
    assert stands(board, "Q^ e5, dv d5, u< e4", "d4-e5>e4")


def test_raising_the_last_okta_of_the_enemy_wins():
    played = match("D^ d4, ov d5")
    played.play("d4>d5")
    assert played.position_text == "8/8/8/8/3M^4/8/8/8 b"
    assert winner(played) == "w"


CHAIN = ("M^", "D^", "U>", "T^", "Q^", "O^")


@pytest.mark.parametrize(("cube", "raised"), [*zip(CHAIN, [*CHAIN[1:], ""], strict=True)])
def test_a_cube_raised_from_mono_has_the_orientation_that_the_rules_show_on_every_level(cube, raised):
    rest = "tv d5, D^ a1"
    assert stands(f"qv d5, D^ a1, {cube} d4", f"{rest}, {raised} d4" if raised else rest, "d5>d4", turn="b")
