"""Twins: copies of modules for one game, compiled and cached so that no stale or foreign code is ever loaded."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest
from toys.counting import playout

import ludoteka
from ludoteka.core.twins import CompilationFailed, bound_twin, compiled_twin, short_compiler_errors
from ludoteka.games import games

PROBE = Path(__file__).with_name("twin_probe.py")
PLIES = 300
SEED = (1, 2, 3, 4)

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@each_game
def test_interpreted_and_compiled_twins_reach_the_same_state_from_the_same_seed(game):
    rules, begin = game.rules, game.begin(game.check_options({}))
    plain, fast = begin.copy(), begin.pack()
    numbers = numpy.array(SEED, numpy.int64)

    plies = bound_twin(playout, rules).playout(plain, [0] * rules.MAX_ACTIONS, list(SEED), PLIES)

    assert (
        compiled_twin(playout, rules).playout(fast, numpy.zeros(rules.MAX_ACTIONS, numpy.int64), numbers, PLIES)
        == plies
    )
    assert rules.State.unpack(fast) == plain


@each_game
def test_a_twin_is_created_only_once_for_each_game(game):
    assert compiled_twin(playout, game.rules) is compiled_twin(playout, game.rules)
    assert bound_twin(playout, game.rules) is bound_twin(playout, game.rules)


def test_a_twin_does_not_change_the_module_that_it_copies():
    rules = games()["cups"].rules
    assert bound_twin(playout, rules).apply is not rules.apply
    with pytest.raises(NotImplementedError):
        playout.apply(rules.start({}), 0)


def test_a_long_tuple_is_an_array_only_in_compiled_code():
    rules = games()["tavlei"].rules
    assert isinstance(rules.CELLS, tuple)
    assert isinstance(bound_twin(rules).CELLS, tuple)
    assert isinstance(compiled_twin(rules).CELLS, numpy.ndarray)
    assert compiled_twin(rules).CELLS.tolist() == list(rules.CELLS)
    assert isinstance(compiled_twin(rules).STEPS, tuple), "a short tuple stays a tuple"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What processes find that share a cache and a copy of the package, which is edited between them.

    Each compiles or loads "one" and "two", copies of the sixth game that differ only in a number.
    """
    top = tmp_path_factory.mktemp("twins")
    package, home = top / "ludoteka", top / "games"
    shutil.copytree(Path(ludoteka.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    for name in ("one", "two"):
        copy_game(home, name)
    throw_one_face(home, "two")

    def run(*names, **more):
        own = {"XDG_CACHE_HOME": str(top / "cache"), "LUDOTEKA_GAMES": str(home), "PYTHONPATH": str(top)}
        command = [sys.executable, "-W", "error", PROBE, *names]
        done = subprocess.run(command, env={**os.environ, **own, **more}, stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    found = {"first": run("one", "two"), "second": run("one", "two")}
    other = {"1": "0"}.get(os.environ.get("NUMBA_BOUNDSCHECK"), "1")
    found["other bounds checks"] = run("one", NUMBA_BOUNDSCHECK=other)
    for source in (package / "server" / "house.py", package / "learning" / "plan.py"):
        touch(source)
    throw_one_face(home, "one")
    found["edited game"] = run("one", "two")
    for source in ("core/grid.py", "search/playout.py"):
        touch(package / source)
        found[source] = run("two")
    return SimpleNamespace(found=found, cache=top / "cache")


def touch(source):
    with source.open("a", encoding="utf-8") as file:
        file.write("# edited\n")


def copy_game(home, name):
    shutil.copytree(games()["cups"].folder, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    for source in (home / name).glob("*.py"):
        text = source.read_text("utf-8").replace("games.cups", f"games.{name}").replace('name="cups"', f'name="{name}"')
        source.write_text(text, "utf-8")


def throw_one_face(home, name):
    rules = home / name / "rules.py"
    modified = rules.stat().st_mtime
    rules.write_text(rules.read_text("utf-8").replace("FACES = 2", "FACES = 1"), "utf-8")
    os.utime(rules, (modified + 2, modified + 2))  # Python tells versions of equal length apart by the second


def folders(runs, name):
    return {run: games[name]["folder"] for run, games in runs.found.items() if name in games}


def compiled(runs, name):
    return {run: (games[name]["loaded"], games[name]["compiled"]) for run, games in runs.found.items() if name in games}


def test_a_second_process_loads_the_code_that_the_first_process_compiled(runs):
    assert (compiled(runs, "one")["first"], compiled(runs, "one")["second"]) == ((0, 1), (1, 0))


def test_machine_code_is_in_the_users_cache_directory(runs):
    folder = Path(folders(runs, "one")["first"])
    assert folder.is_relative_to(runs.cache / "ludoteka")
    assert list(folder.rglob("*.nbc")), "the machine code is in this folder"


def test_games_that_differ_only_in_a_number_do_not_share_code(runs):
    """The rest of their rules is the same, so the compiler could mistake the code of one game for that of the other."""
    for run in ("first", "second"):
        assert (runs.found[run]["one"]["count"], runs.found[run]["two"]["count"]) == (32, 16)


def test_stale_code_is_never_run_after_an_edit_of_the_rules(runs):
    assert runs.found["edited game"]["one"]["count"] == 16
    assert folders(runs, "one")["edited game"] != folders(runs, "one")["second"]


def test_an_edit_of_one_game_or_of_the_house_keeps_the_cached_code_of_another_game(runs):
    assert folders(runs, "two")["edited game"] == folders(runs, "two")["second"]
    assert compiled(runs, "two")["edited game"] == (1, 0)


def test_an_edit_of_what_the_code_can_depend_on_compiles_it_again(runs):
    found = [folders(runs, "two")[run] for run in ("edited game", "core/grid.py", "search/playout.py")]
    assert len(set(found)) == 3
    assert compiled(runs, "two")["core/grid.py"] == compiled(runs, "two")["search/playout.py"] == (0, 1)


def test_only_functions_whose_sources_name_the_folder_of_the_cache_have_twins(module_of):
    """A function of another package is left as it is, so the compiler refuses it, and never caches what it does."""
    state = games()["cups"].begin({}).pack()
    source = ASKING.replace("core.rules import evaluate", "players.far import evaluate")
    far = sys.modules["ludoteka.players.far"] = module_of("ludoteka.players.far", "def evaluate(state, seat): return 1")
    try:
        with pytest.raises(CompilationFailed), short_compiler_errors():
            compiled_twin(module_of("asking", source), games()["cups"].rules).ask(state, 0)
    finally:
        del sys.modules[far.__name__]


def test_code_with_other_bounds_checks_is_cached_separately(runs):
    assert folders(runs, "one")["other bounds checks"] != folders(runs, "one")["second"]
    assert compiled(runs, "one")["other bounds checks"] == (0, 1)


ASKING = """
from ludoteka.core.rules import evaluate


def ask(state, seat):
    return evaluate(state, seat)
"""


@pytest.fixture
def module_of(tmp_path, monkeypatch):
    """Return a function that creates a module from its name and source; the compiler's cache is empty at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def create(name, source):
        file = tmp_path / f"{name}.py"
        file.write_text(source, "utf-8")
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return create


def test_two_evaluations_of_one_game_do_not_share_code(module_of):
    rules, asking = games()["cups"].rules, module_of("asking", ASKING)
    state = games()["cups"].begin({}).pack()
    for name, value in (("readable", 1), ("learned", 2)):
        evaluation = module_of(name, f"def evaluate(state, seat):\n    return {value}\n")
        assert compiled_twin(asking, rules, evaluation).ask(state, 0) == value
