"""Opening a database: a file, or one on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine

from ludoteka.store import postgres, sqlite
from ludoteka.store.opened import Opened
from ludoteka.store.refusals import no_house, older
from ludoteka.store.schema import HEAD


def opened(place: Path | str) -> Opened:
    """Open a database, checked and of the newest revision, by its URL or the path of its file.

    Raises:
        StoreRefused: "bad-database", "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt",
            "store-newer".
    """
    return postgres.opened(str(place)) if is_url(place) else sqlite.opened(Path(place))


def revision(place: Path | str) -> str:
    """Return the revision of a database, "" for a new one; nothing is changed.  Raises StoreRefused."""
    return postgres.revision(str(place)) if is_url(place) else sqlite.revision(Path(place))


@contextmanager
def read(place: Path | str) -> Iterator[Engine]:
    """Read a database that may be open elsewhere; each transaction sees all of it as it was at one moment.

    Raises:
        StoreRefused: as `opened`, and "store-older", "no-house".
    """
    found = revision(place)
    if not found:
        raise no_house(name_of(place))
    if found != HEAD:
        raise older(name_of(place), found, HEAD)
    engine = postgres.reader(str(place)) if is_url(place) else sqlite.reader(Path(place))
    try:
        yield engine
    finally:
        engine.dispose()


def is_url(place: Path | str) -> bool:
    """Tell whether a place is the URL of a database."""
    return isinstance(place, str) and "://" in place


def name_of(place: Path | str) -> str:
    """Return how a database is called to people: without its password.  Raises StoreRefused: "bad-database"."""
    return postgres.name_of(postgres.parsed(str(place))) if is_url(place) else str(place)
