"""An open database, and its migration."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from ludoteka.store.writing.batch_marks import BatchMarks


class Database(NamedTuple):
    """An open database of the newest revision."""

    engine: Engine
    reader: Engine  # for reading: a transaction sees a snapshot
    release: Callable[[], None]  # releases the lock on the database
    batches: BatchMarks | None = None  # None where a COMMIT that fails has certainly changed nothing


def migrate(connection: Connection) -> None:
    """Migrate a database to the newest revision, within the transaction of the connection."""
    from alembic import command  # noqa: PLC0415 - slow to import, and only needed when the schema changes
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
