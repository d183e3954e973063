"""Uptime: what servers write, and how it is read after a restart, a kill or a sleep."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, closing, contextmanager

import pytest
from houses import until
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, select

from ludoteka.store.schema import uptimes
from ludoteka.store.uptime import HEARTBEAT, IDLE_HEARTBEAT, Uptime
from ludoteka.store.writing.writer import NotStored, Writer


@pytest.fixture
def address(place):
    """Return the address of a database with its tables."""
    return place.replace("postgresql", "postgresql+psycopg") if isinstance(place, str) else f"sqlite:///{place}"


@contextmanager
def database(url):
    engine = create_engine(url)
    with closing(Writer(engine)) as writer:
        yield engine, writer.write
    engine.dispose()


class Hands:
    """A clock that tests advance by hand."""

    def __init__(self, now=1000.0):
        self.now = now
        self.is_needed = True

    def server(self, engine, write, name=""):
        return Uptime(engine, write, lambda: self.now, lambda: self.is_needed, name)

    async def beat(self, *servers, seconds=HEARTBEAT):
        """Let some time pass in which these servers send heartbeats."""
        for _ in range(round(seconds / HEARTBEAT)):
            self.now += HEARTBEAT
            for server in servers:
                await server.beat()


@asynccontextmanager
async def beating(hands, base, name=""):
    server = hands.server(*base, name)
    await server.start()
    try:
        yield server
    finally:
        await server.close()


def rows(url):
    with database(url) as (engine, _), engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(uptimes).order_by(uptimes.c.since))]


def test_there_is_no_downtime_while_a_server_is_up(address):
    async def work(base):
        hands = Hands()
        async with beating(hands, base) as server:
            await hands.beat(server, seconds=20)
            hands.now += HEARTBEAT  # a server also counts as up between two heartbeats
            assert server.down_between(1000, hands.now) == 0
            assert server.down_between(990, hands.now) == 10

    with database(address) as base:
        asyncio.run(work(base))


def test_the_uptime_of_a_server_begins_at_its_start_by_the_clock_of_the_database(address):
    """An `Uptime` is constructed before the server has read the clock of the database, which may be behind its own."""

    async def work(base):
        hands = Hands(5000)
        server = hands.server(*base)
        hands.now = 1000
        await server.start()
        await hands.beat(server, seconds=10)
        assert server.down_between(1000, hands.now) == 0
        await server.close()

    with database(address) as base:
        asyncio.run(work(base))
    assert [row[1:] for row in rows(address)] == [(1000, 1010)]


def test_the_time_between_two_openings_is_downtime(address):
    async def work(base):
        hands = Hands()
        async with beating(hands, base) as server:
            await hands.beat(server, seconds=10)
        hands.now += 500
        async with beating(hands, base) as server:
            assert server.down_between(1000, hands.now) == 500
            await hands.beat(server, seconds=10)
        hands.now += 70
        async with beating(hands, base) as server:
            assert server.down_between(1000, hands.now) == 570
            assert server.down_between(1005, 1100) == 90
            assert server.down_between(1512, hands.now) == 70
            assert server.down_between(1515, 1515) == 0

    with database(address) as base:
        asyncio.run(work(base))


def test_a_house_is_up_while_any_of_its_servers_is_up(address):
    """Replacing one server with another without a pause causes no downtime."""

    async def work(base):
        hands = Hands()
        async with beating(hands, base, "new") as new:
            async with beating(hands, base, "old") as old:
                await hands.beat(new, old, seconds=20)
            await hands.beat(new, seconds=20)
        hands.now += 5
        async with beating(hands, base, "newest") as newest:
            assert newest.down_between(1000, hands.now) == 5

    with database(address) as base:
        asyncio.run(work(base))


def test_a_later_server_reads_the_heartbeats_of_an_earlier_one(address):
    async def work(base):
        hands = Hands()
        async with beating(hands, base, "one") as one:
            await hands.beat(one, seconds=10)
            hands.now += HEARTBEAT
            # "other" reads the stored uptime when the last heartbeat of "one" is a whole interval old
            other = hands.server(*base, "other")
            assert other.down_between(1000, hands.now) == HEARTBEAT
            await one.beat()
            await other.beat()
            assert other.down_between(1000, hands.now) == 0

    with database(address) as base:
        asyncio.run(work(base))


def test_a_hanging_server_counts_as_down(address):
    """Its machine slept, or it was stopped; this is known at once, before its next heartbeat."""

    async def work(base):
        hands = Hands()
        async with beating(hands, base) as server:
            await hands.beat(server, seconds=10)
            hands.now += 300
            assert server.down_between(1000, hands.now) == 300
            await server.beat()
            assert server.down_between(1000, hands.now) == 300
            await hands.beat(server, seconds=10)
            assert server.down_between(1000, hands.now) == 300
            hands.now += 300  # and then it is closed

    with database(address) as base:
        asyncio.run(work(base))
    assert [row[1:] for row in rows(address)] == [(1000, 1010), (1310, 1320)]


def test_heartbeats_are_rarely_written_while_no_live_clock_runs(address):
    async def work(engine, write):
        writes = []

        async def counted(what):
            writes.append(what)
            await write(what)

        hands = Hands()
        hands.is_needed = False
        async with beating(hands, (engine, counted)) as server:
            await hands.beat(server, seconds=10 * IDLE_HEARTBEAT)
            assert len(writes) <= 11
            assert server.down_between(1000, hands.now) == 0
            hands.is_needed = True
            await hands.beat(server)
            assert rows(address)[0][2] == hands.now

    with database(address) as base:
        asyncio.run(work(*base))


def test_a_server_that_cannot_write_counts_as_down(address):
    """Clocks do not run while no move can be stored."""

    async def work(engine, write):
        is_full = False

        async def written(what):
            if is_full:
                raise NotStored("the disk is full")
            await write(what)

        hands = Hands()
        async with beating(hands, (engine, written)) as server:
            await hands.beat(server, seconds=10)
            is_full = True
            await hands.beat(server, seconds=60)
            assert server.down_between(1000, hands.now) == 60
            is_full = False
            await hands.beat(server, seconds=10)
            assert server.down_between(1000, hands.now) == 60 + HEARTBEAT

    with database(address) as base:
        asyncio.run(work(*base))


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=8),
    st.integers(0, 80),
    st.integers(0, 80),
)
def test_downtime_equals_a_count_of_single_seconds(stretches, since, length):
    """For arbitrary overlapping rows, a slow count gives the same result."""
    engine = create_engine("sqlite://")
    uptimes.create(engine)
    written = [{"server": str(place), "since": one, "until": one + two} for place, (one, two) in enumerate(stretches)]
    if written:
        with engine.begin() as connection:
            connection.execute(uptimes.insert(), written)
    server = Hands(70).server(engine, None)

    def is_up(second):
        return second >= 70 or any(one <= second < one + two for one, two in stretches)

    until = min(since + length, 76)
    assert server.down_between(since, until) == sum(not is_up(second) for second in range(since, until))
    engine.dispose()


BEATS = """
import asyncio, sys, time
from sqlalchemy import create_engine
from ludoteka.store.uptime import Uptime
from ludoteka.store.writing.writer import Writer

async def work():
    engine = create_engine(sys.argv[1])
    server = Uptime(engine, Writer(engine).write, time.time, lambda: True)
    await server.start()
    print("up", flush=True)
    await asyncio.Event().wait()

asyncio.run(work())
"""


@contextmanager
def beats_elsewhere(address):
    command = [sys.executable, "-c", BEATS, address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout.readline() == "up\n"
        yield process
        process.kill()


def until_beaten(address):
    """Wait for the next heartbeat; return its row."""
    before = rows(address)
    return until(lambda: rows(address), lambda now: now != before)[-1]


def test_a_killed_house_is_down_from_its_last_heartbeat(address):
    with beats_elsewhere(address) as process:
        until_beaten(address)
        process.send_signal(signal.SIGKILL)
        process.wait(20)
    _, since, until = rows(address)[-1]
    assert until > since
    with database(address) as base:
        hands = Hands(until + 90)
        server = hands.server(*base)
        assert server.down_between(since, hands.now) == pytest.approx(90)
        assert server.down_between(since, until) == 0
