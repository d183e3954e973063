"""Where Chromium is.  The tests of the client ask here; `make test` runs this file first, which gets it if it can."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLE = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
ADVICE = "The browser tests need Chromium: install the package chromium of your system, then try again."


def chromium_path():
    """The program to start; where there is none, tests fail with what to do about it."""
    for name in (*NAMES, APPLE):
        path = shutil.which(name)
        if path:
            return path
    raise FileNotFoundError(ADVICE)


def install():
    """Have Debian install its package, as only its administrator may."""
    print("Installing Chromium for the browser tests ...", flush=True)  # noqa: T201 - a program too
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *arguments], env=quiet, stdin=subprocess.DEVNULL, check=True)


def main():
    try:
        chromium_path()
    except FileNotFoundError:
        if shutil.which("apt-get") and os.geteuid() == 0:
            install()
    try:
        chromium_path()
    except FileNotFoundError as nowhere:
        sys.exit(str(nowhere))


if __name__ == "__main__":
    main()
