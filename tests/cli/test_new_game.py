"""`ludoteka new-game` creates a complete game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from programs import forked

from ludoteka.commands import new_game

ROOT = Path(__file__).parents[2]


def environ(folder, **more):
    own = {"LUDOTEKA_GAMES": "", "LANGUAGE": "en", "XDG_CACHE_HOME": str(folder / "cache")}
    return os.environ | own | more


def run(folder, *command):
    """Run a program in a folder, in which a warning is an error."""
    command = [sys.executable, "-W", "error", *map(str, command)]
    return subprocess.run(command, cwd=folder, env=environ(folder), capture_output=True, text=True, check=False)


def ludoteka(folder, *arguments, typed="", **environment):
    """Run the command in a folder."""
    return forked.run(*arguments, cwd=folder, env=environ(folder, **environment), typed=typed)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return the folder in which a game was created, and the output."""
    folder = tmp_path_factory.mktemp("games")
    ended = run(folder, "-m", "ludoteka", "new-game", "three_stones")
    assert (ended.returncode, ended.stderr) == (0, "")
    return folder, ended.stdout


def test_the_new_game_consists_of_a_folder_and_a_test_file(written):
    folder, said = written
    assert sorted(path.name for path in folder.iterdir() if path.name != "cache") == [
        "test_three_stones.py",
        "three_stones",
    ]
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".py", ".md")]
    assert len(texts) == len(list(Path(new_game.__file__).parent.glob("*.txt")))
    assert not [text for text in texts if "_NAME_" in text or "_TITLE_" in text]
    assert said.startswith("./three_stones contains a complete game")


def test_the_printed_next_steps_work(written):
    folder, said = written
    lines = [line.split() for line in said.splitlines() if line.startswith("    ")]
    check, play, house = lines
    assert house == [play[0], "ludoteka"]
    named = dict([play[0].split("=")])

    assert ludoteka(folder, *check[1:]).stdout.splitlines()[-1] == "three_stones passes all checks."
    moves = "s13\ns10\ns7\ns4\ns1\nquit\n"
    assert "First wins" in ludoteka(folder, *play[2:], "--hot-seat", typed=moves, **named).stdout


def test_the_tests_of_the_new_game_pass(written):
    folder, _ = written
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_the_new_game_passes_the_linters(written):
    folder, _ = written
    for check in (["check", "--ignore", "D103,S101"], ["format", "--check"]):  # test names replace docstrings
        done = run(folder, "-m", "ruff", *check, "--config", ROOT / "pyproject.toml", folder)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["1st", "Stones", "class", "two words", "a-b", "_own", "é", ""])
def test_an_invalid_name_is_refused(tmp_path, name):
    ended = ludoteka(tmp_path, "new-game", "--", name)
    assert ended.returncode == 1
    assert ended.stderr == f"{name} is not a valid name: use lowercase letters, digits and _, starting with a letter.\n"


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "file").touch()
    ended = ludoteka(tmp_path, "new-game", "stones", "--into", "file")
    assert (ended.returncode, ended.stderr) == (1, "file/stones cannot be created: Not a directory.\n")


def test_existing_files_are_not_overwritten(written):
    folder, _ = written
    for ended, said in (
        (ludoteka(folder, "new-game", "three_stones"), "three_stones already exists.\n"),
        (
            ludoteka(folder, "new-game", "three_stones", LUDOTEKA_GAMES="."),
            "There is already a game called three_stones.\n",
        ),
        (ludoteka(folder, "new-game", "tavlei"), "There is already a game called tavlei.\n"),
    ):
        assert (ended.returncode, ended.stderr) == (1, said)


def test_the_new_game_can_be_created_in_another_folder(tmp_path):
    ended = ludoteka(tmp_path, "new-game", "stones", "--into", "my games")
    assert "ludoteka check 'my games/stones'" in ended.stdout
    assert (tmp_path / "my games" / "stones" / "rules.py").is_file()
    assert (tmp_path / "my games" / "test_stones.py").is_file()
