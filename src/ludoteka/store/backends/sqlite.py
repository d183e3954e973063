"""Opening a SQLite file: locking, checking and migrating it.

A file that is refused is left unchanged, byte for byte.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from ludoteka.core.message import Message
from ludoteka.store.backends.database import Database, Inspection, migrate
from ludoteka.store.refusals import file_refusal
from ludoteka.store.schema import HEAD

MAGIC = b"SQLite format 3\0"
READERS = 2  # one interpreter runs all queries, and more threads would only make the event loop wait for its turn
SMALL = 64 << 20  # bytes; larger files skip the full check at startup
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}  # the last: other tables than expected
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
COLUMNS = "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'"


def open_database(path: Path, may_be_empty: bool = False) -> Database:
    """Open a file: lock, check and migrate it.  One that doesn't exist is created; an empty one only if it `may_be_empty`.

    Raises:
        StoreRefused: "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt", "store-newer".
    """
    path = path.resolve()  # one file has one lock, whatever path it was opened by
    with _refusing(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(_beside(path, ".lock"))  # released by the system if the process is killed
        lock.acquire(timeout=0)
        try:
            engine = _open_engine(path, may_be_empty)
        except BaseException:
            lock.release()
            raise
    return Database(engine, engine, READERS, lock.release)


def open_unlocked(path: Path) -> Database:
    """Open a file of the newest revision that may be open elsewhere: without its lock."""
    engine = _engine(path.resolve(), _prepare)
    return Database(engine, engine, READERS, lambda: None)


def read_revision(path: Path) -> str:
    """Return the revision of a file without changing it, "" for a new one.  Raises the same as `open_database`."""
    path = path.resolve()
    with _refusing(path):
        return _check(path, is_shared=True)


def create_reader(path: Path) -> Engine:
    """Return an engine for reading a file of ours, which may be open elsewhere."""
    return _engine(path.resolve(), _prepare_reading)


def _open_engine(path: Path, may_be_empty: bool) -> Engine:
    index = _beside(path, "-shm")
    had_index, is_new = index.exists(), not path.exists()
    engine = _engine(path, _prepare)
    try:
        revision = _check(path, may_be_empty=may_be_empty)
        if revision != HEAD:
            _migrate(engine, path, revision)
        engine.connect().close()  # recovers what a killed house left in the write-ahead log
    except BaseException:
        engine.dispose()
        if not had_index:
            index.unlink(missing_ok=True)  # checking a file with a log may have created it
        if is_new and path.exists() and path.stat().st_size == 0:
            path.unlink()  # a full disk had no room for more, and an empty file would be taken for a damaged one
        raise
    return engine


def _check(path: Path, is_shared: bool = False, may_be_empty: bool = False) -> str:
    """Return the revision of the file, "" for a new one, without writing to it.

    A shared file may be open elsewhere and may be read-only.
    """
    log = _beside(path, "-wal")
    has_log = log.exists() and log.stat().st_size > 0
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise file_refusal("store-not-ours", str(path))
    if not path.exists() or path.stat().st_size == 0:
        if has_log:  # SQLite would treat the file as new and delete the log
            raise file_refusal("store-corrupt", str(path), Message("it is empty, but its write-ahead log is not"))
        if path.exists() and not may_be_empty:  # perhaps what a failed copy left of a house
            raise file_refusal("store-corrupt", str(path), Message("it is empty"))
        return ""
    with path.open("rb" if is_shared else "r+b") as file:  # opening for writing reveals missing permissions now
        if file.read(len(MAGIC)) != MAGIC:
            raise file_refusal("store-not-ours", str(path))
    # An immutable file is read without leaving a trace, but without its write-ahead log, which is needed after a crash.
    is_immutable = not (log.exists() if is_shared else has_log)
    address = f"{path.as_uri()}?mode=ro" + ("&immutable=1" if is_immutable else "")
    with closing(sqlite3.connect(address, uri=True, timeout=1)) as database:
        return _revision(path, database)


def _revision(path: Path, database: sqlite3.Connection) -> str:
    if path.stat().st_size < SMALL:
        answer = database.execute("pragma quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise file_refusal("store-corrupt", str(path), answer)
    tables = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
    return _inspection(path, database).revision(tables)


def _inspection(path: Path, database: Any) -> Inspection:
    return Inspection(database.execute, COLUMNS, partial(file_refusal, file=str(path)))


def _engine(path: Path, prepare: Callable[[Any, object], None]) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)  # keeps seeds out of the log
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None  # `_begin` starts transactions, as the driver would start them too late
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")  # commits wait for the disk
    connection.execute("pragma foreign_keys = on")


def _prepare_reading(connection: Any, record: object) -> None:
    connection.isolation_level = None  # as above
    connection.execute("pragma query_only = on")


def _begin(connection: Connection) -> None:
    """Begin a transaction; the writer's excludes other writers from its first query on, so that none changes what it read."""
    connection.exec_driver_sql("begin immediate" if connection.get_execution_options().get("writes") else "begin")


def _migrate(engine: Engine, path: Path, revision: str) -> None:
    """Migrate the database to the newest revision, after copying an existing one."""
    if revision:
        copied = _beside(path, f".before-{HEAD}")
        copied.unlink(missing_ok=True)
        copy(path, copied)
    with engine.begin() as connection:
        migrate(connection)
        _inspection(path, connection.connection.driver_connection).check_parts()


def copy(path: Path, to: Path) -> None:
    """Copy a snapshot of a file, including its write-ahead log, to an empty file."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except Timeout as error:
        raise file_refusal("store-in-use", str(path)) from error
    except (FileExistsError, NotADirectoryError) as error:  # where its folder should be, there is a file
        reason = Message("{folder} is not a folder", folder=str(path.parent))
        raise file_refusal("store-unreachable", str(path), reason) from error
    except OSError as error:
        raise file_refusal("store-unreachable", str(path), error.strerror or str(error)) from error
    except UnicodeDecodeError as error:  # SQLite reports a damaged name that is not UTF-8
        raise file_refusal("store-corrupt", str(path), str(error)) from error
    except (sqlite3.Error, DBAPIError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        number = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the primary error code
        code = "store-corrupt" if number in DAMAGED else "store-in-use" if number in BUSY else "store-unreachable"
        raise file_refusal(code, str(path), str(cause)) from error
