"""A database that is open."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from ludoteka.store.writing.batch_marks import BatchMarks


class Database(NamedTuple):
    """A database that is open, of the newest revision."""

    engine: Engine
    reader: Engine  # the same, for reading: all that one transaction reads is of one moment
    release: Callable[[], None]  # what kept others away
    batches: BatchMarks | None = None  # where a lost connection leaves open whether a COMMIT happened


def migrate(connection: Connection) -> None:
    """Bring a database to the newest revision, within the transaction of the connection."""
    from alembic import command  # noqa: PLC0415 - at most once an edition; every other start is quicker without
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
