"""The one writer: whatever waits while a transaction is being committed goes into the next one.

A commit waits for the disk, so a hundred moves in one cost hardly more than one (decision 0006).
"""

import asyncio
import queue
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

Write = tuple[Executable, dict[str, Any]]  # a statement of ours, and its values


class NotStored(Exception):
    """The disk or the database would not take it; nothing was changed, and it may be tried again."""


class NumberTaken(Exception):
    """The match already has something under this number."""


class Writer:
    """A thread that commits what it is given, all of a caller's writes or none."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[list[Write], Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, writes: list[Write]) -> None:
        """Commit these writes together; durable when it returns.

        Raises:
            NotStored, NumberTaken
        """
        done: Future[None] = Future()
        self._waiting.put((writes, done))
        await asyncio.wrap_future(done)

    def close(self) -> None:
        """Commit everything that waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._batch()
            if batch and not self._committed([write for writes, _ in batch for write in writes]):
                for writes, done in batch:
                    self._commit_alone(writes, done)
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    def _batch(self) -> tuple[list[tuple[list[Write], Future[None]]], bool]:
        """Wait for something to write; return all that waits, and whether it is the last."""
        batch, one = [], self._waiting.get()
        while one is not None:
            if one[1].set_running_or_notify_cancel():
                batch.append(one)
            try:
                one = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _committed(self, writes: list[Write]) -> bool:
        try:
            with self._engine.begin() as connection:
                _execute(connection, writes)
        except SQLAlchemyError:
            return False
        return True

    def _commit_alone(self, writes: list[Write], done: Future[None]) -> None:
        """Give one caller his own outcome, after the batch he was in has failed."""
        try:
            with self._engine.begin() as connection:
                _execute(connection, writes)
        except IntegrityError as error:
            done.set_exception(NumberTaken(str(error.orig)))
        except SQLAlchemyError as error:
            done.set_exception(NotStored(str(error)))


def _execute(connection: Connection, writes: Iterable[Write]) -> None:
    """Execute the writes, those of one statement at once; callers wait, so none depends on another's."""
    together: dict[Executable, list[dict[str, Any]]] = {}
    for statement, values in writes:
        together.setdefault(statement, []).append(values)
    for statement, rows in together.items():
        connection.execute(statement, rows)
