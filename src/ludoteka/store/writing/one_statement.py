"""The short way of PostgreSQL: the events, statuses and mark of a batch in one statement of psycopg (decision 0075)."""

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from sqlalchemy import Engine, Executable, bindparam
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from ludoteka.store.writing.batch_marks import MARK, BatchMarks
from ludoteka.store.writing.bulk import Rows, event_arrays, insert_events, set_statuses, status_arrays
from ludoteka.store.writing.statements import INSERT_EVENT, SET_STATUS

EVENT, STATUS = "event_", "status_"  # prefixes of parameters
_mark = MARK.values(writer=bindparam("of"), number=bindparam("batch"), at=bindparam("now"))
ALL = insert_events(EVENT).add_cte(set_statuses(STATUS).cte("statuses"), _mark.cte("mark"))


class OneStatement:
    """A connection of the writer's own, on which it commits such batches."""

    def __init__(self, engine: Engine, batches: BatchMarks, on_failure: Callable[[Exception], None]) -> None:
        self._engine, self._batches, self._on_failure = engine, batches, on_failure
        self._text = str(ALL.compile(dialect=engine.dialect))
        self._connection: psycopg.Connection[Any] | None = None

    def commit(self, grouped: Sequence[tuple[Executable, Rows]]) -> bool:
        """Commit a batch; return False, with nothing changed, if it has to go the usual way.

        That is so if it is the first one of its marks, if it has other statements, and after an error of the batch,
        which comes again on the usual way.

        Raises:
            OperationalError: the connection was lost, and nothing changed.
            OutcomeUnknown: the connection was lost, and the database stays unreachable.
        """
        rows = dict(grouped)
        if self._batches.are_new or not rows.keys() <= {INSERT_EVENT, SET_STATUS}:
            return False
        given: dict[str, Any] = {
            **{EVENT + name: values for name, values in event_arrays(rows.get(INSERT_EVENT, [])).items()},
            **{STATUS + name: values for name, values in status_arrays(rows.get(SET_STATUS, [])).items()},
        }
        try:
            connection = self._connection = self._connection or self._open()
        except (psycopg.Error, SQLAlchemyError):  # the usual way reports it
            return False
        writer, number, now = self._batches.next()
        is_committing = False
        try:
            connection.execute(self._text, given | {"of": writer, "batch": number, "now": now})
            is_committing = True
            connection.commit()
        except psycopg.Error as error:
            if not connection.closed:
                connection.rollback()
                return False
            self._connection = None
            if is_committing and self._batches.is_stored(self._on_failure):
                return True
            raise OperationalError(self._text, None, error, connection_invalidated=True) from error
        return True

    def _open(self) -> psycopg.Connection[Any]:
        pooled = self._engine.raw_connection()
        connection: psycopg.Connection[Any] = pooled.driver_connection  # type: ignore[assignment]  # SQLAlchemy knows no driver
        pooled.detach()
        return connection

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.close()
            self._connection = None
