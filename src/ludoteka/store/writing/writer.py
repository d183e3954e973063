"""The writer: a thread with group commit.

Writes that arrive while a transaction is being committed are queued and go into the next one.  A commit waits for the
disk, so a hundred moves in one transaction cost hardly more than one (decision 0005).
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludoteka.core.message import Refused
from ludoteka.store.refusals import NotStored, OutcomeUnknown
from ludoteka.store.writing.bulk import ShortWay, execute
from ludoteka.store.writing.owners import check_owners, hold_owners
from ludoteka.store.writing.statements import INSERT_EVENT, SET_STATUS, Write, group_writes

if TYPE_CHECKING:
    from ludoteka.store.writing.batch_marks import BatchMarks
    from ludoteka.store.writing.one_statement import OneStatement

TRIES = 3  # for a batch that was rolled back because of another transaction or a lost connection
RETRY_SECONDS = 1.0  # after which a batch is not retried: a database that takes so long to fail does not answer
ROLLED_BACK = {"40001", "40P01"}  # SQLSTATE: serialization failure, deadlock


class Guard(NamedTuple):
    """What must hold for writes: it is checked in their transaction, and nothing changes it in between.

    Transactions whose guards have the same key wait for each other, on all servers of a house.
    """

    key: str
    check: Callable[[Connection], None]  # raises Refused

    def hold(self, connection: Connection) -> None:
        """Wait for the others, then check.  Raises Refused."""
        if connection.dialect.name == "postgresql":  # a SQLite file has one writer at a time
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(self.key, 0))))
        self.check(connection)


class _Job(NamedTuple):
    writes: Sequence[Write]
    done: "asyncio.Future[None]"
    guard: Guard | None


class Writer:
    """A thread that commits batches of writes; the writes of one caller are atomic."""

    def __init__(self, engine: Engine, batches: "BatchMarks | None" = None) -> None:
        self._engine = engine.execution_options(writes=True)
        self._batches = batches  # None if a failed COMMIT certainly did not happen
        self._short_way = _find_short_way(engine, batches, self._refuse_queued)
        self._queue: list[_Job] = []
        self._rest: list[list[_Job]] = []  # the transactions of the present batch that have not begun; of the thread
        self._is_closing = False
        # Wake the thread only once for all writes of a loop iteration: each wake-up costs a context switch
        self._is_wake_scheduled = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, writes: Sequence[Write], guard: Guard | None = None) -> None:
        """Commit these writes together; they are durable when it returns.

        Cancelling the caller does not cancel the writes.

        Raises:
            Refused: as the guard's check; none of the writes was done.
            NotStored: none of the writes was done; its cause says why.
            OutcomeUnknown: a NotStored for which that is not certain.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        with self._changed:
            if self._is_closing:
                raise NotStored("the store is closed")
            self._queue.append(_Job(writes, done, guard))
            if not self._is_wake_scheduled:
                self._is_wake_scheduled = True
                loop.call_soon(self._wake)
        try:
            await done
        except OutcomeUnknown as error:
            raise OutcomeUnknown(str(error)) from error
        except Refused:
            raise
        except Exception as error:
            raise NotStored(str(error)) from error

    def _wake(self) -> None:
        with self._changed:
            self._is_wake_scheduled = False
            self._changed.notify()

    def close(self) -> None:
        """Commit everything in the queue, then stop the thread."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while jobs := self._next_batch():
            self._rest = self._transactions(jobs)
            while self._rest:
                self._commit(self._rest.pop(0))
        if self._short_way:
            self._short_way.close()

    def _next_batch(self) -> list[_Job]:
        """Wait for writes and return the whole queue; an empty one means that the writer is closing."""
        with self._changed:
            while not self._queue and not self._is_closing:
                self._changed.wait()
            jobs, self._queue = self._queue, []
            return jobs

    def _transactions(self, jobs: list[_Job]) -> list[list[_Job]]:
        """Divide a batch: what PostgreSQL writes in one statement, everything else, and each job with a guard."""
        free = [job for job in jobs if not job.guard]
        is_first = [bool(self._batches) and _is_move(job.writes) for job in free]
        first = [job for job, goes_first in zip(free, is_first, strict=True) if goes_first]
        others = [job for job, goes_first in zip(free, is_first, strict=True) if not goes_first]
        guarded = [[job] for job in jobs if job.guard]
        return [one for one in (first, others, *guarded) if one]

    def _commit(self, jobs: list[_Job]) -> None:
        """Commit the jobs together and report the outcome to their callers.

        If that fails because of one job, bisect the batch to find it.  An error of the disk, a lock or the connection
        concerns all jobs alike, so it is reported to all of them at once, and to those that wait for their transaction.
        """
        try:
            self._execute([write for job in jobs for write in job.writes], jobs[0].guard)
        except Exception as error:  # noqa: BLE001 - whatever a driver raises, every caller gets an outcome
            if len(jobs) > 1 and not _concerns_all(error):
                self._commit(jobs[: len(jobs) // 2])
                self._commit(jobs[len(jobs) // 2 :])
            else:
                _report(jobs, error)
                if _concerns_all(error):
                    self._refuse_queued(error)
        else:
            _report(jobs, None)

    def _refuse_queued(self, error: Exception) -> None:
        """Report an error to all whose transaction has not begun, who would otherwise wait for the same one."""
        rest, self._rest = self._rest, []
        with self._changed:
            jobs, self._queue = self._queue, []
        _report([*chain.from_iterable(rest), *jobs], error)

    def _execute(self, writes: list[Write], guard: Guard | None) -> None:
        """Execute the writes in one transaction; retry if it was rolled back for a reason other than the writes."""
        until = time.monotonic() + RETRY_SECONDS
        for attempt in range(1, TRIES + 1):
            try:
                return self._transact(writes, guard)
            except DBAPIError as error:
                if self._batches and error.connection_invalidated:
                    self._batches.restart()
                if attempt == TRIES or not _is_rolled_back(error) or time.monotonic() > until:
                    raise
        return None

    def _transact(self, writes: list[Write], guard: Guard | None) -> None:
        grouped = group_writes(writes)
        if self._short_way and not guard and self._short_way.commit(grouped):
            return
        with self._engine.connect() as connection:
            if guard:
                guard.hold(connection)
            hold_owners(connection, grouped)
            for statement, rows in grouped:
                check_owners(connection, statement, rows)
                execute(connection, statement, rows)
            if self._batches:
                self._batches.mark(connection)
            try:
                connection.commit()
            except DBAPIError as error:
                if not (self._batches and error.connection_invalidated):
                    raise
                if not self._batches.is_stored(self._refuse_queued):
                    raise


def _find_short_way(
    engine: Engine, batches: "BatchMarks | None", on_failure: Callable[[Exception], None]
) -> "ShortWay | OneStatement | None":
    if engine.dialect.name == "sqlite":
        return ShortWay(engine)
    from ludoteka.store.writing.one_statement import OneStatement  # noqa: PLC0415 - only PostgreSQL needs it

    return OneStatement(engine, batches, on_failure) if batches else None


def _is_move(writes: Sequence[Write]) -> bool:
    return all(statement is INSERT_EVENT or statement is SET_STATUS for statement, _ in writes)


def _is_rolled_back(error: DBAPIError) -> bool:
    return error.connection_invalidated or getattr(error.orig, "sqlstate", "") in ROLLED_BACK


def _concerns_all(error: Exception) -> bool:
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_lost or isinstance(error, OperationalError | NoConnection | OutcomeUnknown)


def _report(jobs: list[_Job], error: Exception | None) -> None:
    """Resolve the futures of the jobs, with one call for each event loop, as each call wakes the loop."""
    for loop in {job.done.get_loop() for job in jobs}:
        futures = [job.done for job in jobs if job.done.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody waits for the outcome
            loop.call_soon_threadsafe(_resolve, futures, error)


def _resolve(futures: list["asyncio.Future[None]"], error: Exception | None) -> None:
    for future in futures:
        if future.cancelled():
            continue
        if error:
            future.set_exception(error)
        else:
            future.set_result(None)
