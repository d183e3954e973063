"""The one writer: whatever waits while a transaction is being committed goes into the next one.

A commit waits for the disk, so a hundred moves in one cost hardly more than one (decision 0005).
"""

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludoteka.store.refusals import NotStored, OutcomeUnknown
from ludoteka.store.writing.arrays import execute
from ludoteka.store.writing.batch_marks import BatchMarks
from ludoteka.store.writing.statements import Write, group_writes

TRIES = 3  # of a batch that others, or a lost connection, have undone
UNDONE = {"40001", "40P01"}  # SQLSTATE: another transaction stood in the way, a deadlock


class _Job(NamedTuple):
    writes: Sequence[Write]
    done: "asyncio.Future[None]"


class Writer:
    """A thread that commits what it is given, all of a caller's writes or none."""

    def __init__(self, engine: Engine, batches: BatchMarks | None = None) -> None:
        self._engine = engine
        self._batches = batches  # None where a COMMIT that fails has not happened
        self._waiting: list[_Job] = []
        self._is_closing = False
        self._is_waking = False  # the thread is woken once for all that the loop has at hand: each time costs a switch
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, writes: Sequence[Write]) -> None:
        """Commit these writes together; durable when it returns.

        Whoever stops waiting does not stop his writes.

        Raises:
            NotStored: none of the writes is done; its cause says why.
            OutcomeUnknown: a NotStored of which that is not certain.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        with self._changed:
            if self._is_closing:
                raise NotStored("the store is closed")
            self._waiting.append(_Job(writes, done))
            if not self._is_waking:
                self._is_waking = True
                loop.call_soon(self._wake)
        try:
            await done
        except OutcomeUnknown as error:
            raise OutcomeUnknown(str(error)) from error
        except Exception as error:
            raise NotStored(str(error)) from error

    def _wake(self) -> None:
        """Let the thread take what waits."""
        with self._changed:
            self._is_waking = False
            self._changed.notify()

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

        Where that fails, each half is tried by itself, down to the one at fault.  What the disk, a lock or the
        way to the database refuses is nobody's fault: trying again would keep everybody waiting for the same answer.
        """
        try:
            self._execute([write for job in jobs for write in job.writes])
        except Exception as error:  # noqa: BLE001 - whatever a value does to a driver, everybody gets his outcome
            if len(jobs) > 1 and not _is_nobodys_fault(error):
                self._commit(jobs[: len(jobs) // 2])
                self._commit(jobs[len(jobs) // 2 :])
            else:
                _tell(jobs, error)
        else:
            _tell(jobs, None)

    def _execute(self, writes: list[Write]) -> None:
        """Execute the writes in one transaction; once more where it was undone by no fault of theirs."""
        for attempt in range(1, TRIES + 1):
            try:
                return self._transact(writes)
            except DBAPIError as error:
                if attempt == TRIES or not _is_undone(error):
                    raise
        return None

    def _transact(self, writes: list[Write]) -> None:
        with self._engine.connect() as connection:
            for statement, rows in group_writes(writes):
                execute(connection, statement, rows)
            if self._batches:
                self._batches.mark(connection)
            try:
                connection.commit()
            except DBAPIError as error:
                if not (self._batches and error.connection_invalidated and self._batches.is_stored()):
                    raise


def _is_undone(error: DBAPIError) -> bool:
    return error.connection_invalidated or getattr(error.orig, "sqlstate", "") in UNDONE


def _is_nobodys_fault(error: Exception) -> bool:
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_lost or isinstance(error, OperationalError | NoConnection | OutcomeUnknown)


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
