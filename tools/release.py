"""Make all files of a release in dist/, and try them; `make release` runs this, and docs/releasing.md explains it.

Both distributions are built from the commit that is checked out, not from the folder.  Only trying them needs a package index.
"""

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


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a program and return what it prints; end with what it complains about if it fails."""
    line = list(map(str, command))
    print("$", shlex.join(line), flush=True)
    done = subprocess.run(line, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{Path(line[0]).name} ended with {done.returncode}.")
    return done.stdout


def build(sources: Path, dist: Path) -> list[Path]:
    """Unpack the commit into a folder, and build both distributions from it into another; return the files there."""
    archive = sources.with_suffix(".tar")
    run("git", "archive", "--output", archive, "HEAD")
    shutil.unpack_archive(archive, sources, filter="data")
    for old in dist.glob("ludoteka*"):
        old.unlink()
    for project in PROJECTS:
        how = ("--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, "--out-dir", dist)
        run(UV, "build", *how, sources / project)
    return sorted(dist.glob("ludoteka*"), reverse=True)  # the library first


def install(folder: Path, *names: str) -> Path:
    """Install distributions from dist/, and what they require, into a new environment; return its Python."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    wheels = [DIST / f"{name.replace('-', '_')}-{__version__}-py3-none-any.whl" for name in names]
    run(UV, "pip", "install", "--quiet", "--python", python, "--constraint", ROOT / "requirements.lock", *wheels)
    return python


def try_out(folder: Path) -> None:
    """Install both distributions from dist/, ask for the version, and check all games."""
    library = install(folder / "library", "ludoteka-core")
    asked = run(library, "-c", "import ludoteka; print('ludoteka', ludoteka.__version__)", folder=folder)
    program = install(folder / "house", "ludoteka-core", "ludoteka").with_name("ludoteka")
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
        try_out(Path(folder))
    print(f"\nLudoteka {__version__} is in dist/. To publish it:\n")
    print(f"    git tag --annotate v{__version__} --message 'Ludoteka {__version__}' && git push origin v{__version__}")
    print(f"    {shlex.join(['twine', 'upload', *(path.relative_to(ROOT).as_posix() for path in built)])}")


if __name__ == "__main__":
    main()
