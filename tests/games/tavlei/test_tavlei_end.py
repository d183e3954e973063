"""The end of a match of Tavlei: clauses 9 and 10."""

import pytest
from boards.tavlei import GAME, Outcome, line, match, winner

from ludoteka.core.match import Match
from ludoteka.core.message import Refused

THERE_AND_BACK = ("d9-c9", "e7-d7", "c9-d9", "d7-e7")


def test_clause_9_the_attackers_win_by_capturing_the_king():
    played = match("A c7 e2, D a2, K d7", "a")
    played.play("e2-e7")
    assert played.returns() == {"a": 1, "d": -1}
    assert played.legal() == []


@pytest.mark.parametrize("way_out", ["c1-a1", "a3-a1", "a7-a9", "c9-a9", "g9-i9", "i7-i9", "i3-i1", "g1-i1"])
def test_clause_9_the_defenders_win_when_the_king_reaches_an_exit(way_out):
    played = match(f"A e2, K {way_out[:2]}", "d")
    played.play(way_out)
    assert played.returns() == {"a": -1, "d": 1}
    assert played.letter(played.seat) is None


def test_clause_9_the_king_on_an_exit_wins_whatever_stands_around_him():
    assert line("A a8 c8, K d9", "d9-a9").winner == "d"


def test_clause_9_attackers_without_a_piece_lose():
    assert line("D c8, A b9, K h8", "c8-c9") == Outcome({"b9"}, "d")


def test_clause_9_attackers_without_a_move_lose():
    assert line("A a8 b9, D b8 a6 d9 e2, K h4", "a6-a7").winner is None, "b9 can still move to c9"
    assert line("A a8, D b8 a6, K h4", "a6-a7") == Outcome({"a8"}, "d"), "against the exit"
    assert line("A e1, D d1 f1 d2, K e4", "e4-e2") == Outcome(set(), "d")


def test_clause_9_defenders_without_a_move_lose():
    assert line("K a5, D a6, A a7 b6 b5 c4", "c4-a4") == Outcome(set(), "a")


def test_clause_9_a_side_that_can_only_step_over_the_throne_can_move():
    assert match("A e6, D d6 f6 e7, K i2", "a").legal_texts() == ["e6-e1", "e6-e2", "e6-e3", "e6-e4"]
    assert match("A a2, D e4 d4 f4 e3, K h8", "d").check("e4-e6")


def test_clause_9_a_king_who_can_only_step_to_an_exit_or_the_throne_can_move():
    assert match("K a2, A a3 b2 i5", "d").legal_texts() == ["a2-a1"]
    assert match("K e4, A e3 d4 f4 d5 f5 e6", "d").legal_texts() == ["e4-e5"]


@pytest.mark.parametrize(
    ("position", "result"),
    [
        ("9/9/9/9/9/9/9/4a4/9 d", {"a": 1, "d": -1}),  # no king
        ("k8/9/9/9/9/9/9/4a4/9 a", {"a": -1, "d": 1}),
        ("9/9/9/9/4k4/9/9/9/9 a", {"a": -1, "d": 1}),  # no attacker
        ("9/9/a8/da7/k1a6/da7/a8/9/9 a", None),
        ("9/9/a8/da7/ka7/da7/a8/9/9 d", {"a": 1, "d": -1}),
    ],
)
def test_a_finished_position_is_recognised(position, result):
    assert Match(GAME, {}, position).returns() == result


def test_clause_10_the_third_occurrence_of_a_position_is_a_draw():
    played = Match(GAME)
    for move in (*THERE_AND_BACK, *THERE_AND_BACK[:-1]):
        played.play(move)
    assert played.returns() is None

    played.play("d7-e7")

    assert played.returns() == {"a": 0, "d": 0}
    assert played.draw_reason == "repetition"
    assert played.legal() == []
    with pytest.raises(Refused) as refused:
        played.check("d9-c9")
    assert refused.value.code == "game-over"


def test_clause_10_any_position_counts_and_not_only_the_first():
    played = Match(GAME)
    for move in ("e2-f2", *("e7-d7", "d9-c9", "d7-e7", "c9-d9") * 2):
        assert played.returns() is None
        played.play(move)
    assert winner(played) == "draw"


def test_clause_10_the_side_to_move_belongs_to_the_position():
    """The first board comes three times here, but with the attackers to move only once."""
    played = Match(GAME)
    for move in ("d9-c9", "e7-d7", "c9-b9", "d7-e7", "b9-d9", "e7-d7", "d9-c9", "d7-e7", "c9-d9"):
        played.play(move)
    assert played.position_text[:-2] == Match(GAME).position_text[:-2]
    assert played.returns() is None


def test_clause_10_equal_positions_need_not_follow_each_other_directly():
    played = Match(GAME)
    for move in (*THERE_AND_BACK, "e2-f2", "e7-d7", "f2-e2"):
        played.play(move)
    assert played.returns() is None
    played.play("d7-e7")
    assert winner(played) == "draw"


def test_clause_10_a_position_from_which_a_match_starts_counts():
    played = match("A a2, K h5", "a")
    for move in ("a2-a3", "h5-h6", "a3-a2", "h6-h5") * 2:
        assert played.returns() is None
        played.play(move)
    assert winner(played) == "draw"


def test_clause_10_where_repetition_is_allowed_the_match_goes_on():
    played = Match(GAME, {"repetition": "off"})
    for move in THERE_AND_BACK * 3:
        played.play(move)
    assert played.returns() is None
    assert len(played.legal()) == 72


def test_clause_10_a_position_with_the_king_on_an_exit_is_a_win_and_not_a_draw():
    assert winner(Match(GAME, {}, "k8/9/9/9/9/9/9/4a4/9 a")) == "d"
