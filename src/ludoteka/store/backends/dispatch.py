"""Opening a database: a file, or one on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine

from ludoteka.store.backends import postgres, sqlite
from ludoteka.store.backends.database import Database
from ludoteka.store.refusals import no_house, older
from ludoteka.store.schema import HEAD


def open_database(place: Path | str) -> Database:
    """Open a database, checked and of the newest revision, by its URL or the path of its file.

    Raises:
        StoreRefused: "bad-database", "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt",
            "store-newer".
    """
    return postgres.open_database(str(place)) if is_url(place) else sqlite.open_database(Path(place))


def read_revision(place: Path | str) -> str:
    """Return the revision of a database, "" for a new one; nothing is changed.  Raises StoreRefused."""
    return postgres.read_revision(str(place)) if is_url(place) else sqlite.read_revision(Path(place))


@contextmanager
def open_for_reading(place: Path | str) -> Iterator[Engine]:
    """Read a database that may be open elsewhere; each transaction sees all of it as it was at one moment.

    Raises:
        StoreRefused: as `opened`, and "store-older", "no-house".
    """
    found = read_revision(place)
    if not found:
        raise no_house(display_name(place))
    if found != HEAD:
        raise older(display_name(place), found, HEAD)
    engine = postgres.create_reader(str(place)) if is_url(place) else sqlite.create_reader(Path(place))
    try:
        yield engine
    finally:
        engine.dispose()


def is_url(place: Path | str) -> bool:
    """Tell whether a place is the URL of a database."""
    return isinstance(place, str) and "://" in place


def display_name(place: Path | str) -> str:
    """Return how a database is called to people: without its password.  Raises StoreRefused: "bad-database"."""
    return postgres.display_name(postgres.parse_url(str(place))) if is_url(place) else str(place)
