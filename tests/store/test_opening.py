"""Opening a database file: what cannot be used is named, and left as it was."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import ludoteka.store.opening as opening
from ludoteka.store import Store, StoreRefused
from ludoteka.store.schema import HEAD, REVISIONS, metadata


def make(path):
    asyncio.run(Store.opened(path).close())
    return path


def refused(path):
    with pytest.raises(StoreRefused) as caught:
        Store.opened(path)
    assert caught.value.message.values["file"] == str(path.resolve())
    return caught.value.code


def change(path, statement):
    with closing(sqlite3.connect(path)) as database:
        database.execute(statement)
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")


def test_folder_and_file_are_made_where_there_are_none(tmp_path):
    assert make(tmp_path / "new" / "house.sqlite").stat().st_size > 0


def test_an_empty_file_is_a_new_one(tmp_path):
    (tmp_path / "house.sqlite").touch()

    make(tmp_path / "house.sqlite")


def spoiled(kind, path):
    whole = make(path).read_bytes()
    if kind == "text":
        path.write_text("my shopping list\n" * 100)
    elif kind == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    elif kind == "a page overwritten":
        path.write_bytes(whole[:4096] + b"\xaa" * 4096 + whole[8192:])
    elif kind == "the first page overwritten":
        path.write_bytes(whole[:100] + b"\xaa" * 3996 + whole[4096:])
    elif kind == "newer":
        change(path, "update alembic_version set version_num = '9999'")
    elif kind == "another program's":
        path.unlink()
        change(path, "create table recipes (name text)")
    return path


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("text", "store-not-ours"),
        ("another program's", "store-not-ours"),
        ("truncated", "store-corrupt"),
        ("a page overwritten", "store-corrupt"),
        ("the first page overwritten", "store-corrupt"),
        ("newer", "store-newer"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_left_as_it_was(tmp_path, kind, code):
    path = spoiled(kind, tmp_path / "house.sqlite")
    before = path.read_bytes()

    assert refused(path) == code
    assert path.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} <= {"house.sqlite", "house.sqlite.lock"}
    assert refused(path) == code, "the lock was given back"


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "house.sqlite").mkdir()

    assert refused(tmp_path / "house.sqlite") == "store-unreachable"


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()

    assert refused(tmp_path / "file" / "house.sqlite") == "store-unreachable"


OPENS = """
import asyncio, sys
from pathlib import Path
from ludoteka.store import Store, StoreRefused
try:
    asyncio.run(Store.opened(Path(sys.argv[1])).close())
except StoreRefused as refused:
    print(refused.code)
print("alembic" in sys.modules)
"""


def opened_elsewhere(path):
    """Open and close the file in a process of its own; return what it prints."""
    ended = subprocess.run(
        [sys.executable, "-c", OPENS, str(path)], check=True, capture_output=True, text=True, timeout=60
    )
    return ended.stdout.split()


def test_two_houses_do_not_share_a_file_by_whatever_name(tmp_path):
    path, other_name = tmp_path / "house.sqlite", tmp_path / "other.sqlite"
    other_name.symlink_to(path)
    store = Store.opened(path)
    try:
        assert refused(path) == "store-in-use"
        assert refused(other_name) == "store-in-use"
        assert opened_elsewhere(path)[0] == "store-in-use"
    finally:
        asyncio.run(store.close())
    make(path)


def test_the_schema_is_what_the_migrations_make(tmp_path):
    engine = create_engine(f"sqlite:///{make(tmp_path / 'house.sqlite')}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_newest_revision_is_alembics_own():
    config = Config()
    config.set_main_option("script_location", str(opening.Path(opening.__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)

    assert script.get_current_head() == HEAD
    assert [one.revision for one in script.walk_revisions()][::-1] == list(REVISIONS)


def test_an_open_that_is_up_to_date_does_not_load_the_migrations(tmp_path):
    assert opened_elsewhere(make(tmp_path / "house.sqlite")) == ["False"]
