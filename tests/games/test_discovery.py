"""Games are discovered: a new game needs only a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteka import games as home
from ludoteka.core.game import Game
from ludoteka.games import folders, games

SHELVES = [Path(shelf) for shelf in home.__path__]
SIXTH = Path(__file__).parents[1] / "sixth"
HOUSE = {
    path.parent.name for path in Path(home.__file__).parent.glob("*/__init__.py")
}  # counted from the folders, so that a new game needs no change here


def found(before="", **environment):
    """The games that another process finds, after it has done something else."""
    command = [sys.executable, "-W", "error", "-c", f"{before}\nfrom ludoteka.games import games; print(*games())"]
    done = subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True)
    return set(done.stdout.split())


def test_every_folder_with_a_game_is_found():
    there = {path.parent.name for shelf in SHELVES for path in shelf.glob("*/__init__.py")}
    assert set(games()) == there >= HOUSE | {"cups"}
    assert {"labyrinth", "moksha", "quagmire", "scripta", "tavlei"} <= HOUSE
    assert all(isinstance(game, Game) for game in games().values())


def test_games_come_in_the_order_of_their_names():
    assert list(games()) == sorted(games())


@pytest.mark.parametrize("name", games())
def test_a_game_has_the_name_of_its_folder(name):
    game = games()[name]
    assert game.name == name
    assert (game.folder / "__init__.py").is_file()
    assert game.folder in folders()


def test_a_game_outside_the_package_is_found_only_if_its_folder_is_named():
    assert found(LUDOTEKA_GAMES="") == HOUSE
    assert found(LUDOTEKA_GAMES=str(SIXTH)) == HOUSE | {"cups"}


def test_a_game_that_was_imported_before_is_found():
    assert found("import ludoteka.games.tavlei", LUDOTEKA_GAMES="") == HOUSE


def test_several_folders_with_games_can_be_named_and_may_contain_other_files(tmp_path):
    (tmp_path / "readme").mkdir()
    (tmp_path / "notes.txt").write_text("no game", "utf-8")
    (tmp_path / "module.py").write_text("raise RuntimeError('no game: it is no folder')", "utf-8")
    assert found(LUDOTEKA_GAMES=f"{SIXTH}{os.pathsep}{tmp_path}{os.pathsep}") == HOUSE | {"cups"}
