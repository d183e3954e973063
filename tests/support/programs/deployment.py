"""The programs that deploy/ is written for.  The tests ask here which of them there are; `make test` runs this file
first, which gets the others if it can: servers are only unpacked, so that none begins to serve here."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

UNPACKED = Path(sys.prefix) / "unpacked"
SERVERS = {"nginx": "nginx", "caddy": "caddy"}  # program: Debian's package
INSTALLED = {"docker-compose": "docker-compose", "openssl": "openssl"}
FOLDERS = [*(str(UNPACKED / "usr" / name) for name in ("bin", "sbin")), "/usr/sbin", "/sbin"]  # beside the usual ones
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), *FOLDERS])


def found(program):
    """The program, or None."""
    return shutil.which(program, path=PATH)


def these(*programs):
    """The first of them alone if all of them are there: for tests that are about a program and need others."""
    return [programs[0]] if all(map(found, programs)) else []


def apt(*arguments, **more):
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", *arguments]
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=True, **more)


def install(packages):
    """Have Debian install its packages, as only its administrator may."""
    apt("update")
    if packages:
        apt("install", "--yes", "--no-install-recommends", *packages)


def unpack(packages):
    """Take the programs out of Debian's packages."""
    with tempfile.TemporaryDirectory() as folder:
        apt("download", *packages, cwd=folder, stderr=subprocess.DEVNULL)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, UNPACKED], check=True)


def fetch(lacking):
    """Get what can be had; tests of what cannot are those that deploy/ itself does not need."""
    print(f"Getting {', '.join(lacking)} for the tests of deploy/ ...", flush=True)  # noqa: T201 - a program too
    with suppress(subprocess.CalledProcessError):
        if os.geteuid() == 0:
            install([INSTALLED[name] for name in lacking if name in INSTALLED])
        if servers := [SERVERS[name] for name in lacking if name in SERVERS]:
            unpack(servers)


def absent():
    """The programs that are not here."""
    return [name for name in [*SERVERS, *INSTALLED] if not found(name)]


if __name__ == "__main__":
    if absent() and shutil.which("apt-get") and shutil.which("dpkg"):
        fetch(absent())
    if absent():
        print(f"Left out: tests of deploy/ with {', '.join(absent())}, which cannot be had here.")  # noqa: T201 - a program too
