"""Marks of committed batches: after a connection was lost during COMMIT, they tell whether the batch was committed."""

import secrets
import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ludoteka.store.refusals import OutcomeUnknown
from ludoteka.store.schema import batches

PATIENCE = 20.0  # seconds to wait for a database that has become unreachable
RETRY_INTERVAL = 0.1  # seconds
RETENTION = 86400.0  # seconds for which marks of earlier writers are stored
IDLE = 10.0  # seconds after which PostgreSQL rolls back the transaction of a lost connection; less than PATIENCE

_upsert = insert(batches)
MARK = _upsert.on_conflict_do_update(
    index_elements=[batches.c.writer], set_={"number": _upsert.excluded.number, "at": _upsert.excluded.at}
)
WAIT = insert(batches).on_conflict_do_nothing()  # waits until no other transaction is inserting the row
FORGET = delete(batches)


class BatchMarks:
    """The marks of one writer: it numbers its batches and stores the number in the transaction of the batch."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.restart()

    def restart(self) -> None:
        """Begin a new row: a lost connection may hold a lock on the old one, for which later batches must not wait."""
        self._writer = secrets.token_urlsafe(12)
        self._number = 0

    @property
    def are_new(self) -> bool:
        """Whether the row has no mark yet."""
        return not self._number

    def next(self) -> tuple[str, int, float]:
        """Return the mark of the batch that is about to be committed: the writer, the number and the time."""
        self._number += 1
        return self._writer, self._number, time.time()

    def mark(self, connection: Connection) -> None:
        """Write the mark of the batch that is about to be committed; with the first one, forget those of earlier writers."""
        if self.are_new:
            connection.execute(FORGET.where(batches.c.at < time.time() - RETENTION))
        writer, number, now = self.next()
        connection.execute(MARK, {"writer": writer, "number": number, "at": now})

    def is_stored(self, on_failure: Callable[[Exception], None]) -> bool:
        """Tell whether the last marked batch was committed, once that is certain.

        `on_failure` is called with the error of each attempt to find out.

        Raises:
            OutcomeUnknown: the database stays unreachable.
        """
        writer, number = self._writer, self._number
        self.restart()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._last(writer) >= number
            except SQLAlchemyError as error:
                on_failure(error)
                if time.monotonic() > until or not isinstance(error, DBAPIError):
                    raise OutcomeUnknown(str(error)) from error
            time.sleep(RETRY_INTERVAL)

    def _last(self, writer: str) -> int:
        """Return the number of a writer's last committed batch, after any open transaction on it has ended."""
        with self._engine.begin() as connection:
            connection.execute(text(f"set local lock_timeout = '{round(IDLE)}s'"))
            connection.execute(WAIT, {"writer": writer, "number": 0, "at": time.time()})
            wanted = select(batches.c.number).where(batches.c.writer == writer).with_for_update()
            return int(connection.execute(wanted).scalar_one())
