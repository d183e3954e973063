"""Opening a database file: is it ours, is it whole, is it of an edition that we understand?

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

from ludoteka.core.message import Message, Refused, Value
from ludoteka.store.schema import HEAD, REVISIONS

MAGIC = b"SQLite format 3\0"
SMALL = 64 << 20  # bytes; a larger file is not read whole at every start
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class StoreRefused(Refused):
    """The file cannot be used: why, and what to do."""


def opened(path: Path) -> tuple[Engine, FileLock]:
    """Return the engine of a database file that is locked, checked, and of the newest revision.

    Raises:
        StoreRefused: "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt", "store-newer".
    """
    path = path.resolve()  # one file, one lock, by whatever name it is called
    with _refusing(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(_beside(path, ".lock"))  # the system releases it when the process ends, however it ends
        lock.acquire(timeout=0)
        try:
            return _ready(path), lock
        except BaseException:
            lock.release()
            raise


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


def _checked(path: Path) -> str:
    """Return the revision of the file, "" for a new one; nothing is written."""
    log = _beside(path, "-wal")
    has_log = log.exists() and log.stat().st_size > 0
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise _refusal("store-not-ours", path)
    if not path.exists() or path.stat().st_size == 0:
        if has_log:  # SQLite would take the file for a new one and throw its log away
            raise _refusal("store-corrupt", path, Message("it is empty, but its log is not"))
        return ""
    with path.open("r+b") as file:  # for writing too, so that a file without permission is known now
        if file.read(len(MAGIC)) != MAGIC:
            raise _refusal("store-not-ours", path)
    # The address that leaves no trace.  After a crash, what the write-ahead log holds counts too.
    address = f"{path.as_uri()}?mode=ro" + ("" if has_log else "&immutable=1")
    with closing(sqlite3.connect(address, uri=True, timeout=1)) as database:
        return _revision(path, database)


def _revision(path: Path, database: sqlite3.Connection) -> str:
    if path.stat().st_size < SMALL:
        told = database.execute("pragma quick_check(1)").fetchone()[0]
        if told != "ok":
            raise _refusal("store-corrupt", path, told)
    tables = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
    if not tables:
        return ""  # killed before the first migration was through
    if not tables >= {"alembic_version", "matches"}:
        raise _refusal("store-not-ours", path)
    row = database.execute("select version_num from alembic_version").fetchone()
    if row is None or row[0] not in REVISIONS:
        raise _refusal("store-newer", path)
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


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("begin")


def _migrate(engine: Engine, path: Path, revision: str) -> None:
    """Bring the database to the newest revision, in one transaction; an existing one is copied first."""
    from alembic import command  # noqa: PLC0415 - at most once an edition; every other start is quicker without
    from alembic.config import Config  # noqa: PLC0415 - as above

    if revision:
        _copy(path, _beside(path, f".before-{HEAD}"))
    config = Config()
    config.set_main_option("script_location", "ludoteka.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _copy(path: Path, copy: Path) -> None:
    """Copy a database with what its log holds."""
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn what the system and SQLite say into a refusal."""
    try:
        yield
    except Timeout as error:
        raise _refusal("store-in-use", path) from error
    except OSError as error:
        raise _refusal("store-unreachable", path, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:  # SQLite names what is damaged, and the name is damaged, too
        raise _refusal("store-corrupt", path, str(error)) from error
    except (sqlite3.Error, DBAPIError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        number = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the kind of error; the rest are its details
        code = "store-corrupt" if number in DAMAGED else "store-in-use" if number in BUSY else "store-unreachable"
        raise _refusal(code, path, str(cause)) from error


def _refusal(code: str, path: Path, reason: Value = "") -> StoreRefused:
    file = str(path)
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
