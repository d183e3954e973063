"""Attempts at puzzles: right, wrong and winning plays, turns of several dice, illegal actions, hints."""

import pytest

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.puzzles.puzzle import (
    GAIN,
    OPEN,
    RIGHT,
    SOLVED,
    WIN,
    WRONG,
    Puzzle,
    attempt_puzzle,
    explain_solution,
    next_pick,
)

TAVLEI, SCRIPTA = games()["tavlei"], games()["scripta"]
ESCAPE = Puzzle(
    *("tavlei", 1, "9/9/4a4/9/9/9/4k4/9/4a4 d", {}, ("e3-b3", "e7-d7", "b3-b1", "e1-d1", "b1-a1"), WIN, 3, 2, 5)
)
THROW = Puzzle(
    *("scripta", 1, "y:0/0/0:1*2,4*3,9*3,12*4,20*3 g:0/0/0:2*5,8*5,30*5 y 136", {}),
    *(("4/5", "4/7", "9/15"), GAIN, 0, 3, 3),
)


def test_a_right_play_is_answered_and_the_last_one_solves_the_puzzle():
    first = attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3"])
    assert (first.verdict, first.match.actions) == (RIGHT, ["e3-b3", "e7-d7"])
    second = attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3", "b3-b1"])
    assert (second.verdict, second.actions) == (RIGHT, ("e3-b3", "b3-b1"))
    last = attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3", "b3-b1", "b1-a1"])
    assert (last.verdict, last.match.returns()) == (SOLVED, {"a": -1, "d": 1})


def test_the_end_of_a_solution_is_explained_by_what_the_last_play_did():
    last = attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3", "b3-b1", "b1-a1"])
    assert [str(reason) for reason in explain_solution(last, ESCAPE)] == ["The king has escaped: the defenders win"]


def test_another_play_that_wins_at_once_solves_the_puzzle_too():
    corner = ESCAPE._replace(position="9/9/4a4/9/9/9/9/9/3k1a3 d", solution=("d1-a1",))
    assert attempt_puzzle(TAVLEI, corner, ["d1-a1"]).verdict == SOLVED


def test_a_wrong_play_leads_back_to_the_position_before_it():
    wrong = attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3", "b3-b4"])
    assert (wrong.verdict, wrong.actions, wrong.played) == (WRONG, ("e3-b3",), ("b3-b4",))
    assert wrong.match.position_text == attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3"]).match.position_text


def test_an_illegal_action_is_refused_with_the_reason_of_the_game():
    with pytest.raises(Refused) as refused:
        attempt_puzzle(TAVLEI, ESCAPE, ["e3-e8"])
    assert refused.value.code == "path-blocked"


def test_the_dice_of_a_throw_can_be_used_in_any_order():
    assert attempt_puzzle(SCRIPTA, THROW, ["9/15", "4/5"]).verdict == OPEN
    assert attempt_puzzle(SCRIPTA, THROW, ["9/15", "4/5", "4/7"]).verdict == SOLVED
    assert attempt_puzzle(SCRIPTA, THROW, ["9/15", "4/5", "12/15"]).verdict == WRONG


def test_a_hint_names_what_to_pick_first_while_the_attempt_follows_the_solution():
    assert next_pick(TAVLEI, ESCAPE, attempt_puzzle(TAVLEI, ESCAPE, ["e3-b3"])) == "b3"
    assert next_pick(SCRIPTA, THROW, attempt_puzzle(SCRIPTA, THROW, ["9/15"])) is None
