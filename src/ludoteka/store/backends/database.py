"""An open database, the check of what it contains, and its migration."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Engine

from ludoteka.core.message import Message
from ludoteka.store.refusals import StoreRefused
from ludoteka.store.schema import HEAD, REVISIONS, missing_parts

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

    def close(self) -> None:
        self.engine.dispose()
        self.release()


class Inspection(NamedTuple):
    """How a database is asked what it contains, and how it is refused."""

    ask: Callable[[str], Any]  # executes SQL
    columns: str  # SQL for the pairs of a table and a column
    refuse: Callable[..., StoreRefused]  # returns the error with a code and a `reason`

    def revision(self, tables: set[str]) -> str:
        """Return the revision of a database with these tables; "" if there are none, as before the first migration.

        Raises:
            StoreRefused: "store-not-ours", "store-corrupt", "store-newer".
        """
        if not tables:
            return ""
        if not tables >= {"alembic_version", "matches"}:
            raise self.refuse("store-not-ours")
        row = self.ask("select version_num from alembic_version").fetchone()
        if row is None:
            raise self._lacking(["alembic_version"])
        if row[0] not in REVISIONS:
            raise self.refuse("store-newer")
        if row[0] == HEAD:
            self.check_parts()
        return str(row[0])

    def check_parts(self) -> None:
        """Check that a database of the newest revision has all its tables and columns, and the key that signs cookies."""
        if missing := missing_parts(self.ask(self.columns)):
            raise self._lacking(missing)
        if not self.ask("select 1 from keys where name = 'guests'").fetchone():
            raise self._lacking(["keys.guests"])

    def _lacking(self, parts: list[str]) -> StoreRefused:
        return self.refuse("store-corrupt", reason=Message("missing: {parts}", parts=", ".join(parts)))


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
