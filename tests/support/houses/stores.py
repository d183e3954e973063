"""Matches to be stored, and programs that open a store in a process of their own."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import func, select

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store import NotStored, NumberTaken, Store
from ludoteka.store.writing.owners import orphaned

ANNA, BORIS = "a" * 64, "b" * 64
FILE = "house.sqlite"


def setup(name="m", made_at=0.0, **holders):
    people = {letter: Occupant("person", 0, one) for letter, one in (holders or {"a": ANNA, "d": BORIS}).items()}
    return Setup(name, "tavlei", 1, {"repetition": "draw"}, b"\x00seed\xff", people, made_at)


def anything(found):
    """Allow a write, whatever its guard finds."""


def event(number, text="d9-b9", kind="act"):
    return Event(number, kind, "a", text, f"c{number}", float(number))


@cache
def _migrated_file():
    """Return the content of a new database file."""
    with TemporaryDirectory() as folder:
        asyncio.run(Store.open(Path(folder, FILE)).close())
        return Path(folder, FILE).read_bytes()


def new_file(file):
    """Create a database file with a key of its own; to copy one takes less time than to create its tables."""
    with ThreadPoolExecutor(1) as thread:  # in a test with a browser, another event loop runs in this one
        file.write_bytes(thread.submit(_migrated_file).result())
    with closing(sqlite3.connect(file)) as database, database:
        assert database.execute("update keys set key = randomblob(length(key))").rowcount
    return file


@asynccontextmanager
async def opened(place):
    store = Store.open(place)
    try:
        yield store
    finally:
        await store.close()


async def numbers(store, match="m"):
    _, log = await store.load(match)
    return [one.number for one in log]


async def acknowledged(store, match, is_over):
    """Append events to a match until the end of the test; return the number and command of each acknowledged one."""
    kept, number, tries = [], 1, 0
    while not is_over.is_set():
        tries += 1
        try:
            await store.append(match, event(number)._replace(command=f"{match}-{tries}"))
        except NumberTaken:
            pytest.fail(f"number {number} of {match} was stored although the write was reported as failed")
        except NotStored:
            await asyncio.sleep(0.01)
        else:
            kept.append((number, f"{match}-{tries}"))
            number += 1
    return kept


async def a_while_of_writing(store):
    """Wait until two hundred further events are acknowledged, which twenty callers write in ten transactions or more."""
    append, is_enough, count = store.append, asyncio.Event(), 0

    async def counted(*written):
        nonlocal count
        await append(*written)
        count += 1
        if count == 200:
            is_enough.set()

    store.append = counted
    await is_enough.wait()
    del store.append


OPENS = """
import asyncio, sys
from pathlib import Path
from ludoteka.store import Store, StoreRefused
try:
    asyncio.run(Store.open(Path(sys.argv[1])).close())
except StoreRefused as refused:
    print(refused.code)
else:
    print("opened", *(name for name in ("alembic",) if name in sys.modules))
"""


def opened_elsewhere(path, package=None):
    """Open a store in a separate process, perhaps with another copy of the package; return the process's output."""
    environment = os.environ | ({"PYTHONPATH": str(package)} if package else {})
    command = [sys.executable, "-c", OPENS, str(path)]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, timeout=60, env=environment
    ).stdout.strip()


def count_orphans(connection):
    """Count leftovers of deleted accounts, by the columns that name them; columns without any are left out."""
    counted = {
        str(column): connection.execute(select(func.count(column)).where(is_orphan)).scalar_one()
        for column, is_orphan in orphaned().items()
    }
    return {name: count for name, count in counted.items() if count}
