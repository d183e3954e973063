"""On a machine that lacks something, make prints one line that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
INSTALL = ROOT / "tools" / "install.py"
SUPPORT = ROOT / "tests" / "support"
OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # as outside make


def failure(command, environment=OUTSIDE):
    """Return the one line that a failing command prints."""
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    (line,) = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make: ***")]
    return line


def pretending(code, folder):
    """Return a command that installs into a folder with a modified Python."""
    code = f"import runpy, sys; sys.path.insert(0, {str(INSTALL.parent)!r}); {code}; runpy.run_module('install', run_name='__main__')"
    return [sys._base_executable, "-c", code, folder, ROOT / "requirements.lock"]


def test_with_an_old_python_make_says_which_version_is_needed(tmp_path):
    line = failure(pretending("sys.version_info = (3, 9, 2)", tmp_path / "new"))
    assert "needs Python 3.11 or newer" in line
    assert "is 3.9" in line


@pytest.mark.parametrize("modules", [["venv"], ["pip", "ensurepip"]])
def test_with_a_python_without_venv_make_names_the_package_to_install(modules, tmp_path):
    no_wheels = "import sysconfig; sysconfig.get_config_vars()['WHEEL_PKG_DIR'] = None"  # of Debian's pip
    lacking = f"sys.modules.update(dict.fromkeys({modules})); {no_wheels}"
    assert "apt install python3-venv" in failure(pretending(lacking, tmp_path / "new"), {"PATH": ""})


def test_make_says_that_python_is_missing(tmp_path):
    assert "there is no python3" in failure(["make", f"VENV={tmp_path}/new", "PYTHON=python3-that-is-nowhere", "play"])


def looking_for_chromium(user):
    """Return a command that looks for Chromium as the system user with this id."""
    code = "import os, runpy, sys; sys.path.append(sys.argv[1]); os.geteuid = lambda: int(sys.argv[2]);"
    return [
        sys.executable,
        "-c",
        f"{code} runpy.run_module('browsers.chromium', run_name='__main__')",
        SUPPORT,
        str(user),
    ]


@pytest.fixture(params=["chromium-headless-shell", "chromium"])
def debian(request, tmp_path):
    """A machine with nothing but a package manager that knows one package."""
    program = tmp_path / request.param
    installs = f"case $* in *install*\\ {program.name}) : > {program}; /bin/chmod +x {program};; *) exit 100;; esac"
    (tmp_path / "apt-get").write_text(f"#!/bin/sh\n{installs}\n")
    (tmp_path / "apt-get").chmod(0o755)
    return {"PATH": str(tmp_path)}


def test_root_on_debian_gets_chromium_without_asking(debian):
    subprocess.run(looking_for_chromium(user=0), env=debian, check=True)
    assert len(list(Path(debian["PATH"]).glob("chromium*"))) == 1


def test_on_debian_a_user_other_than_root_is_asked_to_install_chromium(debian):
    assert "install your system's package chromium" in failure(looking_for_chromium(user=1000), debian)


def test_on_another_system_the_user_is_asked_to_install_chromium(tmp_path):
    assert "install your system's package chromium" in failure(looking_for_chromium(user=0), {"PATH": str(tmp_path)})


def test_make_installs_nothing_if_the_environment_is_complete(tmp_path):
    environment = tmp_path / "environment"
    (environment / "bin").mkdir(parents=True)
    for name in ("bin/python", "installed"):
        (environment / name).touch()
    command = ["make", "--dry-run", f"VENV={environment}", "play"]
    plan = subprocess.run(command, cwd=ROOT, env=OUTSIDE, capture_output=True, text=True, check=True)
    assert plan.stdout.splitlines() == [f"PYTHONDONTWRITEBYTECODE= {environment}/bin/ludoteka --browser"]
