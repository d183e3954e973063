"""A PostgreSQL that accepts connections but answers nothing counts as unreachable, and nothing is lost or repeated."""

import asyncio
import threading

import pytest
from houses.stores import a_while_of_writing, acknowledged, event, numbers, opened, setup
from programs import servers

from ludoteka.store import MatchStatus, NotStored, StoreRefused
from ludoteka.store.backends.timed_connection import TimedConnection

ENDED = MatchStatus({"a": 1, "d": -1})  # what an event that ends a match changes is not written in one statement
LONGEST = 30.0  # seconds, after which an answer no longer comes


@pytest.fixture(scope="module")
def shaken():
    """Return a PostgreSQL server that may be frozen."""
    with servers.postgres() as server:
        yield server


class Hang:
    """A context in which a COMMIT waits until the test lets it go on."""

    def __init__(self, store):
        self.dialect = store.engine.dialect
        self.is_due, self.may_go_on = threading.Event(), threading.Event()

    def __enter__(self):
        self._commit, self.dialect.do_commit = self.dialect.do_commit, self._hang
        return self

    def __exit__(self, *failure):
        self.dialect.do_commit = self._commit

    def _hang(self, connection):
        self.is_due.set()
        self.may_go_on.wait()
        self._commit(connection)


@pytest.fixture
def hasty(shaken, monkeypatch):
    """Return the address of a database whose PostgreSQL soon counts as frozen."""
    monkeypatch.setattr(TimedConnection, "patience", 0.5)
    return f"{shaken.fresh_database()}?connect_timeout=2"


def test_a_frozen_postgresql_counts_as_unreachable_until_it_answers_again(shaken, hasty):
    async def work():
        async with opened(hasty) as store:
            await store.create(setup())
            with shaken.frozen():
                asked = [asyncio.create_task(store.append("m", event(1)))]  # on a connection that was used before
                await asyncio.wait(asked, timeout=LONGEST)
                asked += [asyncio.create_task(one) for one in (store.load("m"), store.lobby(0.0))]
                await asyncio.wait(asked, timeout=LONGEST)
                assert [type(one.exception()) for one in asked] == [NotStored, StoreRefused, StoreRefused]
                assert asked[1].exception().code == "store-unreachable"
                assert not await store.is_ready()
            assert await numbers(store) == []
            await store.append("m", event(1))
            assert await numbers(store) == [1]

    asyncio.run(work())


def test_a_commit_that_hangs_is_looked_up_while_other_writes_are_refused(shaken, hasty):
    async def work():
        async with opened(hasty) as store:
            await store.create(setup())
            await store.create(setup("n"))
            with Hang(store) as commit:
                first = asyncio.create_task(store.append("m", event(1), ENDED))
                await asyncio.to_thread(commit.is_due.wait)
                with shaken.frozen():
                    second = asyncio.create_task(store.append("n", event(1)))
                    await asyncio.sleep(0)
                    commit.may_go_on.set()
                    with pytest.raises(NotStored):
                        await second
                    assert not first.done()
                await first
            await store.append("m", event(2))
            await store.append("n", event(1))
            assert [await numbers(store, name) for name in "mn"] == [[1, 2], [1]]

    asyncio.run(work())


def test_all_that_waits_when_postgresql_freezes_is_refused_for_the_same_reason(shaken, hasty):
    async def work():
        async with opened(hasty) as store:
            await asyncio.gather(*(store.create(setup(name)) for name in "mno"))
            await store.append("m", event(1))
            with shaken.frozen():
                writes = store.append("m", event(2)), store.append("n", event(1), ENDED), store.set_due("o", 1.0)
                told = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(one) for one in told] == [NotStored] * 3
            assert len({one.__cause__ for one in told}) == 1, "nobody waits for another attempt"

    asyncio.run(work())


def test_acknowledged_writes_are_stored_exactly_once_when_postgresql_freezes_under_load(shaken, hasty):
    names = [f"m{one}" for one in range(20)]

    async def work():
        async with opened(hasty) as store:
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            is_over = asyncio.Event()
            callers = [asyncio.create_task(acknowledged(store, name, is_over)) for name in names]
            for _ in range(2):
                await a_while_of_writing(store)
                with shaken.frozen(), pytest.raises(NotStored):
                    await store.set_due("m0", None)
            await a_while_of_writing(store)
            is_over.set()
            for name, kept in zip(names, await asyncio.gather(*callers), strict=True):
                _, log = await store.load(name)
                assert [(one.number, one.command) for one in log] == kept

    asyncio.run(work())
