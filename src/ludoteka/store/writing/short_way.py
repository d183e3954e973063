"""The short way of moves to a SQLite file, without the work that SQLAlchemy has for each batch and each row."""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Engine, Executable, PoolProxiedConnection
from sqlalchemy.dialects import sqlite

from ludoteka.store.writing.statements import INSERT_EVENT, SET_STATUS

Row = dict[str, Any]


class ShortWay:
    """A connection of the writer's own, on which it commits batches of events and statuses."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: PoolProxiedConnection | None = None

    def commit(self, grouped: Sequence[tuple[Executable, list[Row]]]) -> bool:
        """Commit a batch; return False, with nothing changed, if it has to go the usual way.

        That is so if it has other statements, and after any error, which comes again on the usual way.
        """
        if any(statement not in PLAIN for statement, _ in grouped):
            return False
        try:
            self._connection = self._connection or self._engine.raw_connection()
            self._execute(self._connection.driver_connection, grouped)
        except Exception:  # noqa: BLE001 - whatever it is, the usual way reports it
            self.close()
            return False
        return True

    def _execute(self, file: Any, grouped: Sequence[tuple[Executable, list[Row]]]) -> None:
        file.execute("begin")
        for statement, rows in grouped:
            text, values = PLAIN[statement]
            file.executemany(text, map(values, rows))
        file.execute("commit")

    def close(self) -> None:
        """Give the connection back, which undoes what was not committed."""
        if self._connection:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _event_values(row: Row) -> tuple[Any, ...]:
    return tuple(row.values())


def _status_values(row: Row) -> tuple[Any, ...]:
    outcome = None if row["outcome"] is None else json.dumps(row["outcome"])
    return outcome, row["whom"], row["when"], row["match"]


PLAIN: dict[Executable, tuple[str, Callable[[Row], tuple[Any, ...]]]] = {
    INSERT_EVENT: (str(INSERT_EVENT.compile(dialect=sqlite.dialect())), _event_values),
    SET_STATUS: (str(SET_STATUS.compile(dialect=sqlite.dialect())), _status_values),
}
