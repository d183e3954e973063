"""`ludoteka check` checks a game against its contract."""

import os
import shutil

import pytest
from programs import forked

from ludoteka.games import games

CUPS = games()["cups"].folder
QUICK = ("--matches", "1", "--plies", "20")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Return the folder in which the game stands; all tests share it, as it is compiled once for each place."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def check(home):
    """Return a function that runs `ludoteka check` in a folder; no folders of games are configured."""

    def run(*arguments, folder=home, cache=home / "cache"):
        environment = os.environ | {"LUDOTEKA_GAMES": "", "LANGUAGE": "en"}
        environment |= {"XDG_CACHE_HOME": str(cache)} if cache else {}
        return forked.run("check", *arguments, *QUICK, env=environment, cwd=folder)

    return run


@pytest.fixture
def cups(home):
    folder = home / "cups"
    shutil.rmtree(folder, ignore_errors=True)
    return shutil.copytree(CUPS, folder, ignore=shutil.ignore_patterns("__pycache__"))


def edit(folder, file, old, new):
    source = folder / file
    text = source.read_text("utf-8")
    assert old in text
    source.write_text(text.replace(old, new), "utf-8")


@pytest.mark.usefixtures("cups")
def test_a_folder_outside_ludoteka_games_is_checked_and_the_amount_of_work_reported(check):
    for name in ("cups", "./cups", "cups/"):
        ended = check(name)

        assert (ended.returncode, ended.stderr) == (0, "")
        first, second, *_, last = ended.stdout.splitlines()
        assert first.startswith("Random matches checked in full: 1; plies: ")
        assert second.startswith("Random matches interpreted and compiled in step: 50; plies: ")
        assert last == "cups passes all checks."


def test_a_path_is_checked_even_if_the_house_has_a_game_of_that_name(check, cups, tmp_path):
    for source in cups.glob("*.py"):
        text = source.read_text("utf-8").replace("games.cups", "games.tavlei").replace('name="cups"', 'name="tavlei"')
        source.write_text(text, "utf-8")
    cups.rename(tmp_path / "tavlei")
    edit(tmp_path / "tavlei", "scene.py", '"cup", HIDER, NAMES[cup]', '"cup", HIDER, "x"')

    ended = check("./tavlei", folder=tmp_path)

    assert ended.returncode == 1
    assert "stands on 'x', which is not a place" in ended.stderr
    assert "tavlei passes all checks." in check("tavlei", folder=tmp_path, cache=None).stdout  # compiled before


def test_all_breaches_of_the_dialect_are_listed_with_their_lines(check, cups):
    edit(cups, "rules.py", "    left = state.lifts\n", "    left = sum(state.lifted)\n")
    edit(cups, "rules.py", "    if action >= LIFT:\n", "    if any(state.lifted):\n")

    ended = check(cups)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert [line.partition("; ")[0].partition("py:")[2].partition(": ")[2] for line in ended.stderr.splitlines()] == [
        "`any` is not part of the dialect",
        "`sum` is not part of the dialect",
    ]


def test_a_complaint_is_one_sentence(check, cups):
    edit(cups, "rules.py", "state.coin if seat == HIDER or is_terminal(state) else NOWHERE", "state.coin")

    ended = check(cups)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("cups {}: seat 1 must not tell ")
    assert len(ended.stderr.splitlines()) == 1


def test_an_error_in_the_game_is_reported_in_one_sentence_with_its_line_and_with_a_traceback_on_request(check, cups):
    edit(cups, "scene.py", "if seen.turn == SEEKER:", "if 1 / (2 - seen.lifts):")

    ended = check(cups)
    traced = check(cups, "--traceback")

    line = (cups / "scene.py").read_text("utf-8").splitlines().index("    if 1 / (2 - seen.lifts):") + 1
    assert ended.returncode == 1
    assert ended.stderr.startswith("cups {}")
    assert "while it was checked: " in ended.stderr
    assert ended.stderr.endswith(f"ZeroDivisionError: division by zero ({cups}/scene.py:{line})\n")
    assert "Traceback" not in ended.stderr
    assert "Traceback" in traced.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chess", "There is no such game here, and no such folder. The games are: labyrinth, moksha,"),
        ("./chess", "There is no such game here, and no such folder."),
        (".", "There is no game in "),
    ],
)
def test_something_that_is_not_a_game_is_refused_with_a_sentence(check, tmp_path, name, said):
    ended = check(name, folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said)
    assert len(ended.stderr.splitlines()) == 1


def test_a_game_that_cannot_be_imported_is_refused_with_the_import_error(check, cups):
    edit(cups, "notation.py", "import re\n", "import regular\n")

    ended = check(cups)

    fault = f"ModuleNotFoundError: No module named 'regular' ({cups}/notation.py:3)"
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"The game cups cannot be opened: {fault}\n"
