"""Opening a database: a file, or one on a server."""

from pathlib import Path

from ludoteka.store import postgres, sqlite
from ludoteka.store.opened import Opened


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


def is_url(place: Path | str) -> bool:
    """Tell whether a place is the URL of a database."""
    return isinstance(place, str) and "://" in place


def name_of(place: Path | str) -> str:
    """Return how a database is called to people: without its password.  Raises StoreRefused: "bad-database"."""
    return postgres.name_of(postgres.parsed(str(place))) if is_url(place) else str(place)
