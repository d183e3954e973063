"""Matches to be stored, and programs that open a store in a process of their own."""

import os
import subprocess
import sys
from contextlib import asynccontextmanager

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store import Store

ANNA, BORIS = "a" * 64, "b" * 64
FILE = "house.sqlite"


def setup(name="m", made_at=0.0, **holders):
    people = {letter: Occupant("person", 0, one) for letter, one in (holders or {"a": ANNA, "d": BORIS}).items()}
    return Setup(name, "tavlei", 1, {"repetition": "draw"}, b"\x00seed\xff", people, made_at)


def event(number, text="d9-b9", kind="act"):
    return Event(number, kind, "a", text, f"c{number}", float(number))


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
