"""The command `ludoteka`, forked from a process that has imported the package, which takes a tenth of the processor time.

A forked program is a process of its own like any other, with its own arguments, environment, folder, files and limits.
It starts afresh instead where its environment changes what Python imports, where the test asks for it, as memory is to
be measured, and in campaigns.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from runpy import run_module
from threading import Lock

with suppress(ImportError):  # Windows lacks it, where nothing is forked
    import resource

IMPORTED = ("testing", "commands.account", "commands.play", "commands.verify", "server.run", "store.backends.postgres")
IMPORTED += ("server.broker.redis_broker", "terminal.full.client", "terminal.plain.session", "terminal.tables.local")
IMPORTED += ("terminal.tables.remote", "terminal.tables.setups", "terminal.tools.records", "terminal.tools.replay")
LIMITS = ("RLIMIT_NOFILE", "RLIMIT_FSIZE")
READ_LATER = ("PYTHONUNBUFFERED", "PYTHONUTF8")
IS_CAMPAIGN = os.environ.get("LUDOTEKA_CAMPAIGN") == "1"
LONGEST = 1 << 18  # bytes of a request
PID_BYTES = 4


class Parent:
    """A process that has imported the package, and forks programs until this process ends."""

    def __init__(self, environment):
        self.requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command, more = [sys.executable, __file__, str(theirs.fileno())], {"pass_fds": [theirs.fileno()]}
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment, **more)
        theirs.close()
        atexit.register(self.close)

    def close(self):
        """Let the process end."""
        self.requests.close()
        self.process.wait()


def surroundings(environment):
    """Return the variables on which it depends what is imported."""
    return frozenset(
        (name, value)
        for name, value in environment.items()
        if name == "LUDOTEKA_GAMES" or (name.startswith("PYTHON") and name not in READ_LATER)
    )


def has_relative_folders(environment):
    """Tell whether the folder of a program determines which games it has."""
    folders = environment.get("LUDOTEKA_GAMES", "").split(os.pathsep)
    return not all(Path(folder).is_absolute() for folder in folders if folder)


class Forked(subprocess.Popen):
    """A forked program; its parent tells when and how it ends."""

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more):
        pipes, is_session_leader = more[3:9], more[14]
        files = [pipe if pipe >= 0 else number for number, pipe in enumerate((pipes[0], pipes[3], pipes[5]))]
        asked = {"arguments": args[3:], "folder": os.fspath(cwd or Path.cwd()), "environment": dict(env)}
        asked |= {
            "limits": [resource.getrlimit(getattr(resource, limit)) for limit in LIMITS],
            "leads": is_session_leader,
        }
        self._told, theirs = socket.socketpair()
        socket.send_fds(parent(env).requests, [json.dumps(asked).encode()], [*files, theirs.fileno()])
        theirs.close()
        told = self._told.recv(PID_BYTES)
        assert told, "the package cannot be imported"
        self.pid = int.from_bytes(told)
        self._child_created = True
        self._close_pipe_fds(*pipes)

    def _try_wait(self, wait_flags):
        poll = select.poll()
        poll.register(self._told, select.POLLIN)
        if not poll.poll(0 if wait_flags else None):
            return 0, 0
        status = self._told.recv(PID_BYTES)
        self._told.close()
        return self.pid, int.from_bytes(status) if status else signal.SIGKILL

    def _internal_poll(self, **ignored):
        if self.returncode is None:
            process, status = self._try_wait(os.WNOHANG)
            if process:
                self._handle_exitstatus(status)
        return self.returncode


ASKED = Counter()  # how many programs were started in these surroundings
ENOUGH = 1  # programs, for a parent to be worth its start
parents, LOCK = {}, Lock()  # by their surroundings


def parent(environment):
    """Return the process that forks in these surroundings, started if necessary."""
    key = surroundings(environment)
    with LOCK:
        if key not in parents:
            parents[key] = Parent(environment)
    return parents[key]


def start(*arguments, env=None, is_fresh=False, **more):
    """Start `ludoteka` with these arguments, as `subprocess.Popen` would."""
    env = os.environ if env is None else env
    key = surroundings(env)
    ASKED[key] += 1
    is_frequent = ASKED[key] > ENOUGH or key == surroundings(os.environ)
    is_fresh |= IS_CAMPAIGN or not hasattr(os, "pidfd_open") or has_relative_folders(env)
    kind = Forked if is_frequent and not is_fresh else subprocess.Popen
    return kind([sys.executable, "-m", "ludoteka", *map(str, arguments)], env=env, **more)


def run(*arguments, typed=None, timeout=120, **more):
    """Run `ludoteka` with these arguments and this text as its input; return its exit code and its output, as text."""
    pipe = subprocess.PIPE
    more = {"stdin": subprocess.DEVNULL if typed is None else pipe, "stdout": pipe, "stderr": pipe} | more
    with start(*arguments, text=True, **more) as process:
        said, complaints = process.communicate(typed, timeout)
    return subprocess.CompletedProcess(process.args, process.returncode, said, complaints)


def serve(requests):
    """Fork what is asked for until nobody can ask any more; return only in a forked program: what it was asked for."""
    told = {}  # descriptors of the programs: their ids, and where their ends are told
    poll = select.poll()
    poll.register(requests, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor != requests.fileno():
                poll.unregister(descriptor)
                process, end = told.pop(descriptor)
                _, status = os.waitpid(process, 0)
                end.send(status.to_bytes(PID_BYTES), socket.MSG_NOSIGNAL)
                end.close()
                os.close(descriptor)
                continue
            asked, files, *_ = socket.recv_fds(requests, LONGEST, 4)
            if not asked:
                for process, _ in told.values():  # the tests were stopped
                    os.kill(process, signal.SIGKILL)
                os._exit(0)
            process = os.fork()
            if process == 0:
                return json.loads(asked), files
            for file in files[:3]:
                os.close(file)
            new, end = os.pidfd_open(process), socket.socket(fileno=files[3])
            told[new] = process, end
            end.send(process.to_bytes(PID_BYTES))
            poll.register(new, select.POLLIN)


def become(asked, files):
    """Let this process be as if it had been started with what was asked for."""
    if asked["leads"]:
        os.setsid()
    for number, file in enumerate(files[:3]):
        os.dup2(file, number)
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    for one, limit in zip(LIMITS, asked["limits"], strict=True):
        resource.setrlimit(getattr(resource, one), tuple(limit))
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - open until the end, like those that Python opens
    sys.stdout = open(1, "w", 1 if "PYTHONUNBUFFERED" in os.environ else -1, closefd=False)  # noqa: SIM115 - as above
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115 - as above
    sys.argv = ["ludoteka", *asked["arguments"]]


def leave(codes):
    """End without freeing what was imported, which would take most of the time, unless the program ended by an error."""
    if codes:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(codes[0])


if __name__ == "__main__":
    for name in (*(f"ludoteka.{one}" for one in IMPORTED), "numba"):
        with suppress(ImportError):  # some tests hide numba and numpy
            import_module(name)
    import_module("ludoteka.games").games()
    gc.collect()
    gc.freeze()  # so that programs share the memory of what is imported
    become(*serve(socket.socket(fileno=int(sys.argv[1]))))
    codes = []
    atexit.register(leave, codes)  # before all others, so that it is called after them
    try:
        run_module("ludoteka", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        codes += [ended.code or 0] if isinstance(ended.code, int | None) else []
        raise
