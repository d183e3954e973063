"""How long it takes from nothing to a running match, and what that takes on the disk, on a fresh Debian.

A Debian with Python alone (and make) is unpacked into a folder.  In it, root and an ordinary user install the house in every
way that README.md describes, from the packages that were built from the last commit, with empty caches, and play a move.
"""

import os
import pty
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from ludoteka.client import Client
from ludoteka.opening import PORT

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))
from release import build  # noqa: E402 - in another folder

PACKAGES = "python3,python3-venv,make,ca-certificates"
PREPARED = 'chroot "$1" useradd --create-home player'
HOMES = {"root": "root", "player": "home/player"}
FROM_HERE = (
    "etc/resolv.conf",
    "etc/hosts",
    "etc/ssl/certs/ca-certificates.crt",
)  # how this machine reaches a package index
SETTINGS = ("PIP_CERT", "PIP_INDEX_URL", "UV_DEFAULT_INDEX", "SSL_CERT_FILE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
WAYS = {
    "make play": "cd ludoteka && make play",
    "start.pyw": "python3 ludoteka/start.pyw --port {port}",
    "uvx": "python3 -m venv uv && uv/bin/pip install uv && uv/bin/uvx --find-links /dist ludoteka --no-browser --port {port}",
    "pip": "python3 -m venv house && house/bin/pip install --find-links /dist ludoteka && house/bin/ludoteka --no-browser --port {port}",
}
# The shell stays, as root and as the first process of the namespace: when it is killed, all others are.
INSIDE = 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; shift; chroot "$@"; exit $?'
LONGEST = 900  # seconds
SEATS: dict[str, dict[str, Any]] = {"a": {"kind": "person"}, "d": {"kind": "computer", "level": 1}}
OPENING = "e2-f2"


class Installation(NamedTuple):
    """What a way to install takes."""

    page: float  # seconds until the house answers
    match: float  # seconds until the computer has answered the first move
    megabytes: float  # in the home folder, without the sources, uv and pip's downloads


class Failed(Exception):
    """A house has not opened; the message is what was printed."""


@contextmanager
def debian() -> Iterator[Path]:
    """Unpack a Debian with what README.md asks for, and with the packages that are built from the last commit."""
    with tempfile.TemporaryDirectory(prefix="debian-") as name:
        folder = Path(name, "root")
        made = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}", f"--customize-hook={PREPARED}"]
        subprocess.run([*made, "bookworm", str(folder)], check=True)
        for one in FROM_HERE:
            shutil.copy(Path("/", one), folder / one)
        build(Path(name, "sources"), folder / "dist")
        shutil.copytree(Path(name, "sources"), folder / "sources")
        yield folder


def measure(debian: Path, user: str, command: str) -> Installation:
    """Install and open a house as a user of this Debian, and play a move.  Raises Failed."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = PORT if "{port}" not in command else free.getsockname()[1]
    home = debian / HOMES[user]
    shutil.copytree(debian / "sources", home / "ludoteka")
    subprocess.run(["chroot", debian, "chown", "--recursive", f"{user}:", f"/{HOMES[user]}"], check=True)
    before = megabytes(home)
    settings = [f"{name}={os.environ[name]}" for name in SETTINGS if name in os.environ]
    settings += [f"HOME=/{HOMES[user]}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TERM=xterm"]
    there = ["env", "-i", *settings, "sh", "-c", f"cd && {command.format(port=port)}"]
    line = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", INSIDE, "sh", str(debian)]
    begun = time.perf_counter()
    with on_terminal([*line, f"--userspec={user}", str(debian), *there]) as printed:
        page = begun + LONGEST
        while not is_open(port):
            if time.perf_counter() > page or printed[-1:] == [b""]:
                raise Failed(b"".join(printed).decode(errors="replace")[-3000:])
            time.sleep(0.02)
        page = time.perf_counter()
        play_a_move(port)
        match = time.perf_counter()
        while (home / "ludoteka" / ".venv" / "deferred").exists():  # the compiler is still being installed
            time.sleep(0.1)
        size = megabytes(home) - before
    while home.exists():  # the last processes are ending, and may still write
        shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    return Installation(page - begun, match - begun, size)


@contextmanager
def on_terminal(line: list[str]) -> Iterator[list[bytes]]:
    """Run a program on a terminal of its own; yield the list of what it prints, to which b"" is added when it ends."""
    ours, its = pty.openpty()
    printed: list[bytes] = []

    def read() -> None:
        with suppress(OSError):  # Linux says so that the other end is closed
            while part := os.read(ours, 4096):
                printed.append(part)
        printed.append(b"")

    with subprocess.Popen(line, stdin=its, stdout=its, stderr=its, start_new_session=True) as process:
        os.close(its)
        Thread(target=read, daemon=True).start()
        try:
            yield printed
        finally:
            process.kill()  # and with it all processes that it has started
    os.close(ours)


def is_open(port: int) -> bool:
    """Tell whether a house answers at a port."""
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def play_a_move(port: int) -> None:
    """Play a move in a match against the computer, and wait for its answer."""
    with Client(f"127.0.0.1:{port}") as guest:
        match = guest.create_match("tavlei", SEATS)
        guest.command(match, "act", OPENING)
        next(position for position in guest.watch(match) if len(position.moves) > 1)


def megabytes(home: Path) -> float:
    """Return what a home folder takes on the disk, without uv and what pip has downloaded."""
    left_out = (f"--exclude={home}/.cache/pip", f"--exclude={home}/uv")
    counted = ["du", "--summarize", "--block-size=1", *left_out, str(home)]
    return int(subprocess.check_output(counted, text=True).split()[0]) / 1e6


def installing() -> Iterator[str]:
    """Measure every way, and yield a section of the report."""
    yield "## Installing"
    yield ""
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        yield "Not measured: only root can do it, and with mmdebstrap."
        yield ""
        return
    if is_open(PORT):
        yield f"Not measured: a house is open on port {PORT}, which `make play` needs."
        yield ""
        return
    yield "From nothing to a match on a fresh Debian 12 that has only Python and make (mmdebstrap), with empty caches: the time until the house shows its first page, and until the"
    yield "computer has answered the first move; and what is then on the disk, bytecode and matches included, but not the sources, uv, and what pip keeps of its downloads."
    yield "pip compiles all bytecode when it installs (and is in the environment itself), uv and `make play` only what is used, when it is used."
    yield ""
    yield "| way | as | first page | first answer | on the disk |"
    yield "|---|---|---|---|---|"
    with debian() as folder:
        for way, command in WAYS.items():
            for user in HOMES:
                one = measure(folder, user, command)
                who = "root" if user == "root" else "a user"
                yield f"| {way} | {who} | {one.page:.1f} s | {one.match:.1f} s | {one.megabytes:.0f} MB |"
    yield ""


if __name__ == "__main__":
    for line in installing():
        print(line, flush=True)
