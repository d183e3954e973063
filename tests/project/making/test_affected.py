"""`make test ONLY=PATH` runs what a change of the path can break."""

import subprocess
import sys
from pathlib import Path

from affected import affected

ROOT = Path(__file__).parents[3]


def of(path):
    return affected(ROOT / path)


def test_a_change_of_rules_concerns_the_tests_that_import_them_also_through_other_modules():
    tests = of("src/ludoteka/games/tavlei/rules.py")
    assert "tests/games/tavlei/test_tavlei_perft.py" in tests
    assert "tests/golden/test_golden_playthroughs.py" in tests, "it finds the games by itself"
    assert "tests/core/test_dice.py" not in tests


def test_a_change_of_a_page_concerns_the_tests_in_folders_of_its_name():
    assert "tests/browser/tournaments/test_tournaments_in_the_browser.py" in of("src/ludoteka/web/tournaments")


def test_a_change_of_what_tests_share_concerns_the_tests_that_use_it():
    assert "tests/games/moksha/test_moksha_twice.py" in of("tests/support/naive/moksha.py")


def test_the_checks_of_the_project_always_run():
    assert of("docs/design.md") == ["tests/project"]


def test_a_path_that_does_not_exist_is_refused():
    command = [sys.executable, ROOT / "tools" / "affected.py", "src/nowhere.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "There is no src/nowhere.py.\n")
