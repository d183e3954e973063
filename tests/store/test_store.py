"""The store: what is acknowledged is kept, whatever happens."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store import NotStored, NumberTaken, Store
from ludoteka.store.writer import Writer

ANNA, BORIS = "a" * 64, "b" * 64
OVER = {"a": 1, "d": -1}


def setup(name="m", made_at=0.0, **seats):
    people = {letter: Occupant("person", 0, holder) for letter, holder in (seats or {"a": ANNA, "d": BORIS}).items()}
    return Setup(name, "tavlei", 1, {"repetition": "draw"}, b"\x00seed\xff", people, made_at)


def event(number, text="d9-b9", kind="act"):
    return Event(number, kind, "a", text, f"c{number}", float(number))


@asynccontextmanager
async def opened(folder):
    store = Store.opened(folder / "house.sqlite")
    try:
        yield store
    finally:
        await store.close()


def run(work):
    return asyncio.run(work)


def test_a_match_comes_back_as_it_was_made(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup())
            await store.append("m", event(1))
        async with opened(tmp_path) as store:
            assert await store.load("m") == (setup(), [event(1)])
            assert await store.load("n") is None

    run(work())


def test_a_number_is_given_once(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup())
            await store.append("m", event(1))
            with pytest.raises(NumberTaken):
                await store.append("m", event(1, "e9-e8"))
            _, log = await store.load("m")
            assert log == [event(1)]

    run(work())


def test_a_number_that_is_taken_hurts_nobody_else(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            for name in "mno":
                await store.create(setup(name))
            await store.append("m", event(1))
            outcomes = await asyncio.gather(*(store.append(name, event(1)) for name in "nmo"), return_exceptions=True)
            assert [type(one) for one in outcomes] == [type(None), NumberTaken, type(None)]
            assert [len((await store.load(name))[1]) for name in "mno"] == [1, 1, 1]

    run(work())


def test_the_result_is_kept_with_the_last_event_and_taken_back_with_it(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup())
            await store.append("m", event(1), OVER)
            assert (await store.matches_of(ANNA))[0].result == OVER
            await store.append("m", event(2, "0", "back"))
            assert (await store.matches_of(ANNA))[0].result is None

    run(work())


def test_everybody_is_told_his_own_matches_newest_first(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup("old", 1.0))
            await store.create(setup("new", 2.0, a=ANNA, d=ANNA))
            assert [one.id for one in await store.matches_of(ANNA)] == ["new", "old"]
            assert [one.id for one in await store.matches_of(BORIS)] == ["old"]
            assert [one.id for one in await store.matches_of(ANNA, limit=1)] == ["new"]
            assert await store.matches_of("nobody") == []
            assert (await store.matches_of(BORIS))[0].seats[0] == {"letter": "a", "kind": "person", "level": 0}

    run(work())


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60))
@settings(max_examples=15, deadline=None)
def test_logs_written_at_once_come_back_each_in_its_order(tmp_path_factory, turns):
    async def work():
        async with opened(tmp_path_factory.mktemp("store")) as store:
            counts = {f"m{one}": turns.count(one) for one in turns}
            for name in counts:
                await store.create(setup(name))

            async def write(name):
                for number in range(1, counts[name] + 1):
                    await store.append(name, event(number))

            await asyncio.gather(*(write(name) for name in counts))
            for name, count in counts.items():
                assert [one.number for one in (await store.load(name))[1]] == list(range(1, count + 1))

    run(work())


def test_what_waits_shares_a_commit(tmp_path):
    """Group commit: while one transaction is being written, the others gather for the next."""

    async def work():
        async with opened(tmp_path) as store:
            names = [f"m{one}" for one in range(50)]
            for name in names:
                await store.create(setup(name))
            commits = []
            from sqlalchemy import event as happening

            happening.listen(store._engine, "commit", commits.append)
            await asyncio.gather(*(store.append(name, event(1)) for name in names))
            assert len(commits) < len(names)

    run(work())


def test_a_full_disk_is_told_and_survived(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup())
            with store._engine.connect() as connection:
                pages = connection.exec_driver_sql("pragma page_count").scalar()
            from sqlalchemy import event as happening

            def narrow(connection, record=None):
                connection.execute(f"pragma max_page_count = {pages + 2}")

            store._engine.dispose()
            happening.listen(store._engine, "connect", narrow)
            kept = 0
            with pytest.raises(NotStored):
                for number in range(1, 10_000):
                    await store.append("m", event(number, "x" * 1000))
                    kept = number
            happening.remove(store._engine, "connect", narrow)
            store._engine.dispose()
            await store.append("m", event(kept + 1))
            assert [one.number for one in (await store.load("m"))[1]] == list(range(1, kept + 2))

    run(work())


def test_closing_writes_what_waits(tmp_path):
    async def work():
        async with opened(tmp_path) as store:
            await store.create(setup())
            waiting = [asyncio.create_task(store.append("m", event(number))) for number in range(1, 20)]
            await asyncio.sleep(0)  # let each of them hand over its row
        await asyncio.gather(*waiting)
        async with opened(tmp_path) as store:
            assert len((await store.load("m"))[1]) == 19

    run(work())


def test_a_caller_who_goes_away_stops_nobody():
    from sqlalchemy import create_engine

    async def work():
        writer = Writer(create_engine("sqlite://"))
        task = asyncio.create_task(writer.write([]))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await writer.write([])
        writer.close()

    run(work())


WRITES = """
import asyncio, sys
from pathlib import Path
from ludoteka.referee.events import Event
from ludoteka.store import Store

async def main():
    store = Store.opened(Path(sys.argv[1]))
    first = len((await store.load("m"))[1]) + 1
    for number in range(first, first + 100000):
        await store.append("m", Event(number, "act", "a", "d9-b9", "", 0.0))
        print(number, flush=True)

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path):
    file = tmp_path / "house.sqlite"

    async def prepare():
        async with opened(tmp_path) as store:
            await store.create(setup())

    async def count():
        async with opened(tmp_path) as store:
            return [one.number for one in (await store.load("m"))[1]]

    run(prepare())
    chance = random.Random(2)
    for _ in range(8):
        process = subprocess.Popen([sys.executable, "-c", WRITES, str(file)], stdout=subprocess.PIPE, text=True)
        acknowledged = 0
        for _ in range(chance.randint(1, 200)):
            acknowledged = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split("\n")
        process.stdout.close()
        process.wait()
        acknowledged = int(rest[-2]) if len(rest) > 1 else acknowledged
        numbers = run(count())
        assert numbers[-1] >= acknowledged
        assert numbers == list(range(1, len(numbers) + 1))
    with closing(sqlite3.connect(Path(file))) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
