"""Connections to PostgreSQL that count as lost if it stops answering: a server may hang and still accept connections."""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

ANSWER_SECONDS = 5.0  # for one statement of a house; the slowest takes a tenth of that on a busy disk
POLL_SECONDS = 0.1  # psycopg's own default

Result = TypeVar("Result")


class TimedConnection(psycopg.Connection[Any]):
    """A connection that is closed if a statement takes longer than its `patience`; None is without limit."""

    patience: float | None = ANSWER_SECONDS

    def wait(self, gen: PQGen[Result], interval: float = POLL_SECONDS, timeout: float | None = None) -> Result:
        """Wait for an answer.  Raises OperationalError: it takes too long, and the connection is now closed."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError as error:
            if self.pgconn.transaction_status != TransactionStatus.ACTIVE:
                raise
            self.pgconn.finish()
            raise psycopg.OperationalError("PostgreSQL does not answer") from error
