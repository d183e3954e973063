"""`ludoteka puzzle`, run as a real program."""

import os
import re

import pytest
from programs import forked

from ludoteka.games import games
from ludoteka.puzzles.puzzle import find_puzzle, solution_steps

GAME = games()["tavlei"]
PUZZLE = find_puzzle(GAME, 1)
SOLUTION = [text for step in solution_steps(GAME, PUZZLE) for text in step.actions]


def puzzle(*arguments, lines=(), language="en"):
    typed = "".join(f"{line}\n" for line in lines)
    return forked.run("puzzle", *arguments, typed=typed, env=os.environ | {"LANGUAGE": language})


def test_a_puzzle_is_solved_by_typing_the_actions_of_its_solution():
    done = puzzle("tavlei", "--number", "1", lines=["x9-y9", "hint", *SOLUTION])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hint: begin with " in done.stdout
    assert "Solved." in done.stdout


def test_the_solution_is_told_to_whoever_gives_up():
    assert puzzle("tavlei", "--number", "1", lines=["solution"]).stdout.count(PUZZLE.solution[0]) == 1


def test_without_a_game_it_is_the_puzzle_of_the_day():
    first, second = puzzle(lines=["quit"]), puzzle("--daily", lines=["quit"])
    assert first.returncode == 0
    assert first.stdout == second.stdout


def test_the_themes_are_listed_with_their_puzzles_and_one_can_be_chosen():
    listed = dict(line.split(" – ") for line in puzzle("tavlei", "--themes", language="ru").stdout.splitlines())
    title, numbers = listed["king"].split(": ")
    assert title == "Ходы князя"
    shown = puzzle("tavlei", "--theme", "king", lines=["quit"]).stdout
    assert re.search(r"Puzzle (\d+): ", shown)[1] in numbers.split()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tavlei", "--number", "9999"), 1, "no such puzzle"),
        (("labyrinth",), 1, "no puzzles"),
        (("--number", "1"), 2, "--number needs a game"),
        (("--theme", "king"), 2, "need a game"),
        (("tavlei", "--theme", "x"), 1, "win, defence, line, capture, king, quiet"),
        (("labyrinth", "--theme", "x"), 1, "no puzzles"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments, code, said):
    done = puzzle(*arguments)
    assert done.returncode == code
    assert said in done.stderr
