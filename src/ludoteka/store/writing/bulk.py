"""Bulk statements: what a batch does most, with less work for each row than SQLAlchemy has."""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    JSON,
    Executable,
    Float,
    Insert,
    String,
    Update,
    bindparam,
    cast,
    column,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.selectable import TableValuedAlias
from sqlalchemy.types import TypeEngine

from ludoteka.store.schema import events, matches
from ludoteka.store.writing.statements import INSERT_EVENT, SET_STATUS

Row = dict[str, Any]
Rows = list[Row]
Arrays = dict[str, list[Any]]
MANY_ROWS = 500  # of eight values; SQLite takes at most 32,766 in a statement


def execute(connection: Connection, statement: Executable, rows: Rows) -> None:
    """Execute one of our statements for all rows."""
    if len(rows) > 1 and statement in BULK and connection.dialect.name == "postgresql":
        bulk, arrays = BULK[statement]
        connection.execute(bulk, arrays(rows))
    elif statement is INSERT_EVENT and len(rows) >= MANY_ROWS:
        _insert_many(connection, rows)
    else:
        connection.execute(statement, rows)


def _insert_many(connection: Connection, rows: Rows) -> None:
    """Insert the events of a long match.  After each statement, Python's threads compete for the interpreter."""
    names = [one.name for one in events.c]
    values = f"({', '.join('?' for _ in names)})"
    for start in range(0, len(rows), MANY_ROWS):
        part = rows[start : start + MANY_ROWS]
        text = f"INSERT INTO events ({', '.join(names)}) VALUES {', '.join([values] * len(part))}"  # noqa: S608 - names of columns
        connection.exec_driver_sql(text, tuple(row[name] for row in part for name in names))


def _unnested(types: dict[str, TypeEngine[Any]], prefix: str) -> TableValuedAlias:
    given = (bindparam(prefix + name, type_=ARRAY(kind)) for name, kind in types.items())
    return func.unnest(*given).table_valued(*(column(name, kind) for name, kind in types.items())).render_derived()


# Without lengths: in a cast to a type with a length, PostgreSQL would truncate values silently
EVENT_TYPES = {one.name: String() if isinstance(one.type, String) else one.type for one in events.c}
STATUS_TYPES: dict[str, TypeEngine[Any]] = {"match": String(), "outcome": String(), "whom": String(), "when": Float()}


def insert_events(prefix: str = "") -> Insert:
    """Return the statement that inserts the events of `event_arrays`, whose names get a prefix, in PostgreSQL."""
    return insert(events).from_select(list(EVENT_TYPES), select(_unnested(EVENT_TYPES, prefix)))


def set_statuses(prefix: str = "") -> Update:
    """Return the statement that sets the statuses of `status_arrays`, whose names get a prefix, in PostgreSQL."""
    given = _unnested(STATUS_TYPES, prefix).c
    changed = update(matches).where(matches.c.id == given.match)
    return changed.values(result=cast(given.outcome, JSON), awaited=given.whom, due=given.when)


def event_arrays(rows: Rows) -> Arrays:
    """Return the values of events, by name."""
    return {name: [row[name] for row in rows] for name in EVENT_TYPES}


def status_arrays(rows: Rows) -> Arrays:
    """Return the values of the last status of each match, by name: one UPDATE changes a row only once."""
    last = {row["match"]: row for row in rows}.values()
    arrays = {name: [row[name] for row in last] for name in STATUS_TYPES}
    arrays["outcome"] = [None if one is None else json.dumps(one) for one in arrays["outcome"]]
    return arrays


BULK: dict[Executable, tuple[Executable, Callable[[Rows], Arrays]]] = {
    INSERT_EVENT: (insert_events(), event_arrays),
    SET_STATUS: (set_statuses(), status_arrays),
}


class ShortWay:
    """A connection of the writer's own, on which it commits batches of events and statuses."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: PoolProxiedConnection | None = None

    def commit(self, grouped: Sequence[tuple[Executable, Rows]]) -> bool:
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

    def _execute(self, file: Any, grouped: Sequence[tuple[Executable, Rows]]) -> None:
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


def _status_values(row: Row) -> tuple[Any, ...]:
    outcome = None if row["outcome"] is None else json.dumps(row["outcome"])
    return outcome, row["whom"], row["when"], row["match"]


PLAIN: dict[Executable, tuple[str, Callable[[Row], tuple[Any, ...]]]] = {
    INSERT_EVENT: (str(INSERT_EVENT.compile(dialect=sqlite.dialect())), lambda row: tuple(row.values())),
    SET_STATUS: (str(SET_STATUS.compile(dialect=sqlite.dialect())), _status_values),
}
