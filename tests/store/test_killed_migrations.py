"""Houses that are killed while they migrate a database of an older revision: the next one finds every row.

A house is killed before a statement, or before it commits. In a campaign, it is killed before each of them.
"""

import asyncio
import shutil
import subprocess
import sys

import pytest
from houses.older_houses import OLD, every_row, written_by
from houses.stores import FILE
from plugins.campaign import IS_CAMPAIGN

from ludoteka.store import Store
from ludoteka.store.schema import HEAD, metadata

PARTS = (0.2, 0.4, 0.6, 0.8, 0.9, 1.0)  # of the way to the end, where a house is killed: another one for each revision
SHARES = 8 if IS_CAMPAIGN else 1  # a test may take five minutes at most
FEW = ("0001", "0006", "0018")
TRIED = [("sqlite", one) for one in OLD] + [("postgresql", one) for one in OLD if IS_CAMPAIGN or one in FEW]
OPENINGS = """
import os, sys
from pathlib import Path
from sqlalchemy import Engine, event
import alembic.command, alembic.config
import ludoteka.store.backends.postgres, ludoteka.store.backends.sqlite
from ludoteka.store import Store

def open_and_count(place, killed_at):
    count = 0
    @event.listens_for(Engine, "before_cursor_execute")
    @event.listens_for(Engine, "commit")
    def one_more(*ignored):
        nonlocal count
        count += 1
        if count == killed_at:
            os.kill(os.getpid(), 9)
    Store.open(place if "://" in place else Path(place))
    print(count, flush=True)
    os._exit(0)

for line in sys.stdin:
    place, killed_at = line.split()
    child = os.fork()
    if child == 0:
        open_and_count(place, int(killed_at))
    if status := os.waitpid(child, 0)[1]:
        print(-status, flush=True)
"""


@pytest.fixture(scope="module")
def opened():
    """A function that lets a house open a database, killed at a step; it returns how many steps there are, or -9 if it was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", OPENINGS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:

        def open_it(place, killed_at=0):
            print(place, killed_at, file=program.stdin, flush=True)
            return int(program.stdout.readline())

        yield open_it
        program.stdin.close()


def kept(databases):
    """Return the place of an empty database that is not dropped when many others are made."""
    return databases.new(is_kept=True) if isinstance(databases.created, str) else databases.new()


def copy_of(databases, place):
    return databases.new(place) if isinstance(place, str) else shutil.copy(place, databases.new())


def shared_columns(rows, others):
    """Return rows with only those columns that other rows have, too."""
    shared = {name for name, _ in set().union(*others)}
    return [{(name, value) for name, value in row if name in shared} for row in rows]


def every_row_now(place):
    """Every row of every table of the newest revision, in any order, but the keys, which are random."""
    return {table: {*map(frozenset, rows)} for table, rows in every_row(place, metadata).items() if table != "keys"}


def steps_to_try(revision, steps, share):
    number = 1 + [*OLD].index(revision)
    return range(1 + share, steps + 1, SHARES) if IS_CAMPAIGN else [round(PARTS[number % len(PARTS)] * steps)]


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("databases", "revision"), TRIED, indirect=["databases"])
def test_a_house_killed_at_any_step_of_a_migration_leaves_a_database_with_every_row(databases, revision, share, opened):
    old = kept(databases)
    written_by(old, revision)
    before, whole = every_row(old), copy_of(databases, old)
    steps = opened(whole)
    after, migrated = every_row(whole), every_row_now(whole)
    assert after.keys() >= {*metadata.tables}
    for name in before.keys() - {"alembic_version"}:
        shared = shared_columns(before[name], after[name])
        assert [row for row in shared if not any(row <= other for other in after[name])] == []

    for step in steps_to_try(revision, steps, share):
        place = copy_of(databases, old)
        assert opened(place, step) == -9
        asyncio.run(Store.open(place).close())
        assert every_row_now(place) == migrated
        for copy in place.parent.glob(f"{FILE}.before-{HEAD}") if not isinstance(place, str) else []:
            assert every_row(copy) == before
