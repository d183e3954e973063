"""Backing up and restoring a house.

A backup is one SQLite file, whichever database it was made from; it can be restored to a file or to PostgreSQL.
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
from ludoteka.store.metadata import load_tables
from ludoteka.store.people import accounts, guests
from ludoteka.store.refusals import StoreRefused, file_refusal, no_house
from ludoteka.store.schema import HEAD, batches, events, matches
from ludoteka.store.writing.bulk import execute
from ludoteka.store.writing.statements import INSERT_EVENT

PAGE_SIZE = 1000  # rows


class BackupSize(NamedTuple):
    """The number of matches and of events in a backup."""

    matches: int
    events: int


def backup_tables() -> list[Table]:
    """Return the tables that a backup contains, those to which others refer first."""
    return [table for table in load_tables().sorted_tables if table is not batches]


def back_up(place: Path | str, file: Path) -> BackupSize:
    """Write a snapshot of a house to a new file; the house may be open.

    Raises:
        Refused: "file-exists", "not-written", or as `dispatch.open_for_reading`; the file is then not created.
    """
    if file.exists():
        raise Refused("file-exists", Message("{file} already exists. Choose another name.", file=str(file)))
    with _new_file(file) as part:
        if dispatch.is_url(place):
            _copy_from_server(place, part)
        else:
            if not dispatch.read_revision(place):
                raise no_house(str(place))
            sqlite.copy(Path(place), part)
        return _finish(part, dispatch.display_name(place))


def restore(file: Path, place: Path | str, is_forced: bool = False) -> tuple[BackupSize, Path | None]:
    """Restore a backup, completely or not at all, into a house that is closed and empty.

    With `is_forced`, a house that is not empty is backed up and replaced; the path of its backup is returned.

    Raises:
        Refused: "bad-backup", "house-not-empty", "not-restored", "store-in-use", or as `dispatch.open_database`.
    """
    if not dispatch.is_url(place) and file.resolve() == Path(place).resolve():
        raise bad_backup(file)
    with _backup(file) as source:
        target = dispatch.open_database(place)
        try:
            with _restoring(file):
                return _replace(source, target.engine, _replaced_name(file, place) if is_forced else None, place)
        finally:
            target.close()


def _replace(source: Engine, target: Engine, saved: Path | None, place: Path | str) -> tuple[BackupSize, Path | None]:
    with target.begin() as to:
        if target.dialect.name == "postgresql":
            postgres.claim(to, postgres.parse_url(str(place)))
        is_empty = not any(_count(to, table) for table in (matches, guests, accounts))
        if not is_empty:
            if saved is None:
                message = Message(
                    "{place} already contains matches. Restore into an empty house, or use --force to replace this one "
                    "after saving it as a backup.",
                    place=dispatch.display_name(place),
                )
                raise Refused("house-not-empty", message)
            back_up(place, saved)
        with source.connect() as of:
            _copy_rows(of, to)
        size = BackupSize(_count(to, matches), _count(to, events))
    return size, None if is_empty else saved


def _copy_rows(of: Connection, to: Connection) -> None:
    for table in reversed(backup_tables()):
        to.execute(table.delete())
    for table in backup_tables():
        statement: Executable = INSERT_EVENT if table is events else insert(table)
        found = of.execution_options(yield_per=PAGE_SIZE).execute(select(table).order_by(*table.primary_key))
        for rows in found.mappings().partitions():
            execute(to, statement, [dict(row) for row in rows])


def _copy_from_server(place: Path | str, part: Path) -> None:
    with dispatch.open_for_reading(place) as source:
        target = sqlite.open_database(part, may_be_empty=True)
        try:
            with source.connect() as of, target.engine.begin() as to:
                _copy_rows(of, to)
        finally:
            target.close()


def _finish(part: Path, original: str) -> BackupSize:
    """Turn a copy into a single file, check it, and flush it to the disk.

    Raises:
        StoreRefused: "store-corrupt"; the fault is that of the original, which the message names.
    """
    with closing(sqlite3.connect(part)) as copy:
        copy.execute("pragma journal_mode = delete")
        answer = copy.execute("pragma integrity_check(1)").fetchone()[0]
        if answer == "ok" and copy.execute("pragma foreign_key_check").fetchone():
            answer = "foreign_key_check"
        if answer != "ok":
            raise file_refusal("store-corrupt", original, answer)
        counts = (f"select count(*) from {field}" for field in BackupSize._fields)  # noqa: S608 - our own names
        size = BackupSize(*(copy.execute(count).fetchone()[0] for count in counts))
    with part.open("r+b") as written:
        os.fsync(written.fileno())
    return size


@contextmanager
def _backup(file: Path) -> Iterator[Engine]:
    """Open a backup for reading; if its revision is older, migrate a copy of it."""
    revision = dispatch.read_revision(file) if file.exists() else ""
    if not revision:
        raise bad_backup(file)
    with tempfile.TemporaryDirectory(prefix="ludoteka-") as folder:
        path = file
        if revision != HEAD:
            path = Path(folder) / file.name
            sqlite.copy(file, path)
            sqlite.open_database(path).close()
        engine = sqlite.create_reader(path)
        try:
            yield engine
        finally:
            engine.dispose()


def bad_backup(file: Path) -> Refused:
    """Return the error for a file that is not a backup."""
    return Refused("bad-backup", Message("{file} is not a backup of a house.", file=str(file)))


def _replaced_name(file: Path, place: Path | str) -> Path:
    """Return the path for the backup of a replaced house: next to its file, or next to the restored backup."""
    beside = file if dispatch.is_url(place) else Path(place)  # a house on a server has no file
    return beside.with_name(f"{beside.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Create a file that only its owner may read, as it contains secrets; rename it when it is complete."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield part
        part.replace(file)
        _flush_names(file.parent)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
        raise Refused(
            "not-written", Message("{file} cannot be written ({reason}).", file=str(file), reason=reason)
        ) from error
    finally:
        for ending in ("", ".lock", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _flush_names(folder: Path) -> None:
    """Flush the entries of a folder to the disk, if the system supports that."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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
