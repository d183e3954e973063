"""The writer: every caller gets its own outcome, whatever happens to other callers or to the disk."""

import asyncio
import resource
import sqlite3
from contextlib import closing, contextmanager

import pytest
from houses.stores import FILE, event, numbers, opened, setup
from sqlalchemy import Engine, insert, select
from sqlalchemy import event as happening

from ludoteka.store import MatchStatus, NotStored, NumberTaken, Store
from ludoteka.store.schema import house_settings
from ludoteka.store.writing.writer import Guard


@contextmanager
def each_new_connection(does):
    happening.listen(Engine, "connect", does)
    try:
        yield
    finally:
        happening.remove(Engine, "connect", does)


@contextmanager
def files_at_most(size):
    """Limit files of this process to `size` bytes, so that writing fails as on a broken disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def is_locked(path):
    """Tell whether another process could not write to the file now."""
    with closing(sqlite3.connect(path, timeout=0)) as other:
        try:
            other.execute("begin immediate")
        except sqlite3.OperationalError:
            return True
    return False


async def outcomes(*attempts):
    return [type(one) for one in await asyncio.gather(*attempts, return_exceptions=True)]


def test_the_events_of_a_long_match_are_stored_in_a_few_statements(place):
    log = [event(number)._replace(at=number / 7) for number in range(1, 1801)]

    async def work():
        async with opened(place) as store:
            inserted = []
            happening.listen(store.engine, "before_cursor_execute", lambda *told: inserted.append((told[2], told[5])))
            await store.create(setup(), log)
            assert (await store.load("m"))[1] == log
            steps = [is_many for text, is_many in inserted if "INTO events" in text]
            assert not any(steps), "no statement is executed once for each row"
            assert 1 <= len(steps) <= 4

    asyncio.run(work())


def test_queued_writes_share_a_commit(place):
    commits = []

    def trace(connection, record):
        if isinstance(connection, sqlite3.Connection):  # the writer does not tell SQLAlchemy of each of its commits
            connection.set_trace_callback(lambda text: text.casefold() == "commit" and commits.append(text))
        else:
            commit = connection.commit
            connection.commit = lambda: (commits.append("commit"), commit())

    async def work():
        async with opened(place) as store:
            names = [f"m{one}" for one in range(50)]
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            commits.clear()
            await asyncio.gather(*(store.append(name, event(1)) for name in names))
        assert 1 <= len(commits) < len(names)

    with each_new_connection(trace):
        asyncio.run(work())


def test_a_caller_that_asks_for_a_taken_event_number_does_not_affect_other_callers(place):
    async def work():
        async with opened(place) as store:
            for name in "mno":
                await store.create(setup(name))
            await store.append("m", event(1))
            assert await outcomes(*(store.append(name, event(1)) for name in "nmo")) == [
                type(None),
                NumberTaken,
                type(None),
            ]
            assert [await numbers(store, name) for name in "mno"] == [[1], [1], [1]]

    asyncio.run(work())


def test_exactly_one_of_many_callers_gets_an_event_number(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            told = await outcomes(*(store.append("m", event(1, f"text-{one}")) for one in range(30)))
            assert sorted(told, key=str) == [type(None)] + [NumberTaken] * 29
            assert await numbers(store) == [1]

    asyncio.run(work())


@pytest.mark.parametrize("bad", [event(1, "\ud800"), event(1 << 70), event(1, None)], ids=["text", "number", "null"])
def test_a_failed_write_is_reported_only_to_its_caller(place, bad):
    async def work():
        async with opened(place) as store:
            for name in "mno":
                await store.create(setup(name))
            told = await outcomes(store.append("m", event(1)), store.append("n", bad), store.append("o", event(1)))
            assert told == [type(None), NotStored, type(None)]
            await store.append("n", event(1))
            assert [await numbers(store, name) for name in "mno"] == [[1], [1], [1]]

    asyncio.run(work())


def test_an_event_of_an_unknown_match_is_not_stored(place):
    async def work():
        async with opened(place) as store:
            assert await outcomes(store.append("m", event(1))) == [NotStored]
            assert await store.load("m") is None

    asyncio.run(work())


def test_a_failed_event_does_not_store_its_status(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            await store.append("m", event(1), MatchStatus({"a": 1, "d": -1}))
            assert await outcomes(store.append("m", event(1), MatchStatus({"a": -1, "d": 1}))) == [NumberTaken]
            (listed,) = await store.matches_of(setup().seats["a"].holder)
            assert listed.status.result == {"a": 1, "d": -1}

    asyncio.run(work())


def test_a_match_is_created_completely_or_not_at_all(place):
    async def work():
        async with opened(place) as store:
            assert await outcomes(store.create(setup(a="anna", d="\ud800"))) == [NotStored]
            assert await store.load("m") is None
            await store.create(setup())
            assert await outcomes(store.create(setup(a="anna"))) == [NotStored]
            assert await store.load("m") == (setup(), [])

    asyncio.run(work())


def test_a_full_database_file_is_reported_to_all_callers_until_there_is_space_again(tmp_path):
    connections = []

    def narrow(connection, record):
        connections.append(connection)
        connection.execute("pragma max_page_count = 170")

    async def work():
        with each_new_connection(narrow):
            store = Store.open(tmp_path / FILE)
        for name in "mno":
            await store.create(setup(name))
        kept, told = 0, [type(None)]
        while told[0] is type(None):
            kept += 1
            told = await outcomes(*(store.append(name, event(kept, "x" * 9000)) for name in "mno"))
        assert told == [NotStored] * 3
        assert [await numbers(store, name) for name in "mno"] == [list(range(1, kept))] * 3
        for connection in connections:
            connection.execute("pragma max_page_count = 3000")
        assert await outcomes(*(store.append(name, event(kept)) for name in "mno")) == [type(None)] * 3
        await store.close()

    asyncio.run(work())


def test_a_failing_disk_is_reported_until_it_works_again(tmp_path):
    async def work():
        async with opened(tmp_path / FILE) as store:
            await store.create(setup())
            await store.append("m", event(1))
            with files_at_most(16384):
                assert await outcomes(store.append("m", event(2, "x" * 20000))) == [NotStored]
                assert await outcomes(store.append("m", event(2, "x" * 20000))) == [NotStored]
                assert await numbers(store) == [1], "reads still work"
            await store.append("m", event(2))
        async with opened(tmp_path / FILE) as store:
            assert await numbers(store) == [1, 2]

    asyncio.run(work())


def test_closing_finishes_the_queue_and_stops_the_writer(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            waiting = [asyncio.create_task(store.append("m", event(number))) for number in range(1, 20)]
            await asyncio.sleep(0)  # let each of them queue its event
        await asyncio.gather(*waiting)
        assert await outcomes(store.append("m", event(20))) == [NotStored]
        await store.close()
        async with opened(place) as store:
            assert await numbers(store) == list(range(1, 20))

    asyncio.run(work())


def test_a_cancelled_caller_does_not_affect_other_callers(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            await store.create(setup("n"))
            leaving, staying = (asyncio.create_task(store.append(name, event(1))) for name in "mn")
            await asyncio.sleep(0)
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            await staying
            assert await numbers(store, "n") == [1]

    asyncio.run(work())


def test_a_closed_event_loop_does_not_affect_callers_in_another_event_loop(place):
    store = Store.open(place)

    async def leave():
        asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)
        await store.create(setup())

    async def work():
        await store.create(setup("n"))
        assert await numbers(store, "n") == []
        await store.close()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(leave())
    asyncio.run(work())


FULL = """
    create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger refuse before insert on events execute function refuse();
"""


def test_a_full_postgresql_disk_is_reported_to_all_callers_until_there_is_space_again(postgres):
    place = postgres.fresh_database()

    async def work():
        async with opened(place) as store:
            for name in "mno":
                await store.create(setup(name))
            with postgres.connected(place) as connection:
                connection.execute(FULL)
                assert await outcomes(*(store.append(name, event(1)) for name in "mno")) == [NotStored] * 3
                assert [await numbers(store, name) for name in "mno"] == [[]] * 3, "reads still work"
                connection.execute("drop trigger refuse on events")
            assert await outcomes(*(store.append(name, event(1)) for name in "mno")) == [type(None)] * 3

    asyncio.run(work())


def test_a_deadlocked_transaction_is_retried(postgres):
    place = postgres.fresh_database()

    async def work():
        async with opened(place) as store:
            for name in "mn":
                await store.create(setup(name))
            with postgres.connected(place) as other:
                other.execute("begin")
                other.execute("update matches set due = 1 where id = 'n'")
                waiting = asyncio.create_task(store.append("m", event(1)))
                await waiting
                both = asyncio.gather(store.append("m", event(2)), store.append("n", event(1)))
                await asyncio.to_thread(until_locked, postgres)
                await asyncio.to_thread(
                    other.execute, "set deadlock_timeout = '1h'"
                )  # makes PostgreSQL roll back the store's transaction
                await asyncio.to_thread(other.execute, "update matches set due = 1 where id = 'm'")
                other.execute("commit")
                await both
            assert [await numbers(store, name) for name in "mn"] == [[1, 2], [1]]

    asyncio.run(work())


def until_locked(postgres):
    """Wait until a connection waits for a lock."""
    with postgres.connected() as connection:
        while connection.execute("select count(*) from pg_locks where not granted").fetchone() == (0,):
            pass


def test_no_other_process_writes_between_a_check_and_the_writes_it_is_for(tmp_path):
    locked = []

    def check(connection):
        connection.execute(select(house_settings)).all()
        locked.append(is_locked(tmp_path / FILE))

    async def work():
        async with opened(tmp_path / FILE) as store:
            await store.write([(insert(house_settings), {"name": "a", "value": "1"})], Guard("a setting", check))

    asyncio.run(work())
    assert locked == [True]
