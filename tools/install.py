"""Install what a lock names, and the house itself, into a virtual environment: `python3 tools/install.py .venv requirements.lock`.

uv does it in seconds.  Where there is no uv, pip fetches one by its hash, for this time only; where uv fails, pip does it all.
With `--without-compiler`, a new environment lacks numba until `--compiler` installs it, behind the open house.  `--target`
installs the packages of a lock into a plain folder.  This file needs nothing but Python (docs/decisions/0048).
"""

import sys

from starting import pythons
from starting.texts import say

if pythons.is_old():  # Python 3.6 and newer can read this file
    sys.exit(pythons.complaint() + " " + say("Name a newer one: make PYTHON=python3.12 play"))

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
from typing import Any

from progress import Progress
from starting.causes import cause_of

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = (".", "distributions/ludoteka")  # the code, and the command
BUILD_LOCK, UV_LOCK = ROOT / "requirements-build.lock", ROOT / "requirements-uv.lock"
UNFINISHED = "unfinished"  # a folder in the environment while something is being installed
TOOLS = "tools"  # a folder in it
DEFERRED = "deferred"  # a folder in the environment while the compiler is not installed yet
COMPILER_LOCK = "compiler.lock"  # there
COMPILER = ("llvmlite", "numba", "numpy")  # two thirds of what is downloaded; a house can open without them
NO_VENV = "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
PIPES = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
SILENT: "dict[str, Any]" = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
PIP_OPTIONS = ("--disable-pip-version-check", "--no-input")
SETTING = re.compile(r"^\S+\.(?P<name>index-url|cert)='(?P<value>.+)'$", re.MULTILINE)  # of pip
VARIABLES = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}  # that tell uv the same


class Failed(Exception):
    """Something could not be installed; the message is the last output of the program that tried."""


class Installer:
    """uv or pip, as a program that can be started."""

    def __init__(self, name: str, *command: "str | Path", **variables: str) -> None:
        self.name = name
        self._command = [str(part) for part in command]
        self._variables = os.environ | {"PYTHONUNBUFFERED": "1"} | variables

    def install(self, lock: Path, python: Path, workshop: Path, opens: bool) -> None:
        """Install the packages of a lock, and the house, for a Python.

        What comes as source is built with the locked tool and nothing else.  `opens` tells whether the house opens next.
        """
        tools = workshop / TOOLS
        if not (tools / "setuptools").exists():
            self.fill(tools, [BUILD_LOCK], Path(sys.executable))
        self._variables["PYTHONPATH"] = str(tools)
        options = ("--no-build-isolation", "--no-deps", "--require-hashes", "--requirement", lock)
        self._run(python, *options, progress=Progress(lock))
        if opens:
            compile_imports(python)
        projects = [part for project in PROJECTS for part in ("--editable", ROOT / project)]
        self._run(python, "--no-build-isolation", "--no-deps", *projects)

    def fill(self, folder: Path, locks: "list[Path]", python: Path) -> None:
        """Install the packages of locks for a Python into a folder."""
        named = [part for lock in locks for part in ("--requirement", lock)]
        self._run(python, "--target", folder, "--no-deps", "--require-hashes", *named)

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
    bundled = find_spec("ensurepip")
    if bundled:
        folders.append(Path(str(bundled.origin)).parent / "_bundled")
    wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
    return [sys.executable, wheels[0] / "pip"] if wheels else None


def fetched_uv(pip: "list[str | Path]", workshop: Path) -> Installer:
    """Fetch uv with pip, and let it use the package index and the certificates that pip is set up to use."""
    with subprocess.Popen([*pip, *PIP_OPTIONS, "config", "list"], stdout=subprocess.PIPE, text=True) as settings:
        if not (workshop / TOOLS).exists():
            Installer("pip", *pip).fill(workshop / TOOLS, [UV_LOCK, BUILD_LOCK], Path(sys.executable))
        known = {VARIABLES[one["name"]]: one["value"] for one in SETTING.finditer(settings.communicate()[0])}
    program = next(path for path in (workshop / TOOLS).glob("*/uv*") if path.stem == "uv")
    cache = str(workshop / "cache")  # beside the environment, so that files are linked, not copied
    return Installer("uv", program, **(known | os.environ | {"UV_CACHE_DIR": cache}))


def installers(python: Path, workshop: Path) -> Iterator[Callable[[], Installer]]:
    """Yield the ways to get an installer, the fastest first."""
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent), str(python.parent)])
    uv, pip = shutil.which("uv", path=places), pip_here()
    if uv:
        yield lambda: Installer("uv", uv)
    elif pip:
        yield lambda: fetched_uv(pip, workshop)
    if pip:
        yield lambda: Installer("pip", *pip)
    elif not uv:
        raise Failed(say(NO_VENV))


def let_install(do: Callable[[Installer], None], python: Path, workshop: Path) -> None:
    """Let the first installer do something that can."""
    reasons: list[Failed] = []
    for installer in installers(python, workshop):
        if reasons:
            text = say("Installing with uv failed, so pip does it, which takes longer.")
            print(f"{reasons[-1]}\n{text}", flush=True)
        try:
            return do(installer())
        except Failed as failed:
            reasons.append(failed)
    raise Failed(f"{reasons[-1]}\n{cause_of(str(reasons[-1]))}")


def compile_imports(python: Path) -> None:
    """Begin to compile what a house imports to open, which takes most of the time of its first start."""
    code = "import alembic.command, ludoteka.house.run"
    variables = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.Popen([python, "-c", code], env=variables, **SILENT)


def python_of(folder: Path) -> Path:
    """Return where the Python of an environment is."""
    return folder / ("Scripts/python.exe" if pythons.IS_WINDOWS else "bin/python")


def install(folder: Path, lock: Path, has_compiler: bool) -> None:
    """Install into an environment; leave the compiler for later if so asked and the environment is new."""
    workshop = folder / UNFINISHED
    if workshop.exists():  # an installation was interrupted, and nobody knows what is whole
        shutil.rmtree(folder)
    python, deferred = python_of(folder), folder / DEFERRED
    has_compiler |= python.exists() or pythons.IS_WINDOWS
    if not python.exists():
        make_environment(folder)
    elif deferred.exists():
        install_compiler(folder, waits=True)
    workshop.mkdir()
    if not has_compiler:
        lock = split(lock, workshop)
    try:
        let_install(
            lambda installer: installer.install(lock, python, workshop, opens=not has_compiler), python, workshop
        )
    except Failed:
        shutil.rmtree(workshop if has_compiler else folder)
        raise
    if has_compiler:
        shutil.rmtree(workshop)
    else:
        workshop.rename(deferred)  # with uv, which is needed again
        text = "numba, which makes the computer think faster, is installed while the house is open."
        print(say(text), flush=True)


def fill(folder: Path, lock: Path) -> None:
    """Fill a folder with the packages of a lock."""
    workshop, python = folder / UNFINISHED, Path(sys.executable)
    if workshop.exists():
        shutil.rmtree(folder)
    workshop.mkdir(parents=True)
    try:
        let_install(lambda installer: installer.fill(folder, [lock], python), python, workshop)
    except Failed:  # not if it is interrupted
        shutil.rmtree(workshop)
        raise
    shutil.rmtree(workshop)


def split(lock: Path, folder: Path) -> Path:
    """Write the two parts of a lock into a folder: the compiler, and the rest, whose place is returned."""
    parts: dict[bool, str] = {True: "", False: ""}
    for package in re.split(r"^(?=\w)", lock.read_text("utf-8"), flags=re.MULTILINE):
        parts[package.partition("==")[0] in COMPILER] += package
    (folder / COMPILER_LOCK).write_text(parts[True], "utf-8")
    (folder / lock.name).write_text(parts[False], "utf-8")
    return folder / lock.name


def install_compiler(folder: Path, waits: bool) -> None:
    """Install the compiler that was left for later, unless another process is doing it, which one may wait for.

    The house may be running: it never sees a package in part.
    """
    import fcntl  # noqa: PLC0415 - Windows lacks it, where nothing is left for later

    deferred, python = folder / DEFERRED, python_of(folder)
    lock, packages = deferred / COMPILER_LOCK, deferred / "packages"
    try:
        fcntl.flock(
            os.open(lock, os.O_RDONLY), fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB)
        )  # until this process ends
    except (FileNotFoundError, BlockingIOError):
        return
    if not lock.exists():  # another process has just installed it
        return
    shutil.rmtree(packages, ignore_errors=True)  # of an interrupted installation
    let_install(lambda installer: installer.fill(packages, [lock], python), python, deferred)
    asked = (str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    home = Path(subprocess.check_output(asked, text=True).strip())
    for one in sorted(
        packages.iterdir(), key=lambda path: (path.name.startswith("numba"), path.suffix != ".dist-info")
    ):
        if one.name != "bin":
            shutil.rmtree(home / one.name, ignore_errors=True)
            one.rename(home / one.name)
    shutil.rmtree(deferred)


def make_environment(folder: Path) -> None:
    """Make an environment without pip."""
    try:
        import venv  # noqa: PLC0415 - Debian may lack it
    except ImportError as error:
        raise Failed(say(NO_VENV)) from error
    venv.create(folder, symlinks=not pythons.IS_WINDOWS)


def main() -> None:
    """Install as the command line says."""
    parser = ArgumentParser(description="Install the packages of a lock, and the house, into a virtual environment.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("lock", type=Path)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--without-compiler", action="store_true", help="leave the compiler for later in a new environment"
    )
    how.add_argument("--compiler", action="store_true", help="only install the compiler that was left for later")
    how.add_argument("--target", action="store_true", help="only the packages, into a plain folder")
    asked = parser.parse_args()
    folder = asked.folder.absolute()
    try:
        if asked.target:
            fill(folder, asked.lock)
        elif asked.compiler:
            try:
                install_compiler(folder, waits=False)
            except Failed as failed:
                text = say("Until numba is installed, the computer thinks more slowly.")
                raise Failed(f"{failed}\n{text}") from None
        else:
            install(folder, asked.lock, not asked.without_compiler)
    except Failed as failed:
        sys.exit(str(failed))
    except OSError as error:
        sys.exit(f"{error}\n{cause_of(str(error))}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
