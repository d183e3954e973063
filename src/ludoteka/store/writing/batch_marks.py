"""Which batch of a writer was stored last: where the connection is lost in COMMIT, this tells whether it happened."""

import secrets
import time

from sqlalchemy import Connection, Engine, delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ludoteka.store.refusals import OutcomeUnknown
from ludoteka.store.schema import batches

PATIENCE = 20.0  # seconds in which a database that went away may come back and say
PAUSE = 0.1  # seconds between two attempts
KEPT = 86400.0  # seconds; what older writers left is of no use to anybody
IDLE = 10.0  # seconds after which PostgreSQL undoes what a lost connection left unfinished; less than PATIENCE

_said = insert(batches)
MARK = _said.on_conflict_do_update(
    index_elements=[batches.c.writer], set_={"number": _said.excluded.number, "at": _said.excluded.at}
)
WAIT = insert(batches).on_conflict_do_nothing()  # for the transaction that is inserting the row, if one still is
FORGET = delete(batches)


class BatchMarks:
    """The mark that one writer puts on each of its batches, in the transaction of the batch."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._begin()

    def _begin(self) -> None:
        self._writer = secrets.token_urlsafe(12)
        self._number = 0

    def mark(self, connection: Connection) -> None:
        """Mark the batch that is about to be committed."""
        now = time.time()
        if not self._number:
            connection.execute(FORGET.where(batches.c.at < now - KEPT))
        self._number += 1
        connection.execute(MARK, {"writer": self._writer, "number": self._number, "at": now})

    def is_stored(self) -> bool:
        """Tell whether the batch marked last was stored, once that is certain.

        Raises:
            OutcomeUnknown: the database cannot be asked.
        """
        writer, number = self._writer, self._number
        self._begin()  # the lost connection may hold the old mark locked for a while, and nobody is to wait for that
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._last(writer) >= number
            except SQLAlchemyError as error:
                if time.monotonic() > until or not isinstance(error, DBAPIError):
                    raise OutcomeUnknown(str(error)) from error
            time.sleep(PAUSE)

    def _last(self, writer: str) -> int:
        """Return the number of the batch that a writer stored last, when no transaction can change it any more."""
        with self._engine.begin() as connection:
            connection.execute(text(f"set local lock_timeout = '{round(IDLE)}s'"))
            connection.execute(WAIT, {"writer": writer, "number": 0, "at": time.time()})
            wanted = select(batches.c.number).where(batches.c.writer == writer).with_for_update()
            return int(connection.execute(wanted).scalar_one())
