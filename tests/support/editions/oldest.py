"""The oldest uvicorn and websockets that the house allows, in a folder of their own.

`make test` runs this file first to install them there.  A process that has the folder in PYTHONPATH uses them.
"""

import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).with_suffix(".txt")
FOLDER = Path(sys.prefix) / "oldest"
INSTALL = Path(__file__).parents[3] / "tools" / "install.py"
STAMP = FOLDER / REQUIREMENTS.name  # a copy of the requirements, once they are installed


def is_installed():
    return STAMP.is_file() and STAMP.read_text("utf-8") == REQUIREMENTS.read_text("utf-8")


def pinned():
    """The pinned versions, by name."""
    lines = REQUIREMENTS.read_text("utf-8").splitlines()
    return dict(line.removesuffix(" \\").split("==") for line in lines if "==" in line)


def install():
    shutil.rmtree(FOLDER, ignore_errors=True)
    subprocess.run([sys.executable, INSTALL, "--target", FOLDER, REQUIREMENTS], check=True)
    shutil.copy(REQUIREMENTS, STAMP)


if __name__ == "__main__":
    if not is_installed():
        print("Installing the oldest uvicorn and websockets for their test ...", flush=True)  # noqa: T201 - also run as a program
        install()
