"""Which Python Ludoteka needs, and finding one.  Python 3.6 and newer can read this file."""

import os
import shutil
import subprocess
import sys

from starting.texts import say

OLDEST = (3, 11)
IS_WINDOWS = os.name == "nt"
NEWEST = 20  # the highest minor version that is looked for
FOLDERS = ("/usr/local/bin", "/opt/homebrew/bin")  # which a double click on macOS leaves out of PATH
CHECK = f"import sys; sys.exit(sys.version_info < {OLDEST})"


def is_old() -> bool:
    """Tell whether this Python is too old."""
    return sys.version_info < OLDEST


def complaint() -> str:
    """Say that this Python is too old."""
    oldest, version = (".".join(map(str, one[:2])) for one in (OLDEST, sys.version_info))
    text = "Ludoteka needs Python {oldest} or newer, but {program} is {version}."
    return say(text, oldest=oldest, program=sys.executable, version=version)


def newer_python() -> "list[str] | None":
    """Return the command of a Python on this machine that is new enough."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath)] + [*FOLDERS] * (sys.platform == "darwin"))
    for minor in range(NEWEST, OLDEST[1] - 1, -1):
        name = f"3.{minor}"
        launcher = shutil.which("py") if IS_WINDOWS else shutil.which("python" + name, path=path)
        command = [launcher or "", "-" + name] if IS_WINDOWS else [launcher or ""]
        if launcher and not subprocess.call([*command, "-c", CHECK], stderr=subprocess.DEVNULL):
            return command
    return None


def restart_with(command: "list[str]") -> None:
    """Run this program with another Python instead."""
    command = command + sys.argv
    if IS_WINDOWS:  # where a program cannot become another
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
