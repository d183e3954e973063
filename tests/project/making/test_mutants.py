"""`make mutants` finds out which small faults the tests notice."""

import json
import sys
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

import mutants

ROOT = Path(__file__).parents[3]
SOURCE = "def is_many(count):\n    return count > 3\n\n\ndef wait(event):\n    event.wait(0)\n"
TESTS = """from threading import Event
from ludoteka.small import is_many, wait

def test_four_are_many():
    assert is_many(4)
    assert not is_many({few})

def test_no_waiting():
    wait(Event())
"""
MORE = "is_many\n- return count > 3\n+ return count >= 3"
FOUR = "is_many\n- return count > 3\n+ return count > 4"
FOREVER = "wait\n- event.wait(0)\n+ event.wait(None)"
LONGER = "wait\n- event.wait(0)\n+ event.wait(1)"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small project with a module, its tests and a list; without the plugins, its tests start at once."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(mutants, "GRACE", 2)
    package = tmp_path / "src" / "ludoteka"
    package.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (package / "__init__.py").touch()
    (package / "small.py").write_text(SOURCE)
    (tmp_path / "tests" / "test_small.py").write_text(TESTS.format(few=2))
    (tmp_path / "tests" / "mutants.toml").write_text('seed = 1\n[modules]\n"small.py" = ["tests/test_small.py"]\n')
    return tmp_path


@pytest.fixture
def run(tree, monkeypatch):
    """A function that runs the tool on that project and returns what became of each mutant."""

    def run_tool(results, *options):
        words = ["mutants.py", "--tree", tree, "--results", tree / results, *options]
        monkeypatch.setattr(sys, "argv", list(map(str, words)))
        mutants.main()
        return {one.mutant: one.fate for one in mutants.read(tree / results)}

    return run_tool


def test_tests_kill_a_mutant_by_failing_or_by_not_ending(run, tree, capsys):
    assert run("before") == {MORE: "survived", FOUR: "killed", FOREVER: "timed out", LONGER: "survived"}
    assert (tree / "src" / "ludoteka" / "small.py").read_text() == SOURCE
    assert f"small.py: {MORE}" in capsys.readouterr().out


def write_results(file, fates):
    outcomes = [mutants.Outcome("small.py", name, fate, "", 0) for name, fate in fates.items()]
    file.write_text("".join(f"{json.dumps(asdict(outcome))}\n" for outcome in outcomes))


def test_an_interrupted_run_goes_on(run, tree):
    others = {MORE: "killed", FOREVER: "killed", LONGER: "killed"}
    write_results(tree / "before", others)

    assert run("before") == others | {FOUR: "killed"}


def test_the_same_mutants_meet_other_tests_and_sources(run, tree, capsys):
    write_results(tree / "before", {MORE: "survived", LONGER: "survived"})
    (tree / "tests" / "test_small.py").write_text(TESTS.format(few=3))
    (tree / "src" / "ludoteka" / "small.py").write_text(SOURCE.replace("event.wait(0)", "event.set()"))

    assert run("after", "--same-as", tree / "before") == {MORE: "killed", LONGER: "gone"}
    run("after", "--compare", tree / "before", tree / "after")
    assert f"survived before, killed after: small.py: {MORE}\nFAILED" in capsys.readouterr().out


def test_no_results_come_from_tests_that_fail_anyway(run, tree):
    (tree / "tests" / "test_small.py").write_text(TESTS.format(few=4))

    with pytest.raises(SystemExit, match=r"small\.py: its tests fail without a fault: FAILED"):
        run("before")


def test_the_list_names_modules_and_tests_that_exist():
    modules = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text("utf-8"))["modules"]
    named = [one.partition("::") for tests in modules.values() for one in tests if one.startswith("tests/")]

    assert not [module for module in modules if not (ROOT / mutants.PACKAGE / module).exists()]
    assert not [path for path, _, _ in named if not (ROOT / path).exists()]
    assert not [test for path, _, test in named if test and f"def {test}(" not in (ROOT / path).read_text("utf-8")]
