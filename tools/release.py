"""Make all files of a release in dist/, and try them; `make release` runs this, and docs/releasing.md explains it.

Both distributions are built from the commit that is checked out, not from the folder: as plain Python for every system, and
the library also compiled, for this system and this Python.  Only trying them needs a package index.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from ludoteka import __version__
from ludoteka.games import games

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROJECTS = (".", "distributions/ludoteka")
UV = Path(sys.executable).with_name("uv")
RELEASED = re.compile(r"^## \[(?P<version>[\w.]+)\] - (?P<day>\d{4}-\d\d-\d\d)$")
LEAST = ("--matches", "1", "--plies", "100")  # the tests check more


def obstacles(changes: str, changelog: str, version: str, today: date) -> Iterator[str]:
    """Yield what stands in the way of a release: uncommitted changes, as git lists them, or the changelog."""
    if changes:
        yield f"Commit or remove these changes first:\n{changes}"
    unreleased, *releases = re.split(r"^(?=## \[)", changelog, flags=re.MULTILINE)[1:]
    if unreleased.strip() != "## [Unreleased]":
        yield "CHANGELOG.md has to begin with an empty section [Unreleased]."
    newest = RELEASED.match(releases[0].splitlines()[0]) if releases else None
    if not newest or newest["version"] != version:
        yield f"After it, CHANGELOG.md needs a section [{version}] with a date, as src/ludoteka/__init__.py says this version."
    elif date.fromisoformat(newest["day"]) > today:
        yield f"CHANGELOG.md dates {version} in the future."


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """Run a program and return what it prints; end with what it complains about if it fails."""
    line = list(map(str, command))
    print("$", shlex.join([*(f"{name}={value}" for name, value in variables.items()), *line]), flush=True)
    settings = os.environ | variables
    done = subprocess.run(line, cwd=folder, env=settings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{Path(line[0]).name} ended with {done.returncode}.")
    return done.stdout


def build(sources: Path, dist: Path) -> list[Path]:
    """Unpack the commit into a folder, and build both distributions from it into another; return the files there.

    The wheel of the library with compiled modules comes first.
    """
    archive = sources.with_suffix(".tar")
    run("git", "archive", "--output", archive, "HEAD")
    shutil.unpack_archive(archive, sources, filter="data")
    for old in dist.glob("ludoteka*"):
        old.unlink()
    how = ("--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, "--out-dir", dist)
    for project in PROJECTS:
        run(UV, "build", *how, sources / project, LUDOTEKA_COMPILE="")
    run(UV, "build", *how, "--wheel", sources, LUDOTEKA_COMPILE="1")
    return sorted(dist.glob("ludoteka*"), key=lambda path: (not is_compiled(path), path.name))


def is_compiled(path: Path) -> bool:
    """Tell whether a file is a wheel for one system and one Python."""
    return path.suffix == ".whl" and not path.stem.endswith("-none-any")


def install(folder: Path, *wheels: Path) -> Path:
    """Install wheels, and what they require, into a new environment; return its Python."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    run(UV, "pip", "install", "--quiet", "--python", python, "--constraint", ROOT / "requirements.lock", *wheels)
    return python


def try_out(folder: Path, compiled: Path) -> None:
    """Install the library and, with compiled modules, the house; ask for the version, and check all games."""
    plain, command = (DIST / f"{name}-{__version__}-py3-none-any.whl" for name in ("ludoteka_core", "ludoteka"))
    library = install(folder / "library", plain)
    asked = run(library, "-c", "import ludoteka; print('ludoteka', ludoteka.__version__)", folder=folder)
    house = install(folder / "house", compiled, command)
    run(house, "-c", "import ludoteka.core.match as one; assert not one.__file__.endswith('.py')", folder=folder)
    program = house.with_name("ludoteka")
    for printed in (asked, run(program, "--version", folder=folder)):
        if printed != f"ludoteka {__version__}\n":
            sys.exit(f"This is another version: {printed}")
    for game in games():
        print(run(program, "check", game, *LEAST, folder=folder), end="")


def main() -> None:
    """Make a release, up to uploading it."""
    changes = run("git", "status", "--porcelain")
    found = list(obstacles(changes, (ROOT / "CHANGELOG.md").read_text("utf-8"), __version__, datetime.now(UTC).date()))
    if found:
        sys.exit("\n".join(found))
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder, "sources"), DIST)
        run(sys.executable, "-m", "twine", "check", "--strict", *built)
        compiled, *everywhere = built
        try_out(Path(folder), compiled)
    print(f"\nLudoteka {__version__} is in dist/. To publish it:\n")
    print(f"    git tag --annotate v{__version__} --message 'Ludoteka {__version__}' && git push origin v{__version__}")
    print(
        "\nWithout continuous integration, which also builds the compiled wheels of other systems, instead of the push:\n"
    )
    print("    pipx run cibuildwheel --output-dir dist")
    files = [path.relative_to(ROOT).as_posix() for path in everywhere]
    print(f"    twine upload {shlex.join(files)} dist/*manylinux*.whl")


if __name__ == "__main__":
    main()
