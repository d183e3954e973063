"""Opening a database file; unusable files are named and left unchanged."""

import asyncio
import os
import resource
import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from houses.stores import FILE, event, numbers, opened, opened_elsewhere, setup
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.store import Store, StoreRefused
from ludoteka.surfaces.texts import texts_in


def make(path):
    asyncio.run(Store.open(path).close())
    return path


def refused(path):
    with pytest.raises(StoreRefused) as caught:
        Store.open(path)
    assert caught.value.message.values["file"] == str(path.resolve())
    return caught.value.code


def change(path, statement):
    with closing(sqlite3.connect(path)) as database:
        database.execute(statement)
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")


def test_a_missing_folder_and_file_are_created(tmp_path):
    assert make(tmp_path / "new" / FILE).stat().st_size > 0


def spoiled(kind, path):
    whole = make(path).read_bytes()
    if kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
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
        ("empty", "store-corrupt"),
        ("text", "store-not-ours"),
        ("another program's", "store-not-ours"),
        ("truncated", "store-corrupt"),
        ("a page overwritten", "store-corrupt"),
        ("the first page overwritten", "store-corrupt"),
        ("newer", "store-newer"),
    ],
)
def test_an_unusable_file_is_named_and_left_unchanged(tmp_path, kind, code):
    path = spoiled(kind, tmp_path / FILE)
    before = path.read_bytes()

    assert refused(path) == code
    assert path.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} <= {FILE, f"{FILE}.lock"}
    assert refused(path) == code, "the lock was released"


@pytest.fixture
def killed(tmp_path):
    """Return the folder of a killed house: a database, and the last event in its write-ahead log."""

    async def work():
        async with opened(tmp_path / "house" / FILE) as store:
            await store.create(setup())
            await store.append("m", event(1))
            shutil.copytree(tmp_path / "house", tmp_path / "killed")

    asyncio.run(work())
    return tmp_path / "killed"


@pytest.mark.parametrize("index", ["kept", "lost"], ids=["with its index", "without its index"])
def test_the_write_ahead_log_of_a_killed_house_is_recovered(killed, index):
    if index == "lost":
        (killed / f"{FILE}-shm").unlink()

    async def work():
        async with opened(killed / FILE) as store:
            return await numbers(store)

    assert asyncio.run(work()) == [1]


def test_a_newer_file_with_a_write_ahead_log_is_refused_and_left_unchanged(killed):
    (killed / "elsewhere").mkdir()
    with closing(sqlite3.connect(killed / FILE, isolation_level=None)) as database:
        database.execute("update alembic_version set version_num = '9999'")
        for ending in ("", "-wal"):
            shutil.copy(killed / f"{FILE}{ending}", killed / "elsewhere" / f"{FILE}{ending}")
    path = killed / "elsewhere" / FILE
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}

    assert refused(path) == "store-newer"
    assert {one.name: one.read_bytes() for one in path.parent.iterdir() if one.suffix != ".lock"} == before


@pytest.mark.parametrize("file", ["emptied", "gone"], ids=["database emptied", "database gone"])
def test_a_write_ahead_log_without_its_database_is_not_deleted(killed, file):
    log = (killed / f"{FILE}-wal").read_bytes()
    (killed / FILE).unlink()
    if file == "emptied":
        (killed / FILE).touch()

    assert refused(killed / FILE) == "store-corrupt"
    assert (killed / f"{FILE}-wal").read_bytes() == log


@given(st.floats(0, 1), st.binary(max_size=200), st.booleans())
@settings(max_examples=50, deadline=None)
def test_a_damaged_file_opens_or_is_refused_and_left_unchanged(files, where, what, is_cut):
    path = files.copy()
    whole = path.read_bytes()
    start = round(where * len(whole))
    path.write_bytes(whole[:start] + what + (b"" if is_cut else whole[start + len(what) :]))
    before = path.read_bytes()

    try:
        make(path)
    except StoreRefused:
        assert path.read_bytes() == before
        assert {one.name for one in path.parent.iterdir()} == {FILE, f"{FILE}.lock"}


def test_a_folder_in_place_of_the_database_file_is_refused(tmp_path):
    (tmp_path / FILE).mkdir()

    assert refused(tmp_path / FILE) == "store-unreachable"


@pytest.mark.parametrize("folder", ["file", "file/folder"])
def test_a_file_in_place_of_the_folder_is_named(tmp_path, folder):
    (tmp_path / "file").touch()
    path = tmp_path / folder / FILE

    assert refused(path) == "store-unreachable"
    with pytest.raises(StoreRefused) as caught:
        Store.open(path)
    assert f"({path.parent} is not a folder)" in texts_in("en").say(caught.value.message)


def test_two_houses_never_share_a_file_whatever_its_path(tmp_path):
    path, other_name = tmp_path / FILE, tmp_path / "other.sqlite"
    other_name.symlink_to(path)
    store = Store.open(path)
    try:
        assert refused(path) == "store-in-use"
        assert refused(other_name) == "store-in-use"
        assert opened_elsewhere(path) == "store-in-use"
    finally:
        asyncio.run(store.close())
    make(path)


@contextmanager
def ordinary_user():
    """Drop the privileges of root, so that permissions apply to this process."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.fixture
def open_folder():
    """Return a folder that any user may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)
        Path(name).chmod(0o777)


def test_a_read_only_file_is_named_and_left_unchanged(open_folder):
    path = make(open_folder / FILE)
    (open_folder / f"{FILE}.lock").unlink()
    path.chmod(0o444)
    before = path.read_bytes()

    with ordinary_user():
        assert refused(path) == "store-unreachable"
    assert path.read_bytes() == before


def test_a_read_only_folder_is_named_and_left_unchanged(open_folder):
    path = make(open_folder / FILE)
    (open_folder / f"{FILE}.lock").unlink()
    open_folder.chmod(0o555)

    with ordinary_user():
        assert refused(path) == "store-unreachable"
    assert [one.name for one in open_folder.iterdir()] == [FILE]


@pytest.mark.parametrize("room", [8192, 1])
def test_a_file_that_cannot_be_created_on_a_full_disk_is_named(tmp_path, room):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        assert refused(tmp_path / FILE) == "store-unreachable"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    make(tmp_path / FILE)


def test_a_file_locked_by_another_program_is_named(tmp_path):
    path = make(tmp_path / FILE)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("create table notes (text)")
        before = path.read_bytes()

        assert refused(path) == "store-in-use"
        assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["50% ?mode=memory#1.sqlite", "дом č. 5.sqlite"])
def test_a_file_name_may_contain_any_character(tmp_path, name):
    path = make(tmp_path / name)

    assert path.stat().st_size > 0
    make(path)


def test_a_device_in_place_of_the_database_file_is_refused():
    assert refused(Path(os.devnull)) in {"store-not-ours", "store-unreachable"}
