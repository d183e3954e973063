"""Games are found by looking: one folder is enough."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteka import games as home
from ludoteka.core.game import Game, Planned
from ludoteka.games import folders, games, planned

SHELVES = [Path(shelf) for shelf in home.__path__]
FIVE = {"labyrinth", "moksha", "quagmire", "scripta", "tavlei"}


def found(**environment):
    """What another process finds."""
    code = "from ludoteka.games import games, planned; print(*games(), '|', *planned())"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True)
    playable, _, promised = done.stdout.partition("|")
    return set(playable.split()), set(promised.split())


def test_every_folder_with_a_game_is_found():
    there = {path.parent.name for shelf in SHELVES for path in shelf.glob("*/__init__.py")}
    assert set(games()) | set(planned()) == there >= FIVE | {"cups"}


def test_a_game_is_playable_or_promised():
    assert not set(games()) & set(planned())
    assert all(isinstance(game, Game) for game in games().values())
    assert all(isinstance(game, Planned) for game in planned().values())


def test_games_come_in_the_order_of_their_names():
    assert list(games()) == sorted(games())


@pytest.mark.parametrize("name", [*games(), *planned()])
def test_a_game_is_called_as_its_folder(name):
    game = games().get(name) or planned()[name]
    assert game.name == name
    assert (game.folder / "__init__.py").is_file()
    assert game.folder in folders()


def test_a_game_outside_the_package_is_there_only_where_its_folder_is_named():
    playable, promised = found(LUDOTEKA_GAMES="")
    assert playable | promised == FIVE
    assert "cups" in found(LUDOTEKA_GAMES=str(Path(__file__).parents[1] / "sixth"))[0]


def test_several_folders_can_be_named_and_other_things_may_lie_there(tmp_path):
    sixth = Path(__file__).parents[1] / "sixth"
    (tmp_path / "readme").mkdir()
    (tmp_path / "notes.txt").write_text("no game", "utf-8")
    (tmp_path / "module.py").write_text("raise RuntimeError('no game: it is no folder')", "utf-8")
    (tmp_path / "promise").mkdir()
    (tmp_path / "promise" / "__init__.py").write_text(
        "from pathlib import Path\n"
        "from ludoteka.core.game import Planned\n"
        "from ludoteka.core.message import Message\n"
        "GAME = Planned('promise', Message('Promise'), Message('Soon.'), Path(__file__).parent)\n",
        "utf-8",
    )
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "__init__.py").write_text("", "utf-8")
    playable, promised = found(LUDOTEKA_GAMES=f"{sixth}{os.pathsep}{tmp_path}{os.pathsep}{tmp_path / 'nowhere'}")
    assert "cups" in playable
    assert "promise" in promised
    assert "empty" not in playable | promised
