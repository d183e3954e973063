"""Opening a database by its address: a file of SQLite, or PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from ludoteka.late_module import LateModule
from ludoteka.store.backends import sqlite
from ludoteka.store.backends.database import Database
from ludoteka.store.refusals import no_house, older
from ludoteka.store.schema import HEAD

if TYPE_CHECKING:
    from ludoteka.store.backends import postgres
else:
    postgres = LateModule("ludoteka.store.backends.postgres")


def open_database(place: Path | str) -> Database:
    """Open a database by its URL or the path of its file; check and migrate it.

    Raises:
        StoreRefused: "bad-database", "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt",
            "store-newer".
    """
    return postgres.open_database(str(place)) if is_url(place) else sqlite.open_database(Path(place))


def read_revision(place: Path | str) -> str:
    """Return the revision of a database without changing it, "" for a new one.  Raises StoreRefused."""
    return postgres.read_revision(str(place)) if is_url(place) else sqlite.read_revision(Path(place))


@contextmanager
def open_for_reading(place: Path | str) -> Iterator[Engine]:
    """Open a database only for reading; it may be in use.  Each transaction sees a snapshot.

    Raises:
        StoreRefused: as `open_database`, and "store-older", "no-house".
    """
    _check_newest(place)
    engine = postgres.create_reader(str(place)) if is_url(place) else sqlite.create_reader(Path(place))
    try:
        yield engine
    finally:
        engine.dispose()


def open_beside(place: Path | str) -> Database:
    """Open the database of a house that may be open, to write a little.  Raises the same as `open_for_reading`."""
    _check_newest(place)
    return postgres.open_database(str(place)) if is_url(place) else sqlite.open_unlocked(Path(place))


def is_url(place: Path | str) -> bool:
    """Tell whether a place is the URL of a database."""
    return isinstance(place, str) and "://" in place


def display_name(place: Path | str) -> str:
    """Return the name of a database for people, without its password.  Raises StoreRefused: "bad-database"."""
    return postgres.display_name(postgres.parse_url(str(place))) if is_url(place) else str(place)


def _check_newest(place: Path | str) -> None:
    """Accept a database of the newest revision.  Raises StoreRefused: as `read_revision`, and "store-older", "no-house"."""
    revision = read_revision(place)
    if not revision:
        raise no_house(display_name(place))
    if revision != HEAD:
        raise older(display_name(place), revision, HEAD)
