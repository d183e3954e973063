"""The errors of the store."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError

from ludoteka.core.message import Message, Refused, Value


class StoreRefused(Refused):
    """The database cannot be used; the message says why and what to do."""


class NotStored(Refused):
    """A write failed and changed nothing; it may be retried.  Its code is "not-stored"."""

    def __init__(self, reason: str) -> None:
        super().__init__("not-stored", Message("The server couldn't store that. Please try again."), status=503)
        self.reason = reason  # for the log

    def __str__(self) -> str:
        """The reason, for the log."""
        return self.reason

    @property
    def is_conflict(self) -> bool:
        """Whether it contradicts what is stored, so that it would fail again."""
        return isinstance(self.__cause__, IntegrityError)


class NumberTaken(NotStored):
    """The match already has an event with this number."""


class OutcomeUnknown(NotStored):
    """The connection was lost during COMMIT, and it is unknown whether the write happened."""


@contextmanager
def on_conflict(refused: Refused) -> Iterator[None]:
    """Raise this refusal instead if a write contradicts what is stored."""
    try:
        yield
    except NotStored as error:
        if error.is_conflict:
            raise refused from error
        raise


def file_refusal(code: str, file: str, reason: Value = "") -> StoreRefused:
    """Return the error for a database file."""
    message = {
        "store-in-use": Message(
            "{file} is in use by another server or program. Close it, or choose another folder with --data.",
            file=file,
        ),
        "store-unreachable": Message(
            "{file} cannot be opened ({reason}). Fix this, or choose another folder with --data.",
            file=file,
            reason=reason,
        ),
        "store-not-ours": Message(
            "{file} is not the database of a house. Move it away, or choose another folder with --data.", file=file
        ),
        "store-corrupt": Message(
            "{file} is damaged ({reason}). Move it away, then restore a backup or start with an empty house.",
            file=file,
            reason=reason,
        ),
        "store-newer": Message(
            "{file} was written by a newer Ludoteka. Install that version, or choose another folder with --data.",
            file=file,
        ),
    }[code]
    return StoreRefused(code, message)


def database_refusal(code: str, database: str = "", reason: Value = "") -> StoreRefused:
    """Return the error for a database on a server; `database` must not contain the password."""
    message = {
        "bad-database": Message(
            "This is not the address of a PostgreSQL database, the only kind that --database takes. It looks like "
            "postgresql://NAME:PASSWORD@HOST/DATABASE; in the password, write %40 for @, %3A for : and %2F for /."
        ),
        "store-unreachable": Message(
            "The database {database} cannot be used ({reason}). Fix this, or choose another with --database.",
            database=database,
            reason=reason,
        ),
        "store-in-use": Message(
            "The database {database} is in use. Stop all servers that use it first.", database=database
        ),
        "store-not-ours": Message(
            "The database {database} belongs to another program. Choose an empty one with --database.",
            database=database,
        ),
        "store-newer": Message(
            "The database {database} was written by a newer Ludoteka. Install that version, or choose another "
            "with --database.",
            database=database,
        ),
        "store-corrupt": Message(
            "The database {database} is damaged ({reason}). Restore a backup into an empty one, and choose that with "
            "--database.",
            database=database,
            reason=reason,
        ),
    }[code]
    return StoreRefused(code, message)


def unreachable() -> StoreRefused:
    """Return the error for reads while the database cannot be reached."""
    return StoreRefused(
        "store-unreachable", Message("The server cannot reach its database right now. Please try again."), status=503
    )


def no_house(place: str) -> StoreRefused:
    """Return the error for a database in which no house has ever been opened."""
    return StoreRefused("no-house", Message("There is no house in {place} yet.", place=place))


def older(place: str, found: str, newest: str) -> StoreRefused:
    """Return the error for a database that must be migrated first."""
    message = Message(
        "{place} has revision {found}, but this Ludoteka needs {newest}. Run ludoteka migrate first.",
        place=place,
        found=found,
        newest=newest,
    )
    return StoreRefused("store-older", message)
