"""What somebody meets whose machine lacks something: one line that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = ROOT / "tools" / "environment.py"
OUTSIDE = {
    name: value for name, value in os.environ.items() if not name.startswith("MAKE")
}  # as if make had not run us


def told(command, environment=OUTSIDE):
    """The one line on which a command fails."""
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    (line,) = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make: ***")]
    return line


def pretending(code, *arguments):
    """A command that runs the environment script in a Python that is not quite itself."""
    code = f"import runpy, sys; {code}; runpy.run_path({str(ENVIRONMENT)!r}, run_name='__main__')"
    return [sys.executable, "-c", code, *arguments]


def test_an_old_python_is_told_which_one_is_needed(tmp_path):
    line = told(pretending("sys.version_info = (3, 9, 2)", tmp_path / "new"))
    assert "needs Python 3.11 or newer" in line
    assert "is 3.9" in line


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_environments_names_the_package_to_install(module, tmp_path):
    assert "apt install python3-venv" in told(pretending(f"sys.modules[{module!r}] = None", tmp_path / "new"))


def test_a_machine_without_python_is_told_so(tmp_path):
    assert "there is no python3" in told(["make", f"VENV={tmp_path}/new", "PYTHON=python3-that-is-nowhere", "play"])


def test_a_machine_without_chromium_and_without_debian_is_told_to_install_it(tmp_path):
    script = ROOT / "tests" / "support" / "chromium.py"
    assert "install the package chromium" in told([sys.executable, script], {"PATH": str(tmp_path)})


def test_nothing_is_installed_twice(tmp_path):
    environment = tmp_path / "environment"
    (environment / "bin").mkdir(parents=True)
    for name in ("bin/python", "installed"):
        (environment / name).touch()
    command = ["make", "--dry-run", f"VENV={environment}", "play"]
    plan = subprocess.run(command, cwd=ROOT, env=OUTSIDE, capture_output=True, text=True, check=True)
    assert plan.stdout.splitlines() == [f"{environment}/bin/ludoteka"]
