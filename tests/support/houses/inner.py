"""A real house in a thread of the tests: it opens in a tenth of the time that a process takes.

Its command line, its socket and its database are those of every house.  What needs a process of its own, to be
measured or run out of something, takes a `RunningHouse`.
"""

import gc
import logging
import threading
from contextlib import contextmanager
from contextvars import ContextVar

import pytest
from argon2 import PasswordHasher

from houses.running import RunningHouse
from houses.stores import new_file
from ludoteka.commands.serve import command
from ludoteka.features.accounts import passwords
from ludoteka.house import run
from ludoteka.server.operations.logs import JsonFormatter, PlainFormatter

PATIENCE = 60  # seconds
MAIN_THREAD = threading.main_thread().ident  # tests use parts of a house there
OWN_LOG = logging.getLogger("ludoteka")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
HOUSE = ContextVar("house", default=None)  # the house for which a task or a thread works


class InnerHouse(RunningHouse):
    """A house that has the interface of a running one, without its process."""

    def open(self):
        settings = self._settings()
        if not self.database and not settings.keeps.exists():
            new_file(settings.keeps)
        self.complaints, self.owner_code, self._failure = "", "", None
        self._is_open = threading.Event()
        self._log = _Complaints(self, settings.log)
        logging.getLogger().addHandler(self._log)
        self._listener = run.open_listener(settings.host, settings.port)
        self.port = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._serve, args=(settings,), daemon=True)
        self._thread.start()
        if not self._is_open.wait(PATIENCE) or self._failure:
            pytest.fail(f"the house did not open: {self._failure} {self.complaints}")

    def _settings(self):
        """Return what the command line says."""
        understood = []
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.environment.items():
                patch.setenv(name, value)
            patch.setattr(run, "run", lambda settings, on_ready: understood.append(settings))
            command.main(self.arguments(), standalone_mode=False)
        return understood[0]

    def _serve(self, settings):
        HOUSE.set(self)
        try:
            with self._listener:
                self.server = run.create_server(settings, self._listener, self._opened)
                self.server.run(sockets=[self._listener])
        except BaseException as failure:  # noqa: BLE001 - whoever waits for the house tells it
            self._failure = failure
        finally:
            self._is_open.set()

    def _opened(self, _, owner_code):
        gc.unfreeze()  # a house alone in its process collects its garbage by itself
        gc.enable()
        self.owner_code = owner_code
        self._is_open.set()

    @contextmanager
    def weak_hashes(self):
        """Let the house take less time over passwords, where how they are kept is not tested."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(passwords, "_hasher", QUICK)
            yield

    def __exit__(self, *failure):
        if self._thread.is_alive():
            self.close()

    def close(self):
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        logging.getLogger().removeHandler(self._log)
        OWN_LOG.setLevel(logging.NOTSET)
        assert not self._thread.is_alive(), "the house does not close"
        assert not self._failure, self._failure

    def kill(self):
        raise NotImplementedError("only a process can be killed: take a RunningHouse")


class _Complaints(logging.Handler):
    """Keeps what a house logs, but not what others in this process do."""

    def __init__(self, house, form):
        super().__init__(logging.INFO if form == "json" else logging.WARNING)
        self.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
        self._house = house
        if form == "json":
            OWN_LOG.setLevel(logging.INFO)

    def emit(self, record):
        house = HOUSE.get() or (record.thread != MAIN_THREAD and record.name.startswith("ludoteka") and self._house)
        if house is self._house:
            self._house.complaints += f"{self.format(record)}\n"
