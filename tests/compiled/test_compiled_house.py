"""A house with compiled modules behaves like an interpreted one, byte for byte (decision 0028)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from editions import compiled

from ludoteka.games import games

pytestmark = pytest.mark.campaign
TESTS = Path(__file__).parents[1]
TRANSCRIPT = Path(__file__).with_name("transcript.py")
SAME_TESTS = ("core/test_match.py", "core/test_scene.py", "games/tavlei", "project/test_dialect.py")
SAME_TESTS += (
    "referee/test_referee.py",
    "referee/test_agreements.py",
    "referee/test_curtain.py",
    "referee/test_views.py",
)
SAME_TESTS += ("server/operations/test_background_process.py", "server/sockets/test_socket.py")
SAME_TESTS += ("server/rooms/test_refusals_aloud.py",)


@pytest.fixture(scope="module")
def package():
    """The folder of the compiled package."""
    if reason := compiled.obstacle():
        pytest.skip(reason)
    return str(compiled.folder())


def run(package, *command, **environment):
    """Run Python with a package before all others; return what it prints."""
    settings = {"PYTHONPATH": package, "PYTHONHASHSEED": "0", **environment}
    done = subprocess.run(
        [sys.executable, *command],
        env=os.environ | settings,
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def test_people_receive_the_same_bytes_in_every_game(package):
    is_compiled, *sent = run(package, TRANSCRIPT, *games()).splitlines()
    is_plain, *expected = run(str(TESTS.parent / "src"), TRANSCRIPT, *games()).splitlines()

    assert (is_compiled, is_plain) == ("True", "False")
    assert [pair for pair in zip(sent, expected, strict=True) if pair[0] != pair[1]] == []


def test_the_tests_of_what_is_compiled_pass(package, tmp_path):
    files = [TESTS / name for name in SAME_TESTS]
    run(package, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", tmp_path / "files", *files)


def test_the_search_uses_the_source_of_compiled_rules(package, tmp_path):
    test = TESTS / "core" / "test_twins.py"
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", tmp_path / "files", test, "-k", "tavlei")
    run(package, *command, XDG_CACHE_HOME=str(tmp_path / "cache"))


def test_the_wheel_is_for_this_python_and_holds_each_compiled_module_beside_its_source(package):
    [metadata] = Path(package).glob("ludoteka_core-*.dist-info/WHEEL")
    extensions = list(Path(package, "ludoteka").rglob("*.so"))

    assert f"Tag: cp3{sys.version_info.minor}-" in metadata.read_text("utf-8")
    assert len(extensions) > 0
    assert all(file.with_name(f"{file.name.partition('.')[0]}.py").exists() for file in extensions)


def test_doctor_counts_the_compiled_modules(package, tmp_path):
    command = ("-m", "ludoteka", "doctor", "--json", "--data", tmp_path)
    settings = os.environ | {"PYTHONPATH": package, "LANGUAGE": "en"}
    done = subprocess.run([sys.executable, *command], env=settings, capture_output=True, text=True, check=False)
    number = len(list(Path(package).rglob("ludoteka/**/*.so")))
    assert number > 0
    assert f"Moves are accepted and shown by compiled modules: {number}" in done.stdout
