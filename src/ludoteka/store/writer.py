"""The one writer: whatever waits while a transaction is being committed goes into the next one.

A commit waits for the disk, so a hundred moves in one cost hardly more than one (decision 0005).
"""

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Engine, Executable
from sqlalchemy.exc import OperationalError

Write = tuple[Executable, dict[str, Any]]  # a statement of ours, and its values


class NotStored(Exception):
    """The disk or the database would not take it; nothing was changed, and it may be tried again."""


class NumberTaken(NotStored):
    """The match already has something under this number."""


class _Job(NamedTuple):
    writes: Sequence[Write]
    done: "asyncio.Future[None]"


class Writer:
    """A thread that commits what it is given, all of a caller's writes or none."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: list[_Job] = []
        self._is_closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, writes: Sequence[Write]) -> None:
        """Commit these writes together; durable when it returns.

        Whoever stops waiting does not stop his writes.

        Raises:
            NotStored: none of the writes is done; its cause says why.
        """
        done = asyncio.get_running_loop().create_future()
        with self._changed:
            if self._is_closing:
                raise NotStored("the store is closed")
            self._waiting.append(_Job(writes, done))
            self._changed.notify()
        try:
            await done
        except Exception as error:
            raise NotStored(str(error)) from error

    def close(self) -> None:
        """Commit everything that waits, and end."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while jobs := self._batch():
            self._commit(jobs)

    def _batch(self) -> list[_Job]:
        """Wait for something to write; return all that waits, or nothing when the writer is to end."""
        with self._changed:
            while not self._waiting and not self._is_closing:
                self._changed.wait()
            jobs, self._waiting = self._waiting, []
            return jobs

    def _commit(self, jobs: list[_Job]) -> None:
        """Commit the jobs together and tell who waits.

        Where that fails, each half is tried by itself, down to the one at fault.  Only what the disk or a lock
        refuses (OperationalError) is nobody's fault: trying again would keep everybody waiting for the same answer.
        """
        try:
            self._execute([write for job in jobs for write in job.writes])
        except Exception as error:  # noqa: BLE001 - whatever a value does to a driver, everybody gets his outcome
            if len(jobs) > 1 and not isinstance(error, OperationalError):
                self._commit(jobs[: len(jobs) // 2])
                self._commit(jobs[len(jobs) // 2 :])
            else:
                _tell(jobs, error)
        else:
            _tell(jobs, None)

    def _execute(self, writes: list[Write]) -> None:
        """Execute the writes in one transaction, those of one statement at once."""
        together: dict[Executable, list[dict[str, Any]]] = {}
        for statement, values in writes:
            together.setdefault(statement, []).append(values)
        with self._engine.begin() as connection:
            for statement, rows in together.items():
                connection.execute(statement, rows)


def _tell(jobs: list[_Job], error: Exception | None) -> None:
    """Let the outcome be known in the loops that wait: one call a loop, as each call wakes it."""
    for loop in {job.done.get_loop() for job in jobs}:
        waiting = [job.done for job in jobs if job.done.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_settle, waiting, error)


def _settle(waiting: list["asyncio.Future[None]"], error: Exception | None) -> None:
    for done in waiting:
        if done.cancelled():
            continue
        if error:
            done.set_exception(error)
        else:
            done.set_result(None)
