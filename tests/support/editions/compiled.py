"""The wheel with compiled modules (`setup.py`), unpacked in the user's cache directory.

The folder is named by a digest of the sources and of what compiles them, so it is compiled once on every machine.  Deleting older ones is always safe.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

ROOT = Path(__file__).parents[3]
CACHE = user_cache_path("ludoteka") / "compiled"


def obstacle():
    """Return why nothing can be compiled here, or ""."""
    compiler = sysconfig.get_config_var("CC").split()[0]
    if shutil.which(compiler) is None:
        return f"compiling needs a C compiler: install {compiler}"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return "" if header.exists() else f"compiling needs {header}: install the development files of Python"


def folder():
    """Return the folder that contains the compiled package; compile it if the sources have changed."""
    place, workshop = CACHE / digest(), CACHE / "unfinished"
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(CACHE / "lock"):
        if not place.exists():
            shutil.rmtree(workshop, ignore_errors=True)  # what an interrupted build has left
            build(workshop)
            (workshop / "package").rename(place)
            shutil.rmtree(workshop)
    return place


def digest():
    """Return a digest of everything that the compiled code depends on."""
    state = hashlib.sha256(f"{sys.version} {version('mypy')}".encode())
    for file in [ROOT / "setup.py", *sorted((ROOT / "src").rglob("*.py"))]:
        state.update(file.read_bytes())
    return state.hexdigest()[:16]


def build(workshop):
    """Compile without optimization, which takes half the time, and in a copy, so that nothing is left behind."""
    shutil.copytree(ROOT / "src", workshop / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copytree(ROOT / "distributions", workshop / "distributions", ignore=shutil.ignore_patterns("*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, workshop)
    settings = {"LUDOTEKA_COMPILE": "1", "MYPYC_OPT_LEVEL": "0"}
    how = ["--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, "--out-dir", "dist"]
    command = [Path(sys.executable).with_name("uv"), "build", "--wheel", *how]
    done = subprocess.run(command, cwd=workshop, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = workshop.glob("dist/*.whl")
    shutil.unpack_archive(wheel, workshop / "package", "zip")
