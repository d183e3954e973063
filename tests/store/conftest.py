"""Fixtures of the store tests, which run on SQLite and on PostgreSQL.

A database is created only once, and copied or emptied for each test, which takes a tenth of the processor time.
"""

import asyncio
import shutil
from functools import cached_property, partial

import pytest
from houses.stores import FILE

from ludoteka.store import Store

TABLES = "select tablename from pg_tables where schemaname = 'public' and tablename <> 'alembic_version'"


class Files:
    """SQLite databases in files."""

    def __init__(self, folders):
        self.new = lambda: folders.mktemp("store") / FILE
        self.created = opened_once(self.new())

    def copy(self, is_kept=True):
        """Return the place of another database of the newest revision."""
        return shutil.copy(self.created, self.new())

    def empty(self):
        """Return the place of another database, which has no rows yet."""
        return self.copy()


class Databases:
    """Databases of a PostgreSQL server."""

    def __init__(self, server):
        self.new = server.fresh_database
        self.created = opened_once(server.fresh_database(is_kept=True))
        self.copy = partial(server.fresh_database, self.created)
        self._connected = server.connected

    @cached_property
    def _one(self):
        """A database, and the statements that empty it."""
        place = self.copy(is_kept=True)
        with self._connected(place) as connection:
            tables = [name for (name,) in connection.execute(TABLES)]
        others = {"keys": "where name <> 'guests'"}  # the key of the cookies belongs to a new database
        rows = "; ".join(f"delete from {name} {others.get(name, '')}" for name in tables)  # noqa: S608 - our own names
        return place, f"set lock_timeout = '60s'; set session_replication_role = replica; {rows}"

    def empty(self):
        """Return the place of a database without any rows, the same every time."""
        place, statements = self._one
        with self._connected(place) as connection:
            connection.execute(statements)
        return place


def opened_once(place):
    asyncio.run(Store.open(place).close())
    return place


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """SQLite databases."""
    return Files(tmp_path_factory)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def databases(request, files):
    """The databases of one kind."""
    return files if request.param == "sqlite" else Databases(request.getfixturevalue("postgres"))


@pytest.fixture
def place(databases):
    """Return the place of an empty database of the newest revision."""
    return databases.empty()


@pytest.fixture(scope="session")
def shared(databases):
    """Return the place of a database shared by tests that only use their own matches."""
    return databases.copy(is_kept=True)
