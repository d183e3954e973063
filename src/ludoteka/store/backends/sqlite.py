"""Opening a file of SQLite: is it ours, is it whole, is it of an edition that we understand?

Whatever is refused is left as it was, byte for byte.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from ludoteka.core.message import Message
from ludoteka.store.backends.database import Database, migrate
from ludoteka.store.refusals import file_refusal
from ludoteka.store.schema import HEAD, REVISIONS

MAGIC = b"SQLite format 3\0"
SMALL = 64 << 20  # bytes; a larger file is not read whole at every start
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def open_database(path: Path) -> Database:
    """Open a file: locked, checked, and of the newest revision.

    Raises:
        StoreRefused: "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt", "store-newer".
    """
    path = path.resolve()  # one file, one lock, by whatever name it is called
    with _refusing(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(_beside(path, ".lock"))  # the system releases it when the process ends, however it ends
        lock.acquire(timeout=0)
        try:
            engine = _ready(path)
        except BaseException:
            lock.release()
            raise
    return Database(engine, engine, lock.release)


def read_revision(path: Path) -> str:
    """Return the revision of a file, "" for a new one; nothing is changed.  Raises StoreRefused, as `open_database`."""
    path = path.resolve()
    with _refusing(path):
        return _checked(path, is_shared=True)


def create_reader(path: Path) -> Engine:
    """Return the way to read a file that may be open elsewhere, and is known to be ours."""
    engine = create_engine(URL.create("sqlite", database=str(path.resolve())), hide_parameters=True)
    event.listen(engine, "connect", _prepare_reading)
    event.listen(engine, "begin", _begin)
    return engine


def _ready(path: Path) -> Engine:
    index = _beside(path, "-shm")
    had_index = index.exists()
    engine = _engine(path)
    try:
        revision = _checked(path)
        if revision != HEAD:
            _migrate(engine, path, revision)
        engine.connect().close()  # what a killed house left in its log is taken over now
    except BaseException:
        engine.dispose()
        if not had_index:
            index.unlink(missing_ok=True)  # reading the log of a refused file made one
        raise
    return engine


def _checked(path: Path, is_shared: bool = False) -> str:
    """Return the revision of the file, "" for a new one; nothing is written.

    One that is shared may be open elsewhere, and need not be writable.
    """
    log = _beside(path, "-wal")
    has_log = log.exists() and log.stat().st_size > 0
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise file_refusal("store-not-ours", str(path))
    if not path.exists() or path.stat().st_size == 0:
        if has_log:  # SQLite would take the file for a new one and throw its log away
            raise file_refusal("store-corrupt", str(path), Message("it is empty, but its log is not"))
        return ""
    with path.open(
        "rb" if is_shared else "r+b"
    ) as file:  # for writing too, so that a file without permission is known now
        if file.read(len(MAGIC)) != MAGIC:
            raise file_refusal("store-not-ours", str(path))
    # The address that leaves no trace.  After a crash, what the write-ahead log holds counts too.
    is_still = not (log.exists() if is_shared else has_log)
    address = f"{path.as_uri()}?mode=ro" + ("&immutable=1" if is_still else "")
    with closing(sqlite3.connect(address, uri=True, timeout=1)) as database:
        return _revision(path, database)


def _revision(path: Path, database: sqlite3.Connection) -> str:
    if path.stat().st_size < SMALL:
        told = database.execute("pragma quick_check(1)").fetchone()[0]
        if told != "ok":
            raise file_refusal("store-corrupt", str(path), told)
    tables = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
    if not tables:
        return ""  # killed before the first migration was through
    if not tables >= {"alembic_version", "matches"}:
        raise file_refusal("store-not-ours", str(path))
    row = database.execute("select version_num from alembic_version").fetchone()
    if row is None or row[0] not in REVISIONS:
        raise file_refusal("store-newer", str(path))
    return str(row[0])


def _engine(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)  # seeds go into no log
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions too late: `_begin` does
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")  # durable means: on the disk
    connection.execute("pragma foreign_keys = on")


def _prepare_reading(connection: Any, record: object) -> None:
    connection.isolation_level = None  # as above
    connection.execute("pragma query_only = on")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("begin")


def _migrate(engine: Engine, path: Path, revision: str) -> None:
    """Bring the database to the newest revision; an existing one is copied first."""
    if revision:
        kept = _beside(path, f".before-{HEAD}")
        kept.unlink(missing_ok=True)
        copy(path, kept)
    with engine.begin() as connection:
        migrate(connection)


def copy(path: Path, to: Path) -> None:
    """Copy a file with what its log holds, as it is at one moment, into an empty one."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn what the system and SQLite say into a refusal."""
    try:
        yield
    except Timeout as error:
        raise file_refusal("store-in-use", str(path)) from error
    except OSError as error:
        raise file_refusal("store-unreachable", str(path), error.strerror or str(error)) from error
    except UnicodeDecodeError as error:  # SQLite names what is damaged, and the name is damaged, too
        raise file_refusal("store-corrupt", str(path), str(error)) from error
    except (sqlite3.Error, DBAPIError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        number = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the kind of error; the rest are its details
        code = "store-corrupt" if number in DAMAGED else "store-in-use" if number in BUSY else "store-unreachable"
        raise file_refusal(code, str(path), str(cause)) from error
