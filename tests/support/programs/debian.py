"""Debian's package manager, for the programs that the tests need."""

import os
import shutil
import subprocess
from pathlib import Path
from time import time

LISTS = Path("/var/lib/apt/lists")  # of the packages that there are
FRESH = 3600  # seconds for which lists are not fetched again


def can_install():
    """Tell whether we may install packages."""
    return shutil.which("apt-get") and os.geteuid() == 0


def apt(*arguments, **more):
    """Run the package manager without questions; return whether it succeeded."""
    command = [
        "apt-get",
        "-qq",
        "-o",
        "Dpkg::Options::=--force-unsafe-io",
        *arguments,
    ]  # no file is worth a wait for the disk
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False, **more).returncode == 0


def update():
    """Fetch the lists of packages unless that was done just now; new systems often have an empty folder for them."""
    if not any(LISTS.glob("*Packages*")) or LISTS.stat().st_mtime < time() - FRESH:
        apt("update")


def install(*packages):
    """Install packages; return whether that succeeded."""
    update()
    return apt("install", "--yes", "--no-install-recommends", *packages)
