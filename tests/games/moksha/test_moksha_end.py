"""The rules of Moksha clause by clause: passing, and how a match ends."""

import pytest
from boards.moksha import GAME, cubes_in, match, winner

from ludoteka.core.match import Match

# Clause 12: passing


def test_clause_12_a_side_without_actions_passes_and_the_other_side_plays_on():
    played = match("M^ a8, dv g1")
    assert played.legal_texts() == ["pass"]
    played.play("pass")
    assert played.position_text == "M^7/8/8/8/8/8/8/6dv1 b"
    assert "pass" not in played.legal_texts()


def test_clause_12_a_side_shut_in_by_its_own_cubes_passes():
    assert match("M^ a7, M> a8, M^ b8, mv h8", "w").legal_texts() == ["pass"]


# Clause 13: Moksha


def test_clause_13_moksha_opens_whatever_happens_to_the_receiver():
    for receiver in "mdutqo":
        played = match(f"M^ d4, O^ a1, {receiver}v d5")
        played.play("d4>d5")
        assert winner(played) == "w"
        assert played.legal() == []


def test_clause_13_black_opens_moksha_too():
    played = match("M^ h1, m> d4, D^ e4", "b")
    played.play("d4>e4")
    assert winner(played) == "b"


def test_clause_13_moksha_appears_where_the_mono_was():
    played = match("M^ d4, dv d5, mv h8")
    played.play("d4-d5>d6")
    assert "d5" not in cubes_in(played.position_text)[0]
    assert [(piece.kind, piece.place) for piece in played.scene().pieces if piece.seat == 0] == [("moksha", "d5")]


# Clause 14: no cube left


def test_clause_14_a_side_without_cubes_loses():
    assert winner(match("D^ d4")) == "w"
    assert winner(match("dv d4", "w")) == "b"


def test_clause_14_a_side_without_cubes_loses_even_if_the_other_side_has_no_action():
    assert winner(match("M^ d8")) == "w"


# Clause 15: neither side can act


@pytest.mark.parametrize("turn", ["w", "b"])
def test_clause_15_a_position_without_actions_for_either_side_is_a_draw(turn):
    assert winner(match("M^ d8, mv d1", turn)) == "draw"


def test_clause_15_an_empty_board_is_a_draw():
    assert winner(Match(GAME, {}, "8/8/8/8/8/8/8/8 w")) == "draw"


def test_clause_15_one_side_with_an_action_is_enough_to_play_on():
    assert winner(match("M^ d8, m^ d1")) is None


# Clause 16: repetition

CYCLE = ("d1-d2", "e8-e7", "d2-d1", "e7-e8")


def test_clause_16_the_third_occurrence_of_a_position_is_a_draw():
    played = match("D^ d1, dv e8")
    for action in CYCLE * 2:
        assert played.returns() is None
        played.play(action)
    assert played.returns() == {"w": 0, "b": 0}


def test_clause_16_the_draw_by_repetition_can_be_switched_off():
    played = match("D^ d1, dv e8", repetition="off")
    for action in CYCLE * 3:
        played.play(action)
    assert played.returns() is None


# Clause 17: quiet play


def quiet(listed="D^ d1, dv e8", **options):
    """Return a match in which quiet actions are counted and repetitions are not."""
    return match(listed, **{"repetition": "off", "quiet": "draw"} | options)


def play_quietly(played, count):
    """Play quiet actions until the match has this number of actions."""
    while len(played.actions) < count:
        played.play(CYCLE[len(played.actions) % len(CYCLE)])


def test_clause_17_a_hundred_quiet_actions_in_a_row_are_a_draw():
    played = quiet()
    play_quietly(played, 99)
    assert (played.returns(), played.quiet_actions_left) == (None, 1)
    play_quietly(played, 100)
    assert (played.returns(), played.draw_reason, played.legal_texts()) == ({"w": 0, "b": 0}, "quiet", [])


def test_clause_17_the_draw_by_quiet_play_is_off_unless_it_is_chosen():
    played = match("D^ d1, dv e8", repetition="off")
    play_quietly(played, 120)
    assert (played.returns(), played.quiet_actions_left, played.options["quiet"]) == (None, None, "off")


@pytest.mark.parametrize(
    ("listed", "action"), [("D^ d1, dv d2", "d1>d2"), ("D^ d1, dv d2", "d1-d2"), ("D^ d1, dv d3", "d1-d2>d3")]
)
def test_clause_17_a_gift_and_a_push_start_the_count_again(listed, action):
    played = quiet(listed + ", m< h8, M^ a1")
    for text in ("a1-a2", "h8-g8", action):
        played.play(text)
    assert (played.quiet_actions, played.quiet_actions_left) == (0, 100)


def test_clause_17_moves_turns_and_passes_are_quiet():
    played = quiet("M^ d8, dv a8 h8")
    for count, text in enumerate(("pass", "a8-a7", "pass", "h8-h7=^"), 1):
        played.play(text)
        assert played.quiet_actions == count


def test_clause_17_a_match_won_by_the_hundredth_action_is_not_a_draw():
    played = quiet("D^ d1, dv e8, m> a5, O< b5")
    play_quietly(played, 99)
    played.play("a5>b5")
    assert (winner(played), played.draw_reason) == ("b", "")


def test_clause_16_a_repetition_is_a_draw_before_a_hundred_quiet_actions():
    played = quiet(repetition="draw")
    play_quietly(played, 8)
    assert played.draw_reason == "repetition"


def test_the_panel_shows_the_count_of_quiet_actions_from_sixty_on():
    played = quiet()
    play_quietly(played, 59)
    labels = [str(entry.label.text) for entry in played.scene().panel]
    assert labels == ["White cubes", "Black cubes"]
    played.play(CYCLE[3])
    label, value = played.scene().panel[-1]
    assert (label.text, value.text.format(**value.values)) == ("Moves without progress", "60 of 100")


# Clause 16 once more


def test_clause_16_positions_that_differ_in_the_top_of_a_cube_are_different():
    played = match("D^ d1, dv e8")
    for action in ("d1-d2=>", "e8-e7", "d2-e2=^", "e7-e8", "e2-e1", "e8-e7"):
        played.play(action)
    assert played.returns() is None
