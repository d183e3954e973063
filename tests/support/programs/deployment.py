"""The programs that deploy/ is written for.

The tests find out here which of them are installed.  `make test` runs this file first to fetch the missing ones if possible.
Servers are only unpacked, not installed, so that none of them starts on this machine.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from programs import debian

UNPACKED = Path(sys.prefix) / "unpacked"
SERVERS = {"nginx": "nginx", "caddy": "caddy"}  # program: Debian's package
INSTALLED = {"docker-compose": "docker-compose", "openssl": "openssl"}
FOLDERS = [*(str(UNPACKED / "usr" / name) for name in ("bin", "sbin")), "/usr/sbin", "/sbin"]  # besides PATH
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), *FOLDERS])


def found(program):
    """Return the path of a program, or None."""
    return shutil.which(program, path=PATH)


def these(*programs):
    """Return a list of the first of these programs if all of them are installed, else an empty list."""
    return [programs[0]] if all(map(found, programs)) else []


def unpack(packages):
    """Unpack the programs of Debian packages."""
    debian.update()
    with tempfile.TemporaryDirectory() as folder:
        debian.apt("download", *packages, cwd=folder, stderr=subprocess.DEVNULL)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, UNPACKED], check=True)


def fetch(lacking):
    """Fetch what can be fetched; tests of missing programs are left out."""
    print(f"Getting {', '.join(lacking)} for the tests of deploy/ ...", flush=True)  # noqa: T201 - also run as a program
    with suppress(subprocess.CalledProcessError):
        if debian.can_install() and (packages := [INSTALLED[name] for name in lacking if name in INSTALLED]):
            debian.install(*packages)
        if servers := [SERVERS[name] for name in lacking if name in SERVERS]:
            unpack(servers)


def absent():
    """Return the programs that are not installed."""
    return [name for name in [*SERVERS, *INSTALLED] if not found(name)]


if __name__ == "__main__":
    if absent() and shutil.which("apt-get") and shutil.which("dpkg"):
        fetch(absent())
    if absent():
        print(f"Left out: tests of deploy/ with {', '.join(absent())}, which could not be installed.")  # noqa: T201 - also run as a program
