"""Install what a lock names, and the house itself, into a virtual environment: `python3 tools/install.py .venv requirements.lock`.

uv does it in seconds.  Where there is no uv, pip fetches one by its hash, for this time only; where uv fails, pip does it all.
`--target` installs the packages of a lock into a plain folder.  This file needs nothing but Python (docs/decisions/0003).
"""

import sys

OLDEST = (3, 11)
if sys.version_info < OLDEST:  # Python 3.6 and newer can read this file
    sys.exit(
        f"Ludoteka needs Python {OLDEST[0]}.{OLDEST[1]} or newer, but {sys.executable} is "
        f"{sys.version_info[0]}.{sys.version_info[1]}. Name a newer one: make PYTHON=python3.12 play"
    )

import os
import re
import shutil
import subprocess
import sysconfig
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD_LOCK, UV_LOCK = ROOT / "requirements-build.lock", ROOT / "requirements-uv.lock"
UNFINISHED = "unfinished"  # a folder in the environment while something is being installed
NO_VENV = "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
PIPES = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
CLEAR_LINE = "\r\x1b[K"
PIP_OPTIONS = ("--disable-pip-version-check", "--no-input")
STARTED = re.compile(r"Downloading (?P<name>[\w.-]+) \((?P<size>[\d.]+)MiB\)")  # uv says so of large packages
DONE = re.compile(r"Downloaded (?P<name>[\w.-]+)")
COLLECTED = re.compile(r"Collecting (?P<name>[\w.-]+)")  # pip says so of each package
SETTING = re.compile(r"^\S+\.(?P<name>index-url|cert)='(?P<value>.+)'$", re.MULTILINE)  # of pip
VARIABLES = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}  # that tell uv the same


class Failed(Exception):
    """Something could not be installed; the message is the last output of the program that tried."""


class Progress:
    """What is being installed and how much is left: one line that changes in a terminal, plain lines elsewhere."""

    def __init__(self, lock: Path) -> None:
        self._total = len(set(re.findall(r"^[\w.-]+==", lock.read_text("utf-8"), re.MULTILINE)))
        self._is_terminal = sys.stdout.isatty()
        self._loading: dict[str, float] = {}  # MB by package: uv loads them side by side
        self._collected = 0  # pip takes one package after the other
        self._show(f"Installing {self._total} packages ...")

    def read(self, line: str) -> None:
        """Show what a line that uv or pip prints says."""
        if found := COLLECTED.match(line):
            self._collected += 1
            self._show(f"Installing {found['name']} ({self._collected} of {self._total} packages) ...")
        elif found := STARTED.match(line):
            self._loading[found["name"]] = float(found["size"]) * 2**20 / 1e6
            if self._is_terminal:  # all begin at once
                self._show(f"Installing {self._total} packages: {self._left()} to download ...")
        elif (found := DONE.match(line)) and self._loading.pop(found["name"], None) and self._loading:
            self._show(f"Installing {self._total} packages: {self._left()} to download ...")
        elif line.startswith(("Prepared", "Installing collected packages")):
            self._show(f"Installing {self._total} packages: unpacking ...")

    def end(self) -> None:
        """Clear the line."""
        if self._is_terminal:
            print(CLEAR_LINE, end="", flush=True)

    def _left(self) -> str:
        largest = sorted(self._loading, key=lambda name: -self._loading[name])
        return f"{', '.join(largest[:3])}, {sum(self._loading.values()):.0f} MB"

    def _show(self, text: str) -> None:
        if self._is_terminal:
            print(CLEAR_LINE + text[: shutil.get_terminal_size().columns - 1], end="", flush=True)
        else:
            print(text, flush=True)


class Installer:
    """uv or pip, as a program that can be started."""

    def __init__(self, name: str, *command: "str | Path", **variables: str) -> None:
        self.name = name
        self._command = [str(part) for part in command]
        self._variables = os.environ | {"PYTHONUNBUFFERED": "1"} | variables

    def install(self, lock: Path, python: Path, workshop: Path) -> None:
        """Install the packages of a lock, and the house, for a Python.

        What comes as source is built with the locked tool and nothing else.
        """
        self.fill(workshop / "build", BUILD_LOCK)
        self._variables["PYTHONPATH"] = str(workshop / "build")
        options = ("--no-build-isolation", "--require-hashes", "--requirement", lock)
        self._run(python, *options, progress=Progress(lock))
        self._run(python, "--no-build-isolation", "--no-deps", "--editable", ROOT)

    def fill(self, folder: Path, lock: Path) -> None:
        """Install the packages of a lock into a folder."""
        options = ("--target", folder, "--no-deps", "--require-hashes", "--requirement", lock)
        self._run(Path(sys.executable), *options)

    def _run(self, python: Path, *options: "str | Path", progress: "Progress | None" = None) -> None:
        uv, pip = ("pip", "install", "--python", python), ("--python", python, *PIP_OPTIONS, "install", "--no-compile")
        last = deque[str](maxlen=15)
        command = [*self._command, *map(str, [*(uv if self.name == "uv" else pip), *options])]
        with subprocess.Popen(command, env=self._variables, **PIPES) as process:  # type: ignore[call-overload]
            for line in process.stdout or ():
                last.append(line.decode(errors="replace").strip())
                if progress:
                    progress.read(last[-1])
        if progress:
            progress.end()
        if process.returncode:
            raise Failed("\n".join(last))


def pip_here() -> "list[str | Path] | None":
    """Return the command of this Python's pip, or of the one that it would put into new environments."""
    if find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    folders = [sysconfig.get_config_var("WHEEL_PKG_DIR")]
    if bundled := find_spec("ensurepip"):
        folders.append(Path(str(bundled.origin)).parent / "_bundled")
    wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
    return [sys.executable, wheels[0] / "pip"] if wheels else None


def fetched_uv(pip: "list[str | Path]", workshop: Path) -> Installer:
    """Fetch uv with pip, and let it use the package index and the certificates that pip is set up to use."""
    with subprocess.Popen([*pip, *PIP_OPTIONS, "config", "list"], stdout=subprocess.PIPE, text=True) as settings:
        Installer("pip", *pip).fill(workshop / "uv", UV_LOCK)
        known = {VARIABLES[one["name"]]: one["value"] for one in SETTING.finditer(settings.communicate()[0])}
    program = next(path for path in (workshop / "uv").glob("*/uv*") if path.stem == "uv")
    cache = str(workshop / "cache")  # beside the environment, so that files are linked, not copied
    return Installer("uv", program, UV_CACHE_DIR=cache, **(known | os.environ))


def installers(places: str, workshop: Path) -> Iterator[Callable[[], Installer]]:
    """Yield the ways to get an installer, the fastest first."""
    uv, pip = shutil.which("uv", path=places), pip_here()
    if uv:
        yield lambda: Installer("uv", uv)
    elif pip:
        yield lambda: fetched_uv(pip, workshop)
    if pip:
        yield lambda: Installer("pip", *pip)
    elif not uv:
        raise Failed(NO_VENV)


def install(folder: Path, lock: Path, is_target: bool) -> None:
    """Install into an environment, or fill a folder, with the first installer that can."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    workshop = folder / UNFINISHED
    if workshop.exists():  # an installation was interrupted, and nobody knows what is whole
        shutil.rmtree(folder)
    if not is_target and not python.exists():
        make_environment(folder)
    workshop.mkdir(parents=True)
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent), str(python.parent)])
    reasons: list[Failed] = []
    for installer in installers(places, workshop):
        if reasons:
            print(f"{reasons[-1]}\nInstalling with uv failed, so pip does it, which takes longer.", flush=True)
        try:
            if is_target:
                installer().fill(folder, lock)
            else:
                installer().install(lock, python, workshop)
            reasons.clear()
            break
        except Failed as failed:
            reasons.append(failed)
    shutil.rmtree(workshop)
    if reasons:
        raise Failed(f"{reasons[-1]}\nThe installation failed. Mend the cause, then run the same command again.")


def make_environment(folder: Path) -> None:
    """Make an environment without pip."""
    try:
        import venv  # noqa: PLC0415 - Debian may lack it
    except ImportError as error:
        raise Failed(NO_VENV) from error
    venv.create(folder, symlinks=os.name != "nt")


def main() -> None:
    """Install as the command line says."""
    parser = ArgumentParser(description="Install the packages of a lock, and the house, into a virtual environment.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("lock", type=Path)
    parser.add_argument("--target", action="store_true", help="only the packages, into a plain folder")
    asked = parser.parse_args()
    try:
        install(asked.folder.absolute(), asked.lock, asked.target)
    except Failed as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
