"""PostgreSQL: errors name the database without its password, and lost connections neither repeat nor lose writes."""

import asyncio
import traceback

import psycopg
import pytest
from houses.stores import a_while_of_writing, acknowledged, event, numbers, opened, setup
from programs import servers
from psycopg.pq import TransactionStatus

from ludoteka.store import MatchStatus, NotStored, NumberTaken, Store, StoreRefused
from ludoteka.store.backends.timed_connection import TimedConnection
from ludoteka.store.models import UNFINISHED


@pytest.fixture(scope="module")
def shaken():
    """Return a PostgreSQL server that may be stopped and killed."""
    with servers.postgres() as server:
        yield server


SECRET = "top-secret%2Fword"  # noqa: S105 - an invented password


def refused(place):
    with pytest.raises(StoreRefused) as caught:
        Store.open(place)
    assert "top-secret" not in "".join(traceback.format_exception(caught.value))
    return caught.value.code


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (f"postgresql://ludoteka:{SECRET}@127.0.0.1:1/house", "store-unreachable"),
        (f"postgresql://ludoteka:{SECRET}@127.0.0.1:1/house?connect_timeout=x", "store-unreachable"),
        (f"postgresql://ludoteka:{SECRET}@127.0.0.1:port/house", "bad-database"),
        (f"postgresql://ludoteka:{SECRET}@more@127.0.0.1/house", "bad-database"),
        (f"postgresql://ludoteka:{SECRET}@127.0.0.1", "bad-database"),
        (f"mysql://ludoteka:{SECRET}@127.0.0.1/house", "bad-database"),
        (f"://{SECRET}", "bad-database"),
    ],
)
def test_the_error_about_an_invalid_or_unreachable_database_does_not_contain_its_password(place, code):
    assert refused(place) == code


def test_a_missing_database_is_refused(postgres):
    assert refused(postgres.address("nowhere")) == "store-unreachable"


def test_the_tables_of_another_program_are_left_unchanged(postgres):
    place = postgres.fresh_database()
    with postgres.connected(place) as connection:
        connection.execute("create table recipes (name text)")

        assert refused(place) == "store-not-ours"
        assert connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone() == (1,)


def test_an_error_that_is_raised_is_not_logged_as_well(postgres, caplog):
    place = postgres.fresh_database()
    asyncio.run(Store.open(place).close())

    with postgres.connected(place) as connection:
        connection.execute("create table numbers (number int primary key)")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.cursor().executemany("insert into numbers values (%s)", [(1,)] * 1000)

    assert caplog.messages == []


def test_a_newer_database_is_refused(postgres):
    place = postgres.fresh_database()
    asyncio.run(Store.open(place).close())
    with postgres.connected(place) as connection:
        connection.execute("update alembic_version set version_num = '9999'")

    assert refused(place) == "store-newer"


def test_a_database_without_utf8_is_refused(postgres):
    with postgres.connected() as connection:
        connection.execute("create database latin encoding 'LATIN1' template template0")
    assert refused(postgres.address("latin")) == "store-unreachable"


def test_servers_that_share_a_database_never_share_an_event_number(postgres):
    place = postgres.fresh_database()

    async def work():
        async with opened(place) as one, opened(place) as other:
            assert one.guest_key == other.guest_key
            names = [f"m{place}" for place in range(20)]
            await asyncio.gather(*(one.create(setup(name)) for name in names))
            wanted = [(store, name) for name in names for store in (one, other)]
            told = await asyncio.gather(
                *(store.append(name, event(1)) for store, name in wanted), return_exceptions=True
            )
            assert [type(outcome) for outcome in told].count(NumberTaken) == 20
            assert told.count(None) == 20
            assert await other.last_numbers(names) == dict.fromkeys(names, 1)

    asyncio.run(work())


def test_events_are_stored_and_read_after_a_restart_of_postgresql(shaken):
    async def work():
        async with opened(shaken.fresh_database()) as store:
            await store.create(setup())
            shaken.restart()
            await store.append("m", event(1))
            shaken.restart()
            assert await numbers(store) == [1]

    asyncio.run(work())


def test_a_store_reports_an_unreachable_database_and_works_again_when_it_is_back(shaken):
    async def work():
        async with opened(shaken.fresh_database()) as store:
            await store.create(setup())
            assert await store.is_ready()
            shaken.stop()
            try:
                assert not await store.is_ready()
                with pytest.raises(NotStored):
                    await store.append("m", event(1))
                with pytest.raises(StoreRefused) as caught:
                    await store.load("m")
                assert caught.value.code == "store-unreachable"
            finally:
                shaken.start()
            await store.append("m", event(1))
            assert await store.is_ready()
            assert await numbers(store) == [1]

    asyncio.run(work())


@pytest.mark.parametrize("ends", ["killed", "stopped"])
def test_acknowledged_writes_are_stored_exactly_once_when_postgresql_restarts_under_load(shaken, ends):
    """If an event is refused, it is not stored, and its number is still free."""
    names = [f"m{one}" for one in range(20)]

    async def work():
        async with opened(shaken.fresh_database()) as store:
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            is_over = asyncio.Event()
            callers = [asyncio.create_task(acknowledged(store, name, is_over)) for name in names]
            for _ in range(4):
                await a_while_of_writing(store)
                await asyncio.to_thread(shaken.kill if ends == "killed" else shaken.stop)
                await asyncio.to_thread(shaken.start)
            await a_while_of_writing(store)
            is_over.set()
            for name, kept in zip(names, await asyncio.gather(*callers), strict=True):
                _, log = await store.load(name)
                assert [(one.number, one.command) for one in log] == kept

    asyncio.run(work())


class Cut:
    """From now on, the next COMMIT loses its connection: before PostgreSQL commits, or before its answer arrives."""

    def __init__(self, monkeypatch, is_done):
        self.is_over = False
        commit = TimedConnection.commit

        def cut(driver):
            if self.is_over or driver.info.transaction_status != TransactionStatus.INTRANS:
                return commit(driver)
            self.is_over = True
            if is_done:
                commit(driver)
            driver.close()
            raise psycopg.OperationalError("the connection is lost")

        monkeypatch.setattr(TimedConnection, "commit", cut)


ENDED = MatchStatus({"a": 1, "d": -1})  # what an event that ends a match changes is more than a short batch


@pytest.mark.parametrize("status", [UNFINISHED, ENDED], ids=["short", "usual"])
@pytest.mark.parametrize("is_done", [True, False], ids=["lost after the commit", "lost before the commit"])
def test_a_commit_with_a_lost_answer_is_looked_up_and_done_once(shaken, monkeypatch, is_done, status):
    async def work():
        async with opened(shaken.fresh_database()) as store:
            await store.create(setup())
            cut = Cut(monkeypatch, is_done)
            await store.append("m", event(1), status)
            assert cut.is_over
            await store.append("m", event(2))
            assert await numbers(store) == [1, 2]

    asyncio.run(work())


def test_a_conflict_in_a_short_batch_concerns_only_its_own_match(shaken):
    async def work():
        database = shaken.fresh_database()
        async with opened(database) as store, opened(database) as other:
            names = [f"m{one}" for one in range(5)]
            await asyncio.gather(*(store.create(setup(name)) for name in names))
            await other.append("m2", event(1, "i4-i3"))
            found = await asyncio.gather(*(store.append(name, event(1)) for name in names), return_exceptions=True)
            assert [type(one) for one in found] == [*[type(None)] * 2, NumberTaken, *[type(None)] * 2]

    asyncio.run(work())
