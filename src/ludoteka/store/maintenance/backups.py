"""Copies of all that a house keeps.

A backup is one file of SQLite, whatever it was made from; it can be put back into a file or into PostgreSQL.
"""

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Executable, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludoteka.core.message import Message, Refused
from ludoteka.store.backends import dispatch, postgres, sqlite
from ludoteka.store.refusals import StoreRefused, file_refusal, no_house
from ludoteka.store.schema import HEAD, chat, events, guests, keys, matches, seats, uptimes
from ludoteka.store.writing.arrays import execute
from ludoteka.store.writing.statements import INSERT_EVENT

TABLES = (matches, seats, guests, keys, events, chat, uptimes)  # what others refer to first; not `batches`
ROWS = 1000  # copied at once


class BackupSize(NamedTuple):
    """How much there is in a copy."""

    matches: int
    events: int


def back_up(place: Path | str, file: Path) -> BackupSize:
    """Write all that a house keeps, as it is at one moment, into a new file; the house may be open.

    Raises:
        Refused: "file-exists", "not-written", or as `dispatch.open_for_reading`; then there is no such file.
    """
    if file.exists():
        raise Refused("file-exists", Message("{file} exists already. Choose another name.", file=str(file)))
    with _written(file) as part:
        if dispatch.is_url(place):
            _copied_out(place, part)
        else:
            if not dispatch.read_revision(place):
                raise no_house(str(place))
            sqlite.copy(Path(place), part)
        return _verified(part)


def restore(file: Path, place: Path | str, is_forced: bool = False) -> tuple[BackupSize, Path | None]:
    """Put a backup into a house that is closed and empty, all of it or nothing.

    One that is not empty is replaced only if that is forced; then a backup of it is made first, and returned.

    Raises:
        Refused: "bad-backup", "house-not-empty", "not-restored", "store-in-use", or as `dispatch.open_database`.
    """
    if not dispatch.is_url(place) and file.resolve() == Path(place).resolve():
        raise not_a_backup(file)
    with _backup(file) as source:
        target = dispatch.open_database(place)
        try:
            with _restoring(file):
                return _replaced(source, target.engine, _kept_name(file, place) if is_forced else None, place)
        finally:
            target.engine.dispose()
            target.release()


def _replaced(source: Engine, target: Engine, kept: Path | None, place: Path | str) -> tuple[BackupSize, Path | None]:
    is_server = target.dialect.name == "postgresql"
    with target.begin() as to:
        if is_server:
            postgres.claim(to, postgres.parse_url(str(place)))
        is_empty = not (_count(to, matches) or _count(to, guests))
        if not is_empty and kept is None:
            message = Message(
                "{place} holds matches already. Restore into an empty one, or with --force: the present one is kept "
                "as a backup.",
                place=dispatch.display_name(place),
            )
            raise Refused("house-not-empty", message)
        if not is_empty and kept is not None:
            back_up(place, kept)
        with source.connect() as of:
            _copy_rows(of, to)
        copied = BackupSize(_count(to, matches), _count(to, events))
    return copied, None if is_empty else kept


def _copy_rows(of: Connection, to: Connection) -> None:
    for table in reversed(TABLES):
        to.execute(table.delete())
    for table in TABLES:
        statement: Executable = INSERT_EVENT if table is events else insert(table)
        found = of.execution_options(yield_per=ROWS).execute(select(table).order_by(*table.primary_key))
        for rows in found.mappings().partitions():
            execute(to, statement, [dict(row) for row in rows])


def _copied_out(place: Path | str, part: Path) -> None:
    """Copy a database on a server into a new file."""
    with dispatch.open_for_reading(place) as source:
        target = sqlite.open_database(part)
        try:
            with source.connect() as of, target.engine.begin() as to:
                _copy_rows(of, to)
        finally:
            target.engine.dispose()
            target.release()


def _verified(part: Path) -> BackupSize:
    """Make a copy one file that needs no others, look whether it is whole, and have it on the disk."""
    with closing(sqlite3.connect(part)) as copy:
        copy.execute("pragma journal_mode = delete")
        told = copy.execute("pragma integrity_check(1)").fetchone()[0]
        if told != "ok" or copy.execute("pragma foreign_key_check").fetchone():
            raise file_refusal("store-corrupt", str(part), told)
        copied = BackupSize(*(copy.execute(f"select count(*) from {one}").fetchone()[0] for one in BackupSize._fields))  # noqa: S608 - our own names
    with part.open("r+b") as written:
        os.fsync(written.fileno())
    return copied


@contextmanager
def _backup(file: Path) -> Iterator[Engine]:
    """Read a backup; one of an older revision is migrated, in a copy."""
    found = dispatch.read_revision(file) if file.exists() else ""
    if not found:
        raise not_a_backup(file)
    with tempfile.TemporaryDirectory(prefix="ludoteka-") as folder:
        path = file
        if found != HEAD:
            path = Path(folder) / file.name
            sqlite.copy(file, path)
            older = sqlite.open_database(path)
            older.engine.dispose()
            older.release()
        engine = sqlite.create_reader(path)
        try:
            yield engine
        finally:
            engine.dispose()


def not_a_backup(file: Path) -> Refused:
    """Return the refusal of what cannot be restored."""
    return Refused("bad-backup", Message("{file} is not a backup of a house.", file=str(file)))


def _kept_name(file: Path, place: Path | str) -> Path:
    """Return where a house that is replaced is kept: beside its file, or beside the backup that replaces it."""
    beside = file if dispatch.is_url(place) else Path(place)
    return beside.with_name(f"{beside.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


@contextmanager
def _written(file: Path) -> Iterator[Path]:
    """Make a file under another name, which only its owner may read, for it holds secrets; in the end it gets its own."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield part
        part.replace(file)
        _flush_names(file.parent)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error)
        raise Refused(
            "not-written", Message("{file} cannot be written ({reason}).", file=str(file), reason=reason)
        ) from error
    finally:
        for ending in ("", ".lock", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _flush_names(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system lets one ask for that."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def _restoring(file: Path) -> Iterator[None]:
    try:
        yield
    except StoreRefused:
        raise
    except (SQLAlchemyError, ValueError) as error:
        reason = str(getattr(error, "orig", None) or error)
        text = Message("{file} could not be restored ({reason}). Nothing was changed.", file=str(file), reason=reason)
        raise Refused("not-restored", text) from error
