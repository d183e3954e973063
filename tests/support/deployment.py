"""The programs that deploy/ is written for.  The tests ask here which of them there are; `make test` runs this file
first, which has Debian install the others, as only its administrator may."""

import os
import shutil
import subprocess

PACKAGES = {"docker-compose": "docker-compose", "nginx": "nginx-light", "caddy": "caddy", "openssl": "openssl"}
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])  # where Debian keeps servers


def found(program):
    """The program, or None."""
    return shutil.which(program, path=PATH)


def these(*programs):
    """The first of them alone if all of them are there: for tests that are about a program and need others."""
    return [programs[0]] if all(map(found, programs)) else []


def install(missing):
    print(f"Installing {', '.join(missing)} for the tests of deploy/ ...", flush=True)  # noqa: T201 - a program too
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    packages = [PACKAGES[name] for name in missing]
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, stdin=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    lacking = [name for name in PACKAGES if not found(name)]
    if lacking and shutil.which("apt-get") and os.geteuid() == 0:
        install(lacking)
