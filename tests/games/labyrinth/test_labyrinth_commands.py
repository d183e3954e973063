"""The command `maze`."""

import json

import pytest
from boards.labyrinth import house
from programs.commands import ludoteka

from ludoteka.games.labyrinth.maze import checked

DRAWING = """Floor 0
+---+---+---+
|   |H      |
+   +   +vvv+
|S   B      #
+---+---+---+

Floor 1
+---+---+
|kc  H# |
+---+---+

^ v < >  can be passed in this direction only
#  exit
H  ladder
B  bank
S  shop
k  key
c  cartridge
"""


def maze(*arguments, given="", language="en"):
    return ludoteka("maze", *arguments, typed=given, language=language)


def test_a_maze_is_generated_checked_and_drawn(tmp_path):
    file = tmp_path / "maze.json"
    assert maze("new", file, "--seed", "summer", "--size", "small").returncode == 0
    checked(json.loads(file.read_text()), 3)
    assert maze("check", file).stdout == "This labyrinth can be played: 20 cells.\n"
    drawing = maze("show", file).stdout
    assert drawing.startswith("Floor 0\n")
    assert "k  key" in drawing


def test_the_same_seed_makes_the_same_file():
    one, other = (maze("new", "--seed", "winter", "--cells", 40, "--floors", 2).stdout for _ in range(2))
    assert one == other
    assert len(json.loads(one)["cells"]) == 40


def test_a_drawing_shows_walls_exits_and_items():
    drawing = maze("show", "-", given=json.dumps(house())).stdout
    assert drawing == DRAWING


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{", "The file is not JSON."),
        ("[" * 100_000, "The file is not JSON."),
        ('{"cells": ' + "1" * 2_000_000 + "}", "The file is too large"),
        ("[]", "scenario"),
        (json.dumps(house() | {"cells": []}), "cells"),
        (json.dumps(house(items="a1 idol")), "key"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(given, said):
    told = maze("check", "-", given=given)
    assert (told.returncode, told.stdout) == (1, "")
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


def test_too_many_players_are_refused():
    told = maze("check", "-", "--players", 4, given=json.dumps(house()))
    assert (told.returncode, told.stdout) == (1, "")
    assert "players (4)" in told.stderr


def test_the_command_speaks_the_readers_language():
    assert maze("check", "-", given=json.dumps(house()), language="ru").stdout.startswith("Лабиринт годится для игры")
    assert maze("check", "-", given=json.dumps(house()), language="cs").stdout.startswith("V tomto labyrintu")


def test_a_file_that_cannot_be_written_is_refused(tmp_path):
    told = maze("new", tmp_path / "nowhere" / "maze.json")
    assert told.returncode == 1
    assert told.stderr.startswith("Cannot write ")
