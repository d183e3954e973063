"""Games that come with an installed package are found by its entry points."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from ludoteka.games import games

PLAY = """
import json
from ludoteka.core.match import Match
from ludoteka.games import commands, folders, games
from ludoteka.testing import check_game
game = games()["hidden_coin"]
check_game(game, matches=1)
print(json.dumps([game.rules.__name__, str(game.folder), Match(game).legal_texts(), "coin" in commands()]))
"""
COMMAND = "import click\n\n\n@click.command('coin')\ndef COMMAND():\n    print(1 + 1)\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder as pip would create it: a package with a game, and its metadata; and a cache."""
    site = tmp_path_factory.mktemp("site")
    package = shutil.copytree(games()["cups"].folder, site / "coin_games", ignore=shutil.ignore_patterns("__pycache__"))
    for source in package.glob("*.py"):
        text = source.read_text("utf-8").replace("ludoteka.games.cups", "coin_games")
        source.write_text(text.replace('name="cups"', 'name="hidden_coin"'), "utf-8")
    (package / "commands.py").write_text(COMMAND, "utf-8")
    told = site / "ludoteka_coin-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: ludoteka-coin\nVersion: 1.0\n", "utf-8")
    return site


def name(site, *lines):
    entries = "\n".join(["[ludoteka.games]", *lines, ""])
    (site / "ludoteka_coin-1.0.dist-info" / "entry_points.txt").write_text(entries, "utf-8")


def run(site, *command):
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "XDG_CACHE_HOME": str(site / "cache"),
        "LANGUAGE": "en",
    }
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("place", ["coin_games", "coin_games:GAME"])
def test_a_game_from_an_installed_package_passes_all_checks_and_adds_its_command(site, place):
    name(site, f"hidden_coin = {place}")

    done = run(site, "-W", "error", "-c", PLAY)

    assert done.stderr == ""
    package = str(site / "coin_games")
    assert json.loads(done.stdout) == ["coin_games.rules", package, ["hide:1", "hide:2", "hide:3", "hide:4"], True]


def test_the_commands_accept_an_installed_game_by_its_name_and_by_its_folder(site):
    name(site, "hidden_coin = coin_games")

    assert run(site, "-m", "ludoteka", "perft", "hidden_coin", "3").stdout == "32\n"
    assert run(site, "-m", "ludoteka", "coin").stdout == "2\n"
    checked = run(site, "-m", "ludoteka", "check", site / "coin_games", "--matches", "1")
    assert "hidden_coin passes all checks" in checked.stdout


def test_an_entry_point_that_cannot_be_opened_is_reported_and_hides_no_other_game(site):
    name(
        site,
        "hidden_coin = coin_games",
        "gone = gone_games",
        "empty = json",
        "cups = coin_games",
        "broken = broken_games",
    )
    (site / "broken_games.py").write_text("x = 1 / 0", "utf-8")

    done = run(site, "-c", "from ludoteka.games import games; print(*games())")

    assert {"hidden_coin", "cups", "tavlei"} <= set(done.stdout.split())
    assert {"gone", "empty", "broken"}.isdisjoint(done.stdout.split())
    cups = games()["cups"].folder
    division = "ZeroDivisionError: division by zero"
    missing = "ModuleNotFoundError: No module named 'gone_games'"
    assert set(done.stderr.splitlines()) == {
        f"The game gone cannot be opened: {missing} (ludoteka-coin: gone = gone_games)",
        "There is no GAME in ludoteka-coin: empty = json.",
        f"The game broken cannot be opened: {division} ({site}/broken_games.py:1)",
        f"Two games are called cups: {cups} is used, and ludoteka-coin: cups = coin_games is ignored.",
    }
