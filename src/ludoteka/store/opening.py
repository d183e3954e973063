"""Opening a database file: is it ours, is it whole, is it of an edition that we understand?

Whatever is refused is left as it was, byte for byte.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Engine, create_engine, event

from ludoteka.core.message import Message, Refused
from ludoteka.store.schema import HEAD, REVISIONS

MAGIC = b"SQLite format 3\0"
SMALL = 64 << 20  # bytes; a larger file is not read whole at every start


class StoreRefused(Refused):
    """The file cannot be used: why, and what to do."""


def opened(path: Path) -> tuple[Engine, FileLock]:
    """Return the engine of a database file that is locked, checked, and of the newest revision.

    Raises:
        StoreRefused: "store-unreachable", "store-in-use", "store-not-ours", "store-corrupt", "store-newer".
    """
    lock = _locked(path)
    try:
        revision = _checked(path)
        engine = _engine(path)
        if revision != HEAD:
            if revision:
                shutil.copy2(path, path.with_name(f"{path.name}.before-{HEAD}"))
            _migrate(engine)
    except OSError as error:
        lock.release()
        raise _unreachable(path, error) from error
    except BaseException:
        lock.release()
        raise
    return engine, lock


def _locked(path: Path) -> FileLock:
    """Take the file for this process; the system gives it back when the process ends, however it ends."""
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        text = "Another house is open on {file}. Close it, or choose another folder with --data."
        raise StoreRefused("store-in-use", Message(text, file=str(path))) from error
    except OSError as error:
        raise _unreachable(path, error) from error
    return lock


def _unreachable(path: Path, error: OSError) -> StoreRefused:
    text = "{file} cannot be opened ({reason}). Mend that, or choose another folder with --data."
    return StoreRefused("store-unreachable", Message(text, file=str(path), reason=error.strerror or str(error)))


def _checked(path: Path) -> str:
    """Return the revision of the file, "" for a new one; nothing is written."""
    if not path.exists() or path.stat().st_size == 0:
        return ""
    with path.open("r+b") as file:  # for writing too, so that a file without permission is known now
        if file.read(len(MAGIC)) != MAGIC:
            text = "{file} is no database. Move it away, or choose another folder with --data."
            raise StoreRefused("store-not-ours", Message(text, file=str(path)))
    try:
        with closing(sqlite3.connect(_read_only(path), uri=True)) as database:
            return _revision(path, database)
    except sqlite3.DatabaseError as error:
        text = "{file} is damaged ({reason}). Put a backup in its place, or move it away and begin anew."
        raise StoreRefused("store-corrupt", Message(text, file=str(path), reason=str(error))) from error


def _read_only(path: Path) -> str:
    """Return the address that leaves no trace; after a crash, what the write-ahead log holds counts too."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?mode=ro" + ("" if has_log else "&immutable=1")


def _revision(path: Path, database: sqlite3.Connection) -> str:
    if path.stat().st_size < SMALL:
        told = database.execute("pragma quick_check(1)").fetchone()[0]
        if told != "ok":
            raise sqlite3.DatabaseError(told)
    tables = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
    if not tables:
        return ""  # killed before the first migration was through
    rows = database.execute("select version_num from alembic_version").fetchall() if "alembic_version" in tables else []
    if not rows:
        text = "{file} is a database of another program. Move it away, or choose another folder with --data."
        raise StoreRefused("store-not-ours", Message(text, file=str(path)))
    revision = str(rows[0][0])
    if revision not in REVISIONS:
        text = "{file} was written by a newer Ludoteka. Install that one, or choose another folder with --data."
        raise StoreRefused("store-newer", Message(text, file=str(path)))
    return revision


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")  # durable means: on the disk
        connection.execute("pragma foreign_keys = on")

    return engine


def _migrate(engine: Engine) -> None:
    """Bring the database to the newest revision, in one transaction."""
    from alembic import command  # noqa: PLC0415 - at most once an edition; every other start is quicker without
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
