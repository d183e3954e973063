"""A game that cannot be opened affects nothing else, and is reported once."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteka import games as home
from ludoteka.core.message import Refused
from ludoteka.games import game_in, games

CUPS = games()["cups"].folder
REFUSED = """
import sys
from pathlib import Path
from ludoteka.core.message import Refused
from ludoteka.games import game_in, games
try:
    game_in(Path(sys.argv[1]))
except Refused:
    print(*games())
"""
TWICE = "from ludoteka.games import commands, games; commands(); print(*games()); print(*games())"
BROKEN = {  # the __init__.py of a game called `broken` -> the complaint after its name
    "import nowhere_at_all": "cannot be opened: ModuleNotFoundError: No module named 'nowhere_at_all' ({}/__init__.py:1)",
    "x = 1\nif x\n": "cannot be opened: SyntaxError: expected ':' ({}/__init__.py:2)",
    "\n\nraise ValueError('broken has secrets\\nand an evaluation')": (
        "cannot be opened: ValueError: broken has secrets and an evaluation ({}/__init__.py:3)"
    ),
    "from ludoteka.games.broken.rules import start": (
        "cannot be opened: ZeroDivisionError: division by zero ({}/rules.py:2)"
    ),
    "raise SystemExit(3)": "cannot be opened: SystemExit: 3 ({}/__init__.py:1)",
}


OURS = {path.parent.name for path in Path(home.__file__).parent.glob("*/__init__.py")}


def opened(*folders):
    """The additional games that another process finds in these folders, and its output."""
    environment = os.environ | {"LUDOTEKA_GAMES": os.pathsep.join(map(str, folders))}
    command = [sys.executable, "-W", "error", "-c", TWICE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first == second
    assert set(first.split()) >= OURS
    return set(first.split()) - OURS, done.stderr.splitlines()


def new_folder(home, name, start):
    folder = home / name
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(start, "utf-8")
    return folder


def copied(folder, name):
    """A copy of a small game under another name."""
    shutil.copytree(CUPS, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for source in (folder / name).glob("*.py"):
        text = source.read_text("utf-8").replace("games.cups", f"games.{name}").replace('name="cups"', f'name="{name}"')
        source.write_text(text, "utf-8")
    return folder / name


def test_each_game_that_cannot_be_opened_is_reported_once_with_its_place_and_reason_and_hides_no_other_game(tmp_path):
    expected = set()
    for number, (start, complaint) in enumerate(BROKEN.items()):
        folder = new_folder(tmp_path, f"broken{number}", start.replace("games.broken", f"games.broken{number}"))
        (folder / "rules.py").write_text("x = 1\nx / 0\n", "utf-8")
        expected.add(f"The game broken{number} {complaint.format(folder)}")
    new_folder(tmp_path, "empty", "")
    expected.add(f"There is no GAME in {tmp_path}/empty.")
    source = copied(tmp_path, "renamed") / "__init__.py"
    source.write_text(source.read_text("utf-8").replace('name="renamed"', 'name="Renamed"'), "utf-8")
    expected.add(f"The game in {tmp_path}/renamed is called Renamed, but its folder or entry point is called renamed.")
    copied(tmp_path, "whole")

    there, said = opened(tmp_path)

    assert there == {"whole"}
    assert sorted(said) == sorted(expected)


def test_a_folder_in_the_variable_ludoteka_games_that_is_missing_or_is_itself_a_game_is_reported(tmp_path):
    nowhere = tmp_path / "nowhere"
    said = f"LUDOTEKA_GAMES contains {CUPS}, which is itself a game: use the folder that contains it."
    assert opened(nowhere, CUPS) == (set(), [f"LUDOTEKA_GAMES contains {nowhere}, which is not a folder.", said])


def test_a_folder_of_games_may_be_a_package_itself(tmp_path):
    copied(new_folder(tmp_path, "shelf", ""), "whole")
    assert opened(tmp_path / "shelf") == ({"whole"}, [])


def test_of_two_games_with_one_name_the_first_is_played_and_both_are_reported(tmp_path):
    first, second, own = copied(tmp_path / "one", "twice"), copied(tmp_path / "two", "twice"), games()["tavlei"].folder
    other = new_folder(tmp_path / "two", "tavlei", "")

    there, said = opened(tmp_path / "one", tmp_path / "two", tmp_path / "one")

    assert there == {"twice"}
    assert set(said) == {
        f"Two games are called {one.name}: {one} is used, and {another} is ignored."
        for one, another in ((first, second), (own, other))
    }


def test_a_command_that_cannot_be_opened_affects_neither_its_game_nor_other_commands(tmp_path):
    (copied(tmp_path, "whole") / "commands.py").write_text("COMAND = 1\n", "utf-8")

    there, (said,) = opened(tmp_path)

    assert there == {"whole"}
    assert said.startswith("The command of the game whole cannot be opened: AttributeError: module")


def test_the_doctor_names_a_game_that_cannot_be_opened(tmp_path):
    new_folder(tmp_path, "broken", "import nowhere_at_all")
    environment = os.environ | {"LUDOTEKA_GAMES": str(tmp_path), "LANGUAGE": "cs"}
    command = [sys.executable, "-m", "ludoteka", "doctor", "--json", "--data", tmp_path]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    found = [one for one in json.loads(done.stdout)["findings"] if one["name"] == "games"]
    assert [one["is_well"] for one in found] == [False, True]
    assert "Hru broken nelze otevřít" in found[0]["message"]
    assert (done.returncode, done.stderr) == (1, "")


def test_a_game_can_be_opened_by_its_folder_alone(tmp_path):
    game = game_in(copied(tmp_path, "alone"))
    assert game.name == "alone"
    assert game_in(tmp_path / "alone") is game
    assert "alone" not in games()


def test_a_folder_that_holds_no_game_is_refused_with_a_sentence(tmp_path):
    for folder, said in (
        (tmp_path, "no __init__.py"),
        (
            new_folder(tmp_path, "broken_alone", "x ="),
            f"SyntaxError: invalid syntax ({tmp_path}/broken_alone/__init__.py:1)",
        ),
        (new_folder(tmp_path, "empty_alone", ""), "There is no GAME"),
    ):
        with pytest.raises(Refused) as caught:
            game_in(folder)
        message = caught.value.message
        assert said in message.text.format_map(message.values)


def test_a_folder_whose_game_was_refused_is_not_reported_again(tmp_path):
    folder = new_folder(tmp_path, "broken", "x =")
    environment = os.environ | {"LUDOTEKA_GAMES": str(tmp_path)}
    command = [sys.executable, "-c", REFUSED, folder]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (OURS, "")
