"""What the store refuses, and why."""

from ludoteka.core.message import Message, Refused, Value


class StoreRefused(Refused):
    """The database cannot be used: why, and what to do."""


class NotStored(Exception):
    """The disk or the database would not take it; nothing was changed, and it may be tried again."""


class NumberTaken(NotStored):
    """The match already has something under this number."""


class OutcomeUnknown(NotStored):
    """The database went away while it stored that, and has not come back to say whether it did."""


def file_refusal(code: str, file: str, reason: Value = "") -> StoreRefused:
    """Return the refusal of a file."""
    message = {
        "store-in-use": Message(
            "{file} is in use by another house or program. Close that, or choose another folder with --data.",
            file=file,
        ),
        "store-unreachable": Message(
            "{file} cannot be opened ({reason}). Mend that, or choose another folder with --data.",
            file=file,
            reason=reason,
        ),
        "store-not-ours": Message(
            "{file} is not the database of a house. Move it away, or choose another folder with --data.", file=file
        ),
        "store-corrupt": Message(
            "{file} is damaged ({reason}). Put a backup in its place, or move it away and begin anew.",
            file=file,
            reason=reason,
        ),
        "store-newer": Message(
            "{file} was written by a newer Ludoteka. Install that one, or choose another folder with --data.",
            file=file,
        ),
    }[code]
    return StoreRefused(code, message)


def database_refusal(code: str, database: str = "", reason: Value = "") -> StoreRefused:
    """Return the refusal of a database on a server; its name is to hold no password."""
    message = {
        "bad-database": Message(
            "This is not the address of a database. It reads postgresql://NAME:PASSWORD@HOST/DATABASE; "
            "in a password, %40 stands for @, %3A for : and %2F for /."
        ),
        "store-unreachable": Message(
            "The database {database} cannot be used ({reason}). Mend that, or name another with --database.",
            database=database,
            reason=reason,
        ),
        "store-in-use": Message(
            "The database {database} is in use by a house. Close all its servers first.", database=database
        ),
        "store-not-ours": Message(
            "The database {database} holds the tables of another program. Name an empty one with --database.",
            database=database,
        ),
        "store-newer": Message(
            "The database {database} was written by a newer Ludoteka. Install that one, or name another "
            "with --database.",
            database=database,
        ),
    }[code]
    return StoreRefused(code, message)


def away() -> StoreRefused:
    """Return the refusal of who asks while the database cannot be reached."""
    return StoreRefused(
        "store-unreachable", Message("The house cannot reach its database at the moment. Please try again.")
    )


def no_house(place: str) -> StoreRefused:
    """Return the refusal of a database in which no house has ever been opened."""
    return StoreRefused("no-house", Message("There is no house in {place} yet.", place=place))


def older(place: str, found: str, newest: str) -> StoreRefused:
    """Return the refusal of a database that has yet to be migrated."""
    message = Message(
        "{place} is of revision {found}, and this Ludoteka reads {newest}: run ludoteka migrate first.",
        place=place,
        found=found,
        newest=newest,
    )
    return StoreRefused("store-older", message)
