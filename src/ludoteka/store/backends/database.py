"""An open database, and its migration."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, Engine

if TYPE_CHECKING:
    from alembic.config import Config

    from ludoteka.store.writing.batch_marks import BatchMarks


class Database(NamedTuple):
    """An open database of the newest revision."""

    engine: Engine
    reader: Engine  # for reading: a transaction sees a snapshot
    readers: int  # queries that run at the same time; others wait in a queue
    release: Callable[[], None]  # releases the lock on the database
    batches: "BatchMarks | None" = None  # None where a COMMIT that fails has certainly changed nothing


def migration_config() -> "Config":
    """Return the configuration of Alembic: where the migrations are."""
    from alembic.config import Config  # noqa: PLC0415 - slow to import, and only needed when the schema changes

    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    config.set_main_option("recursive_version_locations", "true")
    return config


def migrate(connection: Connection) -> None:
    """Migrate a database to the newest revision, within the transaction of the connection."""
    from alembic import command  # noqa: PLC0415 - as above

    config = migration_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
